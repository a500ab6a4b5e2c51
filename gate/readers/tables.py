"""CSV and TSV with a header row: one item or answer a row, in retrieval one judgement or result."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gate.golden import GoldenItem
from gate.readers import rated, values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.findings import Findings
from gate.readers.groups import Groups
from gate.readers.rows import Table
from gate.run import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.golden import GoldenSet
    from gate.readers.rows import Row
    from gate.run import Run
    from gate.source import FileSource

FORMATS = {"csv": (".csv",), "tsv": (".tsv",)}
TASKS = ("retrieval", "classification", "multiclass", "multilabel", "generation", "judge")


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read ``id, label`` rows, or one ``query_id, doc_id, relevance`` row a judgement.

    Where an item has several labels: ``id, labels`` rows with ``|`` between them, or a column of 0 and 1
    for each label. Of generated text: ``id, reference`` rows; a cell of ``references`` is a JSON list.
    """
    return golden_of(Table(source, data, Findings(source.shown)), task)


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read ``id, score, predicted`` rows, or one ``query_id, doc_id, score`` row a result.

    With more than two classes a column called after a class holds its probability.
    """
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
    elif task == "multilabel":
        _label_sets(table, draft)
    elif task == "generation":
        _references(table, draft)
    elif task == "judge":
        _rated(table, draft)
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
        _decisions(table, draft, task)
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
    findings, groups = table.findings, Groups(table)
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
    read = partial(_label_of, column=names[1])
    _items(table, draft, names[0], "label", read, Groups(table, never=_cells(table, names[1])))


def _label_of(cells: dict[str, str], *, column: str) -> str:
    return values.label(cells[column])


def _cells(table: Table, column: str) -> frozenset[str]:
    """Return what stands in a column: a further column called like that holds its probability."""
    return frozenset(row.cells[column].strip() for row in table.rows)


def _rated(table: Table, draft: GoldenDraft) -> None:
    further, column = rated.columns(table), table.column("label")
    names = table.need("id") if further else table.need("id", "label")
    if names is None:
        return
    read = partial(_rating_of, column=column, further=further)
    _items(table, draft, names[0], None, read, Groups(table, never=further))


def _rating_of(cells: dict[str, str], *, column: str | None, further: frozenset[str]) -> dict[str, Any]:
    label = cells[column].strip() if column is not None else ""
    return rated.item(rated.unfolded(cells, further), label=label or None)


def _label_sets(table: Table, draft: GoldenDraft) -> None:
    column = table.column("labels")
    flags = () if column else tuple(name for name in table.further() if _all_flags(table, name))
    names = table.need("id") if flags else table.need("id", "labels")
    if names is None:
        return
    read = partial(_labels_of, column=column, flags=flags)
    _items(table, draft, names[0], "labels", read, Groups(table, never=frozenset(flags)))


def _labels_of(cells: dict[str, str], *, column: str | None, flags: Sequence[str]) -> tuple[str, ...]:
    if column is not None:
        return values.labels(cells[column])
    return values.labels([name for name in flags if values.flag(cells[name])])


def _references(table: Table, draft: GoldenDraft) -> None:
    names = table.need("id", "reference")
    if names is None:
        return
    there = table.fields.all_of("reference", table.columns)
    if len(there) > 1:
        what = f"{' and '.join(map(repr, there))} say the same"
        table.findings.problem(table.header, what, "keep one of them", code="column_twice")
    read = partial(_references_of, column=names[1])
    _items(table, draft, names[0], "references", read, Groups(table))


def _references_of(cells: dict[str, str], *, column: str) -> tuple[str, ...]:
    given = cells[column]
    return values.listed_references(given) if column == "references" else values.references(given)


def _all_flags(table: Table, name: str) -> bool:
    try:
        return all(values.flag(row.cells[name]) or row.cells[name].strip() for row in table.rows)
    except ValueError:
        return False


def _items(
    table: Table,
    draft: GoldenDraft,
    ident_column: str,
    field: str | None,
    read: Callable[[Any], Any],
    groups: Groups,
) -> None:
    """Add one item a row; ``field`` of it is what ``read`` makes of the row's cells, or fields by name."""
    findings = table.findings
    truth: dict[str, tuple[Any, int]] = {}
    for line, cells in table.rows:
        ident = findings.value(line, values.identifier, cells[ident_column])
        found = findings.value(line, read, cells)
        if ident is None or found is None:
            continue
        if ident in truth:
            what = f"the id {ident!r} is already on line {truth[ident][1]}"
            findings.problem(line, what, "give every item an id of its own", code="repeated_item")
            continue
        truth[ident] = found, line
        groups.take(ident, line, cells)
    details = groups.details()
    for ident, (found, line) in truth.items():
        said = found if field is None else {field: found}
        draft.add(GoldenItem(ident, line=line, **said, **details[ident]))


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
    numeric = _numeric(table, "retrieval")
    for query, (documents, scores, rows) in lists.items():
        same = [name for name in numeric if all(row.cells[name] == rows[0].cells[name] for row in rows)]
        numbers = _numbers(rows[0], same, findings)
        draft.add(Answer(query, draft.ranking(query, documents, scores), numbers=numbers), rows[0].line)


_SAYS: dict[str, dict[str, tuple[str, Callable[[object], Any]]]] = {
    "classification": {"score": ("score", values.score), "predicted": ("predicted", values.label)},
    "multiclass": {"predicted": ("predicted", values.label)},
    "multilabel": {"labels": ("predicted", values.labels)},
    "generation": {"text": ("text", partial(values.text, what="the answer"))},
    "judge": {"predicted": ("predicted", values.label), "swapped": ("swapped", values.label)},
}
"""What a run table says of an item, by task: ``{field of the answer: (its column, what a cell means)}``."""


_ELSE = {
    "classification": ("score", "; and no 'predicted'"),
    "multiclass": ("predicted", "; and no number a class"),
    "multilabel": ("predicted", "; and no number a class"),
    "generation": ("text", ""),
    "judge": ("predicted", "; and no number"),
}
"""What a run table lacks that says nothing of its items, by task."""


def _decisions(table: Table, draft: RunDraft, task: str) -> None:
    names = table.need("id")
    if names is None:
        return
    findings = table.findings
    error: tuple[str, Callable[[object], Any]] = ("error", partial(values.text, what="an error"))
    says = {**_SAYS[task], "error": error}
    columns = {field: name for field, (ours, _) in says.items() if (name := table.column(ours))}
    numeric = _numeric(table, task)
    telling = set(numeric) - set(values.MEASURED)
    by_class = bool(telling) and task in {"multiclass", "multilabel"}
    if not columns.keys() & _SAYS[task].keys() and not by_class and not (telling and task == "judge"):
        first, other = _ELSE[task]
        what, fix = table.fields.missing(first, table.columns)
        findings.problem(table.header, f"{what}{other}", fix, code="column_missing")
        return
    repeats = table.column("repeat")
    for row in table.rows:
        ident = findings.value(row.line, values.identifier, row.cells[names[0]])
        repeat = findings.value(row.line, values.repeat, row.cells[repeats]) if repeats else 1
        if ident is None or repeat is None or draft.taken(ident, row.line, repeat):
            continue
        numbers = _numbers(row, numeric, findings)
        # No label at all is an answer, too, and so is an empty text.
        said = {
            f: row.cells[n] for f, n in columns.items() if f in {"labels", "text"} or row.cells[n].strip()
        }
        # A judge's row without a verdict is a missing verdict, which its metrics account for.
        if not said and not (by_class and numbers) and task != "judge":
            wanted = [*columns, *(["number a class"] if by_class else [])]
            findings.problem(row.line, f"{ident!r} has no {' and no '.join(wanted)}", _NO_ANSWER)
        if "error" in said:
            said = {"error": said["error"]}
        found: dict[str, Any] = {
            field: findings.value(row.line, says[field][1], cell) for field, cell in said.items()
        }
        draft.add(Answer(ident, numbers=numbers, **found), row.line, repeat)


_NO_ANSWER = "leave the row out if there is no answer, or say why in a column 'error'"


def _numeric(table: Table, task: str) -> list[str]:
    """Return the further columns in which every cell that is not empty is a number, or has to be one."""
    taken = table.fields.of_run(task)
    free = [name for name in table.columns if name and name not in taken]
    numeric = table.numeric(free)
    meant = [name for name in values.MEASURED if any(row.cells.get(name) for row in table.rows)]
    return [name for name in free if name in numeric or name in meant]


def _numbers(row: Row, names: Sequence[str], findings: Findings) -> dict[str, float]:
    cells = {name: cell for name in names if (cell := row.cells[name])}
    found = {
        n: findings.value(row.line, partial(values.measurement, what=n), cell) for n, cell in cells.items()
    }
    return {name: number for name, number in found.items() if number is not None}
