"""Student's t distribution, without scipy."""

from __future__ import annotations

import math
from functools import lru_cache

from gate.stats import normal

_SERIES_FROM = 100.0
"""Half degrees of freedom from which a difference of log-gammas would lose digits."""


def tail(t: float, df: float) -> float:
    """Return P(T > t) with ``df`` > 0 degrees of freedom; ``df`` may be fractional or infinite.

    Half a regularised incomplete beta function at ``df / (df + t^2)``.

    Source: Abramowitz & Stegun 26.7.1; the continued fraction is DLMF 8.17.22.

    >>> round(tail(1.0, 1.0), 12)          # Cauchy: 1/2 - arctan(1)/pi
    0.25
    """
    if math.isinf(df):
        return normal.cdf(-t)
    square = t * t / df
    if square == 0 or math.isinf(square):
        return 0.5 if square == 0 else float(t < 0)
    below, above = 1 / (1 + square), square / (1 + square)
    half = df / 2
    front = math.exp(-half * math.log1p(square) + 0.5 * math.log(above) - _log_beta_half(half))
    if below < (half + 1) / (half + 2.5):
        both = front / half * _fraction(half, 0.5, below)
    else:
        both = 1 - front / 0.5 * _fraction(0.5, half, above)
    return both / 2 if t > 0 else 1 - both / 2


@lru_cache(maxsize=256)
def quantile(p: float, df: float) -> float:
    """Return the t with P(T <= t) = p; infinite at 0 and 1.

    Newton's method from the normal quantile, which lies nearer to 0: beyond it the tail is convex, so
    no step overshoots.

    >>> round(quantile(0.975, 9), 4)
    2.2622
    """
    if p < 0.5:
        return -_upper(p, df)
    return _upper(1 - p, df)


def _upper(chance: float, df: float) -> float:
    t = normal.quantile(1 - chance) if chance > 0 else math.inf
    if chance == 0.5 or math.isinf(t) or math.isinf(df):
        return t
    for _ in range(200):
        step = (tail(t, df) - chance) / _density(t, df)
        t += step
        if abs(step) <= 1e-14 * t:
            break
    return t


def _density(t: float, df: float) -> float:
    log = -(df + 1) / 2 * math.log1p(t * t / df) - _log_beta_half(df / 2) - 0.5 * math.log(df)
    return math.exp(log)


def _log_beta_half(a: float) -> float:
    """Return log B(a, 1/2)."""
    if a < _SERIES_FROM:
        return math.lgamma(a) + math.lgamma(0.5) - math.lgamma(a + 0.5)
    series = 1 / (8 * a) - 1 / (192 * a**3) + 1 / (640 * a**5)
    return 0.5 * math.log(math.pi / a) + series


def _fraction(a: float, b: float, x: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 10_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _nonzero(1 + term * d, tiny)
            c = _nonzero(1 + term / c, tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return value


def _nonzero(x: float, tiny: float) -> float:
    return x if abs(x) > tiny else tiny
