"""TREC runs that are exactly regular, read by column: all lines of a chunk at once.

Nothing here decides a rule. Whatever is odd (blank lines, comments, a header, doubled spaces, NaN, a
query in two places …) makes :func:`read` decline, and the line-by-line reader, which can name lines,
has the word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.packed import WORDS, Packed, fold, words_of
from gate.readers import decimals
from gate.run import Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.arrays import FloatArray, IntArray
    from gate.packed import Positions, UIntArray

    Listed = Ranking | tuple[list[str], list[float]]

CHUNK = 1 << 19
"""Bytes looked at together, more where one query has more; what a cache holds. Changes no result."""

_LARGEST = 1 << 30
"""Positions within a chunk are 32-bit numbers."""

_FIELDS = 6
_LONGEST = 8 * WORDS - 1


def read(data: bytes) -> dict[str, Listed] | None:
    r"""Read ``query Q0 document rank score tag`` lines, or decline.

    Args:
        data: UTF-8, every line ended by ``\n`` alone.

    Returns:
        ``{query: ranking}``; where a document may be listed twice, ``(documents, scores)`` as they
        stand. ``None`` if any line is not six fields with one space or tab between them, or a
        query's lines are not all together.
    """
    if not data.endswith(b"\n") or data.endswith(b"\n\n"):
        data = data.rstrip(b"\n") + b"\n"
    lists: dict[str, Listed] = {}
    low, size = 0, CHUNK
    while low < len(data):
        high = len(data) if low + size >= len(data) else data.rfind(b"\n", low, low + size) + 1
        chunk = _Chunk.parse(data, low, high) if high else None
        if high and chunk is None:
            return None
        if chunk is None or (chunk.last == 0 and high < len(data)):
            size *= 2  # not one whole query in it
            if size > _LARGEST:
                return None
            continue
        for query, listed in chunk.lists(whole=high == len(data)):
            if query in lists:
                return None
            lists[query] = listed
        low = high if high == len(data) else low + chunk.last
        size = CHUNK
    return lists


class _Chunk:
    """Consecutive lines as columns, one row a line; positions count from ``low``.

    Args:
        data: The file.
        low: Where the chunk begins in it.
        heads: Where each query begins.
        rows: Row at which each query begins, the first row among them; last, the number of rows.
        spans: Where each document id begins, and where it ends.
        hashes: Its hash.
        scores: Its score, not NaN.
    """

    __slots__ = ("_data", "_hashes", "_heads", "_low", "_rows", "_scores", "_spans", "last")

    def __init__(
        self,
        data: bytes,
        low: int,
        *,
        heads: IntArray,
        rows: IntArray,
        spans: tuple[Positions, Positions],
        hashes: UIntArray,
        scores: FloatArray,
    ) -> None:
        self._data, self._low = data, low
        self._heads, self._rows = heads.tolist(), rows
        self._spans, self._hashes, self._scores = spans, hashes, scores
        self.last = self._heads[-1]

    @classmethod
    def parse(cls, data: bytes, low: int, high: int) -> _Chunk | None:
        """Find the fields of ``data[low:high]``, or decline."""
        import numpy as np

        padded = np.full(high - low + 16 * WORDS, ord("0"), dtype=np.uint8)
        codes = padded[8 * WORDS : -8 * WORDS]
        codes[:] = np.frombuffer(data, np.uint8, high - low, low)
        blank = codes <= ord(" ")
        gaps = np.flatnonzero(blank)
        if not len(gaps) or len(gaps) % _FIELDS or gaps[0] == 0 or (blank[1:] & blank[:-1]).any():
            return None
        kinds = codes[gaps].reshape(-1, _FIELDS)
        ended = kinds == ord("\n")
        parted = (kinds == ord(" ")) | (kinds == ord("\t"))
        if not ended[:, -1].all() or not parted[:, :-1].all():
            return None
        first, second, third, fourth, fifth, newline = gaps.reshape(-1, _FIELDS).T
        lines = np.concatenate(([0], newline[:-1] + 1))
        starts = second + 1
        if (codes[lines] == ord("#")).any():
            return None
        words = np.ndarray(len(padded) - 7, "<u8", padded, strides=(1,))
        query = _words(words, lines, first - lines)
        document = _words(words, starts, third - starts)
        scores = decimals.parse(codes, words, fourth + 1, fifth)
        if query is None or document is None or scores is None:
            return None
        lengths = first - lines
        same = lengths[1:] == lengths[:-1]
        for word in query:
            same &= word[1:] == word[:-1]
        heads = np.concatenate(([0], np.flatnonzero(~same) + 1))
        rows = np.append(heads, len(lines))
        spans = starts.astype(np.int32), third.astype(np.int32)
        return cls(
            data, low, heads=lines[heads], rows=rows, spans=spans, hashes=fold(document), scores=scores
        )

    def lists(self, *, whole: bool) -> Iterator[tuple[str, Listed]]:
        """Yield the queries; the last one only if it is ``whole``, since the next chunk may go on."""
        rows = self._rows if whole else self._rows[:-1]
        part = slice(rows[-1])
        starts, ends = self._spans
        pack = Packed(
            self._data,
            self._low,
            spans=(starts[part], ends[part]),
            hashes=self._hashes[part],
            scores=self._scores[part],
            firsts=rows,
        )
        for number, head in enumerate(self._heads[: len(rows) - 1]):
            begin = self._low + head
            query = self._data[begin : begin + _LONGEST + 1].split(maxsplit=1)[0].decode()
            ids, scores = pack.ids(number), pack.scores_of(number)
            yield query, (list(ids), list(scores)) if number in pack.alike else Ranking(ids, scores)


def _words(words: UIntArray, starts: IntArray, lengths: IntArray) -> list[UIntArray] | None:
    """Return fields as columns of 8 bytes, zero beyond their end; ``None`` if one is too long."""
    longest = int(lengths.max())
    if longest > _LONGEST:
        return None
    return words_of(words[8 * WORDS :], starts, lengths, (longest + 7) // 8)
