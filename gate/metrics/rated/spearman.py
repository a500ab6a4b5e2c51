"""Spearman's correlation of a judge's ranks with those of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.rated import rank_correlation

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample

_NAMES = ("covariance of ranks", "variance of people's ranks", "variance of the judge's ranks")


def _columns(sample: RatedSample, *, field: str, people: str, missing: str) -> FloatArray:
    from gate.samples.correlation import rank_parts

    return rank_parts(sample, field=field, people=people, missing=missing)


@rank_correlation(_columns, names=_NAMES, note="ranks as shares of the weight, equal ones halved")
def spearman(totals: FloatArray, **_: str) -> FloatArray:
    """How closely the judge puts items into the order that people put them into.

    Pearson's correlation of ranks, tied items sharing the mean of theirs: 1 if people and judge agree on
    the order of all items, whatever numbers they use for it. The order of verdicts is that of `classes`,
    else of the numbers that they are spelt as; ``field=score`` takes a number of the run instead. An item
    without a verdict is given the lowest that the judge may say where people are above their mean, and the
    highest elsewhere; ``missing=skip`` leaves it out.

    Returns:
        ``(r,)`` values in [-1, 1] of ``(r, 4)`` totals of :func:`~gate.samples.correlation.rank_parts`,
        which are exact on the data as they are and of first order on resamples; NaN where people or the
        judge say the same of every item.

    Raises:
        QuestionError: A verdict is no number, and no order is declared.

    Source:
        Spearman, American Journal of Psychology 15(1), 1904; intervals by the influence function, Croux &
        Dehon, Statistical Methods & Applications 19, 2010.

    Example:
        Of four items two have changed places, so that their ranks differ by 1:
        1 - 6 * (0 + 1 + 1 + 0) / (4 * (4^2 - 1)) = 0.8

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["1", "2", "3", "4"], ["1", "3", "2", "4"])
    >>> spec = spearman.resolve("spearman", k=None)
    >>> round(scoring.score(sample, spearman, spec).value, 6)  # 1 - 6 (0 + 1 + 1 + 0) / (4 × 15)
    0.8
    """
    from gate.samples.correlation import of_parts

    return of_parts(totals)
