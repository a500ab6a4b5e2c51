"""The Kolmogorov–Smirnov test of two samples, without scipy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import FloatArray

EXACT = 1_000_000
"""Product of the two sizes up to which the chance is counted exactly."""


def distance(first: FloatArray, second: FloatArray) -> float:
    """Return D, the largest gap between the two samples' distribution functions; in [0, 1].

    Args:
        first: ``(m,)`` finite values, m above 0.
        second: ``(n,)`` finite values, n above 0.

    Source: N. V. Smirnov, Bulletin of Moscow University 2, 1939.

    >>> distance(np.array([1.0, 2.0, 3.0, 4.0]), np.array([3.0, 4.0, 5.0, 6.0]))
    0.5
    """
    first, second = np.sort(first), np.sort(second)
    steps = np.concatenate([first, second])
    below = np.searchsorted(first, steps, side="right") * second.size
    gaps = below - np.searchsorted(second, steps, side="right") * first.size
    return int(np.abs(gaps).max()) / (first.size * second.size)


def tail(d: float, m: int, n: int) -> float:
    """Return the chance that D is at least ``d`` where m and n values come from one continuous law.

    Up to :data:`EXACT` pairs the lattice paths are counted; beyond, Kolmogorov's limit is taken at
    Stephens' argument. Ties make the test cautious.

    Source: J. L. Hodges, Arkiv för Matematik 3, 1958; M. A. Stephens, JRSS B 32, 1970.

    >>> round(tail(1.0, 3, 3) * 20, 9)          # 2 of the 20 orders keep the samples apart
    2.0
    """
    if d <= 0:
        return 1.0
    if m * n <= EXACT:
        return _counted(round(d * m * n), *sorted((m, n)))
    root = math.sqrt(m * n / (m + n))
    return limit((root + 0.12 + 0.11 / root) * d)


def limit(x: float) -> float:
    """Return P(K > x) of Kolmogorov's limiting law.

    Below 1.18 the theta series that converges there is summed instead.

    Source: A. N. Kolmogorov, Giornale dell'Istituto Italiano degli Attuari 4, 1933.

    >>> round(limit(1.9495), 5)
    0.001
    """
    if x <= 0:
        return 1.0
    if x < 1.18:
        base = -(math.pi**2) / (8 * x * x)
        found = math.fsum(math.exp(base * j * j) for j in (1, 3, 5, 7))
        return max(0.0, 1 - math.sqrt(2 * math.pi) / x * found)
    terms = [(-1) ** (j - 1) * math.exp(-2 * j * j * x * x) for j in range(1, 8)]
    return min(1.0, 2 * math.fsum(terms))


def _counted(gap: int, m: int, n: int) -> float:
    """Return the share of orders in which some gap, times ``m n``, reaches ``gap``; ``m <= n``.

    Row i holds the ways to i values of the first and j of the second sample on which a gap has become that
    large: every way to a cell that is itself so far off, else those by way of the two cells before it.
    Nothing is subtracted, so that the smallest chance keeps its digits. Each row is scaled, so that the
    last cell is a share of all orders.
    """
    columns = np.arange(n + 1) * m
    every = np.ones(n + 1)
    reached = (columns >= gap).astype(np.float64)
    for i in range(1, m + 1):
        inside = np.abs(i * n - columns) < gap
        first, last = int(inside.argmax()), n + 1 - int(inside[::-1].argmax())
        scale = i / (i + n)
        every = np.cumsum(every) * scale
        row = every.copy()
        if inside.any():
            before = every[first - 1] if first else 0.0
            row[first:last] = np.cumsum(reached[first:last]) * scale + before
        reached = row
    return min(1.0, float(reached[-1]))
