"""Golden sets and runs while they are read; where the rules for repeated entries live.

| repeated | rule |
| --- | --- |
| judgement, same grade | kept once, with a notice that names the line |
| judgement, other grade | problem that names both lines |
| item of a golden set, answer of a run | problem that names both lines |
| document in one result list | the best place counts, with a notice |
| item of a run, under another ``repeat`` | another answer to it; they are averaged in the item |
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.readers.findings import Findings


class GoldenDraft:
    """The items of a golden set so far.

    Args:
        findings: Where problems and notices go.
    """

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._items: dict[str, GoldenItem] = {}
        self._grades: dict[str, dict[str, float]] = {}
        self._lines: dict[str, dict[str, int]] = {}
        self._repeated: list[tuple[int, str]] = []

    @property
    def judged(self) -> Mapping[str, Mapping[str, float]]:
        """``{query: {document: grade}}`` so far."""
        return self._grades

    def first_line(self, query: str) -> int:
        """Return the line of a query's first judgement."""
        return min(self._lines[query].values())

    def open(self, query: str) -> None:
        """Say that a query is judged, if perhaps without a single document."""
        self._grades.setdefault(query, {})
        self._lines.setdefault(query, {})

    def judge(self, query: str, document: str, grade: float, line: int) -> None:
        """Record one judgement, found on ``line``."""
        self.open(query)
        grades, lines = self._grades[query], self._lines[query]
        if document not in grades:
            grades[document], lines[document] = grade, line
        elif grades[document] == grade:
            self._repeated.append((line, f"{query}: {document}"))
        else:
            first = lines[document]
            there = "too" if first == line else f"on line {first}"
            what = f"document {document!r} of query {query!r} has the grade {grade:g} here"
            what = f"{what} and {grades[document]:g} {there}"
            self._findings.problem(line, what, "keep the judgement that is right", code="repeated_judgement")

    def taken(self, ident: str, line: int) -> bool:
        """Say whether an id belongs to an earlier item, which is a problem of ``line``."""
        if ident not in self._items:
            return False
        what = f"the id {ident!r} is already on line {self._items[ident].line}"
        self._findings.problem(line, what, "give every item an id of its own", code="repeated_item")
        return True

    def add(self, item: GoldenItem) -> None:
        """Add a complete item; its id is not :meth:`taken`."""
        self._items[item.id] = item

    def finish(self) -> GoldenSet:
        """Return the golden set.

        Raises:
            QuestionError: There were problems, or there is no item.
        """
        findings = self._findings
        if self._repeated:
            pairs = [pair for _, pair in self._repeated]
            text = (
                f"{counted(len(pairs), 'judgement')} given again with the same grade: each pair counts once"
            )
            findings.notice("repeated_judgement", text, items=pairs, line=self._repeated[0][0])
        notices = findings.notices()
        if not self._items:
            raise QuestionError(_nothing("examples", findings.shown))
        return GoldenSet(self._items, findings.shown, notices)


class RunDraft:
    """The answers of a run so far.

    Args:
        findings: Where problems and notices go.
    """

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self._answers: dict[str, dict[int, Answer]] = {}
        self._lines: dict[tuple[str, int], int] = {}
        self._repeated: list[str] = []

    def ranking(self, query: str, documents: Sequence[str], scores: Sequence[float] | None) -> Ranking:
        """Return a result list in which each document stands once, at its best place."""
        if len(set(documents)) == len(documents):
            return Ranking(documents, scores if documents else None)
        best: dict[str, float] = {}
        values = scores if scores is not None else range(0, -len(documents), -1)
        for document, score in zip(documents, values, strict=True):
            if document not in best:
                best[document] = score
                continue
            self._repeated.append(f"{query}: {document}")
            best[document] = max(best[document], score)
        return Ranking(list(best), list(best.values()) if scores is not None else None)

    def taken(self, ident: str, line: int, repeat: int = 1) -> bool:
        """Say whether an id has an earlier answer of this number, which is a problem of ``line``."""
        if (ident, repeat) not in self._lines:
            return False
        which = f"repeat {repeat} of " if repeat > 1 else ""
        what = f"{which}the id {ident!r} is already on line {self._lines[ident, repeat]}"
        self.findings.problem(
            line, what, "keep one answer for each item, or number them with 'repeat'", code="repeated_item"
        )
        return True

    def add(self, answer: Answer, line: int = 0, repeat: int = 1) -> None:
        """Add an answer, found on ``line``; its id and number are not :meth:`taken`."""
        self._answers.setdefault(answer.id, {})[repeat] = answer
        self._lines[answer.id, repeat] = line

    def finish(self) -> Run:
        """Return the run.

        Raises:
            QuestionError: There were problems, or there is no answer.
        """
        findings = self.findings
        if self._repeated:
            text = (
                f"{counted(len(self._repeated), 'document')} listed again in one list: the best place counts"
            )
            findings.notice("repeated_document", text, items=self._repeated)
        notices = findings.notices()
        if not self._answers:
            raise QuestionError(_nothing("answers", findings.shown))
        ordered = {i: tuple(by[n] for n in sorted(by)) for i, by in self._answers.items()}
        first = {i: next((a for a in given if a.error is None), given[0]) for i, given in ordered.items()}
        repeats = {i: given for i, given in ordered.items() if len(given) > 1}
        lines = array("q", [self._lines[i, min(self._answers[i])] for i in sorted(first)])
        return Run(first, findings.shown, notices, repeats, lines)


def _nothing(what: str, shown: str) -> Problem:
    """An empty file is a job that went wrong upstream, never an answer of its own."""
    return Problem(f"no {what}", shown, "look at what writes this file", code="nothing_in_file")
