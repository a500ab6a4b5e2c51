"""A window of production records from a file, or a golden set's inputs: the columns that are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from gate.digits import counted
from gate.readers import content, records, values
from gate.readers.findings import Findings
from gate.samples.words import length

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gate.golden import GoldenSet
    from gate.notice import Notice
    from gate.source import FileSource

    Row = tuple[int, Mapping[str, Any]]

Kind = Literal["category", "number", "text", "flag", "vector"]

LISTED = 12
"""Columns that a message names."""

MOST = 10**9
"""Records that one row may stand for."""

MOST_NUMBERS = 10**7
"""Records whose numbers are compared at most."""

LARGEST = 1e100
"""Numbers beyond it overflow when they are squared and summed."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A column that is asked for.

    Attributes:
        column: Its name in this file; in JSON a path such as ``slices.topic``, too.
        kind: What its values mean.
        happened: With ``"flag"``: the value that counts as true; ``None`` where it is a truth itself.
        optional: Whether a file may lack it altogether.
    """

    column: str
    kind: Kind
    happened: str | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """The values of a column.

    Attributes:
        values: Text of a category; a number; the words of a text, counted; a flag; the numbers of a vector.
        counts: How many records have each value, as many as ``values``.
        missing: Records without a value.
    """

    values: tuple[Any, ...]
    counts: tuple[int, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class Window:
    """The columns of one window.

    Attributes:
        shown: The file as messages name it.
        records: How many records it has.
        columns: By the name that was asked for; without the optional ones that the file lacks.
        notices: What was odd about the file.
    """

    shown: str
    records: int
    columns: Mapping[str, Column]
    notices: tuple[Notice, ...] = ()


def read(source: FileSource, wanted: Mapping[str, Wanted], *, count: str | None = None) -> Window:
    """Read the wanted columns of a CSV, TSV, JSON Lines, JSON or Parquet file.

    An empty cell, ``null`` and a missing key are missing values, which are counted. A field that no record
    has a value for is missing everywhere, as long as its column or key is there at all.

    Args:
        source: The file.
        wanted: What is asked for, by name.
        count: Column that says how many records a row stands for.

    Raises:
        QuestionError: The file cannot be read or is empty, lacks a column, or a value is of another kind.
            Every problem is named at once.
    """
    findings = Findings(source.shown)
    data = content.load(source, "window")
    found = records.load(source, data, findings)
    rows = found.rows
    if not rows and not findings.failed:
        findings.problem(0, "it holds no records", "give it one record a row", code="nothing_in_file")
    return _window(source.shown, rows, wanted, count, findings, found.columns)


def of_golden(golden: GoldenSet, wanted: Mapping[str, Wanted]) -> Window:
    """Return the inputs of a golden set as a window: ``query``, ``label`` and its slices by name."""
    rows = []
    for item in golden:
        own = {"id": item.id, "query": item.query or None, "label": item.label}
        rows.append((item.line, {**item.slices, **{k: v for k, v in own.items() if v is not None}}))
    return _window(golden.source, rows, wanted, None, Findings(golden.source))


def _window(
    shown: str,
    rows: Sequence[Row],
    wanted: Mapping[str, Wanted],
    count: str | None,
    findings: Findings,
    named: frozenset[str] = frozenset(),
) -> Window:
    counts = [1] * len(rows)
    if count is not None and _has(count, rows, findings):
        found = [findings.value(line, partial(_count, count), _cell(row, count)) for line, row in rows]
        counts = [each or 0 for each in found]
        if not any(counts) and not findings.failed:
            findings.problem(
                0, f"the {count!r} of every row is 0", "give it at least one record", code="nothing_in_file"
            )
    columns = {}
    for name, one in wanted.items():
        empty = one.kind in _MAY_VANISH and _is_named(one.column, rows, named)
        if empty or _has(one.column, rows, findings, optional=one.optional):
            columns[name] = _column(one, rows, counts, findings)
    return Window(shown, sum(counts), columns, findings.notices())


def _column(wanted: Wanted, rows: Sequence[Row], counts: Sequence[int], findings: Findings) -> Column:
    meaning = _meaning(wanted)
    found: list[Any] = []
    weights: list[int] = []
    missing = 0
    for (line, row), count in zip(rows, counts, strict=True):
        cell = _cell(row, wanted.column)
        if cell is None or (isinstance(cell, str) and not cell.strip()):
            missing += count
            continue
        value = findings.value(line, meaning, cell)
        if value is not None and count:
            if wanted.kind == "vector" and found and len(value) != len(found[0]):
                what = (
                    f"the {wanted.column!r} has {counted(len(value), 'number')}, and {len(found[0]):,} "
                    "before it"
                )
                findings.problem(line, what, "use vectors of one model", code="vectors_unfit")
                continue
            found.append(value)
            weights.append(count)
    if wanted.kind in {"number", "text"} and sum(weights) > MOST_NUMBERS:
        what = f"{sum(weights):,} records have a {wanted.column!r}, and at most {MOST_NUMBERS:,} are compared"
        findings.problem(0, what, "draw a sample of the records", code="vectors_unfit")
    return Column(tuple(found), tuple(weights), missing)


def _meaning(wanted: Wanted) -> Callable[[object], Any]:
    match wanted.kind:
        case "category":
            return values.label
        case "number":
            return partial(_number, what=wanted.column)
        case "text":
            return partial(_words, what=wanted.column)
        case "flag":
            return values.flag if wanted.happened is None else partial(_is, values.label(wanted.happened))
        case "vector":
            return partial(_vector, what=wanted.column)


def _number(value: object, what: str) -> float:
    found = values.number(value, what)
    if abs(found) > LARGEST:
        raise ValueError(f"the {what} {values.quoted(value)} is beyond {LARGEST:g}: use a larger unit")
    return found


def _words(value: object, what: str) -> float:
    return float(length(values.text(value, what=f"the {what}")))


def _is(happened: str, value: object) -> bool:
    return values.label(value) == happened


def _vector(value: object, what: str) -> tuple[float, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError(f"the {what} {values.quoted(value)} is no list of numbers")
    return tuple(_number(each, what) for each in value)


def _count(name: str, value: object) -> int:
    found = values.number(value, name)
    if found < 0 or found > MOST or not float(found).is_integer():
        raise ValueError(f"the {name} {values.quoted(value)} is not a whole number from 0")
    return int(found)


_MAY_VANISH = ("category", "number", "text")
"""Kinds of which a window may have no value at all: that is a finding, and no mistake in its file."""


def _is_named(column: str, rows: Sequence[Row], named: frozenset[str]) -> bool:
    """Say whether a column or key is there, whatever stands in it."""
    above, _, last = column.rpartition(".")
    inside = (_cell(row, above) for _, row in rows) if above else (row for _, row in rows)
    there = any(isinstance(each, Mapping) and last in each for each in inside)
    return there or column in named or any(column in row for _, row in rows)


def _cell(row: Mapping[str, Any], column: str) -> object:
    """Return a value by its name, or by the path to it; ``None`` if it is not there."""
    if column in row:
        return row[column]
    found: object = row
    for part in column.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return None
        found = found[part]
    return found


def _has(column: str, rows: Sequence[Row], findings: Findings, *, optional: bool = False) -> bool:
    if any(_cell(row, column) is not None for _, row in rows):
        return True
    if rows and not optional:
        findings.problem(
            rows[0][0],
            *_lacks(column, {name: None for _, row in rows for name in row}),
            code="column_missing",
        )
    return False


def _lacks(column: str, names: Iterable[str]) -> tuple[str, str]:
    known = [name for name in names if name]
    near = [] if column in known else get_close_matches(column, known, 1)
    hint = f", did you mean {near[0]!r}?" if near else ""
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    fix = f"name one with `column:`; it has: {', '.join(map(repr, known[:LISTED])) or 'none'}{more}"
    return f"no value of {column!r} in any record{hint}", fix
