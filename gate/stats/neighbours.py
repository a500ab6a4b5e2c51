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
        same: ``(n,)`` how many of them are at the point's own place.
    """

    order: IntArray
    squared: FloatArray
    same: IntArray


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
    same = (found <= 0).sum(axis=1)
    return Neighbours(order, np.maximum(found, least if np.isfinite(least) else 1.0), same)


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
    rule that was fitted without it. 0.5 is no better than chance, 1 is perfect; ties count half. Where more
    points are equally near than there are votes left, they share these. A point that has more than k others
    exactly at its own place shares with them as one of them: all of the place get one score, and two
    windows of a single value are told apart by nothing.

    Args:
        near: Neighbours of the points of both windows.
        in_window: ``(b, n)`` which points are the window's, one row a labelling; both kinds in each.
        k: Neighbours that vote.

    Source: D. Lopez-Paz and M. Oquab, Revisiting Classifier Two-Sample Tests, ICLR 2017; M. F. Schilling,
    JASA 81, 1986 (nearest neighbours).
    """
    votes = np.zeros(in_window.shape)
    for i in range(min(k, near.order.shape[1])):
        votes += in_window[:, near.order[:, i]]
    _share(votes, near, in_window, k)
    return np.array([_area(each, labels) for each, labels in zip(votes, in_window, strict=True)])


def _share(votes: FloatArray, near: Neighbours, in_window: BoolArray, k: int) -> None:
    """Divide, in place, the last votes of each point whose k-th neighbour is as near as the next one."""
    if k >= near.order.shape[1]:
        return
    known: dict[bytes, FloatArray] = {}
    for row in np.flatnonzero((near.squared[:, k - 1] == near.squared[:, k]) & (near.same != k)):
        same = int(near.same[row])
        if same > k:
            first, equal = 0, np.append(near.order[row, :same], row)
        else:
            first = max(same, int(np.searchsorted(near.squared[row], near.squared[row, k])))
            last = int(np.searchsorted(near.squared[row], near.squared[row, k], side="right"))
            equal = near.order[row, first:last]
        equal.sort()
        # Points at one place share with the same others: they are counted once.
        key = equal.tobytes()
        if key not in known:
            known[key] = in_window[:, equal].mean(axis=1)
        certain = in_window[:, near.order[row, :first]].sum(axis=1)
        votes[:, row] = np.round(certain + (k - first) * known[key], 9)


def _area(votes: FloatArray, labels: BoolArray) -> float:
    """Return how often a point of the window has more votes than one of the reference, ties as halves."""
    _, group = np.unique(votes, return_inverse=True)
    window = np.bincount(group[labels], minlength=group.max() + 1)
    reference = np.bincount(group[~labels], minlength=group.max() + 1)
    below = np.cumsum(reference) - reference
    return float((window * (below + reference / 2)).sum() / (window.sum() * reference.sum()))
