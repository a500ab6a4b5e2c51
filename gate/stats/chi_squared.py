"""The chi-squared distribution, without scipy."""

from __future__ import annotations

import math


def tail(x: float, df: int) -> float:
    """Return P(X > x) with ``df`` >= 1 degrees of freedom.

    For whole degrees of freedom the regularised incomplete gamma function Q(df/2, x/2) is a finite sum
    of positive terms, so nothing cancels: a Poisson sum where ``df`` is even; where it is odd, twice a
    normal tail and the same sum at halves.

    Source: Abramowitz & Stegun 26.4.4 and 26.4.5.

    >>> round(tail(2.0, 2), 12) == round(math.exp(-1), 12)
    True
    >>> round(tail(10.827566, 1), 9)       # the alarm level of a test with one degree of freedom
    0.001
    """
    if x <= 0:
        return 1.0
    half, first = x / 2, (df % 2) / 2
    terms = [_term(half, i + first) for i in range(round(df / 2 - first))]
    if not first:
        return min(1.0, math.fsum(terms))
    # The terms at 1/2, 3/2, ... belong one place higher: Q(a + 1) = Q(a) + e^-h h^a / gamma(a + 1).
    return min(1.0, math.fsum([math.erfc(math.sqrt(half)), *terms]))


def _term(half: float, power: float) -> float:
    """Return ``e^-half half^power / gamma(power + 1)``."""
    if math.isinf(half):
        return 0.0
    return math.exp(power * math.log(half) - half - math.lgamma(power + 1))
