"""The binomial distribution's upper tail, summed exactly."""

from __future__ import annotations

import math

from gate.stats.combinations import log_choose


def tail(k: int, n: int, share: float) -> float:
    """Return P(X >= k) of ``n`` independent trials that each succeed with chance ``share`` in [0, 1].

    >>> round(tail(9, 10, 0.5) * 1024, 9)  # 10 ways to get nine, 1 way to get ten
    11.0
    """
    if k <= 0:
        return 1.0
    if k > n or share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    if k <= n * share:  # the other side has the smaller terms, and they are summed without loss
        return 1 - _sum(n - k + 1, n, 1 - share)
    return _sum(k, n, share)


def upper(k: int, n: int, confidence: float = 0.95) -> float:
    """Return the largest share that ``k`` successes in ``n`` trials leave room for; 1 where ``n`` is 0.

    The share at which so few successes, or fewer, have the chance ``1 - confidence``.

    Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934), one-sided.

    >>> round(upper(0, 59), 3)              # the rule of three: about 3 / n
    0.05
    """
    if k >= n:
        return 1.0
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        if tail(n - k, n, 1 - middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _sum(k: int, n: int, share: float) -> float:
    """Sum from ``k`` upwards, beyond the mode, until a term no longer counts."""
    term = math.exp(log_choose(n, k) + k * math.log(share) + (n - k) * math.log1p(-share))
    terms = []
    for x in range(k, n + 1):
        terms.append(term)
        term *= (n - x) / (x + 1) * share / (1 - share)
        if term <= 1e-18 * terms[0]:
            break
    return min(1.0, math.fsum(terms))
