"""Krippendorff's alpha: agreement of any number of raters, with any of their ratings missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _coincidences(sample: RatedSample, *, level: str, raters: str) -> FloatArray:
    """Return ``(n, c * c + 1 + c)``: pairs of ratings inside each item, their number, the verdicts' values.

    A value stands in its column for every item, times the number of ratings, so that dividing by the number
    gives it back from any totals.
    """
    from collections import Counter

    import numpy as np

    from gate.samples.coincidences import coincidences, values_of
    from gate.samples.repeated import owner_of

    given = sample.ratings if raters == "people" else np.column_stack([sample.ratings, sample.choice])
    pairs, count = coincidences(given, len(sample.classes))
    # Not weighted: how many ratings there are, which corrects for a small number of them. Those of an item
    # that was asked more than once are not more ratings.
    owners = [owner_of(name) or name for name in sample.ids]
    asked = Counter(owners)
    number = (count / sample.weight / [asked[owner] for owner in owners])[:, None]
    values = values_of(sample.classes) if level == "interval" else np.zeros(len(sample.classes))
    found = np.hstack([pairs, number, number * values])
    return np.where(count[:, None] > 0, found, np.nan)


@over_totals(
    better="higher",
    bounds=(float("-inf"), 1.0),
    parameters={
        "level": Parameter(
            "How far two verdicts are apart: all the same, by the order of `classes`, or by their numbers.",
            default="nominal",
            choices=("nominal", "ordinal", "interval"),
        ),
        "raters": Parameter(
            "Whose agreement: of people and the judge as one more of them, or of people alone.",
            default="all",
            choices=("all", "people"),
        ),
    },
    needs=("verdict",),
    groups=_coincidences,
    undefined="only one verdict is used",
)
def krippendorff_alpha(totals: FloatArray, *, level: str, raters: str) -> FloatArray:  # noqa: ARG001
    """Agreement beyond chance of all who rated: ``1 - observed / expected`` disagreement.

    Each item with two ratings or more gives its ordered pairs of them, ``1 / (ratings - 1)`` each.
    Expected are the pairs that all ratings would form if they were thrown together. Missing ratings and
    verdicts are just not there, and divided people take part. Compare ``krippendorff_alpha`` with
    ``krippendorff_alpha(raters=people)``: if the judge is no worse than a person, it does not lower it.

    Returns:
        ``(r,)`` values at most 1, and below 0 where there is more disagreement than by chance; NaN where
        all ratings are one.

    Raises:
        QuestionError: ``level=interval``, and a verdict is not a number.

    Source:
        Krippendorff, Content Analysis, 4th edition, 2018, chapter 12.

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["a", "a", "b", "b"], ["a", "b", "b", "b"])
    >>> spec = krippendorff_alpha.resolve("krippendorff_alpha", k=None)
    >>> round(scoring.score(sample, krippendorff_alpha, spec).value, 6)  # 1 - (2 / 8) / (30 / 56)
    0.533333
    """
    from gate.samples.coincidences import alpha

    return alpha(totals, level)
