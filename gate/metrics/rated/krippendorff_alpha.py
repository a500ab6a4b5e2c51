"""Krippendorff's alpha: agreement of any number of raters, with any of their ratings missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step, divided, summed

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def _unequal(pairs: Sequence[Sequence[float]], apart: Sequence[Sequence[float]]) -> list[tuple[str, float]]:
    """Return the terms of pairs of unequal verdicts, in both orders, times how far these are apart."""
    terms = []
    for i in range(len(pairs)):
        for j in range(i):
            count, far = pairs[i][j] + pairs[j][i], apart[i][j]
            if count and far:
                text = number(count) + (f" × {number(far)}" if far != 1 else "")
                terms.append((text, count * far))
    return terms


def _steps(
    totals: Sequence[float],
    classes: Sequence[str],  # noqa: ARG001 (pairs of them are too many to name)
    *,
    level: str,
    raters: str,  # noqa: ARG001 (the totals follow it)
) -> tuple[Step, ...]:
    import numpy as np

    from gate.samples.coincidences import disagreement

    found = disagreement(np.array([totals]), level)
    pairs, apart = found.pairs[0].tolist(), found.apart[0].tolist()
    given = [sum(row) for row in pairs]
    n, ratings = sum(given), float(found.number[0])
    observed, expected = float(found.observed[0]), float(found.expected[0])
    thrown = _unequal([[a * b for b in given] for a in given], apart)
    others = (
        f"({number(n)} - 1)" if abs(n - ratings) <= 1e-9 * n else f"({number(n)} - {number(n / ratings)})"
    )
    inside = _unequal(pairs, apart)
    both = f"({summed(thrown)})" if len(thrown) > 1 else summed(thrown)
    return (
        Step(
            "observed disagreement",
            divided(inside, n),
            observed,
            "unequal ratings of an item, each pair 1 / (ratings of the item - 1), / all ratings",
        ),
        Step(
            "expected disagreement",
            f"{both} / ({number(n)} × {others})",
            expected,
            "unequal pairs if all ratings were thrown together, / all pairs",
        ),
        Step(
            "",
            f"1 - {number(observed)} / {number(expected)}",
            1 - observed / expected if expected > 0 else float("nan"),
        ),
    )


def _of_item(
    own: Sequence[float],
    totals: Sequence[float],
    classes: Sequence[str],
    *,
    level: str,
    raters: str,  # noqa: ARG001 (the totals follow it)
) -> tuple[Step, ...]:
    import numpy as np

    from gate.samples.coincidences import disagreement

    whole = disagreement(np.array([totals]), level)
    c = len(classes)
    pairs = np.array(own[: c * c]).reshape(c, c).tolist()
    given = {name: sum(row) for name, row in zip(classes, pairs, strict=True) if sum(row)}
    terms = _unequal(pairs, whole.apart[0].tolist())
    unequal, n = sum(value for _, value in terms), float(whole.pairs[0].sum())
    said = ", ".join(f"{number(count)} of {name!r}" for name, count in given.items())
    return (
        Step("its ratings", summed([(number(v), v) for v in given.values()]), sum(given.values()), said),
        Step(
            "its disagreement",
            summed(terms),
            unequal,
            "pairs of unequal ratings, each 1 / (ratings - 1)" if terms else "all its ratings are one",
        ),
        Step("its part of the observed", f"{number(unequal)} / {number(n)}", unequal / n),
    )


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
    steps=_steps,
    item_steps=_of_item,
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

    Example:
        Of 8 values in 4 items 2 disagree, and by chance 30 of 56 pairs would:
        1 - (2/8) / (30/56) = 0.5333

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["a", "a", "b", "b"], ["a", "b", "b", "b"])
    >>> spec = krippendorff_alpha.resolve("krippendorff_alpha", k=None)
    >>> round(scoring.score(sample, krippendorff_alpha, spec).value, 6)  # 1 - (2 / 8) / (30 / 56)
    0.533333
    """
    from gate.samples.coincidences import alpha

    return alpha(totals, level)
