"""Kendall's tau-b of a judge and people: how many pairs of items they put into the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.rated import rank_correlation

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample

_NAMES = ("concordance", "pairs that people tell apart", "pairs that the judge tells apart")


def _columns(sample: RatedSample, *, field: str, people: str, missing: str) -> FloatArray:
    from gate.samples.correlation import pair_parts

    return pair_parts(sample, field=field, people=people, missing=missing)


@rank_correlation(_columns, names=_NAMES, note="pairs ordered alike less the opposite, as a share of all")
def kendall(totals: FloatArray, **_: str) -> FloatArray:
    """How many more pairs of items the judge orders as people do than the other way round.

    ``tau_b = (alike - opposite) / sqrt(told apart by people × told apart by the judge)``, over all pairs of
    items, each weighing the product of both weights. A pair that a side does not tell apart, because both
    items have the same verdict, is neither alike nor opposite. The order of verdicts is that of `classes`,
    else of the numbers that they are spelt as; ``field=score`` takes a number of the run instead. An item
    without a verdict is given the lowest that the judge may say where people are above their mean, and the
    highest elsewhere; ``missing=skip`` leaves it out.

    Returns:
        ``(r,)`` values in [-1, 1] of ``(r, 4)`` totals of :func:`~gate.samples.correlation.pair_parts`,
        which are exact on the data as they are and of first order on resamples; NaN where people or the
        judge say the same of every item.

    Raises:
        QuestionError: A verdict is no number, and no order is declared.

    Source:
        Kendall, Biometrika 33(3), 1945 (ties); intervals by Hoeffding, Annals of Mathematical Statistics
        19(3), 1948.

    Example:
        Of 3 pairs of items people and judge put 2 in the same order and 1 in the opposite one:
        (2 - 1) / 3 = 0.3333

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["1", "2", "3"], ["1", "3", "2"])
    >>> spec = kendall.resolve("kendall", k=None)
    >>> round(scoring.score(sample, kendall, spec).value, 6)  # (2 alike - 1 opposite) / 3 pairs
    0.333333
    """
    from gate.samples.correlation import of_parts

    return of_parts(totals)
