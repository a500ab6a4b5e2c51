"""Pearson's correlation of a judge's numbers with those of people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.rated import correlation, quotient
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _columns(sample: RatedSample, *, field: str, people: str, missing: str) -> FloatArray:
    from gate.samples.correlation import moments

    return moments(sample, field=field, people=people, missing=missing)


def _steps(totals: Sequence[float], classes: Sequence[str], **_: str) -> tuple[Step, ...]:  # noqa: ARG001 (verdicts are numbers here)
    weight, *sums = totals
    x, y, xx, yy, xy = (each / weight if weight else math.nan for each in sums)
    worked = [
        ("covariance", xy, x, y, "both less their medians"),
        ("variance of people", xx, x, x, ""),
        ("variance of the judge", yy, y, y, ""),
    ]
    lines = [
        Step(name, f"{number(mean)} - {_bracketed(one)} × {_bracketed(other)}", mean - one * other, note)
        for name, mean, one, other, note in worked
    ]
    return (*lines, quotient(*(line.value for line in lines)))


def _bracketed(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)


def _of_item(
    own: Sequence[float],
    totals: Sequence[float],
    classes: Sequence[str],  # noqa: ARG001 (verdicts are numbers here)
    **_: str,
) -> tuple[Step, ...]:
    (x, y), means = (each / own[0] for each in own[1:3]), [each / totals[0] for each in totals[1:3]]
    worked = [
        ("people's", x, means[0], "both less their medians, then their means"),
        ("the judge's", y, means[1], ""),
    ]
    apart = [
        Step(f"{who} number less the mean", f"{number(value)} - {_bracketed(mean)}", value - mean, note)
        for who, value, mean, note in worked
    ]
    product = f"{_bracketed(apart[0].value)} × {_bracketed(apart[1].value)}"
    return (*apart, Step("its part in the covariance", product, apart[0].value * apart[1].value))


@correlation(groups=_columns, steps=_steps, item_steps=_of_item)
def pearson(totals: FloatArray, **_: str) -> FloatArray:
    """How closely the judge's numbers follow people's on a straight line.

    ``r = cov(people, judge) / sqrt(var(people) var(judge))``, every item weighing what it weighs. Verdicts
    must be spelt as numbers; ``field=score`` takes a number of the run instead. It does not see whether a
    judge is too kind by a constant or a factor, which `cohen_kappa(weights=quadratic)` does. An item
    without a verdict is given the lowest that the judge may say where people are above their mean, and the
    highest elsewhere; ``missing=skip`` leaves it out.

    Returns:
        ``(r,)`` values in [-1, 1] of ``(r, 6)`` totals of :func:`~gate.samples.correlation.moments`; NaN
        where people or the judge say the same of every item.

    Raises:
        QuestionError: A verdict is no number.

    Source:
        Pearson, Proceedings of the Royal Society of London 58, 1895.

    Example:
        The product of both sides' distances from their means is 1/3 on average, their squares 2/3
        each:
        (1/3) / sqrt(2/3 * 2/3) = 0.5

    >>> from gate import scoring
    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["1", "2", "3"], ["1", "3", "2"])
    >>> spec = pearson.resolve("pearson", k=None)
    >>> round(scoring.score(sample, pearson, spec).value, 6)  # (1 / 3) / sqrt(2 / 3 × 2 / 3)
    0.5
    """
    from gate.samples.correlation import pearson

    return pearson(totals)
