"""The standard normal distribution, without scipy."""

from __future__ import annotations

import math
from statistics import NormalDist

_STANDARD = NormalDist()


def cdf(x: float) -> float:
    """Return P(Z <= x); accurate in both tails.

    >>> cdf(0.0)
    0.5
    """
    return 0.5 * math.erfc(-x / math.sqrt(2))


def quantile(p: float) -> float:
    """Return the x with P(Z <= x) = p; infinite at 0 and 1.

    >>> round(quantile(0.975), 6)
    1.959964
    """
    if p <= 0 or p >= 1:
        return math.copysign(math.inf, p - 0.5)
    return _STANDARD.inv_cdf(p)
