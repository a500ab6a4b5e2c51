"""Many numbers at once, as correctly rounded as one by one."""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING

from gate.packed import PAD, windows

if TYPE_CHECKING:
    from gate.arrays import FloatArray, IntArray
    from gate.packed import Codes, UIntArray

_LONGEST = 15
"""Digits and point of a number that is parsed by column: below 10**15 a whole number is a float, and
its quotient by up to 10**22 is correctly rounded."""


def parse(codes: Codes, starts: IntArray, ends: IntArray, numbers: FloatArray) -> bool:
    """Write the numbers that stand in ``codes[start:end]`` to ``numbers``, or decline.

    Args:
        codes: ASCII numbers among other fields, behind at least ``PAD`` other bytes.
        starts: ``(n,)`` where each number begins.
        ends: ``(n,)`` where it ends; a blank stands there.
        numbers: ``(n,)`` floats to be overwritten; infinity is allowed.

    Returns:
        Whether all of them are numbers, and none is NaN.
    """
    return _aligned(codes, starts, ends, numbers) or _scanned(codes, starts, ends, numbers)


def _aligned(codes: Codes, starts: IntArray, ends: IntArray, numbers: FloatArray) -> bool:
    """Parse numbers with one and the same count of decimals, no exponent, at most 15 characters."""
    import numpy as np

    signs = codes.take(starts) == ord("-")
    digits = ends - starts
    digits -= signs
    longest, shortest = int(digits.max()), int(digits.min())
    if longest > _LONGEST or shortest < 1:
        return False
    _, point, fraction = codes[ends[0] - digits[0] : ends[0]].tobytes().partition(b".")
    decimals = len(fraction)
    if decimals > 7 or shortest <= decimals or (point and not decimals):
        return False
    words = (longest + 7) // 8
    columns = windows(codes[PAD - 8 * words :], ends - PAD, words).T
    zeros = np.uint64(0x3030303030303030)
    # Reading from the end, the point stands in the last word; it becomes another zero.
    place = 8 * (7 - decimals)
    dotted = zeros ^ np.uint64((ord(".") ^ ord("0")) << place) if decimals else zeros
    low = columns[-1] ^ dotted
    if shortest < 8:
        low &= _masks().take(digits + 8)
    if decimals and int(np.bitwise_or.reduce(low)) >> place & 0xFF:
        return False
    value = _eight(low)
    if words == 2 and value is not None:
        upper = _eight((columns[0] ^ zeros) & _masks().take(digits))
        value = None if upper is None else value + upper * np.uint64(10**8)
    if value is None:
        return False
    if decimals:
        whole = value // np.uint64(10 ** (decimals + 1))
        whole *= np.uint64(9 * 10**decimals)
        value -= whole
        np.divide(value, 10.0**decimals, out=numbers)
    else:
        numbers[:] = value
    bits = numbers.view(np.uint64)
    bits |= signs.astype(np.uint64) << np.uint64(63)
    return True


@cache
def _masks() -> UIntArray:
    """Return masks of the last bytes of a word, none for at most 8, all for 16 and more."""
    import numpy as np

    some = [(1 << 64) - (1 << 8 * (8 - i)) for i in range(9)]
    return np.array([0] * 8 + some + [(1 << 64) - 1] * 8, dtype=np.uint64)


def _eight(digits: UIntArray) -> UIntArray | None:
    """Return the numbers written as eight bytes 0 to 9 each, the first in the lowest byte.

    Neighbours are added up to pairs, then fours, then eights. ``None`` if a byte is not a digit.
    """
    import numpy as np

    either = np.bitwise_or.reduce
    if (either(digits) | either(digits + np.uint64(0x7676767676767676))) & np.uint64(0x8080808080808080):
        return None
    value = digits * np.uint64(10 << 8 | 1)
    value >>= np.uint64(8)
    value &= np.uint64(0x00FF00FF00FF00FF)
    value *= np.uint64(100 << 16 | 1)
    value >>= np.uint64(16)
    value &= np.uint64(0x0000FFFF0000FFFF)
    value *= np.uint64(10000 << 32 | 1)
    value >>= np.uint64(32)
    return value


def _scanned(codes: Codes, starts: IntArray, ends: IntArray, numbers: FloatArray) -> bool:
    """Parse any numbers, through one string that holds nothing else."""
    import numpy as np

    lengths = ends - starts + 1
    skipped = np.cumsum(lengths) - lengths
    places = np.repeat(starts - skipped, lengths) + np.arange(lengths.sum())
    column = codes[places].tobytes()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            found = np.fromstring(column, dtype=np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            return False
    if len(found) != len(lengths) or np.isnan(found).any():
        return False
    numbers[:] = found
    return True
