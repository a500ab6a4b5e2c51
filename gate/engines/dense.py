"""The engine of one machine: a matrix product a block of resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.arrays import FloatArray, on_grid

if TYPE_CHECKING:
    from collections.abc import Iterable


def totals(blocks: Iterable[FloatArray], columns: FloatArray) -> FloatArray:
    """Sum every column under every row of weights.

    Columns are put on a grid of 30 bits of their largest value first, so the sums are exact: row
    order, block size, BLAS and its threads cannot change a bit. Zeros, ones and small whole
    numbers are not changed by the grid; other values by less than 1e-9 of the largest.

    Args:
        blocks: ``(b, n)`` whole-number weights, whose rows sum to at most ``2 n``; consumed one at a time.
        columns: ``(n, c)`` finite values.

    Returns:
        ``(r, c)`` totals, where ``r`` is the sum of all ``b``.

    >>> totals([np.array([[1.0, 1.0], [2.0, 0.0]])], np.array([[0.5], [0.25]])).tolist()
    [[0.75], [1.0]]
    """
    whole, exponents = on_grid(columns, terms=2 * len(columns))
    sums = [block @ whole for block in blocks]
    return np.ldexp(np.concatenate(sums) if sums else np.empty((0, columns.shape[1])), exponents)
