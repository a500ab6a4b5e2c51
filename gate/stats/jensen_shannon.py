"""The Jensen–Shannon distance of two histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.stats.kullback_leibler import ADDED, smoothed

if TYPE_CHECKING:
    from gate.arrays import FloatArray


def jensen_shannon(window: FloatArray, reference: FloatArray, *, add: float = ADDED) -> FloatArray:
    """Return the square root of the Jensen–Shannon divergence to base 2: symmetric, a metric, 0 to 1.

    Args:
        window: ``(..., k)`` counts, not negative.
        reference: ``(..., k)`` counts of the same cells.
        add: Constant added to every count of both before shares are taken; with 0 nothing is smoothed, and
            both must have counts.

    Returns:
        ``(...)`` distances: 0 for equal shares, 1 for shares without a common cell.

    Source: J. Lin, IEEE Transactions on Information Theory 37, 1991; D. M. Endres and J. E. Schindelin,
    IEEE Transactions on Information Theory 49, 2003 (its root is a metric).

    >>> float(jensen_shannon(np.array([4.0, 0.0]), np.array([0.0, 9.0]), add=0))
    1.0
    >>> float(jensen_shannon(np.array([6.0, 2.0]), np.array([6.0, 2.0])))
    0.0
    """
    p, q = smoothed(window, add=add), smoothed(reference, add=add)
    middle = (p + q) / 2
    divergence = (_terms(p, middle).sum(axis=-1) + _terms(q, middle).sum(axis=-1)) / 2
    found: FloatArray = np.sqrt(np.clip(divergence, 0.0, 1.0))
    return found


def _terms(p: FloatArray, middle: FloatArray) -> FloatArray:
    """Return ``p log2(p / middle)``, 0 where ``p`` is."""
    ratio = np.divide(p, middle, out=np.ones_like(p), where=p > 0)
    terms: FloatArray = p * np.log2(ratio)
    return terms
