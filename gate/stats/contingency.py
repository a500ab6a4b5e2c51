"""Pearson's chi-squared test of a table with two rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import FloatArray

FEW = 5.0
"""Expected count below which the chi-squared law is too rough to be trusted."""


def statistic(window: FloatArray, reference: FloatArray) -> FloatArray:
    """Return the sum of (observed − expected)² / expected over both rows, without a correction.

    Args:
        window: ``(..., k)`` counts; cells that are empty in both rows add nothing.
        reference: ``(..., k)`` counts of the same cells.

    Returns:
        ``(...)`` values; 0 where a row is empty.

    Source: K. Pearson, Philosophical Magazine 50, 1900.

    >>> round(float(statistic(np.array([50.0, 40, 10]), np.array([60.0, 40, 0]))), 3)
    10.909
    """
    m, n = reference.sum(axis=-1, keepdims=True), window.sum(axis=-1, keepdims=True)
    both = window + reference
    # Two rows: every cell adds (n_j m − m_j n)² / (m n (m_j + n_j)).
    gaps = (window * m - reference * n) ** 2
    scale = m * n * both
    found: FloatArray = np.divide(gaps, scale, out=np.zeros_like(gaps), where=scale > 0).sum(axis=-1)
    return found


def least_expected(window: FloatArray, reference: FloatArray) -> float:
    """Return the smallest expected count of the ``(2, k)`` table; 0 where a cell is empty in both rows."""
    m, n = float(reference.sum()), float(window.sum())
    return float((window + reference).min()) * min(m, n) / (m + n)
