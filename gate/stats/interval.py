"""Confidence intervals: Student's t for gains, bootstrap for levels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.estimate import Estimate
from gate.stats import bca, normal, students_t
from gate.stats.law import mean_law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class Extra:
    """A variance that the items do not show, the degrees of freedom it was estimated with, and what of."""

    variance: float
    freedom: int
    of: str = "between runs"


def gain(
    value: float,
    column: FloatArray,
    *,
    confidence: float,
    clusters: Sequence[object] | None = None,
    runs: Extra | None = None,
) -> Estimate:
    """Interval of a paired difference: standard error of its influence column, times Student's t.

    Not a bootstrap: most paired differences are exactly 0, and percentile or BCa ends then cover 78 to
    94 % where 95 % are promised.

    Args:
        value: The gain itself.
        column: ``(n,)`` each item's part in it; ``mean(column)`` is the gain to first order.
        confidence: In (0, 1).
        clusters: ``(n,)`` label of each item's cluster; items of one cluster need not be independent,
            and the degrees of freedom count clusters. Every item is its own cluster by default.
        runs: Variance of the gain that no item shows: between whole runs of a system, for example.

    Returns:
        ``[0, 0]`` exactly where the whole column is 0. Value without an interval for one item or
        cluster. A column that is constant but not 0 has an interval of width 0, and says so.

    Source:
        Student, Biometrika 6, 1908; Liang & Zeger, Biometrika 73, 1986 (clusters); Satterthwaite,
        Biometrics Bulletin 2, 1946 (two sources of variance).

    >>> e = gain(0.5, np.array([0.0, 1.0, 0.0, 1.0]), confidence=0.95)
    >>> round(e.standard_error, 4), round(e.low, 4)     # sqrt(1/3) / 2, and 3.1824 of them below
    (0.2887, -0.4187)
    """
    n = column.size
    if n == 0 or math.isnan(value):
        return Estimate.undefined("no item takes part" if n == 0 else "undefined on these items", n=n)
    if not column.any():
        return Estimate(0.0, 0.0, 0.0, "exact", n, standard_error=0.0, because="no item changed")
    mean = math.fsum(column.tolist()) / n
    units = column - mean
    unit, method = "item", "Student's t"
    if clusters is not None:
        units = _summed(units, clusters)
        unit, method = "cluster", "Student's t, by cluster"
    g = units.size
    if g < 2:
        because = f"one {unit} has no spread"
        return Estimate(value, math.nan, math.nan, "none", n, because=because)
    standard_error = math.sqrt(math.fsum((units**2).tolist()) * g / (g - 1)) / n
    together = runs is not None and runs.variance > 0
    if standard_error <= 1e-12 * abs(mean) and not together:
        because = f"every {unit} changed by the same amount"
        return Estimate(value, value, value, "no variation", n, standard_error=0.0, because=because)
    freedom: float = g - 1
    if runs is not None and together:
        items, both = standard_error**2, standard_error**2 + runs.variance
        freedom = max(1.0, both**2 / (items**2 / (g - 1) + runs.variance**2 / runs.freedom))
        standard_error, method = math.sqrt(both), f"{method}, with the variance {runs.of}"
    reach = students_t.quantile((1 + confidence) / 2, freedom) * standard_error
    return Estimate(value, value - reach, value + reach, method, n, standard_error=standard_error)


def level_mean(values: FloatArray, *, bounds: tuple[float, float], confidence: float) -> Estimate:
    """BCa interval of a mean, from the bootstrap's law itself: nothing is drawn.

    Args:
        values: ``(n,)`` finite values, one an item, all counting the same.
        bounds: Smallest and largest value possible; may be infinite.
        confidence: In (0, 1).

    Returns:
        An interval inside ``bounds`` that holds the mean. Values that do not vary have no bootstrap:
        at a bound the interval reaches as far in as ``3.7 / n`` of the range (at 95 %), elsewhere
        its width is 0; ``method`` is then ``"no variation"``. One item away from both bounds has no
        interval.

    Source:
        Efron, JASA 82, 1987 (BCa); Hanley & Lippman-Hand, JAMA 249, 1983 (rule of three).

    >>> level_mean(np.array([0.0, 0.5, 1.0, 1.0]), bounds=(0.0, 1.0), confidence=0.95).value
    0.625
    """
    n = values.size
    if n == 0:
        return Estimate.undefined("no item takes part")
    value = math.fsum(values.tolist()) / n
    law = mean_law(values)
    if law.points.size == 1:
        return _without_variation(float(values[0]), n, bounds=bounds, confidence=confidence)
    apart = np.sort(values) - value
    squares = math.fsum((apart**2).tolist())
    acceleration = math.fsum((apart**3).tolist()) / (6 * squares**1.5)
    lower, upper = bca.shares(law.below(value), acceleration, confidence)
    low, high = _held(value, law.quantile(lower), law.quantile(upper), bounds)
    return Estimate(value, low, high, "BCa bootstrap", n, standard_error=math.sqrt(squares) / n)


def level_wilson(successes: float, n: float, *, confidence: float) -> Estimate:
    """Wilson's interval of a share of successes.

    Args:
        successes: Sum of the 0/1 values; fractional where items are weighted.
        n: Items behind it, or their effective number ``1 / sum(share^2)``.
        confidence: In (0, 1).

    Returns:
        An interval inside [0, 1], never of width 0.

    Source:
        Wilson, JASA 22, 1927.

    >>> e = level_wilson(6, 6, confidence=0.95)
    >>> e.value, round(e.low, 4), e.high
    (1.0, 0.6097, 1.0)
    """
    if n <= 0:
        return Estimate.undefined("no item takes part")
    p = min(max(successes / n, 0.0), 1.0)
    z = normal.quantile((1 + confidence) / 2)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = _held(p, centre - reach, centre + reach, (0.0, 1.0))
    standard_error = math.sqrt(p * (1 - p) / n)
    return Estimate(
        p,
        0.0 if p == 0 else low,
        1.0 if p == 1 else high,
        "Wilson",
        round(n),
        standard_error=standard_error,
    )


def level_resampled(
    value: float,
    resampled: FloatArray,
    *,
    bounds: tuple[float, float],
    confidence: float,
    acceleration: float | None,
    n: int,
) -> Estimate:
    """BCa interval from resampled values.

    Args:
        value: The statistic on the data as they are.
        resampled: ``(r,)`` its values on resamples; NaN where undefined. Those are left out, and their
            share is ``rejected``.
        bounds: Smallest and largest value possible; may be infinite.
        confidence: In (0, 1).
        acceleration: ``sum(u^3) / (6 sum(u^2)^1.5)`` of the influences ``u``; 0 if ``None``, which
            leaves the bias correction alone.
        n: Items behind the value.

    Returns:
        An interval inside ``bounds`` that holds the value; without ends if it is undefined on every
        resample. Resamples that do not vary are treated as in :func:`level_mean`.

    Source:
        Efron, JASA 82, 1987.
    """
    defined = np.sort(resampled[~np.isnan(resampled)])
    rejected = 1 - defined.size / resampled.size if resampled.size else 0.0
    if math.isnan(value):
        return Estimate.undefined("undefined on these items", n=n)
    if not defined.size:
        return Estimate(
            value, math.nan, math.nan, "none", n, because="undefined on every resample", rejected=rejected
        )
    slack = 1e-9 * max(abs(value), float(defined[-1] - defined[0]))
    first, last = np.searchsorted(defined, (value - slack, value + slack), side="left")
    if last - first == defined.size:
        return _without_variation(value, n, bounds=bounds, confidence=confidence, rejected=rejected)
    below = float(first + last) / (2 * defined.size)
    lower, upper = bca.shares(below, acceleration or 0.0, confidence, resamples=defined.size)
    ends = np.quantile(defined, (lower, upper))
    low, high = _held(value, float(ends[0]), float(ends[1]), bounds)
    spread = float(defined.std())
    return Estimate(value, low, high, "BCa bootstrap", n, standard_error=spread, rejected=rejected)


def level_logit(
    value: float, standard_error: float, *, confidence: float, n: int, rejected: float
) -> Estimate:
    """Normal interval on the logit scale, for curve metrics in [0, 1].

    Args:
        value: The statistic, in [0, 1].
        standard_error: Its bootstrap standard error; NaN if unknown.
        confidence: In (0, 1).
        n: Items behind the value.
        rejected: Share of resamples on which it was undefined, in [0, 1].

    Returns:
        An interval inside (0, 1). At 0 and 1 the logit is infinite: the interval then reaches in by
        ``3.7 / n`` (at 95 %), or by the normal reach if that is more.

    Source:
        Boyd, Eng & Page, ECML PKDD 2013 (PR-AUC); Pepe, The Statistical Evaluation of Medical Tests,
        2003, section 5.2 (ROC-AUC).

    >>> e = level_logit(0.5, 0.05, confidence=0.95, n=100, rejected=0.0)
    >>> round(e.low, 4), round(e.high, 4)               # 1 / (1 + exp(+-1.96 * 0.05 / 0.25))
    (0.4032, 0.5968)
    """
    if math.isnan(value):
        return Estimate.undefined("undefined on these items", n=n)
    if math.isnan(standard_error):
        because = "undefined on every resample"
        return Estimate(value, math.nan, math.nan, "none", n, because=because, rejected=rejected)
    z = normal.quantile((1 + confidence) / 2)
    inside = value * (1 - value)
    if inside <= 0:
        reach = max(-math.log((1 - confidence) / 2) / n, z * standard_error) if n else 1.0
        low, high = _held(value, value - reach, value + reach, (0.0, 1.0))
        return Estimate(
            value,
            low,
            high,
            "rule of three",
            n,
            standard_error=standard_error,
            because="at the end of its range",
            rejected=rejected,
        )
    logit, reach = math.log(value / (1 - value)), z * standard_error / inside
    low, high = _held(value, _expit(logit - reach), _expit(logit + reach), (0.0, 1.0))
    return Estimate(value, low, high, "logit bootstrap", n, standard_error=standard_error, rejected=rejected)


def _without_variation(
    value: float,
    n: int,
    *,
    bounds: tuple[float, float],
    confidence: float,
    rejected: float = 0.0,
) -> Estimate:
    lowest, highest = bounds
    ends: tuple[float, float]
    if value in bounds and math.isfinite(highest - lowest):
        reach = -math.log((1 - confidence) / 2) / n * (highest - lowest)
        ends = _held(value, value - reach, value + reach, bounds)
        because = "no variation, at the end of its range: rule of three"
    elif n == 1:
        ends, because = (math.nan, math.nan), "one item has no spread"
    else:
        ends, because = (value, value), "no variation"
    method = "none" if math.isnan(ends[0]) else "no variation"
    return Estimate(
        value, *ends, method, n, standard_error=0.0 if n > 1 else math.nan, because=because, rejected=rejected
    )


def _held(value: float, low: float, high: float, bounds: tuple[float, float]) -> tuple[float, float]:
    """Keep the ends inside the bounds and the value inside the ends."""
    return min(max(low, bounds[0]), value), max(min(high, bounds[1]), value)


def _summed(units: FloatArray, clusters: Sequence[object]) -> FloatArray:
    """Return the sum of each cluster, in the order in which clusters are first met."""
    number: dict[object, int] = {}
    index = [number.setdefault(label, len(number)) for label in clusters]
    parts: list[list[float]] = [[] for _ in number]
    for at, unit in zip(index, units.tolist(), strict=True):
        parts[at].append(unit)
    return np.array([math.fsum(part) for part in parts])


def _expit(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0
