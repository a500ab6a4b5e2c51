"""TREC runs that are exactly regular, read by column: all lines of a chunk at once.

Nothing here decides a rule. Whatever is odd (blank lines, comments, a header, doubled spaces, NaN, a
query in two places …) makes :func:`read` decline, and the line-by-line reader, which can name lines,
has the word.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from gate.packed import PAD, Packed, Shelf, pieces
from gate.readers import decimals, gaps
from gate.run import Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from gate.arrays import FloatArray, IntArray
    from gate.packed import Codes, UIntArray

    class Readable(Protocol):
        """A binary file."""

        def readinto(self, buffer: memoryview, /) -> int | None:
            """Fill the buffer, or begin to; return the number of bytes, 0 at the end."""

    Listed = Ranking | tuple[list[str], list[float]]

CHUNK = 1 << 19
"""Bytes looked at together, more where one query has more; what a cache holds. Changes no result."""

_ROOM = 3 * PAD
"""Bytes around a chunk: ``PAD`` in front, as many behind, and some to round up."""


def read(file: Readable) -> dict[str, Listed] | None:
    r"""Read ``query Q0 document rank score tag`` lines, or decline.

    Args:
        file: Open at its beginning; it is left anywhere.

    Returns:
        ``{query: ranking}``; where a document may be listed twice, ``(documents, scores)`` as they
        stand. ``None`` if the file is not UTF-8 with lines ended by ``\n`` alone, any line is not six
        fields with one space or tab between them, or a query's lines are not all together.
    """
    lists: dict[str, Listed] = {}
    shelf = Shelf()
    size, end = CHUNK, PAD
    text = bytearray(b"0" * (size + _ROOM))
    while True:
        end, whole = _filled(file, text, end, PAD + size)
        high = text.rfind(b"\n", PAD, end) + 1
        if text.endswith(b"\n\n", PAD, high):  # blank lines may be the end of the file
            high = PAD + len(text[PAD:high].rstrip(b"\n")) + 1
        rest = text[high:end]
        text[high : high + 2 * PAD] = b"0" * (2 * PAD)
        chunk = _Chunk.parse(text, high) if high else None
        if chunk is None and (high or whole):
            return None
        if chunk is None or (chunk.last == PAD and not whole):
            text[high:end] = rest
            text.extend(b"0" * size)  # not one whole query in it
            size *= 2
            continue
        for query, listed in chunk.lists(shelf, whole=whole):
            if query in lists:
                return None
            lists[query] = listed
        if whole:
            return lists
        kept = text[chunk.last : high] + rest
        end = PAD + len(kept)
        text[PAD:end] = kept


def _filled(file: Readable, text: bytearray, end: int, most: int) -> tuple[int, bool]:
    """Read up to ``most``; return where the text ends now, and whether that is all, ended by one line end."""
    with memoryview(text) as room:
        while end < most:
            read = file.readinto(room[end:most])
            if not read:
                break
            end += read
    if end == most:
        return end, False
    end = PAD + len(text[PAD:end].rstrip(b"\n"))
    text[end : end + 1] = b"\n"
    return end + 1, True


class _Chunk:
    """Consecutive lines as columns, one row a line.

    Args:
        text: Where they stand, from ``PAD`` on.
        heads: Where each query begins.
        rows: Row at which each query begins, the first row among them; last, the number of rows.
        table: ``(n, words)`` document ids.
        scores: ``(n,)``, not NaN.

    Attributes:
        last: Where the last query begins.
    """

    __slots__ = ("_heads", "_rows", "_scores", "_table", "_text", "last")

    def __init__(
        self, text: bytearray, heads: IntArray, rows: IntArray, table: UIntArray, scores: FloatArray
    ) -> None:
        self._text, self._heads, self._rows = text, heads.tolist(), rows
        self._table, self._scores = table, scores
        self.last = self._heads[-1]

    @classmethod
    def parse(cls, text: bytearray, high: int) -> _Chunk | None:
        """Find the fields of ``text[PAD:high]``, or decline; no blank stands around it."""
        import numpy as np

        codes = np.frombuffer(text, np.uint8, (high + PAD + 7) // 8 * 8)
        found = gaps.find(codes)
        if found is None or not _is_utf8(text, codes, high):
            return None
        lines, first, second, third, fourth, fifth, _ = found
        if (codes.take(lines) == ord("#")).any():
            return None
        query = _words(codes, lines, first)
        table = _words(codes, second + 1, third)
        scores = decimals.parse(codes, fourth + 1, fifth)
        if query is None or table is None or scores is None:
            return None
        other = np.zeros(len(lines) - 1, dtype=np.bool_)
        for word in query.T:
            other |= word[1:] != word[:-1]
        heads = np.concatenate(([0], np.flatnonzero(other) + 1))
        return cls(text, lines[heads], np.append(heads, len(lines)), table, scores)

    def lists(self, shelf: Shelf, *, whole: bool) -> Iterator[tuple[str, Listed]]:
        """Yield the queries; the last one only if it is ``whole``, since the next chunk may go on.

        Args:
            shelf: Where what they hold is kept.
            whole: Whether no chunk follows.
        """
        rows = self._rows if whole else self._rows[:-1]
        part = slice(rows[-1])
        pack = Packed(self._table[part], self._scores[part], rows, shelf)
        for number, head in enumerate(self._heads[: len(rows) - 1]):
            query = self._text[head : head + PAD].split(maxsplit=1)[0].decode()
            ids, scores = pack.ids(number), pack.scores_of(number)
            yield query, (list(ids), list(scores)) if number in pack.alike else Ranking(ids, scores)


def _is_utf8(text: bytearray, codes: Codes, high: int) -> bool:
    """Say whether lines are text, which has no byte order mark."""
    if codes.max() < 0x80:
        return True
    try:
        text[PAD:high].decode()
    except UnicodeDecodeError:
        return False
    return not text.startswith(codecs.BOM_UTF8, PAD)


def _words(codes: Codes, starts: IntArray, ends: IntArray) -> UIntArray | None:
    """Return fields as rows of words; ``None`` if one is too long."""
    lengths = ends - starts
    return pieces(codes, starts, lengths) if lengths.max() < PAD else None
