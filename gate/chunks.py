"""What a system that returns chunks is judged by: their documents, or the golden passages they cover."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from gate import passage
from gate.passage import Passage
from gate.run import Answer, Ranking, Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.golden import GoldenItem, GoldenSet

OVERLAP = 0.5
"""Share of a golden passage that must have been returned before it counts as found."""

_SLACK = 1e-9


@dataclass(frozen=True)
class Collapse:
    """How a chunk's id names its document.

    ``document[part]`` names it anyhow. Otherwise a ``pattern`` that matches the whole id decides, by its
    first group; without a pattern, what stands before the last ``separator``. An id that says nothing is
    the document itself.

    Attributes:
        separator: What parts the document's id from the rest.
        pattern: Regular expression with a group, instead.

    >>> rule = Collapse()
    >>> [rule.document(i) for i in ("guide#3", "guide#intro#3", "guide[10:80]", "guide")]
    ['guide', 'guide#intro', 'guide', 'guide']
    >>> Collapse(pattern=r"(.+)-chunk-[0-9]+").document("a-b-chunk-12")
    'a-b'
    """

    separator: str = "#"
    pattern: str | None = None

    @cached_property
    def _compiled(self) -> re.Pattern[str] | None:
        return re.compile(self.pattern, re.DOTALL) if self.pattern is not None else None

    def document(self, chunk: str) -> str:
        """Return the id of the document that a chunk belongs to."""
        if self._compiled is not None:
            found = self._compiled.fullmatch(chunk)
            if found is not None and found[1]:
                return found[1]
        named = passage.whole(chunk)
        if named is not None or self._compiled is not None:
            return named if named is not None else chunk
        before, _, _ = chunk.rpartition(self.separator)
        return before or chunk


@dataclass(frozen=True, slots=True)
class ChunkRule:
    """What becomes of chunks before they are judged.

    Attributes:
        collapse: How to make documents of them; ``None`` to leave ids alone.
        overlap: Share of a golden passage that must be covered, in (0, 1].
    """

    collapse: Collapse | None = None
    overlap: float = OVERLAP


def as_judged(run: Run, golden: GoldenSet, rule: ChunkRule) -> Run:
    """Return the run whose result lists are of what ``golden`` judges; ``run`` itself where that is so.

    Args:
        run: What the system answered.
        golden: Judgements of documents, or of passages.
        rule: What becomes of chunks.
    """
    passages = any(item.spans for item in golden)
    if rule.collapse is None and not passages:
        return run

    def judged(answer: Answer) -> Answer:
        item = golden.items.get(answer.id)
        return answer if item is None else _answer_as_judged(answer, item, rule, passages=passages)

    answers = {name: judged(answer) for name, answer in run.answers.items()}
    repeats = {name: tuple(map(judged, given)) for name, given in run.repeats.items()}
    return Run(answers, run.source, run.notices, repeats)


def _answer_as_judged(answer: Answer, item: GoldenItem, rule: ChunkRule, *, passages: bool) -> Answer:
    if answer.ranking is None:
        return answer
    if passages:
        return replace(answer, ranking=found_passages(answer.ranking, item, overlap=rule.overlap))
    if rule.collapse is not None:
        return replace(answer, ranking=collapsed(answer.ranking, rule.collapse))
    return answer


def collapsed(ranking: Ranking, rule: Collapse) -> Ranking:
    """Return the documents in the order of their best-ranked chunks; later chunks go, ranks close up.

    >>> collapsed(Ranking(["a#2", "b#1", "a#1", "c#1"]), Collapse()).documents
    ['a', 'b', 'c']
    """
    return Ranking(list(dict.fromkeys(rule.document(chunk) for chunk in ranking.ordered())))


def found_passages(ranking: Ranking, item: GoldenItem, *, overlap: float = OVERLAP) -> Ranking:
    """Return the golden passages in the order in which a list of chunks completes them.

    A passage is found at the first chunk with which at least ``overlap`` of its characters have been
    returned, by this chunk and those above it, each character once. A chunk stands for the passages that
    it completes, best grade first. A chunk that completes none but touches a judged passage is removed
    and the ranks close up; one that touches none stands for itself, unjudged. So no passage counts twice
    however chunks overlap, and cutting the same text into other chunks leaves the list as it is.

    A result that is no passage is its whole document. A judgement of a whole document is found by its
    first chunk.

    >>> from gate.golden import GoldenItem
    >>> span = Passage("guide", 10, 30)
    >>> item = GoldenItem("q", relevant={str(span): 1.0}, spans={str(span): span})
    >>> found_passages(Ranking(["guide[0:12]", "intro[0:9]", "guide[8:25]", "guide[20:40]"]), item).documents
    ['intro[0:9]', 'guide[10:30]']
    """
    grades = item.relevant or {}
    covers = {name: _Cover(item.spans.get(name) or Passage(name, 0, 0), overlap) for name in grades}
    listed: list[str] = []
    for chunk in ranking.ordered():
        touched = [name for name, cover in covers.items() if cover.touched_by(chunk)]
        found = [name for name in touched if covers[name].is_completed()]
        listed += sorted(found, key=lambda name: (-grades[name], name)) if touched else [chunk]
    return Ranking(listed)


class _Cover:
    """How much of a passage was returned so far; a passage of no length is a whole document."""

    def __init__(self, span: Passage, overlap: float) -> None:
        self._span, self._needed = span, overlap * (span.end - span.start) - _SLACK
        self._seen: list[tuple[int, int]] = []
        self._found = False

    def touched_by(self, chunk: str) -> bool:
        """Take one more chunk, and say whether it holds some of the passage."""
        span, piece = self._span, passage.parse(chunk)
        if (chunk if piece is None else piece.document) != span.document:
            return False
        low, high = (span.start, span.end) if piece is None else (piece.start, piece.end)
        low, high = max(low, span.start), min(high, span.end)
        if low >= high and span.end:
            return False
        self._seen.append((low, high))
        return True

    def is_completed(self) -> bool:
        """Say whether enough has been returned by now, and had not before."""
        before, self._found = self._found, self._found or sum(self._lengths()) >= self._needed
        return self._found and not before

    def _lengths(self) -> Iterator[int]:
        reached = 0
        for low, high in sorted(self._seen):
            yield max(0, high - max(low, reached))
            reached = max(reached, high)
