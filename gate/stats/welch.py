"""Welch's t test: two unpaired arms whose spreads may differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.stats import students_t

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Welch:
    """The means of two arms, compared.

    Attributes:
        means: Of the first and of the second arm.
        sizes: Values in each.
        spreads: Standard deviation of each, with ``n - 1``.
        difference: Second minus first mean.
        low: Lower end of the difference's interval.
        high: Upper end.
        t: The difference over its standard error.
        df: Degrees of freedom by Welch and Satterthwaite; seldom whole.
        p: Two-sided chance of a difference this large between arms of equal means.
        confidence: Of the interval, in (0, 1).
    """

    means: tuple[float, float]
    sizes: tuple[int, int]
    spreads: tuple[float, float]
    difference: float
    low: float
    high: float
    t: float
    df: float
    p: float
    confidence: float


def welch(first: Sequence[float], second: Sequence[float], *, confidence: float = 0.95) -> Welch:
    """Compare the means of two arms.

    Args:
        first: Values of the first arm, the control usually; at least two, finite.
        second: Values of the second arm, likewise.
        confidence: Of the interval, in (0, 1).

    Returns:
        The comparison. Where neither arm varies there is no noise to judge a difference by: the interval,
        ``t``, ``df`` and ``p`` are NaN.

    Raises:
        ValueError: An arm has fewer than two values.

    Source: B. L. Welch, "The generalization of Student's problem when several different population
    variances are involved", Biometrika 34 (1947).

    >>> found = welch([1, 2, 3], [2, 4, 6])
    >>> found.difference, round(found.t, 6), round(found.df, 6)     # se^2 = 1/3 + 4/3
    (2.0, 1.549193, 2.941176)
    """
    for arm in (first, second):
        if len(arm) < 2:
            raise ValueError("an arm needs at least two values")
    (mean_a, variance_a), (mean_b, variance_b) = _moments(first), _moments(second)
    part_a, part_b = variance_a / len(first), variance_b / len(second)
    squared = part_a + part_b
    difference = mean_b - mean_a
    if squared > 0:
        error = math.sqrt(squared)
        share_a, share_b = part_a / squared, part_b / squared
        df = 1 / (share_a**2 / (len(first) - 1) + share_b**2 / (len(second) - 1))
        t = difference / error
        p = 2 * students_t.tail(abs(t), df)
        reach = students_t.quantile((1 + confidence) / 2, df) * error
    else:
        t = df = p = reach = math.nan
    return Welch(
        means=(mean_a, mean_b),
        sizes=(len(first), len(second)),
        spreads=(math.sqrt(variance_a), math.sqrt(variance_b)),
        difference=difference,
        low=difference - reach,
        high=difference + reach,
        t=t,
        df=df,
        p=p,
        confidence=confidence,
    )


def _moments(arm: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance; exactly the value and 0 where all are equal."""
    if min(arm) == max(arm):
        return float(arm[0]), 0.0
    mean = math.fsum(arm) / len(arm)
    return mean, math.fsum((x - mean) ** 2 for x in arm) / (len(arm) - 1)
