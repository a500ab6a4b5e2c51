"""Two shares of independent windows: intervals, difference, test."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.stats import chi_squared, hypergeometric
from gate.stats.contingency import FEW
from gate.stats.interval import level_wilson

if TYPE_CHECKING:
    from gate.estimate import Estimate


@dataclass(frozen=True, slots=True)
class TwoShares:
    """A share in two windows.

    Attributes:
        first: The first window's share, with Wilson's interval.
        second: The second's.
        difference: Second minus first.
        low: Lower end of the difference's interval.
        high: Upper end of it.
        p: Chance of so large a difference, either way, where both windows have one share.
        method: ``"chi-squared"``, or ``"exact"`` where a cell expects fewer than five.
    """

    first: Estimate
    second: Estimate
    difference: float
    low: float
    high: float
    p: float
    method: str


def two_shares(first: tuple[int, int], second: tuple[int, int], *, confidence: float = 0.95) -> TwoShares:
    """Compare ``(successes, trials)`` of two windows.

    Args:
        first: Of the reference; trials above 0.
        second: Of the window; trials above 0.
        confidence: Of every interval, in (0, 1).

    Source: E. B. Wilson, JASA 22, 1927; R. G. Newcombe, Statistics in Medicine 17, 1998, method 10 (the
    interval of the difference); R. A. Fisher's exact test, its smaller tail doubled.

    >>> found = two_shares((56, 70), (48, 80))          # Newcombe's first example, the other way round
    >>> round(-found.high, 4), round(-found.low, 4)
    (0.0524, 0.3339)
    """
    a = level_wilson(first[0], first[1], confidence=confidence)
    b = level_wilson(second[0], second[1], confidence=confidence)
    difference = b.value - a.value
    low = difference - math.hypot(b.value - b.low, a.high - a.value)
    high = difference + math.hypot(b.high - b.value, a.value - a.low)
    p, method = _chance(first, second)
    return TwoShares(a, b, difference, max(-1.0, low), min(1.0, high), p, method)


def _chance(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, str]:
    m, n = first[1], second[1]
    total, hits = m + n, first[0] + second[0]
    if hits in {0, total}:
        return 1.0, "exact"
    if min(hits, total - hits) * min(m, n) / total >= FEW:
        gap = second[0] * m - first[0] * n
        value = gap / (m * hits) * gap / (n * (total - hits)) * total
        return chi_squared.tail(value, 1), "chi-squared"
    above = hypergeometric.tail(second[0], drawn=n, group=hits, population=total)
    below = hypergeometric.tail(first[0], drawn=m, group=hits, population=total)
    return min(1.0, 2 * min(above, below)), "exact"
