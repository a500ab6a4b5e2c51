"""Quantiles of weighted values: the value, its interval, and each item's influence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.estimate import Estimate

if TYPE_CHECKING:
    from gate.arrays import FloatArray

_SLACK = 1e-9
"""Share by which a sum of weights may fall short through rounding."""


def at(values: FloatArray, weights: FloatArray, level: float) -> float:
    """Return the smallest value at or below which at least ``level`` of the weight lies.

    Args:
        values: ``(n,)`` finite.
        weights: ``(n,)`` > 0.
        level: In (0, 1]; beyond an end, the value at that end.

    Returns:
        One of the values; NaN if there is none.

    Source:
        The inverse of the empirical distribution function: definition 1 of Hyndman & Fan, The American
        Statistician 50(4), 1996.

    >>> twenty = np.arange(1.0, 21.0)
    >>> at(twenty, np.ones(20), 0.95), at(twenty, np.ones(20), 0.5)
    (19.0, 10.0)
    """
    if not values.size:
        return math.nan
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weights[order])
    place = int(np.searchsorted(below, (level - _SLACK) * below[-1]))
    return float(values[order][min(place, values.size - 1)])


def interval(
    values: FloatArray,
    weights: FloatArray,
    level: float,
    *,
    confidence: float,
    effective: float | None = None,
) -> Estimate:
    """Return a quantile with its interval, from order statistics: whatever the distribution.

    Args:
        values: ``(n,)`` finite.
        weights: ``(n,)`` > 0.
        level: In (0, 1).
        confidence: In (0, 1).
        effective: How many independent items of equal weight say as much; ``sum(w)^2 / sum(w^2)`` of the
            weights by default.

    Returns:
        An interval from one of the values to another. Where no value bounds the quantile with the
        confidence asked for, the interval ends at the smallest or largest and says so.

    Source:
        Thompson, Annals of Mathematical Statistics 7(3), 1936; for weights Woodruff, JASA 47, 1952.

    >>> e = interval(np.arange(1.0, 101.0), np.ones(100), 0.5, confidence=0.95)
    >>> e.value, e.low, e.high
    (50.0, 40.0, 61.0)
    """
    if not values.size:
        return Estimate.undefined("no item takes part")
    n = max(1, round(float(weights.sum() ** 2 / (weights**2).sum()) if effective is None else effective))
    low, high = ranks(n, level, confidence=confidence)
    ends = [at(values, weights, min(max(rank, 1), n) / n) for rank in (low, high)]
    because = (
        ""
        if low >= 1 and high <= n
        else f"{counted(n, 'item', 'is', 'are')} too few to bound it on both sides"
    )
    half = math.sqrt(level * (1 - level) / n)
    error = (at(values, weights, min(1.0, level + half)) - at(values, weights, max(0.0, level - half))) / 2
    value = at(values, weights, level)
    return Estimate(
        value,
        min(ends[0], value),
        max(ends[1], value),
        "order statistics",
        values.size,
        standard_error=error,
        because=because,
    )


def ranks(n: int, level: float, *, confidence: float) -> tuple[int, int]:
    """Return the ranks, from 1, of the values between which a quantile lies with ``confidence``.

    Rank 0 and rank ``n + 1`` stand for an end that no value bounds. Each side is missed with at most half
    of what the confidence leaves.

    >>> ranks(100, 0.5, confidence=0.95)
    (40, 61)
    >>> [ranks(n, 0.95, confidence=0.95)[1] for n in (71, 72)]     # 0.95**72 is just below 0.025
    [72, 72]
    """
    spare = (1 - confidence) / 2
    steps = np.arange(1, n + 1)
    logs = np.concatenate(
        [
            [n * math.log1p(-level)],
            np.log((n - steps + 1) / steps) + (math.log(level) - math.log1p(-level)),
        ]
    )
    at_most = np.cumsum(np.exp(np.cumsum(logs)))  # at_most[k] = P(Binomial(n, level) <= k)
    low = int(np.searchsorted(at_most, spare, side="right"))
    high = int(np.searchsorted(at_most, 1 - spare)) + 1
    return low, high


def slope(values: FloatArray, weights: FloatArray, level: float) -> float:
    """Return how much the quantile grows by a share of the weight, one standard error to either side of it.

    It is 1 over the density there, as in Woodruff, JASA 47, 1952.

    >>> slope(np.array([1.0, 2.0, 3.0, 4.0]), np.ones(4), 0.5)
    4.0
    """
    n = float(weights.sum() ** 2 / (weights**2).sum())
    half = math.sqrt(level * (1 - level) / n)
    upper = at(values, weights, min(1.0, level + half))
    return (upper - at(values, weights, max(0.0, level - half))) / (2 * half)


def influence(values: FloatArray, weights: FloatArray, level: float) -> FloatArray:
    """Return ``(n,)`` the effect of each item's weight on the quantile; its weighted mean is 0.

    It is ``(level - [value <= quantile]) / density``, with the density from the values one standard error of
    the rank to either side; 0 throughout where those two are equal.

    Source:
        Hampel, JASA 69, 1974; the density as in Woodruff, JASA 47, 1952.

    >>> influence(np.array([1.0, 2.0, 3.0, 4.0]), np.ones(4), 0.5).tolist()
    [-2.0, -2.0, 2.0, 2.0]
    """
    pull = (level - (values <= at(values, weights, level))) * slope(values, weights, level)
    return np.asarray(pull - np.average(pull, weights=weights))
