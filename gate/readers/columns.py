"""TREC runs that are exactly regular, read by column: all lines of a chunk at once.

Nothing here decides a rule. Whatever is odd (blank lines, comments, a header, doubled spaces, NaN, a
query in two places …) makes :func:`read` decline, and the line-by-line reader, which can name lines,
has the word.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from gate.packed import WORDS, PackedIds, fold
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
_KEEP = [0] * (8 * WORDS) + [(1 << 8 * i) - 1 for i in range(8)] + [(1 << 64) - 1] * (8 * WORDS)
"""Mask of the bytes of a word that belong to a field, by how many of the field are left."""


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
        queries: Rows at which another query begins, the first row among them, and their positions.
        spans: Where each document id begins, and where it ends.
        hashes: Its hash.
        scores: Its score, not NaN.
    """

    __slots__ = ("_data", "_ends", "_hashes", "_heads", "_low", "_rows", "_scores", "_starts", "last")

    def __init__(
        self,
        data: bytes,
        low: int,
        *,
        queries: tuple[list[int], list[int]],
        spans: tuple[Positions, Positions],
        hashes: UIntArray,
        scores: FloatArray,
    ) -> None:
        self._data, self._low = data, low
        self._rows, self._heads = queries
        self._starts, self._ends = spans
        self._hashes, self._scores = hashes, scores
        self.last = self._heads[-1]

    @classmethod
    def parse(cls, data: bytes, low: int, high: int) -> _Chunk | None:
        """Find the fields of ``data[low:high]``, or decline."""
        import numpy as np

        text = data[low:high]
        codes = np.frombuffer(text, dtype=np.uint8)
        gaps = np.flatnonzero(codes <= ord(" "))
        if not len(gaps) or len(gaps) % _FIELDS or gaps[0] == 0 or (gaps[1:] - gaps[:-1] == 1).any():
            return None
        kinds = codes[gaps].reshape(-1, _FIELDS)
        ended = kinds == ord("\n")
        parted = (kinds == ord(" ")) | (kinds == ord("\t"))
        if not ended[:, -1].all() or not parted[:, :-1].all():
            return None
        first, second, third, fourth, fifth, newline = np.ascontiguousarray(gaps.reshape(-1, _FIELDS).T)
        lines = np.concatenate(([0], newline[:-1] + 1))
        starts = second + 1
        if (codes[lines] == ord("#")).any():
            return None
        padding = b"0" * (8 * WORDS)
        words = np.ndarray(len(text) + 16 * WORDS - 7, "<u8", padding + text + padding, strides=(1,))
        query = _words(words, lines, first)
        document = _words(words, starts, third)
        scores = decimals.parse(text, words, fourth + 1, fifth)
        if query is None or document is None or scores is None:
            return None
        lengths = first - lines
        same = lengths[1:] == lengths[:-1]
        for word in query:
            same &= word[1:] == word[:-1]
        rows = np.concatenate(([0], np.flatnonzero(~same) + 1))
        queries = rows.tolist(), lines[rows].tolist()
        return cls(data, low, queries=queries, spans=(starts, third), hashes=fold(document), scores=scores)

    def lists(self, *, whole: bool) -> Iterator[tuple[str, Listed]]:
        """Yield the queries; the last one only if it is ``whole``, since the next chunk may go on."""
        rows = [*self._rows, len(self._starts)] if whole else self._rows
        for head, a, b in zip(self._heads, rows, rows[1:], strict=False):
            begin = self._low + head
            line = self._data[begin : begin + _LONGEST + 1]
            query = line.split(maxsplit=1)[0].decode()
            spans = self._starts[a:b], self._ends[a:b]
            scores = self._scores[a:b]
            try:
                ids = PackedIds(self._data, self._low, spans, self._hashes[a:b])
            except ValueError:
                places = zip(*(side.tolist() for side in spans), strict=True)
                documents = [self._data[self._low + s : self._low + e].decode() for s, e in places]
                yield query, (documents, scores.tolist())
            else:
                yield query, Ranking(ids, array("d", scores.tobytes()))


def _words(words: UIntArray, starts: IntArray, ends: IntArray) -> list[UIntArray] | None:
    """Return fields as columns of 8 bytes, zero beyond their end; ``None`` if one is too long."""
    import numpy as np

    lengths = ends - starts
    longest = int(lengths.max())
    if longest > _LONGEST:
        return None
    keep = np.array(_KEEP, dtype=np.uint64)
    shifted, left = starts + 8 * WORDS, lengths + 8 * WORDS
    return [words[shifted + 8 * j] & keep[left - 8 * j] for j in range((longest + 7) // 8)]
