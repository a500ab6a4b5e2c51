"""Run: what a system answered, and the one place where equal scores are put in order."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gate.packed import PackedIds

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterator, Mapping, Sequence

    from gate.arrays import FloatArray
    from gate.notice import Notice


class Ranking:
    """The documents returned for one query.

    With scores, the score decides: descending, compared as 64-bit floats, equal scores by document
    id, descending by code point (which is UTF-8 byte order), as trec_eval 10 does. Without scores the
    list is in rank order. Each document stands in it once.

    Two rankings are equal when they give the same documents in the same order, with the same scores.

    Args:
        documents: Ids in the order given.
        scores: One finite or infinite score a document, never NaN; or ``None``.

    >>> tied = Ranking(["a", "c", "b"], [0.5, 0.5, 0.9])
    >>> tied.ordered()
    ['b', 'c', 'a']
    >>> tied == Ranking.of_scores({"a": 0.5, "b": 0.9, "c": 0.5})
    True
    """

    __slots__ = ("_documents", "_score_of", "_scores")

    def __init__(self, documents: Sequence[str], scores: Sequence[float] | None = None) -> None:
        self._documents: Sequence[str] | None = documents
        self._scores = scores
        self._score_of: Mapping[str, float] | None = None

    @classmethod
    def of_scores(cls, score_of: Mapping[str, float]) -> Ranking:
        """Return the ranking of ``{document: score}``, which is kept as it is, not copied.

        The cheapest way to a ranking whose judged documents are all that is asked for.
        """
        ranking = cls(())
        ranking._documents, ranking._score_of = None, score_of
        return ranking

    @property
    def documents(self) -> Sequence[str]:
        """Ids in the order given."""
        if self._documents is None:
            self._documents = tuple(self._score_of or ())
        return self._documents

    @property
    def scores(self) -> Sequence[float] | None:
        """One score a document, or ``None``."""
        if self._scores is None and self._score_of is not None:
            self._scores = tuple(self._score_of.values())
        return self._scores

    @property
    def packed(self) -> PackedIds | None:
        """The documents, if they still stand in the bytes of a file."""
        return self._documents if isinstance(self._documents, PackedIds) else None

    def __len__(self) -> int:
        return len(self.documents if self._score_of is None else self._score_of)

    def __repr__(self) -> str:
        scores = None if self.scores is None else list(self.scores)
        return f"Ranking({list(self.documents)!r}, {scores!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ranking):
            return NotImplemented
        if (self.scores is None) != (other.scores is None):
            return False
        return self._pairs() == other._pairs()

    __hash__ = None  # type: ignore[assignment]

    def _pairs(self) -> list[tuple[str, float]]:
        scores = self.scores if self.scores is not None else range(len(self))
        pairs = zip(self.documents, scores, strict=True)
        return sorted(pairs) if self.scores is not None else list(pairs)

    def ordered(self, depth: int | None = None) -> list[str]:
        """Return the best ``depth`` document ids (all by default), best first."""
        if self.scores is None:
            return list(self.documents[:depth])
        pairs = sorted(zip(self.scores, self.documents, strict=True), reverse=True)
        return [document for _, document in pairs[:depth]]

    def score_of(self, documents: Collection[str]) -> Mapping[str, float]:
        """Return ``{document: score}`` of all that are both returned and among ``documents``, or of more.

        Without scores, the score is the negative of the place, from 0.
        """
        if self._score_of is not None:
            return self._score_of
        wanted = frozenset(documents)
        scores = self.scores if self.scores is not None else range(0, -len(self), -1)
        pairs = zip(self.documents, scores, strict=True)
        return {document: score for document, score in pairs if document in wanted}

    def values(self) -> FloatArray:
        """Return a new array of the scores, in the order of the documents; see :meth:`score_of`."""
        import numpy as np

        if self._score_of is not None:
            # Half the time of np.fromiter; in a run of dicts this is the one pass over all scores.
            return np.frombuffer(bytearray(struct.pack(f"{len(self)}d", *self._score_of.values())))
        if self.scores is None:
            return np.arange(0.0, -len(self), -1.0)
        return np.array(self.scores, dtype=np.float64)

    def tie_at(self, k: int) -> bool:
        """Say whether documents of equal score stand on both sides of cut-off ``k``, from 1."""
        if k >= len(self):
            return False
        values = self.values()
        values.sort()
        return bool(values[-k] == values[-k - 1])


@dataclass(frozen=True, slots=True)
class Answer:
    """What the system said about one item.

    Attributes:
        id: The golden item it answers.
        ranking: Documents returned (retrieval).
        score: How positive the item looks; larger is more positive (classification).
        predicted: Class the system decided on, as text (classification, multiclass); a verdict (judge).
        swapped: Verdict when the two answers were shown in the other order; the names still mean the same
            answers (judge).
        labels: Labels the system decided on, as text, ascending, each once (multilabel).
        probabilities: ``{class: probability}`` (multiclass), ``{label: score}`` (multilabel).
        text: What the system wrote; may be empty (generation).
        error: Why there is no answer; the other fields are then unset.
        numbers: Any further number the run carries for the item, ``latency_ms`` and ``cost``
            among them; what ``mean(field)`` reads.
        checked: What functions of the user say of the text, in [0, 1], ``{module:name: value}``; asked anew
            whenever a run is read, and never stored.
    """

    id: str
    ranking: Ranking | None = None
    score: float | None = None
    predicted: str | None = None
    labels: tuple[str, ...] | None = None
    probabilities: Mapping[str, float] | None = None
    text: str | None = None
    error: str | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)
    checked: Mapping[str, float] = field(default_factory=dict)
    swapped: str | None = None


@dataclass(frozen=True)
class Run:
    """All answers of one system, by item id, ascending.

    Attributes:
        answers: ``{id: answer}``, sorted by id; of an item that was asked more than once, the first answer
            that is no error.
        source: Path or name, for messages.
        notices: What the reader repaired or found odd.
        repeats: ``{id: all its answers}`` of the items that were asked more than once, in order.
        lines: Line of the source that each of ``answers`` was read from, in their order, 0 where it has
            none; empty where nothing is known.
    """

    answers: Mapping[str, Answer]
    source: str = ""
    notices: tuple[Notice, ...] = ()
    repeats: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)
    lines: Sequence[int] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", dict(sorted(self.answers.items())))

    def __len__(self) -> int:
        return len(self.answers)

    def __iter__(self) -> Iterator[Answer]:
        """Iterate over all answers, repeated ones included."""
        for name, answer in self.answers.items():
            yield from self.repeats.get(name, (answer,))

    def where(self, ident: str) -> str:
        """Return ``file:line`` of the answer to an item, or the file alone; for messages."""
        names = list(self.answers) if self.lines else []
        line = self.lines[names.index(ident)] if ident in names else 0
        return f"{self.source}:{line}" if line else self.source

    def only(self, ids: Container[str]) -> Run:
        """Keep the answers to the items in ``ids``."""
        answers = {i: answer for i, answer in self.answers.items() if i in ids}
        lines = [line for i, line in zip(self.answers, self.lines, strict=False) if i in ids]
        repeats = {i: all_ for i, all_ in self.repeats.items() if i in ids}
        return Run(answers, self.source, repeats=repeats, lines=lines)

    def plus(self, other: Run) -> Run:
        """Add the answers to other items; ``other``'s count where both have some."""
        mine = {i: all_ for i, all_ in self.repeats.items() if i not in other.answers}
        answers = {**self.answers, **other.answers}
        return Run(answers, self.source, self.notices, {**mine, **other.repeats})
