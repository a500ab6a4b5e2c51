"""PackedIds: document ids left in the bytes they were read from, until one is asked for.

A run of 10,000 queries × 1,000 results holds ten million ids, of which a few dozen a query are
judged. So an id is hashed where it stands and becomes text only when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gate.arrays import IntArray

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


class PackedIds(Sequence[str]):
    """The ids of one result list, in the order of the file.

    Args:
        text: UTF-8 bytes that hold the ids; shared by all lists of a file.
        base: Where in ``text`` positions count from.
        spans: ``(n,)`` where each id begins, ``(n,)`` where it ends; 32-bit.
        hashes: ``(n,)`` what :func:`fold` makes of it; taken over and sorted in place.

    Raises:
        ValueError: Two ids look alike: they are equal, or their hashes collide.
    """

    __slots__ = ("_base", "_ends", "_keys", "_low", "_starts", "_text")

    def __init__(self, text: bytes, base: int, spans: tuple[Positions, Positions], hashes: UIntArray) -> None:
        import numpy as np

        self._text, self._base = text, base
        self._starts, self._ends = spans
        count = len(hashes)
        # One sort serves both questions: the low bits of a key say where its id stands.
        self._low = low = np.uint64((1 << (count - 1).bit_length()) - 1)
        keys = hashes
        keys &= ~low
        keys |= np.arange(count, dtype=np.uint64)
        keys.sort()
        self._keys = keys
        if ((keys[1:] ^ keys[:-1]) <= low).any():
            raise ValueError("two ids look alike")

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return self._decoded(index)
        start, end = self._base + int(self._starts[index]), self._base + int(self._ends[index])
        return self._text[start:end].decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._decoded(slice(None)))

    def _decoded(self, part: slice) -> list[str]:
        text, base = self._text, self._base
        spans = zip(self._starts[part].tolist(), self._ends[part].tolist(), strict=True)
        return [text[base + start : base + end].decode() for start, end in spans]

    def places(self, documents: Sequence[str]) -> IntArray:
        """Return the index of each of ``documents``, from 0; -1 where it is absent."""
        import numpy as np

        wanted = [document.encode("utf-8", "surrogatepass") for document in documents]
        words = min(max(map(len, wanted), default=0) // 8 + 1, WORDS)
        table = np.array(wanted, dtype=f"S{8 * words}").view("<u8").reshape(-1, words)
        target = fold(list(table.T)) & ~self._low
        nearest = self._keys.take(self._keys.searchsorted(target), mode="clip")
        apart = nearest ^ target  # where the high bits agree, this is the place
        found = np.flatnonzero(apart <= self._low)
        at = apart[found].astype(np.int64)
        # A hash only suggests; the bytes decide.
        text, base = self._text, self._base
        spans = zip(found.tolist(), self._starts[at].tolist(), self._ends[at].tolist(), strict=True)
        right = [text[base + start : base + end] == wanted[j] for j, start, end in spans]
        places = np.full(len(wanted), -1)
        places[found] = at if all(right) else np.where(right, at, -1)
        return places
