"""The array types everything numeric is annotated with."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

GRID_BITS = 30
"""Bits that a value keeps on the grid of its column: a relative error below 1e-9."""


def on_grid(columns: FloatArray, *, terms: int) -> tuple[FloatArray, NDArray[np.int32]]:
    """Round each column to whole multiples of a power of two, so that its sums are exact.

    Sums of whole numbers below 2^53 have no rounding error and therefore no order: any BLAS, thread
    count, batch or row order gives the same bits. 0 and 1, and small whole numbers, are kept exactly.

    Args:
        columns: ``(n, c)`` finite values.
        terms: Upper bound on the sum of the absolute factors of a column, e.g. the sum of all weights.

    Returns:
        ``(n, c)`` whole numbers of at most 30 bits (fewer above four million terms), and ``(c,)``
        exponents: a value is its whole number times 2 to the power of its column's exponent.
    """
    bits = min(GRID_BITS, 53 - int(terms).bit_length())
    _, exponents = np.frexp(np.abs(columns).max(axis=0, initial=0.0))
    exponents = exponents - np.int32(bits)
    return np.rint(np.ldexp(columns, -exponents)), exponents


def places(ascending: FloatArray, values: FloatArray, side: Literal["left", "right"] = "left") -> IntArray:
    """Return ``(n,)`` what ``ascending.searchsorted(values, side)`` does, several times as fast.

    Values that are looked up in their order find what they need in the cache.

    >>> places(np.array([1.0, 2.0, 2.0]), np.array([2.0, 0.0, 3.0, 2.0])).tolist()
    [1, 0, 3, 1]
    """
    order = values.argsort()
    found = np.empty(values.size, np.int64)
    found[order] = ascending.searchsorted(values[order], side)
    return found
