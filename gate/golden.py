"""GoldenSet: what a right answer is, for every item, and a fingerprint of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.catalogue import Catalogue
    from gate.notice import Notice
    from gate.passage import Passage
    from gate.rating import Rating


@dataclass(frozen=True, slots=True)
class GoldenItem:
    """One question and what counts as right.

    Exactly one of ``relevant``, ``label``, ``labels`` and ``references`` is set; none where raters are
    divided.

    Attributes:
        id: Identity, always text, unique in its set.
        query: The question as a person reads it; only shown, never computed on.
        relevant: Grade of each judged document (retrieval). Grades at or below 0 say
            "judged, and not relevant"; a document that is absent is unjudged.
        label: True class, as text (classification, multiclass); what people said of an answer (judge).
        labels: True labels, as text, ascending, each once; may be empty (multilabel).
        references: Texts that would each be a right answer, in the order of the file, at least one
            (generation).
        slices: Named groups the item belongs to, ``{"topic": "billing"}``.
        weight: How much the item counts, > 0.
        cluster: Items of one cluster are not independent of each other.
        critical: Fails the gate exactly when it breaks.
        line: Line of its file, counted from 1; 0 where there is none.
        spans: The judged ids that are passages, ``{id: passage}``.
        rating: Who said what of an answer, its length and its producer (judge).
    """

    id: str
    query: str = ""
    relevant: Mapping[str, float] | None = None
    label: str | None = None
    labels: tuple[str, ...] | None = None
    references: tuple[str, ...] | None = None
    slices: Mapping[str, str] = field(default_factory=dict)
    weight: float = 1.0
    cluster: str | None = None
    critical: bool = False
    line: int = 0
    spans: Mapping[str, Passage] = field(default_factory=dict)
    rating: Rating | None = None

    @property
    def classes(self) -> tuple[str, ...]:
        """The true class or labels; empty for retrieval."""
        if self.labels is not None:
            return self.labels
        return () if self.label is None else (self.label,)

    @property
    def digest(self) -> str:
        """16 hex digits of everything that can move a number; neither query text nor line counts.

        Equal judgements give equal digests whatever the order in which they were written.
        """
        content = [
            sorted(self.relevant.items()) if self.relevant is not None else None,
            self.label if self.labels is None else self.labels,
            sorted(self.slices.items()),
            self.weight,
            self.cluster,
            self.critical,
            *([sorted(self.spans.items())] if self.spans else []),
            *([list(self.references)] if self.references is not None else []),
            *([{"rating": self.rating.content}] if self.rating is not None else []),
        ]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class GoldenSet:
    """All items of a golden set, by id, in ascending order of id.

    Attributes:
        items: ``{id: item}``, sorted by id (code-point order), never empty.
        source: Path as the config wrote it, for messages.
        notices: What the reader repaired or found odd.
        catalogue: What could have been recommended; ``None`` where nobody says.
    """

    items: Mapping[str, GoldenItem]
    source: str = ""
    notices: tuple[Notice, ...] = ()
    catalogue: Catalogue | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", dict(sorted(self.items.items())))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[GoldenItem]:
        return iter(self.items.values())

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """``{id: digest}``; what a later version of the set is compared with."""
        return {item.id: item.digest for item in self}

    @cached_property
    def fingerprint(self) -> str:
        """16 hex digits: equal content gives an equal fingerprint, whatever the order or format."""
        text = json.dumps(list(self.digests.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Edits:
    """How a golden set differs from the one a baseline was recorded on; ids, ascending.

    Attributes:
        shared: In both, relabelled ones included: what is compared.
        added: Only in today's set: scored for the candidate alone.
        removed: Only in the baseline's set.
        relabelled: Shared, but judged, weighted or sliced differently: re-scored on both sides.
    """

    shared: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    relabelled: tuple[str, ...]

    @property
    def kept(self) -> float:
        """Share of the baseline's items that are still there, in [0, 1]."""
        before = len(self.shared) + len(self.removed)
        return len(self.shared) / before if before else 0.0


def edits(now: GoldenSet, before: Mapping[str, str]) -> Edits:
    """Compare today's golden set with ``{id: digest}`` of an earlier one."""
    today = now.digests
    shared = tuple(i for i in today if i in before)
    return Edits(
        shared,
        tuple(i for i in today if i not in before),
        tuple(sorted(i for i in before if i not in today)),
        tuple(i for i in shared if today[i] != before[i]),
    )
