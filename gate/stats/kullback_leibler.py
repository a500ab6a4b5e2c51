"""The Kullback–Leibler divergence of two histograms, in nats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import FloatArray

ADDED = 0.5
"""Added to every count, so that an empty cell makes the divergence large and never infinite."""


def smoothed(counts: FloatArray, *, add: float = ADDED) -> FloatArray:
    """Return the shares of ``(..., k)`` counts after ``add`` > 0 was added to each of the k cells.

    >>> smoothed(np.array([3.0, 0.0])).tolist()         # 3.5 and 0.5 of 4
    [0.875, 0.125]
    """
    added = counts + add
    shares: FloatArray = added / added.sum(axis=-1, keepdims=True)
    return shares


def kullback_leibler(window: FloatArray, reference: FloatArray, *, add: float = ADDED) -> FloatArray:
    """Return D(window ‖ reference): how surprising the window is to who expects the reference.

    0 for equal shares; not symmetric. Both directions together are the population stability index.

    Args:
        window: ``(..., k)`` counts, not negative.
        reference: ``(..., k)`` counts of the same cells.
        add: Constant added to every count of both before shares are taken, above 0.

    Returns:
        ``(...)`` nats, at least 0.

    Source: S. Kullback and R. A. Leibler, Annals of Mathematical Statistics 22, 1951; the constant ½ is
    Krichevsky and Trofimov's, IEEE Transactions on Information Theory 27, 1981.

    >>> found = kullback_leibler(np.array([1.5, 0.5]), np.array([0.5, 1.5]))    # 2/3, 1/3 and 1/3, 2/3
    >>> round(float(found), 6), round(float(np.log(2) / 3), 6)
    (0.231049, 0.231049)
    """
    p, q = smoothed(window, add=add), smoothed(reference, add=add)
    found: FloatArray = np.maximum(0.0, (p * np.log(p / q)).sum(axis=-1))
    return found
