"""How alike two items are: by their vectors, their words, or what somebody wrote down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import FloatArray

_CHUNK = 100_000
"""Pairs whose vectors are multiplied at a time."""


@dataclass(frozen=True)
class OfVectors:
    """Cosine of the angle between two vectors, in [-1, 1].

    Attributes:
        vectors: ``{item: d numbers}``, none of them all 0.

    >>> OfVectors({"a": (1.0, 0.0), "b": (1.0, 1.0)}).between(["a", "a"], ["b", "c"]).round(3).tolist()
    [0.707, nan]
    """

    vectors: Mapping[str, Sequence[float]]

    @property
    def words(self) -> str:
        """What it is."""
        return f"cosine of vectors of {len(next(iter(self.vectors.values())))} numbers"

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {item: place for place, item in enumerate(self.vectors)}

    @cached_property
    def _unit(self) -> FloatArray:
        """``(N + 1, d)`` vectors of length 1; the last is NaN, of what is unknown."""
        import numpy as np

        given = np.array(list(self.vectors.values()), dtype=np.float64)
        given /= np.abs(given).max(axis=1, keepdims=True)  # so that no square overflows or vanishes
        given /= np.sqrt((given**2).sum(axis=1, keepdims=True))
        return np.vstack([given, np.full((1, given.shape[1]), np.nan)])

    def between(self, first: Sequence[str], second: Sequence[str]) -> FloatArray:
        """Return ``(p,)`` cosines; NaN where one of the two has no vector."""
        import numpy as np

        one, other = ([self._places.get(item, -1) for item in items] for items in (first, second))
        found = np.empty(len(one))
        for start in range(0, len(one), _CHUNK):
            some = slice(start, start + _CHUNK)
            found[some] = (self._unit[one[some]] * self._unit[other[some]]).sum(axis=1)
        return np.clip(found, -1.0, 1.0)


@dataclass(frozen=True, slots=True)
class OfWords:
    """Share of the words of either item that both have (Jaccard index), in [0, 1].

    Attributes:
        sets: ``{item: its words}``, such as genres, none empty.

    >>> OfWords({"a": frozenset({"war", "drama"}), "b": frozenset({"drama"})}).between(["a"], ["b"]).tolist()
    [0.5]
    """

    sets: Mapping[str, frozenset[str]]

    @property
    def words(self) -> str:
        """What it is."""
        return "shared words / words of either (Jaccard)"

    def between(self, first: Sequence[str], second: Sequence[str]) -> FloatArray:
        """Return ``(p,)`` shares; NaN where one of the two has no words."""
        import numpy as np

        nothing: frozenset[str] = frozenset()
        pairs = (
            (self.sets.get(a, nothing), self.sets.get(b, nothing)) for a, b in zip(first, second, strict=True)
        )
        return np.array([len(a & b) / len(a | b) if a and b else np.nan for a, b in pairs], dtype=np.float64)


@dataclass(frozen=True)
class OfPairs:
    """What a file says of two items, in either order; 0 for two that it knows and never names together.

    Attributes:
        pairs: ``{(item, other item): similarity}`` with the ids of each pair ascending.

    >>> written = OfPairs({("a", "b"): 0.5, ("c", "d"): 0.25})
    >>> written.between(["b", "a", "a"], ["a", "d", "e"]).tolist()
    [0.5, 0.0, nan]
    """

    pairs: Mapping[tuple[str, str], float]

    @property
    def words(self) -> str:
        """What it is."""
        return "as the file says; 0 for pairs that it does not name"

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(item for pair in self.pairs for item in pair)

    def between(self, first: Sequence[str], second: Sequence[str]) -> FloatArray:
        """Return ``(p,)`` similarities; NaN where the file does not know one of the two."""
        import numpy as np

        known = self._known
        return np.array(
            [
                self.pairs.get((min(a, b), max(a, b)), 0.0) if a in known and b in known else np.nan
                for a, b in zip(first, second, strict=True)
            ],
            dtype=np.float64,
        )
