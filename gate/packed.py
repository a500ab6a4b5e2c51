"""Result lists whose ids stay bytes until somebody looks at a document.

A run of 10,000 queries × 1,000 results holds ten million ids, of which a few dozen a query are
judged. So an id is hashed as it stands and becomes text only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar, cast, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gate.arrays import BoolArray, FloatArray, IntArray

    UIntArray = NDArray[np.uint64]
    Codes = NDArray[np.uint8]
    Number = TypeVar("Number", np.float64, np.uint64)

WORDS = 8
"""More than the longest id that can be packed, in words of 8 bytes."""

PAD = 8 * WORDS
"""Bytes that stand before and behind a text whose pieces are looked at as words."""

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


def pieces(codes: Codes, starts: IntArray, lengths: IntArray) -> UIntArray:
    """Return pieces of a text as rows of words, little-endian, with zeros beyond the end of a piece.

    Args:
        codes: A text, and at least ``PAD`` bytes behind it.
        starts: ``(n,)`` where each piece begins.
        lengths: ``(n,)`` of how many bytes it is, at most ``PAD``.

    Returns:
        ``(n, words)``, as few words as hold the longest.
    """
    rows = windows(codes, starts, (int(lengths.max(initial=1)) + 7) // 8)
    trim(rows, lengths)
    return rows


def trim(rows: UIntArray, lengths: IntArray | int) -> None:
    """Keep the first bytes of ``(n, words)`` words, ``(n,)`` of them or as many everywhere; zero the rest."""
    count = rows.shape[1]
    shortest = lengths if isinstance(lengths, int) else int(lengths.min(initial=PAD))
    for j in range(shortest // 8, count):
        rows[:, j] &= _masks(count)[8 * (count - j) :][lengths]


def windows(codes: Codes, starts: IntArray, words: int) -> UIntArray:
    """Return what stands at ``(n,)`` places of a text as ``(n, words)`` words, little-endian."""
    import numpy as np

    size = 8 * words
    everywhere = np.ndarray(len(codes) - size + 1, f"V{size}", codes, strides=(1,))
    rows: UIntArray = everywhere[starts].view("<u8").reshape(-1, words)
    return rows


@cache
def _masks(count: int) -> UIntArray:
    """Return masks of the bytes of a word that belong to a piece, for -8 * count bytes and more."""
    import numpy as np

    none, whole = [0] * (8 * count), [(1 << 64) - 1] * (8 * count)
    return np.array([*none, *((1 << 8 * i) - 1 for i in range(8)), *whole], dtype=np.uint64)


def fold(table: UIntArray) -> UIntArray:
    """Hash ``(n, words)`` ids, padded with zero bytes.

    Columns of zeros change nothing, so the hash does not depend on how far the ids were padded.
    """
    import numpy as np

    folded = table[:, 0] * np.uint64(_ODD[0])
    for word, odd in zip(table.T[1:], _ODD[1:], strict=False):
        folded += word * np.uint64(odd)
    folded ^= folded >> np.uint64(32)
    folded *= np.uint64(_ODD[0])
    return folded


def same(one: UIntArray, at: IntArray, other: UIntArray, rows: IntArray) -> BoolArray:
    """Say whether ids of two tables are equal, byte by byte.

    Args:
        one: ``(words, n)`` ids, padded with zero bytes.
        at: ``(m,)`` which of them.
        other: ``(words, k)`` the same, perhaps of another number of words.
        rows: ``(m,)`` which of these they are compared with.

    Returns:
        ``(m,)``.
    """
    both = min(len(one), len(other))
    equal: BoolArray = one[0][at] == other[0][rows]
    for mine, theirs in zip(one[1:], other[1:], strict=False):
        equal &= mine[at] == theirs[rows]
    for further, numbers in ((one[both:], at), (other[both:], rows)):
        for word in further:
            equal &= word[numbers] == 0
    return equal


class Shelf:
    """Arrays that stand side by side in large blocks.

    The system hands out memory by the page, and large blocks by large pages, which is much faster.
    """

    BLOCK = 1 << 23
    """Bytes of a block; an array as large gets a block of its own."""

    def __init__(self) -> None:
        self._free: UIntArray | None = None

    def room(self, words: int, n: int) -> UIntArray:
        """Return ``(words, n)`` 64-bit words to be filled in; what they hold is left from before."""
        import numpy as np

        size = words * n
        if self._free is None or len(self._free) < size:
            self._free = np.empty(max(self.BLOCK // 8, size), dtype=np.uint64)
        space, self._free = self._free[:size], self._free[size:]
        return space.reshape(words, n)


class Packed:
    """Result lists that stand one after another in a file: ``n`` rows of ``q`` lists.

    Args:
        words: ``(words, n)`` the ids as UTF-8, a row of words each, padded with zero bytes; kept as it is.
        scores: ``(n,)``, not NaN; kept as it is.
        firsts: ``(q + 1,)`` row at which each list begins, ascending from 0; last, ``n``.
        shelf: Where more is kept.

    Attributes:
        alike: Numbers of the lists that hold two ids with equal keys: the same id twice, or a
            collision of hashes. They cannot be searched.
    """

    __slots__ = ("_bounds", "_firsts", "_keys", "_low", "_words", "alike", "scores")

    def __init__(self, words: UIntArray, scores: FloatArray, firsts: IntArray, shelf: Shelf) -> None:
        import numpy as np

        self._words, self.scores, self._firsts = words, scores, firsts
        self._bounds: list[int] = firsts.tolist()
        hashes = fold(words.T)
        # A key says list, hash and row, from the high bits down: sorted, each list is searchable, and
        # what occurs twice stands together. Lists are in order, so sorting each of them sorts all.
        self._low = np.uint64((1 << (len(hashes) - 1).bit_length()) - 1)
        keys = self._keyed(hashes, np.arange(len(firsts) - 1), np.diff(firsts))
        self._keys = shelf.room(1, len(keys))[0]
        np.bitwise_or(keys, np.arange(len(keys), dtype=np.uint64), out=self._keys)
        for first, end in pairwise(self._bounds):
            self._keys[first:end].sort()
        twice = self._keys[1:][(self._keys[1:] ^ self._keys[:-1]) <= self._low] & self._low
        self.alike = frozenset((np.searchsorted(firsts, twice, side="right") - 1).tolist())

    def _keyed(self, hashes: UIntArray, lists: IntArray, sizes: IntArray | int = 1) -> UIntArray:
        """Return the high bits of keys: each list, for as many hashes as ``sizes`` says, before the hash."""
        import numpy as np

        bits = (len(self._firsts) - 2).bit_length()
        keys = hashes >> np.uint64(bits)
        keys &= ~self._low
        keys |= np.repeat(lists.astype(np.uint64) << np.uint64(64 - bits), sizes)
        return keys

    def ids(self, number: int) -> PackedIds:
        """Return the ids of list ``number``, from 0."""
        return PackedIds(self, number, self._bounds[number], self._bounds[number + 1])

    def scores_of(self, number: int) -> Sequence[float]:
        """Return the scores of list ``number``, from 0, without a copy."""
        return cast("Sequence[float]", self.scores.data[self._bounds[number] : self._bounds[number + 1]])

    def id(self, row: int) -> str:
        """Return the id of a row as text."""
        return self.decoded(range(row, row + 1))[0]

    def decoded(self, rows: range) -> list[str]:
        """Return the ids of some rows as text."""
        import numpy as np

        some = np.ascontiguousarray(self._words.T[np.arange(rows.start, rows.stop, rows.step)])
        ids: list[bytes] = some.view(f"S{some.itemsize * some.shape[1]}").ravel().tolist()
        return [ident.decode() for ident in ids]

    def rows(self, lists: IntArray, hashes: UIntArray, table: UIntArray) -> IntArray:
        """Return the row of each of ``m`` ids in a list; -1 where it is absent.

        Args:
            lists: ``(m,)`` number of the list to look into.
            hashes: ``(m,)`` what :func:`fold` makes of the id.
            table: ``(m, words)`` the id, padded with zero bytes.
        """
        import numpy as np

        target = self._keyed(hashes, lists)
        order = target.argsort()  # one after another, they are looked for among the same keys
        target = target[order]
        nearest = self._keys.take(self._keys.searchsorted(target), mode="clip")
        apart = nearest ^ target  # where all but the low bits agree, this is the row
        hit = np.flatnonzero(apart <= self._low)
        found, at = order[hit], apart[hit].astype(np.int64)
        # A hash only suggests; the bytes decide.
        right = same(self._words, at, table.T, found)
        rows = np.full(len(hashes), -1)
        rows[found[right]] = at[right]
        return rows

    def standing(self, lists: IntArray, rows: IntArray) -> tuple[IntArray, BoolArray]:
        """Say how many scores of its list are not higher than a row's own, and whether another is equal.

        Args:
            lists: ``(m,)`` number of the list of each row; rows of one list stand together.
            rows: ``(m,)``.
        """
        import numpy as np

        mine, rising = self.scores[rows], self.scores.copy()
        sizes = np.diff(self._firsts)
        if (sizes == sizes[0]).all():
            rising.reshape(len(sizes), -1).sort(axis=1)
        else:
            for first, end in pairwise(self._bounds):
                rising[first:end].sort()
        upto = np.empty(len(rows), dtype=np.int64)
        begins = np.flatnonzero(np.diff(lists, prepend=-1)).tolist()
        ends = [*begins[1:], len(rows)]
        for number, begin, end in zip(lists[begins].tolist(), begins, ends, strict=False):
            ascending = rising[self._bounds[number] : self._bounds[number + 1]]
            upto[begin:end] = ascending.searchsorted(mine[begin:end], side="right")
        below = self._firsts[lists] + upto - 2  # the neighbour of the last equal score
        return upto, (upto > 1) & (rising[below] == mine)


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
