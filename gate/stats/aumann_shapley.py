"""Aumann and Shapley's shares: what each of many changes did to a value that is no sum of them.

The value is followed along the straight path on which all changes happen together, evenly; at every point
of it each change has a slope, and the integral of that slope is its share. The shares add up to what the
value changed by, a change that does nothing has none, equal changes have equal ones, and of a sum each has
exactly its term.

Source:
    Aumann & Shapley, Values of Non-Atomic Games, Princeton 1974; as "integrated gradients" Sundararajan,
    Taly & Yan, Axiomatic attribution for deep networks, ICML 2017.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.arrays import BoolArray, FloatArray, IntArray

NODES = 16
"""Points of the path at which slopes are taken that are no straight line."""

LINEAR = 1e-9
"""Slopes on a straight line, up to this share of the largest, need one point only."""

STEP = 1e-5
"""Step of a central difference, relative to the total it is taken in."""

DUST = 1e-9
"""A share this small beside the largest one is what rounding leaves of none."""

ELEMENTS = 1 << 22
"""Totals evaluated at once, so that memory does not grow with their square. No result depends on it."""


@cache
def nodes() -> tuple[tuple[float, float], ...]:
    """Return points in (0, 1), ascending, and their weights, which sum to 1.

    Gauss and Legendre's, drawn to both ends, where quotients of totals bend most.

    >>> len(nodes()), round(sum(weight for _, weight in nodes()), 12)
    (16, 1.0)
    >>> round(sum(weight * at**3 for at, weight in nodes()), 12)  # the integral of t^3
    0.25
    """
    points, weights = np.polynomial.legendre.leggauss(NODES)
    u = (points + 1) / 2
    pairs = zip(u * u * (3 - 2 * u), 3 * u * (1 - u) * weights, strict=True)
    return tuple((float(at), float(weight)) for at, weight in pairs)


def integrated(slopes: Callable[[float], FloatArray]) -> FloatArray:
    """Integrate ``slopes``, a column at each point of the path from 0 to 1.

    >>> integrated(lambda at: np.array([at, 3 * at**2])).round(12).tolist()
    [0.5, 1.0]
    """
    middle = slopes(0.5)
    bent = np.abs((slopes(0.25) + slopes(0.75)) / 2 - middle).max(initial=0.0)
    if bent <= LINEAR * np.abs(middle).max(initial=0.0):
        return middle
    found = np.zeros(len(middle))
    for at, weight in nodes():
        found += weight * slopes(at)
    return found


def of_totals(
    formula: Callable[[FloatArray], FloatArray], before: FloatArray, after: FloatArray
) -> FloatArray:
    """Return ``(n,)`` shares of n rows in the change of a formula over column totals.

    Args:
        formula: ``(r, c)`` totals to ``(r,)`` values; where one is NaN, its slope counts as 0.
        before: ``(n, c)`` columns; their totals are the start of the path.
        after: The same at its end.

    Returns:
        Shares up to the error of the integral, which :func:`settled` takes care of; exactly 0 for rows
        that are equal in both.

    >>> before, after = np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[0.0, 1.0], [0.0, 1.0]])
    >>> of_totals(lambda totals: totals[:, 0] / totals[:, 1], before, after).round(9).tolist()
    [-0.5, 0.0]
    """
    apart = after - before
    used = np.flatnonzero(apart.any(axis=0))
    start, end = before.sum(axis=0), after.sum(axis=0)
    first, last = np.abs(before).sum(axis=0)[used], np.abs(after).sum(axis=0)[used]

    def slopes(at: float) -> FloatArray:
        steps = STEP * ((1 - at) * first + at * last)
        return _gradient(formula, start + at * (end - start), used, steps)

    # Not by BLAS, whose sums depend on its threads.
    return np.asarray((apart[:, used] * integrated(slopes)).sum(axis=1))


def _gradient(
    formula: Callable[[FloatArray], FloatArray], here: FloatArray, used: IntArray, steps: FloatArray
) -> FloatArray:
    """Return the partial derivatives at ``here`` in the columns ``used``, by central differences."""
    found = np.zeros(len(used))
    chunk = max(1, ELEMENTS // (2 * max(1, len(here))))
    for start in range(0, len(used), chunk):
        columns, by = used[start : start + chunk], steps[start : start + chunk]
        rows = np.arange(len(columns))
        around = np.tile(here, (2 * len(columns), 1))
        around[rows, columns] += by
        around[len(columns) + rows, columns] -= by
        values = formula(around)
        with np.errstate(invalid="ignore", divide="ignore"):
            slope = (values[: len(columns)] - values[len(columns) :]) / (2 * by)
        found[start : start + chunk] = np.where(np.isfinite(slope), slope, 0.0)
    return found


def settled(shares: FloatArray, total: float, moved: BoolArray, weight: FloatArray) -> FloatArray:
    """Make shares add up to ``total``: what the integral missed is added in proportion to their sizes.

    Args:
        shares: ``(n,)`` as integrated.
        total: What they are shares of; finite.
        moved: ``(n,)`` which ones there are; all others get exactly 0.
        weight: ``(n,)`` by which those that moved share the total where all shares are 0.

    >>> moved = np.array([True, True, False])
    >>> settled(np.array([0.25, 0.75, 0.0]), 1.5, moved, np.ones(3)).tolist()
    [0.375, 1.125, 0.0]
    >>> settled(np.zeros(3), 1.5, moved, np.ones(3)).tolist()
    [0.75, 0.75, 0.0]
    """
    size = np.abs(shares)
    large = size > DUST * max(float(size.max(initial=0.0)), abs(total))
    kept = np.where(moved & large, shares, 0.0)
    size = np.abs(kept)
    if not size.any():
        size = np.where(moved, weight, 0.0)
    whole = math.fsum(size)
    if not whole:
        return kept
    return np.asarray(kept + (total - math.fsum(kept)) / whole * size)
