"""Nearest neighbours in a cloud of points, and what they say about two windows in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray, IntArray

NEAREST = 5
"""Which neighbour's distance the divergence is estimated from."""

VOTERS = 25
"""Neighbours that vote on a point, where there are enough points for so many."""

LISTED = 32
"""Neighbours of each point among which those of a window are looked for first."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Every point's other points, nearest first.

    Attributes:
        order: ``(n, n - 1)`` row numbers; equal distances in the order of the rows.
        squared: ``(n, n - 1)`` squared distances, in the unit of the points; a distance of 0 counts as the
            smallest that is not, so that its logarithm is finite.
    """

    order: IntArray
    squared: FloatArray


def neighbours(points: FloatArray) -> Neighbours:
    """Sort every point's neighbours by distance.

    Args:
        points: ``(n, d)`` whole numbers of at most 20 bits, n above 1, d at most 4,096; products of them are
            exact, so that the result does not depend on how they are summed.

    Raises nothing: where all points are equal, all distances are 1.
    """
    sizes = (points**2).sum(axis=1)
    squared = sizes[:, None] + sizes[None, :] - 2 * (points @ points.T)
    np.fill_diagonal(squared, -1.0)
    order = squared.argsort(axis=1, kind="stable")[:, 1:]
    found = np.take_along_axis(squared, order, axis=1)
    least = found[found > 0].min(initial=np.inf)
    return Neighbours(order, np.maximum(found, least if np.isfinite(least) else 1.0))


def divergence(near: Neighbours, in_window: BoolArray, *, dimensions: int, k: int = NEAREST) -> float:
    """Estimate the Kullback–Leibler divergence D(window ‖ reference) of the points, in nats.

    For each point of the window, the distance to its k-th neighbour in the reference is compared with the
    one to its k-th neighbour in the window. The estimate may be a little below 0.

    Args:
        near: Neighbours of the points of both windows.
        in_window: ``(n,)`` which points are the window's; more than k on either side.
        dimensions: Of the points: the divergence is this times the mean logarithm of the ratio.
        k: Which neighbour.

    Source: Q. Wang, S. R. Kulkarni and S. Verdú, IEEE Transactions on Information Theory 55, 2009, (5).
    """
    rows = np.flatnonzero(in_window)
    n, m = rows.size, in_window.size - rows.size
    listed = min(LISTED, near.order.shape[1])
    own, other = _kth(near, in_window, rows, k, listed)
    ratios = np.log(other / own)
    return dimensions / 2 * float(ratios.mean()) + float(np.log(m / (n - 1)))


def _kth(
    near: Neighbours, in_window: BoolArray, rows: IntArray, k: int, listed: int
) -> tuple[FloatArray, FloatArray]:
    """Return the squared distance of each row's k-th neighbour in the window, and in the reference."""
    same = in_window[near.order[rows, :listed]]
    counts = same.cumsum(axis=1, dtype=np.int16)
    at_own = (counts >= k).argmax(axis=1)
    at_other = (np.arange(1, listed + 1, dtype=np.int16) - counts >= k).argmax(axis=1)
    own, other = near.squared[rows, at_own], near.squared[rows, at_other]
    last = counts[:, -1]
    beyond = np.flatnonzero((last < k) | (listed - last < k))
    if beyond.size and listed < near.order.shape[1]:
        own[beyond], other[beyond] = _kth(near, in_window, rows[beyond], k, near.order.shape[1])
    return own, other


def voters(points: int) -> int:
    """Return how many neighbours vote: an eighth of the points, between 5 and 25.

    >>> voters(40), voters(2000)
    (5, 25)
    """
    return max(NEAREST, min(VOTERS, points // 8))


def separation(near: Neighbours, in_window: BoolArray, *, k: int) -> FloatArray:
    """Return how well a nearest-neighbour rule tells the windows apart, as the area under its ROC curve.

    Every point is scored by how many of its k nearest others are the window's, so each is classified by a
    rule that was fitted without it. 0.5 is no better than chance, 1 is perfect; ties count half.

    Args:
        near: Neighbours of the points of both windows.
        in_window: ``(b, n)`` which points are the window's, one row a labelling; both kinds in each.
        k: Neighbours that vote.

    Source: D. Lopez-Paz and M. Oquab, Revisiting Classifier Two-Sample Tests, ICLR 2017; M. F. Schilling,
    JASA 81, 1986 (nearest neighbours).
    """
    nearest = near.order[:, :k]
    votes = np.zeros(in_window.shape, dtype=np.int8)
    for i in range(nearest.shape[1]):
        votes += in_window[:, nearest[:, i]]
    area = np.zeros(len(in_window))
    below = np.zeros(len(in_window))
    for vote in range(nearest.shape[1] + 1):
        here = votes == vote
        window = (here & in_window).sum(axis=1)
        reference = here.sum(axis=1) - window
        area += window * (below + reference / 2)
        below += reference
    sizes = in_window.sum(axis=1)
    found: FloatArray = area / (sizes * (in_window.shape[1] - sizes))
    return found
