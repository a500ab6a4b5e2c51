"""One JSON object for a file: ``{query: {document: score}}``, or ``grade`` in a golden set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.golden import GoldenItem
from gate.readers import values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.findings import Findings
from gate.readers.json_text import NotJsonError, Repeated, decode, elements, entries
from gate.run import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.source import FileSource

FORMATS = {"json": (".json",)}
TASKS = ("retrieval",)


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read ``{query: {document: grade}}``; ``task`` is always retrieval."""
    del task
    findings = Findings(source.shown)
    draft = GoldenDraft(findings)
    for line, query, documents in _queries(data, findings):
        draft.open(query)
        for document, grade in documents:
            name = findings.value(line, values.identifier, document)
            number = findings.value(line, values.grade, grade)
            if name is not None and number is not None:
                draft.judge(query, name, number, line)
        draft.add(GoldenItem(query, relevant=draft.judged[query], line=line))
    return draft.finish()


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read ``{query: {document: score}}``; ``task`` is always retrieval."""
    del task
    findings = Findings(source.shown)
    draft = RunDraft(findings)
    for line, query, documents in _queries(data, findings):
        ids, scores = [], []
        for document, score in documents:
            name = findings.value(line, values.identifier, document)
            number = findings.value(line, values.score, score)
            if name is not None and number is not None:
                ids.append(name)
                scores.append(number)
        draft.add(Answer(query, draft.ranking(query, ids, scores)), line)
    return draft.finish()


def _queries(data: bytes, findings: Findings) -> Iterator[tuple[int, str, list[tuple[str, Any]]]]:
    """Yield the line, the id and the documents of each query."""
    text = data.decode()
    if not text.strip():
        return
    try:
        found = decode(text)
    except ValueError as err:
        findings.problem(err.line if isinstance(err, NotJsonError) else 0, str(err))
        return
    if isinstance(found, list):
        fix = "write one item a line and name the file .jsonl: `jq -c '.[]'` does"
        findings.problem(0, "a list; this format is {query: {document: number}}", fix)
    elif isinstance(found, Repeated):
        findings.problem(0, f"the query {found.twice!r} stands twice", "keep one of them")
    elif not isinstance(found, dict):
        findings.problem(0, f"{values.quoted(found)}; this format is {{query: {{document: number}}}}")
    else:
        yield from _pairs(text, findings)


def _pairs(text: str, findings: Findings) -> Iterator[tuple[int, str, list[tuple[str, Any]]]]:
    for line, query, documents in elements(text):
        if findings.value(line, values.identifier, query) is None:
            continue
        if isinstance(documents, dict):
            yield line, query, list(entries(documents))
        else:
            what = f"query {query!r} has {values.quoted(documents)}, not {{document: number}}"
            findings.problem(line, what)
