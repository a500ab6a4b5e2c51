"""Where the fields of regular lines stand: the blank behind each field, for all lines at once.

A file of a thousand results a query has few widths of a field. So a blank is guessed where it stood in
another line, and looked for only where it does not stand there. That the guesses are right follows
from counting: every line has six blanks of its own, and there are no more.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from gate.packed import PAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import IntArray
    from gate.packed import Codes


class Gaps(NamedTuple):
    """Where the fields of ``n`` lines stand.

    Attributes:
        begins: ``(n,)`` where each line begins.
        ends: The blank behind each of the six fields, ``(n,)`` each.
        widths: Bytes of each field that is as wide in all lines, as far as that is known; else ``None``.
    """

    begins: IntArray
    ends: tuple[IntArray, ...]
    widths: tuple[int | None, ...]


FIELDS = 6
_GUESSES = 8
"""Widths of one field that are tried before the blanks are listed instead."""

_FEW = 50
"""Of so many lines one may be looked at alone."""

_SPACE, _TAB, _NEWLINE = b" \t\n"


def find(codes: Codes) -> Gaps | None:
    r"""Return where each line begins, and the blanks behind each of its six fields, or decline.

    Args:
        codes: Lines, each ended by ``\n``, between at least ``PAD`` bytes that are no blanks on either
            side; the length is a multiple of 8.

    Returns:
        The gaps; ``None`` if a line is not six fields with one space or tab between them. Bytes up to
        the space are blanks, so lines with other control characters are declined as well.
    """
    import numpy as np

    lines, odd = divmod(int(np.count_nonzero(codes <= _SPACE)), FIELDS)
    if odd or not lines:
        return None
    return guessed(codes, lines) or listed(codes)


def listed(codes: Codes) -> Gaps | None:
    """Do the work of :func:`find` by listing all blanks."""
    import numpy as np

    blank = codes <= _SPACE
    gaps = np.flatnonzero(blank)
    if not len(gaps) or len(gaps) % FIELDS or gaps[0] == PAD or (blank[1:] & blank[:-1]).any():
        return None
    kinds = codes[gaps].reshape(-1, FIELDS)
    ended = kinds == _NEWLINE
    parted = (kinds == _SPACE) | (kinds == _TAB)
    if not ended[:, -1].all() or not parted[:, :-1].all():
        return None
    ends = gaps.reshape(-1, FIELDS).T
    return Gaps(_begins(ends[-1]), tuple(ends), (None,) * FIELDS)


def guessed(codes: Codes, lines: int) -> Gaps | None:
    """Do the work of :func:`find` for few widths of a field and one kind of blank, or decline.

    Args:
        codes: As for :func:`find`.
        lines: A sixth of the number of blanks.
    """
    import numpy as np

    newlines = _newlines(codes)
    if newlines is None or len(newlines) != lines:
        return None
    begins = _begins(newlines)
    middle = lines // 2
    line = codes[begins[middle] : newlines[middle]].tobytes()
    widths = [len(field) for field in line.split()]
    blank = line[widths[0] : widths[0] + 1] if widths else b""
    if len(widths) != FIELDS or blank not in (b" ", b"\t"):
        return None
    ends: list[IntArray] = []
    known: list[int | None] = []
    before = begins - 1
    for width in widths[:4]:
        gaps, is_known = _behind(codes, before, width, blank)
        if gaps is None:
            return None
        ends.append(gaps)
        known.append(width if is_known else None)
        before = gaps
    last = newlines - (widths[-1] + 1)
    if np.count_nonzero(codes.take(last) == blank[0]) != lines:
        return None
    ends += [last, newlines]
    # Five blanks a line, one behind the other: with the newlines these are all there are. Where a guess
    # hit the blank behind a later field, they are not, and the line is looked at alone.
    wrong = np.flatnonzero(last - before < 2)
    if len(wrong) > lines // _FEW + 1:
        return None
    if not all(_split(codes, begins, ends, row, blank) for row in wrong.tolist()):
        return None
    return Gaps(begins, tuple(ends), (*known, None, None) if not len(wrong) else (None,) * FIELDS)


def _behind(codes: Codes, before: IntArray, width: int, blank: bytes) -> tuple[IntArray | None, bool]:
    """Find the blank behind each field.

    Args:
        codes: Lines.
        before: ``(n,)`` the blank in front of each field.
        width: Bytes of the field in one line, the first guess.
        blank: What is looked for.

    Returns:
        Its places, or ``None``; and whether the first guess was right everywhere.
    """
    import numpy as np

    if width >= PAD:
        return None, False
    gaps = before + (width + 1)
    missed = np.flatnonzero(codes.take(gaps) != blank[0])
    if not len(missed):
        return gaps, True
    for _ in range(_GUESSES):
        begin = before[missed[len(missed) // 2]] + 1
        width = codes[begin : begin + PAD].tobytes().find(blank)
        if width < 1:
            return None, False
        again = before[missed] + (width + 1)
        gaps[missed] = again
        missed = missed[codes.take(again) != blank[0]]
        if not len(missed):
            return gaps, False
    return None, False


def _split(codes: Codes, begins: IntArray, ends: Sequence[IntArray], row: int, blank: bytes) -> bool:
    """Correct the gaps of one line; say whether it is regular."""
    begin = int(begins[row])
    fields = codes[begin : ends[-1][row]].tobytes().split(blank)
    if len(fields) != FIELDS or not all(fields):
        return False
    for column, end in zip(ends, accumulate(len(field) + 1 for field in fields), strict=True):
        column[row] = begin + end - 1
    return True


def _newlines(codes: Codes) -> IntArray | None:
    """Return where lines end, or decline if two of them end within 8 bytes."""
    import numpy as np

    words = (codes == _NEWLINE).view("<u8")
    some = np.flatnonzero(words != 0)
    marks = words[some]
    if np.bitwise_or.reduce(marks & (marks - np.uint64(1))):
        return None
    # One byte of a mark is 1: the highest byte of the product is the number of that byte.
    marks *= np.uint64(0x0001020304050607)
    marks >>= np.uint64(56)
    found: IntArray = (some << 3) + marks.view(np.int64)
    return found


def _begins(newlines: IntArray) -> IntArray:
    """Return where lines begin."""
    import numpy as np

    begins = np.empty_like(newlines)
    begins[0] = PAD
    np.add(newlines[:-1], 1, out=begins[1:])
    return begins
