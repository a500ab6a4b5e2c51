"""Result lists left in the bytes they were read from, until somebody looks at a document.

A run of 10,000 queries × 1,000 results holds ten million ids, of which a few dozen a query are
judged. So an id is hashed where it stands and becomes text only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gate.arrays import FloatArray, IntArray

    UIntArray = NDArray[np.uint64]
    Positions = NDArray[np.int32]

WORDS = 8
"""Longest id that can be packed, in words of 8 bytes."""

_ODD = (
    0x9E3779B97F4A7C15,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0xD6E8FEB86659FD93,
    0xA0761D6478BD642F,
    0xE7037ED1A0B428DB,
    0x8EBC6AF09C88C6E3,
    0x589965CC75374CC3,
)


def fold(words: Sequence[UIntArray]) -> UIntArray:
    """Hash ids given as columns of 8 bytes each, little-endian, padded with zero bytes.

    Columns of zeros change nothing, so the hash does not depend on how far the ids were padded.
    """
    import numpy as np

    folded = words[0] * np.uint64(_ODD[0])
    for word, odd in zip(words[1:], _ODD[1:], strict=False):
        folded += word * np.uint64(odd)
    folded ^= folded >> np.uint64(32)
    folded *= np.uint64(_ODD[0])
    return folded


def words_of(words: UIntArray, starts: IntArray, lengths: IntArray, count: int) -> list[UIntArray]:
    """Return pieces of a text as ``count`` columns of 8 bytes each, zero beyond the end of a piece.

    Args:
        words: The 8 bytes at every position of the text.
        starts: ``(n,)`` where each piece begins; at least 7 bytes follow its end.
        lengths: ``(n,)`` of how many bytes it is, at most ``8 * count``.
        count: Number of columns.
    """
    import numpy as np

    # Mask of the bytes of a word that belong to a piece, by how many of the piece are left.
    none, whole = [0] * (8 * count), [(1 << 64) - 1] * (8 * count)
    keep = np.array([*none, *((1 << 8 * i) - 1 for i in range(8)), *whole], dtype=np.uint64)
    columns = []
    for j in range(count):
        ahead = words[8 * j :]
        columns.append(ahead[np.minimum(starts, len(ahead) - 1)])
        columns[j] &= keep[8 * (count - j) :][lengths]
    return columns


class Packed:
    """Result lists that stand one after another in a file: ``n`` rows of ``q`` lists.

    Args:
        text: UTF-8 bytes that hold the ids, and 7 more behind each; shared by all packs of a file.
        base: Where in ``text`` positions count from.
        spans: ``(n,)`` where each id begins, ``(n,)`` where it ends; 32-bit.
        hashes: ``(n,)`` what :func:`fold` makes of it.
        scores: ``(n,)``, not NaN.
        firsts: ``(q + 1,)`` row at which each list begins, ascending from 0; last, ``n``.

    Attributes:
        alike: Numbers of the lists that hold two ids with equal keys: the same id twice, or a
            collision of hashes. They cannot be searched.
    """

    __slots__ = ("_base", "_firsts", "_keys", "_low", "_spans", "_text", "alike", "scores")

    def __init__(
        self,
        text: bytes,
        base: int,
        *,
        spans: tuple[Positions, Positions],
        hashes: UIntArray,
        scores: FloatArray,
        firsts: IntArray,
    ) -> None:
        import numpy as np

        self._text, self._base, self._spans = text, base, spans
        self.scores, self._firsts = scores, firsts
        # A key says list, hash and row, from the high bits down: one sort of all makes each list
        # searchable, and neighbours of what occurs twice.
        rows = np.arange(len(hashes), dtype=np.uint64)
        self._low = np.uint64((1 << (len(hashes) - 1).bit_length()) - 1)
        keys = self._keyed(hashes, np.repeat(np.arange(len(firsts) - 1), np.diff(firsts)))
        keys |= rows
        keys.sort()
        self._keys = keys
        twice = keys[1:][(keys[1:] ^ keys[:-1]) <= self._low] & self._low
        self.alike = frozenset((np.searchsorted(firsts, twice, side="right") - 1).tolist())

    def _keyed(self, hashes: UIntArray, lists: IntArray) -> UIntArray:
        import numpy as np

        bits = (len(self._firsts) - 2).bit_length()
        keys = (hashes >> np.uint64(bits)) & ~self._low
        keys |= lists.astype(np.uint64) << np.uint64(64 - bits)
        return keys

    def ids(self, number: int) -> PackedIds:
        """Return the ids of list ``number``, from 0."""
        return PackedIds(self, number, *self._firsts[number : number + 2].tolist())

    def scores_of(self, number: int) -> Sequence[float]:
        """Return the scores of list ``number``, from 0, without a copy."""
        first, end = self._firsts[number : number + 2].tolist()
        return cast("Sequence[float]", self.scores[first:end].data)

    def id(self, row: int) -> str:
        """Return the id of a row as text."""
        starts, ends = self._spans
        return self._text[self._base + int(starts[row]) : self._base + int(ends[row])].decode()

    def decoded(self, rows: range) -> list[str]:
        """Return the ids of some rows as text."""
        import numpy as np

        text, base = self._text, self._base
        at = np.arange(rows.start, rows.stop, rows.step)
        starts, ends = (side[at].tolist() for side in self._spans)
        return [text[base + start : base + end].decode() for start, end in zip(starts, ends, strict=True)]

    def rows(self, lists: IntArray, hashes: UIntArray, table: UIntArray, lengths: IntArray) -> IntArray:
        """Return the row of each of ``m`` ids in a list; -1 where it is absent.

        Args:
            lists: ``(m,)`` number of the list to look into.
            hashes: ``(m,)`` what :func:`fold` makes of the id.
            table: ``(m, words)`` its bytes.
            lengths: ``(m,)`` of how many bytes it is.
        """
        import numpy as np

        target = self._keyed(hashes, lists)
        nearest = self._keys.take(self._keys.searchsorted(target), mode="clip")
        apart = nearest ^ target  # where all but the low bits agree, this is the row
        found = np.flatnonzero(apart <= self._low)
        at = apart[found].astype(np.int64)
        # A hash only suggests; the bytes decide.
        starts, ends = (side[at].astype(np.int64) for side in self._spans)
        same = ends - starts == lengths[found]
        found, at, starts = found[same], at[same], starts[same] + self._base
        longest = int(lengths[found].max(initial=0))
        words = np.ndarray(len(self._text) - 7, "<u8", self._text, strides=(1,))
        right = np.ones(len(found), dtype=np.bool_)
        for j, word in enumerate(words_of(words, starts, lengths[found], (longest + 7) // 8)):
            right &= word == table[found, j]
        rows = np.full(len(hashes), -1)
        rows[found[right]] = at[right]
        return rows


class PackedIds(Sequence[str]):
    """The ids of one result list of a pack, in the order of the file.

    Attributes:
        pack: Where they stand.
        number: Number of the list in the pack, from 0.
    """

    __slots__ = ("_end", "_first", "number", "pack")

    def __init__(self, pack: Packed, number: int, first: int, end: int) -> None:
        self.pack, self.number = pack, number
        self._first, self._end = first, end

    def __len__(self) -> int:
        return self._end - self._first

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        rows = range(self._first, self._end)[index]
        if isinstance(rows, range):
            return self.pack.decoded(rows)
        return self.pack.id(rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self.pack.decoded(range(self._first, self._end)))


def scores(lists: Sequence[PackedIds], documents: Sequence[Sequence[str]]) -> FloatArray:
    """Return the score of each of ``documents[i]`` in ``lists[i]``, one list after another.

    All documents are hashed together, and all that were asked of one pack are searched together.

    Returns:
        ``(sum of lengths of documents,)``; NaN where a document is absent.
    """
    import numpy as np

    wanted = [document.encode("utf-8", "surrogatepass") for some in documents for document in some]
    words = min(max(map(len, wanted), default=0) // 8 + 1, WORDS)
    table = np.array(wanted, dtype=f"S{8 * words}").view("<u8").reshape(-1, words)
    hashes, lengths = fold(list(table.T)), np.fromiter(map(len, wanted), np.int64, len(wanted))
    sizes = [len(some) for some in documents]
    numbers = np.repeat([ids.number for ids in lists], sizes)
    seen: dict[int, Packed] = {id(ids.pack): ids.pack for ids in lists}
    order = {key: i for i, key in enumerate(seen)}
    packs = np.repeat([order[id(ids.pack)] for ids in lists], sizes)
    by_pack = np.argsort(packs, kind="stable")
    ends = np.searchsorted(packs, np.arange(len(seen)), side="right", sorter=by_pack)
    found = np.full(len(wanted), np.nan)
    for pack, rows in zip(seen.values(), np.split(by_pack, ends), strict=False):
        places = pack.rows(numbers[rows], hashes[rows], table[rows], lengths[rows])
        found[rows] = np.where(places < 0, np.nan, pack.scores[places])
    return found
