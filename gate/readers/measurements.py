"""One column of numbers from a CSV, TSV or JSON Lines file: what an experiment measured in one arm."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError
from gate.readers import content, values
from gate.readers.findings import Findings
from gate.readers.json_text import Repeated, decode
from gate.readers.rows import Table
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gate.notice import Notice

SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
"""Suffix of a file, before ``.gz`` if there is one, → its format."""

LARGEST = 1e100
"""Numbers beyond it overflow when they are squared and summed."""

LISTED = 12
"""Columns that a message names."""


@dataclass(frozen=True, slots=True)
class Measurements:
    """One number a row.

    Attributes:
        values: In the order of the file; finite.
        notices: What was odd about the file.
    """

    values: tuple[float, ...]
    notices: tuple[Notice, ...]


def read(path: Path, column: str) -> Measurements:
    """Read ``column`` of ``path``, one number a row; true and false count as 1 and 0.

    An empty cell is refused: whether it means 0 or nothing is not ours to guess.

    Args:
        path: A CSV or TSV file with a header, or JSON Lines; each may be compressed with gzip.
        column: Name of the column, or of the key.

    Raises:
        QuestionError: The file cannot be read, has no such column, or a value is missing or no number.
            Every problem is named at once.
    """
    source = FileSource(path, str(path), _format(path), said_by="argument")
    data = content.load(source, "file")
    findings = Findings(source.shown)
    if source.format == "jsonl":
        cells = _of_lines(data, column, findings)
    else:
        cells = _of_table(Table(source, data, findings), column)
    found = [(line, findings.value(line, partial(_number, column), cell)) for line, cell in cells]
    if not found and not findings.failed:
        findings.problem(
            0, "it holds no rows", f"give it one row a unit, with a column {column!r}", code="nothing_in_file"
        )
    notices = findings.notices()
    return Measurements(tuple(value for _, value in found if value is not None), notices)


def _format(path: Path) -> str:
    suffix = path.with_suffix("").suffix if path.suffix.lower() == ".gz" else path.suffix
    form = SUFFIXES.get(suffix.lower())
    if form is None:
        known = ", ".join(SUFFIXES)
        raise QuestionError(
            Problem(
                f"the suffix {suffix!r} says no format",
                str(path),
                f"name the file with one of: {known}",
                code="unknown_format",
            )
        )
    return form


def _of_table(table: Table, column: str) -> Iterator[tuple[int, object]]:
    if column in table.columns:
        for line, cells in table.rows:
            yield line, cells[column]
    elif table.columns:
        table.findings.problem(table.header, *_lacks(column, table.columns), code="column_missing")


def _of_lines(data: bytes, column: str, findings: Findings) -> Iterator[tuple[int, object]]:
    for number, text in enumerate(data.decode().split("\n"), start=1):
        if not text or text.isspace():
            continue
        row = findings.value(number, _object, text)
        if row is None:
            continue
        if column in row:
            yield number, row[column]
        else:
            findings.problem(number, *_lacks(column, row), code="column_missing")


def _object(text: object) -> dict[str, object]:
    row = decode(str(text))
    if isinstance(row, Repeated):
        raise ValueError(f"the key {row.twice!r} stands twice in one object")  # noqa: TRY004
    if not isinstance(row, dict):
        raise ValueError(f"a line holds one object {{…}}, not {values.quoted(row)}")  # noqa: TRY004
    return row


def _lacks(column: str, names: Iterable[str]) -> tuple[str, str]:
    known = [name for name in names if name]
    near = get_close_matches(column, known, 1)
    hint = f", did you mean {near[0]!r}?" if near else ""
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    return f"no column {column!r}{hint}", f"it has: {', '.join(map(repr, known[:LISTED])) or 'none'}{more}"


def _number(column: str, cell: object) -> float:
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        raise ValueError(f"{column!r} is empty: leave the row out, or write 0 if that is what it means")
    if isinstance(cell, bool) or (isinstance(cell, str) and cell.strip().lower() in {"true", "false"}):
        return float(values.flag(cell))
    try:
        found = values.number(cell, column)
    except ValueError as err:
        raise values.UnfitError(str(err), "write a number, or leave the row out") from None
    if abs(found) > LARGEST:
        raise ValueError(f"the {column} {values.quoted(cell)} is beyond {LARGEST:g}: use a larger unit")
    return found
