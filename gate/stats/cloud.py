"""A cloud of points, put on a grid on which sums are exact, and the distance of two parts' means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray

BITS = 20
"""Bits of a coordinate: products of two, summed over 4,096 coordinates, are exact in a float."""


def gridded(points: FloatArray) -> FloatArray:
    """Return ``(n, d)`` points less their middle, as whole numbers of at most 20 bits, one unit for all."""
    middle = (points.max(axis=0, initial=-np.inf) + points.min(axis=0, initial=np.inf)) / 2
    centred = points - middle
    largest = float(np.abs(centred).max(initial=0.0))
    if largest == 0.0:
        return np.zeros_like(centred)
    whole: FloatArray = np.rint(centred * ((2**BITS - 1) / largest))
    return whole


def principal(points: FloatArray, dimensions: int) -> FloatArray:
    """Return the points' coordinates along the directions in which they vary most.

    Args:
        points: ``(n, d)`` on the grid.
        dimensions: How many directions; fewer if the points have no more.

    Returns:
        ``(n, min(d, dimensions))``, on a grid of its own.
    """
    if points.shape[1] <= dimensions:
        return points
    centred = points - points.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return gridded(centred @ directions[:, -dimensions:])


def mean_distance(points: FloatArray, in_window: BoolArray) -> FloatArray:
    """Return the distance of the two means, in units of the cloud's spread.

    The spread is the root mean squared distance of all points from their common mean. Without drift the
    value is about √(1/m + 1/n).

    Args:
        points: ``(n, d)`` on the grid.
        in_window: ``(b, n)`` which points are the window's, one row a labelling; both kinds in each.

    Returns:
        ``(b,)`` distances; 0 where all points are equal.

    >>> cloud = np.array([[0.0], [0.0], [2.0], [2.0]])
    >>> mean_distance(cloud, np.array([[False, False, True, True]])).tolist()
    [2.0]
    """
    n = in_window.sum(axis=1)
    m = in_window.shape[1] - n
    total = points.sum(axis=0)
    spread = (points**2).sum() / len(points) - ((total / len(points)) ** 2).sum()
    if spread <= 0:
        return np.zeros(len(in_window))
    inside = in_window.astype(np.float64) @ points
    gaps = inside / n[:, None] - (total - inside) / m[:, None]
    found: FloatArray = np.sqrt((gaps**2).sum(axis=1) / spread)
    return found
