"""Run: what a system answered, and the one place where equal scores are put in order."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gate.packed import PackedIds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gate.arrays import FloatArray, IntArray
    from gate.notice import Notice


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The documents returned for one query.

    With ``scores``, the score decides: descending, compared as 64-bit floats, equal scores by
    document id, descending by code point (which is UTF-8 byte order), as trec_eval 10 does. Without
    scores the list is in rank order. Each document stands in it once.

    Two rankings are equal when they give the same documents in the same order, with the same scores.

    Attributes:
        documents: Ids in the order given.
        scores: One finite or infinite score a document, never NaN; or ``None``.

    >>> tied = Ranking(["a", "c", "b"], [0.5, 0.5, 0.9])
    >>> tied.ordered()
    ['b', 'c', 'a']
    >>> tied.ranks_of(["a", "x"]).tolist()
    [3.0, inf]
    """

    documents: Sequence[str]
    scores: Sequence[float] | None = None

    def __len__(self) -> int:
        return len(self.documents)

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

    def ranks_of(self, documents: Sequence[str]) -> FloatArray:
        """Return the rank of each of ``documents``, from 1; infinity where it was not returned.

        Only the documents asked for are placed, by counting what stands above them: a few dozen
        judged documents in a list of a thousand need no sort of the thousand.
        """
        import numpy as np

        places = self._places(documents)
        ranks = np.where(places < 0, math.inf, places + 1.0)
        if self.scores is None:
            return ranks
        values = np.asarray(self.scores, dtype=np.float64)
        if (values[1:] < values[:-1]).all():
            return ranks
        found = np.flatnonzero(places >= 0)
        rising = np.sort(values)
        mine = values[places[found]]
        after = np.searchsorted(rising, mine, side="right")
        tied = after - np.searchsorted(rising, mine, side="left") > 1
        ranks[found] = len(values) - after + 1
        for value in set(mine[tied].tolist()):
            level = np.flatnonzero(values == value).tolist()
            order = sorted((self.documents[i] for i in level), reverse=True)
            below = {document: i for i, document in enumerate(order)}
            for j in found[tied & (mine == value)].tolist():
                ranks[j] += below[documents[j]]
        return ranks

    def _places(self, documents: Sequence[str]) -> IntArray:
        """Return the index of each of ``documents`` in the order given; -1 where it is absent."""
        import numpy as np

        if isinstance(self.documents, PackedIds):
            return self.documents.places(documents)
        wanted = set(documents)
        place = {document: i for i, document in enumerate(self.documents) if document in wanted}
        return np.array([place.get(document, -1) for document in documents], dtype=np.int64)

    def tie_at(self, k: int) -> bool:
        """Say whether documents of equal score stand on both sides of cut-off ``k``, from 1."""
        import numpy as np

        if self.scores is None or k >= len(self.scores):
            return False
        values = np.asarray(self.scores, dtype=np.float64)
        if not (values[1:] <= values[:-1]).all():
            values = np.sort(values)[::-1]
        return bool(values[k - 1] == values[k])


@dataclass(frozen=True, slots=True)
class Answer:
    """What the system said about one item.

    Attributes:
        id: The golden item it answers.
        ranking: Documents returned (retrieval).
        score: How positive the item looks; larger is more positive (classification).
        predicted: Class the system decided on, as text (classification).
        error: Why there is no answer; the other fields are then unset.
        numbers: Any further number the run carries for the item, ``latency_ms`` and ``cost``
            among them; what ``mean(field)`` reads.
    """

    id: str
    ranking: Ranking | None = None
    score: float | None = None
    predicted: str | None = None
    error: str | None = None
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """All answers of one system, by item id, ascending.

    Attributes:
        answers: ``{id: answer}``, sorted by id.
        source: Path or name, for messages.
        notices: What the reader repaired or found odd.
    """

    answers: Mapping[str, Answer]
    source: str = ""
    notices: tuple[Notice, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", dict(sorted(self.answers.items())))

    def __len__(self) -> int:
        return len(self.answers)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers.values())
