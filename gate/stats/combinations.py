"""How many ways there are to choose, as a logarithm."""

from __future__ import annotations

import math

_FEW = 1_000
"""Up to here the product is summed factor by factor; log-gammas of huge numbers would cancel."""


def log_choose(n: int, k: int) -> float:
    """Return the logarithm of the number of ways to choose ``k`` of ``n`` things, 0 <= k <= n.

    >>> round(math.exp(log_choose(10, 3)), 9)
    120.0
    """
    k = min(k, n - k)
    if k <= _FEW:
        return math.fsum(math.log((n - i) / (k - i)) for i in range(k))
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
