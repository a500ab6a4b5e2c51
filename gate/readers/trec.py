"""TREC files: judgements (qrels) of four fields a line, runs of six.

Fields stand between spaces or tabs, as many as you like. Blank lines and lines that begin with ``#``
are skipped. Of a run, the second field, the rank and the tag are ignored: the score decides. What
stands behind the tag belongs to it, as trec_eval has it.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.golden import GoldenItem
from gate.readers import columns, values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.findings import Findings
from gate.run import Answer, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.source import FileSource

FORMATS = {"trec": (".trec", ".qrels", ".run", ".txt")}
TASKS = ("retrieval",)

_JUDGEMENT = 4
_RESULT = 6
"""Fields of a line, or more: a tag may be of several words."""

_GRADE_HEADERS = ("grade", "judgement", "judgment", "label", "rel", "relevance", "score")


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read ``query iteration document grade`` lines; ``task`` is always retrieval."""
    del task
    findings = Findings(source.shown)
    draft = GoldenDraft(findings)
    for line, (query, _, document, grade) in _lines(data, _JUDGEMENT, findings):
        number = findings.value(line, values.grade, grade)
        if number is not None:
            draft.judge(query, document, number, line)
    for query, relevant in draft.judged.items():
        draft.add(GoldenItem(query, relevant=relevant, line=draft.first_line(query)))
    return draft.finish()


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read ``query Q0 document rank score tag`` lines; ``task`` is always retrieval."""
    del task
    findings = Findings(source.shown)
    return _run(columns.read(io.BytesIO(data)) or _lists(data, findings), findings)


def read_regular(source: FileSource) -> Run | None:
    """Read a run that is exactly regular, piece by piece, never the whole file at once; or decline."""
    if not source.path.is_file():
        return None  # what a pipe says is said once
    try:
        with source.path.open("rb", buffering=0) as file:
            lists = columns.read(file)
    except OSError:
        return None
    return _run(lists, Findings(source.shown)) if lists else None


def _run(lists: Mapping[str, columns.Listed], findings: Findings) -> Run:
    draft = RunDraft(findings)
    for query, listed in lists.items():
        ranking = listed if isinstance(listed, Ranking) else draft.ranking(query, *listed)
        draft.add(Answer(query, ranking))
    return draft.finish()


def _lists(data: bytes, findings: Findings) -> dict[str, columns.Listed]:
    lists: dict[str, tuple[list[str], list[float]]] = {}
    for line, (query, _, document, _, score, *_) in _lines(data, _RESULT, findings):
        number = findings.value(line, values.score, score)
        if number is not None:
            documents, scores = lists.setdefault(query, ([], []))
            documents.append(document)
            scores.append(number)
    return dict(lists)


def _lines(data: bytes, expected: int, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the fields of every line that holds something."""
    comments: list[int] = []
    first = True
    for line, text in enumerate(data.split(b"\n"), start=1):
        found = text.split()
        if not found:
            continue
        if found[0].startswith(b"#"):
            comments.append(line)
            continue
        fields = [field.decode() for field in found]
        if first and _is_header(fields):
            findings.notice("header", f"the first line is read as a header: {text.decode()!r}", line=line)
        elif len(fields) < expected or (len(fields) > expected and expected != _RESULT):
            findings.problem(line, *_miscounted(fields, expected))
        else:
            yield line, fields
        first = False
    if comments:
        skipped = f"{counted(len(comments), 'comment line')} skipped"
        findings.notice("comment", skipped, line=comments[0])


def _is_header(fields: list[str]) -> bool:
    """Say whether a first line names columns: both rank and score of a run, or the grade, are words."""
    if len(fields) in (3, 4):
        return fields[-1].lower() in _GRADE_HEADERS
    return len(fields) >= _RESULT and all(_is_word(field) for field in fields[3:5])


def _is_word(field: str) -> bool:
    return field.isidentifier() and field.lower() not in ("nan", "inf", "infinity")


def _miscounted(fields: list[str], expected: int) -> tuple[str, str]:
    what = f"{counted(len(fields), 'field')}, {expected} expected: {values.quoted(' '.join(fields))}"
    kinds = {
        _JUDGEMENT: "a line of judgements is `query iteration document grade`",
        _RESULT: "a line of a run is `query Q0 document rank score tag`",
    }
    if len(fields) in kinds:
        other = "judgements" if len(fields) == _JUDGEMENT else "a run"
        return what, f"{kinds[expected]}; this looks like {other}"
    return what, kinds[expected]
