"""Catalogue: everything a recommender could have shown, how popular each item is, and how alike two are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import FloatArray
    from gate.notice import Notice


class Similarity(Protocol):
    """How alike two items are."""

    @property
    def words(self) -> str:
        """What it is, for the conditions of a report."""

    def between(self, first: Sequence[str], second: Sequence[str]) -> FloatArray:
        """Return ``(p,)``: how alike ``first[i]`` and ``second[i]`` are, at most 1; NaN where unknown."""


@dataclass(frozen=True, slots=True)
class Popularity:
    """How often each item was used before.

    Attributes:
        shares: ``{item: share}`` in [0, 1] of all users, or of all interactions; 0 if absent.
        of: Number of users or interactions that these are shares of, > 0.
        unit: ``"users"`` or ``"interactions"``.
    """

    shares: Mapping[str, float]
    of: float
    unit: str

    @property
    def least(self) -> float:
        """What stands in for the share of an item that nobody used: that of a single use."""
        return 1 / self.of


@dataclass(frozen=True)
class Catalogue:
    """All items that could have been shown.

    Attributes:
        items: Ids, ascending, each once; never empty.
        popularity: ``None`` where no file counts uses.
        similarity: ``None`` where the config names none.
        source: Path as the config wrote it, for messages.
        notices: What the reader repaired or found odd.
    """

    items: tuple[str, ...]
    popularity: Popularity | None = None
    similarity: Similarity | None = None
    source: str = ""
    notices: tuple[Notice, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", tuple(sorted(self.items)))

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """``{item: its place in items}``."""
        return {item: place for place, item in enumerate(self.items)}

    @cached_property
    def fingerprint(self) -> str:
        """16 hex digits: equal items of equal popularity give an equal one, whatever order or format."""
        known = self.popularity
        counts = None if known is None else [known.unit, known.of, sorted(known.shares.items())]
        return hashlib.sha256(json.dumps([self.items, counts]).encode()).hexdigest()[:16]
