"""CSV and TSV with a header row: one item or answer a row, in retrieval one judgement or result."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gate.golden import GoldenItem
from gate.readers import values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.fields import OF_RUNS
from gate.readers.findings import Findings
from gate.readers.rows import Table
from gate.run import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.golden import GoldenSet
    from gate.readers.rows import Row
    from gate.run import Run
    from gate.source import FileSource

FORMATS = {"csv": (".csv",), "tsv": (".tsv",)}
TASKS = ("retrieval", "classification")


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read ``id, label`` rows, or one ``query_id, doc_id, relevance`` row a judgement."""
    return golden_of(Table(source, data, Findings(source.shown)), task)


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read ``id, score, predicted`` rows, or one ``query_id, doc_id, score`` row a result."""
    return run_of(Table(source, data, Findings(source.shown)), task)


def golden_of(table: Table, task: str) -> GoldenSet:
    """Return the golden set that a table holds, wherever it comes from.

    Raises:
        QuestionError: There were problems, or there is no row.
    """
    draft = GoldenDraft(table.findings)
    if not table.columns:
        return draft.finish()
    if task == "retrieval":
        _judgements(table, draft)
    else:
        _labels(table, draft)
    return draft.finish()


def run_of(table: Table, task: str) -> Run:
    """Return the run that a table holds; arguments and errors are those of :func:`golden_of`."""
    draft = RunDraft(table.findings)
    if not table.columns:
        return draft.finish()
    if task == "retrieval":
        _results(table, draft)
    else:
        _decisions(table, draft)
    return draft.finish()


def read_queries(source: FileSource, data: bytes, findings: Findings) -> dict[str, str]:
    """Read ``{id: query}`` rows, the query list of a BEIR folder."""
    table = Table(source, data, findings)
    names = table.need("id", "query") if table.columns else None
    return {row.cells[names[0]]: row.cells[names[1]] for row in table.rows} if names else {}


def _judgements(table: Table, draft: GoldenDraft) -> None:
    names = table.need("id", "doc_id", "relevance")
    if names is None:
        return
    findings, groups = table.findings, _Groups(table)
    for line, cells in table.rows:
        query = findings.value(line, values.identifier, cells[names[0]])
        document = findings.value(line, values.identifier, cells[names[1]])
        grade = findings.value(line, values.grade, cells[names[2]])
        if query is not None and document is not None and grade is not None:
            draft.judge(query, document, grade, line)
            groups.take(query, line, cells)
    details = groups.details()
    for query, relevant in draft.judged.items():
        draft.add(GoldenItem(query, relevant=relevant, line=draft.first_line(query), **details[query]))


def _labels(table: Table, draft: GoldenDraft) -> None:
    names = table.need("id", "label")
    if names is None:
        return
    findings, groups = table.findings, _Groups(table)
    labels: dict[str, tuple[str, int]] = {}
    for line, cells in table.rows:
        ident = findings.value(line, values.identifier, cells[names[0]])
        label = findings.value(line, values.label, cells[names[1]])
        if ident is None or label is None:
            continue
        if ident in labels:
            what = f"the id {ident!r} is already on line {labels[ident][1]}"
            findings.problem(line, what, "give every item an id of its own")
            continue
        labels[ident] = label, line
        groups.take(ident, line, cells)
    details = groups.details()
    for ident, (label, line) in labels.items():
        draft.add(GoldenItem(ident, label=label, line=line, **details[ident]))


class _Groups:
    """What a golden table says about its items beside the judgements.

    A retrieval table says it on every row of a query. The rows must agree on weight, cluster and
    critical; a further column is a slice only if they agree on it.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        plain: dict[str, Callable[[object], Any]] = {
            "query": partial(values.text, what="the query"),
            "weight": values.weight,
            "cluster": partial(values.text, what="a cluster"),
            "critical": values.flag,
        }
        self._meanings = {
            field: (name, meaning) for field, meaning in plain.items() if (name := table.column(field))
        }
        slices = table.column("slices")
        further = [name for name in table.further() if name not in OF_RUNS]
        self._slices = [*further, slices] if slices else further
        self._first: dict[str, tuple[int, dict[str, str]]] = {}
        self._varies: dict[str, int] = {}

    def take(self, ident: str, line: int, cells: dict[str, str]) -> None:
        """Note one row of an item."""
        before, first = self._first.setdefault(ident, (line, cells))
        if first is cells:
            return
        for field, (name, _) in self._meanings.items():
            if cells[name] != first[name] and field != "query":
                what = f"{ident!r} has the {field} {cells[name]!r} here and {first[name]!r} on line {before}"
                self._table.findings.problem(line, what, "say the same on every row")
        for name in self._slices:
            if cells[name] != first[name]:
                self._varies.setdefault(name, line)

    def details(self) -> dict[str, dict[str, Any]]:
        """Return what to construct each item with."""
        findings = self._table.findings
        for name, line in self._varies.items():
            text = f"the column {name!r} differs between rows of one query, so it is no slice"
            findings.notice("no_slice", text, line=line)
        slices = [name for name in self._slices if name not in self._varies]
        details: dict[str, dict[str, Any]] = {}
        for ident, (line, cells) in self._first.items():
            found = {
                field: findings.value(line, meaning, cells[name])
                for field, (name, meaning) in self._meanings.items()
                if cells[name]
            }
            details[ident] = {**found, "slices": {name: cells[name] for name in slices if cells[name]}}
        return details


def _results(table: Table, draft: RunDraft) -> None:
    names = table.need("id", "doc_id", "score")
    if names is None:
        return
    findings = table.findings
    lists: dict[str, tuple[list[str], list[float], list[Row]]] = {}
    for row in table.rows:
        query = findings.value(row.line, values.identifier, row.cells[names[0]])
        document = findings.value(row.line, values.identifier, row.cells[names[1]])
        score = findings.value(row.line, values.score, row.cells[names[2]])
        if query is not None and document is not None and score is not None:
            documents, scores, rows = lists.setdefault(query, ([], [], []))
            documents.append(document)
            scores.append(score)
            rows.append(row)
    numeric = _numeric(table)
    for query, (documents, scores, rows) in lists.items():
        same = [name for name in numeric if all(row.cells[name] == rows[0].cells[name] for row in rows)]
        numbers = _numbers(rows[0], same)
        draft.add(Answer(query, draft.ranking(query, documents, scores), numbers=numbers), rows[0].line)


def _decisions(table: Table, draft: RunDraft) -> None:
    names = table.need("id")
    if names is None:
        return
    findings = table.findings
    meanings: dict[str, Callable[[object], Any]] = {
        "score": values.score,
        "predicted": values.label,
        "error": partial(values.text, what="an error"),
    }
    columns = {field: name for field in meanings if (name := table.column(field))}
    if not columns.keys() & {"score", "predicted"}:
        what, fix = table.fields.missing("score", table.columns)
        findings.problem(table.header, f"{what}; and no 'predicted'", fix)
        return
    numeric = _numeric(table)
    repeats = table.column("repeat")
    for row in table.rows:
        ident = findings.value(row.line, values.identifier, row.cells[names[0]])
        repeat = findings.value(row.line, values.repeat, row.cells[repeats]) if repeats else 1
        if ident is None or repeat is None or draft.taken(ident, row.line, repeat):
            continue
        said = {field: row.cells[name] for field, name in columns.items() if row.cells[name].strip()}
        if not said:
            findings.problem(row.line, f"{ident!r} has no {' and no '.join(columns)}", _NO_ANSWER)
        if "error" in said:
            said = {"error": said["error"]}
        found = {field: findings.value(row.line, meanings[field], cell) for field, cell in said.items()}
        draft.add(Answer(ident, numbers=_numbers(row, numeric), **found), row.line, repeat)


_NO_ANSWER = "leave the row out if there is no answer, or say why in a column 'error'"


def _numeric(table: Table) -> list[str]:
    """Return the further columns in which every cell that is not empty is a number."""
    return table.numeric([name for name in table.columns if name and name not in table.fields.of_run()])


def _numbers(row: Row, names: Sequence[str]) -> dict[str, float]:
    return {name: values.number(row.cells[name], name) for name in names if row.cells[name]}
