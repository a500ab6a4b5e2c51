"""The population stability index of two histograms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.stats import chi_squared

if TYPE_CHECKING:
    from gate.arrays import FloatArray

FLOOR = 0.0001
"""Least share that a cell is counted with, so that an empty one leaves the index finite."""


def population_stability(window: FloatArray, reference: FloatArray, *, floor: float = FLOOR) -> FloatArray:
    """Return the sum over cells of (window − reference) · ln(window / reference), of shares.

    It is the Kullback–Leibler divergence there and back. Without drift it is not 0 on average but about
    (k − 1)(1/m + 1/n) for k cells and windows of m and n records.

    Args:
        window: ``(..., k)`` counts, not negative and not all 0.
        reference: ``(..., k)`` counts of the same cells.
        floor: Shares below it count as it; above 0. Shares are not scaled again afterwards.

    Returns:
        ``(...)`` values, at least 0.

    Source: N. Siddiqi, Credit Risk Scorecards, 2006; B. Yurdakul and J. Naranjo, Statistical properties of
    the population stability index, Journal of Risk Model Validation 14, 2020 (its law without drift).

    >>> round(float(population_stability(np.array([50.0, 40, 10]), np.array([60.0, 40, 0]))), 6)
    0.708317
    """
    p, q = _shares(window, floor), _shares(reference, floor)
    found: FloatArray = ((p - q) * np.log(p / q)).sum(axis=-1)
    return found


def critical(cells: int, m: int, n: int, *, p: float) -> float:
    """Return what the index exceeds with chance ``p`` where nothing drifted.

    Args:
        cells: k, at least 2.
        m: Records of the reference, above 0.
        n: Records of the window, above 0.
        p: Chance, in (0, 1).

    >>> round(critical(10, 1000, 100, p=0.001), 2), round(critical(10, 1000, 1000, p=0.001), 3)
    (0.31, 0.056)
    """
    low, high = 0.0, 10.0 * cells + 100.0
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        if chi_squared.tail(middle, cells - 1) > p:
            low = middle
        else:
            high = middle
    return high * (1 / m + 1 / n)


def _shares(counts: FloatArray, floor: float) -> FloatArray:
    shares: FloatArray = np.maximum(floor, counts / counts.sum(axis=-1, keepdims=True))
    return shares
