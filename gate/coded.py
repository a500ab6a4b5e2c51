"""Result lists whose ids stand in a dictionary, as a columnar file keeps them: numbers, not text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from gate.packed import Packed, fold, same

if TYPE_CHECKING:
    import numpy as np

    from gate.arrays import FloatArray, IntArray
    from gate.packed import UIntArray


class Dictionary:
    """Ids by code, each once.

    Args:
        table: ``(d, words)`` the ids as UTF-8 in rows of words, padded with zero bytes.
    """

    __slots__ = ("_firsts", "_hashes", "_order", "_shift", "table")

    def __init__(self, table: UIntArray) -> None:
        import numpy as np

        self.table = table
        hashes = fold(table)
        self._order = np.append(np.argsort(hashes, kind="stable"), -1)
        self._hashes = np.append(hashes[self._order[:-1]], np.uint64(2**64 - 1))
        # Where the ids begin whose hashes have the same high bits: one of them, more or less.
        bits = len(table).bit_length()
        self._shift = np.uint64(64 - bits)
        high = np.arange(1 << bits, dtype=np.uint64) << self._shift
        self._firsts = self._hashes[:-1].searchsorted(high)

    def __len__(self) -> int:
        return len(self.table)

    def find(self, hashes: UIntArray, table: UIntArray) -> IntArray:
        """Return the code of each of ``m`` ids; -1 where the dictionary lacks it.

        Args:
            hashes: ``(m,)`` what :func:`gate.packed.fold` makes of the id.
            table: ``(m, words)`` the id.
        """
        import numpy as np

        codes = np.full(len(hashes), -1)
        left, at, asked = np.arange(len(hashes)), self._firsts[hashes >> self._shift], hashes
        while len(left):  # once or twice, but for ids with equal hashes
            there = self._hashes[at]
            here = np.flatnonzero(there == asked)
            code = self._order[at[here]]
            here, code = here[code >= 0], code[code >= 0]
            found = same(self.table.T, code, table.T, left[here])
            codes[left[here[found]]] = code[found]
            on = (there <= asked) & (at < len(self))
            on[here[found]] = False
            left, at, asked = left[on], at[on] + 1, asked[on]
        return codes


class Coded(Packed):
    """Result lists that stand one after another, by codes: ``n`` rows of ``q`` lists.

    Args:
        dictionary: What the codes mean; shared by many packs.
        codes: ``(n,)``.
        scores: ``(n,)``, not NaN; kept as they are, not copied.
        firsts: ``(q + 1,)`` row at which each list begins, ascending from 0; last, ``n``.

    Raises:
        OverflowError: There are too many lists, ids and rows to be told apart in 64 bits.
    """

    __slots__ = ("_codes", "_dictionary", "_kind", "_places", "_shifts")

    def __init__(self, dictionary: Dictionary, codes: IntArray, scores: FloatArray, firsts: IntArray) -> None:
        import numpy as np

        self._dictionary, self._codes = dictionary, codes
        self.scores, self._firsts, self._bounds = scores, firsts, firsts.tolist()
        # A key says list, code and place in the list, from the high bits down: sorted, each list is
        # searchable, and what occurs twice stands together. One half as wide is sorted in half the time.
        sizes = np.diff(firsts)
        low = (int(sizes.max()) - 1).bit_length()
        high = low + (len(dictionary) - 1).bit_length()
        bits = high + (len(sizes) - 1).bit_length()
        if bits > 64:
            raise OverflowError("too many lists, ids and rows for one pack")
        self._kind: np.dtype[Any] = np.dtype(np.uint32 if bits <= 32 else np.uint64)
        self._shifts, self._places = (high, low), (1 << low) - 1
        keys = self._under(np.repeat(np.arange(len(sizes)), sizes), codes)
        places = np.arange(sizes.max(), dtype=self._kind)
        for first, end in pairwise(self._bounds):  # lists are in order, so sorting each of them sorts all
            own = keys[first:end]
            own += places[: end - first]
            own.sort()
        self._keys = keys
        twice = keys[1:][(keys[1:] ^ keys[:-1]) <= self._places] >> high
        self.alike = frozenset(twice.tolist())

    def _under(self, lists: IntArray, codes: IntArray) -> UIntArray:
        """Return the least keys of some codes in some lists."""
        high, low = self._shifts
        keys = lists.astype(self._kind)
        keys <<= high
        keys += codes.astype(self._kind) << low
        return keys

    @property
    def lists(self) -> int:
        """Number of lists."""
        return len(self._firsts) - 1

    def decoded(self, rows: range) -> list[str]:
        """Return the ids of some rows as text."""
        import numpy as np

        some = self._dictionary.table[self._codes[np.arange(rows.start, rows.stop, rows.step)]]
        ids: list[bytes] = some.view(f"S{some.itemsize * some.shape[1]}").ravel().tolist()
        return [ident.decode() for ident in ids]

    def rows(self, lists: IntArray, hashes: UIntArray, table: UIntArray) -> IntArray:
        """Return the row of each of ``m`` ids in a list; -1 where it is absent.

        Arguments are those of :meth:`gate.packed.Packed.rows`.
        """
        import numpy as np

        codes = self._dictionary.find(hashes, table)
        known = np.flatnonzero(codes >= 0)
        target = self._under(lists[known], codes[known])
        nearest = self._keys.take(self._keys.searchsorted(target), mode="clip")
        apart = nearest ^ target  # where all but the low bits agree, this is the place in the list
        found = np.flatnonzero(apart <= self._places)
        known = known[found]
        rows = np.full(len(hashes), -1)
        rows[known] = self._firsts[lists[known]] + apart[found].astype(np.int64)
        return rows
