"""Parquet: the columns of a table, or objects with nested columns; needs the extra ``parquet``.

One judgement or result a row, as in CSV, or one item a row with lists in it, as in JSON Lines. Where
messages name a line, it is the row, from 1. Class labels of a Hugging Face data set, which are stored as
numbers, become their names.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.readers import jsonl, tables, values
from gate.readers.fields import OF_RUNS, Fields
from gate.readers.findings import Findings
from gate.readers.rows import Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gate.golden import GoldenSet
    from gate.readers.jsonl import Numbered
    from gate.run import Run
    from gate.source import FileSource

FORMATS = {"parquet": (".parquet",)}
TASKS = ("retrieval", "classification", "multiclass", "multilabel", "generation", "judge")

_IDS = ("id", "doc_id")


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read ``id, relevant``, ``id, label`` or ``id, reference`` rows, or one row a judgement, as in CSV."""
    findings, found = Findings(source.shown), table(source, data)
    if _is_whole(found, source, task, "relevant", "labels", "reference"):
        rows = _objects(found, source, findings, ("relevant", "labels", "reference"))
        return jsonl.golden_of(rows, source, task, findings)
    return tables.golden_of(_cells(found, source, findings), task)


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read ``id, ranked``, ``id, score`` or ``id, text`` rows, or one row a result, as in CSV."""
    findings = Findings(source.shown)
    if task == "retrieval":
        regular = _by_column(source, data)
        if regular is not None:
            return regular
    found = table(source, data)
    if _is_whole(found, source, task, "ranked", "predicted", "probabilities"):
        rows = _objects(found, source, findings, ("ranked", "predicted", "probabilities"))
        return jsonl.run_of(rows, source, task, findings)
    return tables.run_of(_cells(found, source, findings, of_run=True), task)


def read_regular(source: FileSource) -> Run | None:
    """Read a ranked run that is exactly regular, part by part, never the whole file at once; or decline."""
    return _by_column(source, None) if source.path.is_file() else None


def _by_column(source: FileSource, data: bytes | None) -> Run | None:
    """Read a ranked run from its columns, in a file or in ``data``; or decline."""
    try:
        import pyarrow as pa
    except ImportError:
        return None
    from gate.readers import arrow_columns

    try:
        with pa.OSFile(str(source.path)) if data is None else pa.BufferReader(data) as file:
            return arrow_columns.read(file, source)
    except OSError:
        return None


def records(source: FileSource, data: bytes, findings: Findings) -> tuple[Iterator[Numbered], frozenset[str]]:
    """Return every row as an object with its number, from 1, and the names of all columns."""
    found = table(source, data)
    return _objects(found, source, findings), frozenset(found.column_names)


def table(source: FileSource, data: bytes) -> Any:
    """Return the ``pyarrow.Table`` of a file.

    Raises:
        QuestionError: It cannot be read, or pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        fix = "pip install 'mergegate[parquet]', or save the file as JSON Lines or CSV"
        raise QuestionError(
            Problem("reading Parquet needs pyarrow", source.shown, fix, code="extra_missing")
        ) from None
    try:
        found = pq.ParquetFile(pa.BufferReader(data)).read()
        found.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise QuestionError(_unreadable(source, error)) from None
    twice = sorted({name for name in found.column_names if found.column_names.count(name) > 1})
    if twice:
        what = f"two columns are called {twice[0]!r}"
        raise QuestionError(Problem(what, source.shown, "rename one of them", code="column_twice"))
    return found


def _unreadable(source: FileSource, error: Exception) -> Problem:
    why = str(error).splitlines()[0] if str(error) else type(error).__name__
    what = f"not a Parquet file that can be read: {why}"
    return Problem(what, source.shown, "write it again, or copy it again", code="file_damaged")


def _is_whole(found: Any, source: FileSource, task: str, ranking: str, *several: str) -> bool:
    """Say whether a row is a whole item, with a list or an object in a cell, as in JSON Lines."""
    import pyarrow as pa

    if task == "retrieval":
        return Fields(source).find(ranking, found.column_names) is not None
    names = [Fields(source).find(field, found.column_names) for field in several]
    return any(pa.types.is_nested(found.schema.field(name).type) for name in names if name is not None)


def _objects(
    found: Any, source: FileSource, findings: Findings, wanted: Iterable[str] = ()
) -> Iterator[Numbered]:
    """Yield rows as JSON would give them; a list of lists of documents is one list.

    An empty cell is no key, except of a ``wanted`` field: that it is empty is then said, and not that there
    is no such column.
    """
    import pyarrow as pa

    names = _class_names(found)
    maps = {field.name for field in found.schema if pa.types.is_map(field.type)}
    fields = Fields(source)
    relevant = fields.find("relevant", found.column_names)
    columns = [fields.all_of(field, found.column_names) for field in wanted]
    kept = {names[0] for names in columns if len(names) == 1}
    flattened = 0
    number = 0
    for batch in found.to_batches():
        for row in batch.to_pylist():
            number += 1
            plain = {
                key: _plain(dict(value) if key in maps and value is not None else value)
                for key, value in row.items()
            }
            for key, classes in names.items():
                value = plain[key]
                plain[key] = (
                    [_class_of(each, classes, number, findings) for each in value]
                    if isinstance(value, list)
                    else _class_of(value, classes, number, findings)
                )
            listed = plain.get(relevant) if relevant else None
            if isinstance(listed, list) and any(isinstance(entry, list) for entry in listed):
                flattened += 1
                lists = [entry if isinstance(entry, list) else [entry] for entry in listed]
                plain[str(relevant)] = [entry for some in lists for entry in some]
            yield number, {key: value for key, value in plain.items() if value is not None or key in kept}
    if flattened:
        text = (
            f"lists of lists in {relevant!r} are read as one list: in {flattened:,} of "
            f"{counted(number, 'row')}"
        )
        findings.notice("nested_lists", text)


def _cells(found: Any, source: FileSource, findings: Findings, *, of_run: bool = False) -> Table:
    """Return the plain columns as a table of text cells.

    Of a run, further columns that hold no numbers are left out: a tag of digits is no number to average.
    """
    import pyarrow as pa

    fields, names = Fields(source), _class_names(found)
    ids = {fields.find(field, found.column_names) for field in _IDS}
    ranks = of_run and fields.find("doc_id", found.column_names) is not None
    scored = fields.find("score", found.column_names) if ranks else None
    kept = {*fields.known(), *OF_RUNS, *fields.classes(), *fields.numbers()}
    columns: dict[str, list[str]] = {}
    for field in found.schema:
        kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        numeric = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
        if pa.types.is_nested(kind) or (of_run and not numeric and field.name not in kept):
            continue
        listed = found.column(field.name).to_pylist()
        if field.name == scored:
            listed = ["NaN" if _is_nan(value) else value for value in listed]
        cells = [_plain(value) for value in listed]
        if field.name in names:
            cells = [_class_of(cell, names[field.name], i, findings) for i, cell in enumerate(cells, start=1)]
        if field.name in ids and any(isinstance(cell, float) for cell in cells):
            what = f"the column {field.name!r} holds numbers with a point ({kind}), which are no ids"
            findings.problem(0, what, "write ids as text or as whole numbers", code="wrong_format")
            cells = [""] * len(cells)
        columns[field.name] = [_cell(cell) for cell in cells]
    cells_of = zip(*columns.values(), strict=True)
    rows = [Row(i, dict(zip(columns, row, strict=True))) for i, row in enumerate(cells_of, start=1)]
    return Table.of_rows(source, list(columns), rows, findings, found.column_names)


def _class_names(found: Any) -> Mapping[str, Sequence[str]]:
    """Return ``{column: names of its classes}``, as a Hugging Face data set keeps them beside its schema."""
    try:
        features = json.loads((found.schema.metadata or {})[b"huggingface"])["info"]["features"]
        of_one = {name: _feature_of_one(each) for name, each in features.items()}
        labels = {name: each for name, each in of_one.items() if each.get("_type") == "ClassLabel"}
        there = [name for name in labels if name in found.column_names]
        return {name: [str(each) for each in labels[name]["names"]] for name in there}
    except (KeyError, ValueError, TypeError, AttributeError):
        return {}


def _feature_of_one(feature: Any) -> Any:
    """Return what a data set says of one value of a column, where a cell may hold a list of them."""
    inside = feature[0] if isinstance(feature, list) else feature.get("feature")
    return inside if isinstance(inside, dict) else feature


def _class_of(value: object, names: Sequence[str], row: int, findings: Findings) -> object:
    if value is None or value == -1:  # what such data sets write for "unknown"
        return None
    if isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    what = f"the class {values.quoted(value)} is none of the {len(names)} that the file names"
    findings.problem(row, what, f"write a number from 0 to {len(names) - 1}, or -1 for no class")
    return None


def _plain(value: Any) -> Any:
    """Return a value as JSON could hold it; NaN, which a data frame writes for nothing, is nothing."""
    match value:
        case dict():
            return {key: plain for key, inside in value.items() if (plain := _plain(inside)) is not None}
        case list():
            return [list(entry) if isinstance(entry, tuple) else _plain(_named(entry)) for entry in value]
        case float():
            return None if _is_nan(value) else value
        case bytes():
            return value.decode("utf-8", "backslashreplace")
        case None | str() | int():
            return value
        case _:
            return _number(value)


def _named(entry: Any) -> Any:
    """Let the score of a result be NaN: there it is a mistake, and nothing that a data frame left out."""
    return {**entry, "score": "NaN"} if isinstance(entry, dict) and _is_nan(entry.get("score")) else entry


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _number(value: Any) -> Any:
    """Return a decimal number as a number; anything else, a date for instance, as text."""
    from decimal import Decimal

    if not isinstance(value, Decimal):
        return str(value)
    return int(value) if value == value.to_integral_value() else float(value)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
