"""One JSON object for a file: ``{query: {document: score}}``, or ``grade`` in a golden set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.golden import GoldenItem
from gate.readers import values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.findings import Findings
from gate.readers.json_text import Repeated, decode, entries
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
    for query, documents in _queries(data, findings):
        draft.open(query)
        for document, grade in documents:
            name = findings.value(0, values.identifier, document)
            number = findings.value(0, values.grade, grade)
            if name is not None and number is not None:
                draft.judge(query, name, number, 0)
        draft.add(GoldenItem(query, relevant=draft.judged[query]))
    return draft.finish()


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read ``{query: {document: score}}``; ``task`` is always retrieval."""
    del task
    findings = Findings(source.shown)
    draft = RunDraft(findings)
    for query, documents in _queries(data, findings):
        ids, scores = [], []
        for document, score in documents:
            name = findings.value(0, values.identifier, document)
            number = findings.value(0, values.score, score)
            if name is not None and number is not None:
                ids.append(name)
                scores.append(number)
        draft.add(Answer(query, draft.ranking(query, ids, scores)))
    return draft.finish()


def _queries(data: bytes, findings: Findings) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    if not data.strip():
        return
    try:
        found = decode(data.decode())
    except ValueError as err:
        findings.problem(0, str(err))
        return
    if isinstance(found, list):
        fix = "write one item a line and name the file .jsonl: `jq -c '.[]'` does"
        findings.problem(0, "a list; this format is {query: {document: number}}", fix)
    elif isinstance(found, Repeated):
        findings.problem(0, f"the query {found.twice!r} stands twice")
    elif not isinstance(found, dict):
        findings.problem(0, f"{values.quoted(found)}; this format is {{query: {{document: number}}}}")
    else:
        yield from _pairs(found, findings)


def _pairs(found: dict[str, Any], findings: Findings) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    for query, documents in found.items():
        if not query:
            findings.problem(0, "a query id is empty")
        elif isinstance(documents, dict):
            yield query, list(entries(documents))
        else:
            findings.problem(0, f"query {query!r} has {values.quoted(documents)}, not {{document: number}}")
