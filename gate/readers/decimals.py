"""Many numbers at once, as correctly rounded as one by one."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from gate.packed import WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.packed import UIntArray

    Codes = NDArray[np.uint8]

_PAD = 8 * WORDS
_EXACT = 2**53
"""Below it a whole number is a float, and a quotient by up to 10**22 is correctly rounded."""


def parse(codes: Codes, words: UIntArray, starts: IntArray, ends: IntArray) -> FloatArray | None:
    """Return the numbers written in ``codes[start:end]``.

    Args:
        codes: ASCII numbers among other fields.
        words: The 8 bytes at every position of ``codes``, which begins at position ``8 * WORDS``.
        starts: ``(n,)`` where each number begins.
        ends: ``(n,)`` where it ends.

    Returns:
        ``(n,)`` floats, infinity allowed; ``None`` if one is not a number or NaN.
    """
    signs = codes[starts] == ord("-")
    numbers = _aligned(words, signs, starts, ends)
    return _scanned(codes, starts, ends) if numbers is None else numbers


def _aligned(words: UIntArray, signs: BoolArray, starts: IntArray, ends: IntArray) -> FloatArray | None:
    """Parse numbers with one and the same count of decimals, no exponent, at most 15 characters.

    Eight digits are read at once: neighbours are added up to pairs, then fours, then eights.
    """
    import numpy as np

    digits = ends - starts - signs
    longest = int(digits.max())
    if longest > 15 or digits.min() < 1:
        return None
    last = words[_PAD - 8 :][ends]
    size = int(digits[0])
    tail = int(last[0]).to_bytes(8, "little")[-min(size, 8) :]
    point = tail.rfind(b".")
    decimals = len(tail) - 1 - point if point >= 0 else 0
    if decimals == 0 and (b"." in tail or size > 8):
        return None
    keep = np.array([(1 << 64) - (1 << 8 * (8 - i)) for i in range(9)] + [(1 << 64) - 1] * 8, dtype=np.uint64)
    zeros = np.uint64(0x3030303030303030)
    low = (last ^ zeros) & keep[digits]
    high = None
    if longest > 8:
        keep = np.concatenate((np.zeros(8, dtype=np.uint64), keep))
        high = (words[_PAD - 16 :][ends] ^ zeros) & keep[digits]
    if decimals:
        place = np.uint64(8 * (7 - decimals))
        if (((low >> place) & np.uint64(0xFF)) != ord(".") ^ ord("0")).any():
            return None
        before = low & np.uint64((1 << int(place)) - 1)
        low = (low & np.uint64((1 << 64) - (1 << int(place) + 8))) | (before << np.uint64(8))
        if high is not None:
            low |= high >> np.uint64(56)
            high = high << np.uint64(8)
    value = _eight(low)
    if value is not None and high is not None:
        upper = _eight(high)
        value = None if upper is None else value + upper * np.uint64(10**8)
    if value is None or value.max() >= _EXACT:
        return None
    numbers = value.astype(np.float64)
    if decimals:
        numbers /= 10.0**decimals
    numbers *= 1.0 - 2.0 * signs
    return numbers


def _eight(digits: UIntArray) -> UIntArray | None:
    """Return the numbers written as eight bytes 0 to 9 each, the first in the lowest byte."""
    import numpy as np

    if ((digits | (digits + np.uint64(0x7676767676767676))) & np.uint64(0x8080808080808080)).any():
        return None
    pairs = (digits * np.uint64(10) + (digits >> np.uint64(8))) & np.uint64(0x00FF00FF00FF00FF)
    fours = (pairs * np.uint64(100) + (pairs >> np.uint64(16))) & np.uint64(0x0000FFFF0000FFFF)
    return (fours * np.uint64(10000) + (fours >> np.uint64(32))) & np.uint64(0xFFFFFFFF)


def _scanned(codes: Codes, starts: IntArray, ends: IntArray) -> FloatArray | None:
    """Parse any numbers, through one string that holds nothing else."""
    import numpy as np

    lengths = ends - starts + 1
    skipped = np.cumsum(lengths) - lengths
    places = np.repeat(starts - skipped, lengths) + np.arange(lengths.sum())
    column = codes[places].tobytes()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            numbers: FloatArray = np.fromstring(column, dtype=np.float64, sep=" ")
        except (DeprecationWarning, ValueError):
            return None
    if len(numbers) != len(lengths) or np.isnan(numbers).any():
        return None
    return numbers
