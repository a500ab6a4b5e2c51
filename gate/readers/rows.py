"""Header and rows of a CSV or TSV file, all cells as text.

CSV is quoted as spreadsheets do it, and may have semicolons between cells, then with a comma in its
numbers. TSV has no quoting: a quotation mark is a character like any other.
"""

from __future__ import annotations

import csv
import io
import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from gate.digits import counted
from gate.readers import values
from gate.readers.fields import Fields

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from gate.readers.findings import Findings
    from gate.source import FileSource

_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?")

_FLAGS = ("true", "false")


class Row(NamedTuple):
    """One row below the header."""

    line: int
    cells: dict[str, str]


class Table:
    """A header and its rows, all cells as text.

    Args:
        source: The file; its format says whether tabs part the cells.
        data: Its content.
        findings: Where problems and notices go.
    """

    def __init__(self, source: FileSource, data: bytes, findings: Findings) -> None:
        self.findings = findings
        self.fields = Fields(source)
        self.header = 1
        self.columns: list[str] = []
        self._present: list[str] | None = None
        self.rows: list[Row] = []
        text, tabs = data.decode(), source.format == "tsv"
        self._tabs = tabs
        self._semicolons = not tabs and _has_semicolons(text)
        records = _tabbed(text) if tabs else _quoted(text, ";" if self._semicolons else ",", findings)
        for line, cells in records:
            if not any(cell.strip() for cell in cells):
                continue
            if self.columns:
                self._take(line, cells)
            else:
                self._head(line, cells)
        if self._semicolons:
            text = "semicolons part the cells, so a comma in a number is its decimal point"
            findings.notice("semicolons", text, line=self.header)

    @classmethod
    def of_rows(
        cls,
        source: FileSource,
        columns: Sequence[str],
        rows: Sequence[Row],
        findings: Findings,
        present: Sequence[str],
    ) -> Table:
        """Return a table of rows that were read elsewhere; messages about the whole name no line.

        ``present`` are all columns of the file, also those that are no plain ones.
        """
        table = cls(source, b"", findings)
        table.header, table.columns, table.rows = 0, list(columns), list(rows)
        table._present = list(present)
        return table

    def _head(self, line: int, cells: list[str]) -> None:
        self.header, self.columns = line, [cell.strip() for cell in cells]
        for name in sorted({name for name in self.columns if name and self.columns.count(name) > 1}):
            self.findings.problem(
                line, f"two columns are called {name!r}", "rename one of them", code="column_twice"
            )

    def _take(self, line: int, cells: list[str]) -> None:
        if len(cells) != len(self.columns):
            what = f"{counted(len(cells), 'cell')}, {len(self.columns)} expected as in the header"
            fix = "give it a cell for each column, an empty one where there is nothing"
            if len(cells) > len(self.columns) and not self._tabs:
                fix = f"{fix}, and quotes around a cell with a {'semicolon' if self._semicolons else 'comma'}"
            self.findings.problem(line, what, fix)
            return
        row = dict(zip(self.columns, cells, strict=True))
        if self._semicolons:
            numbers = row.keys() - self.fields.texts()
            row |= {name: row[name].replace(",", ".") for name in numbers if _COMMA.fullmatch(row[name])}
        self.rows.append(Row(line, row))

    def column(self, field: str) -> str | None:
        """Return the name of the column that holds ``field``."""
        return self.fields.find(field, self.columns)

    def need(self, *wanted: str) -> list[str] | None:
        """Return the columns of ``wanted`` fields; problems and ``None`` if one is missing."""
        problem = self.fields.id_problem(self.columns)
        if problem and self.column("id") is None:
            problem = self.fields.missing("id", self._present or self.columns)
        if problem:
            self.findings.problem(self.header, *problem, code="column_missing")
        for field in wanted:
            if field != "id" and self.column(field) is None:
                self.findings.problem(
                    self.header,
                    *self.fields.missing(field, self._present or self.columns),
                    code="column_missing",
                )
        names = [self.column(field) for field in wanted]
        return [name for name in names if name] if problem is None and all(names) else None

    def further(self) -> list[str]:
        """Return the columns that are none of ours."""
        known = self.fields.known()
        return [name for name in self.columns if name and name not in known]

    def numeric(self, names: Iterable[str]) -> list[str]:
        """Return those of ``names`` in whose columns every cell that is not empty is a number, and one is.

        A column called after a class is one of them, and another cell there is a problem; so it is in a
        column that a metric reads, but for true and false.
        """
        names, read = list(names), self.fields.numbers()
        classes = self.fields.classes()
        for name in sorted(classes.intersection(self.columns)):
            self._need_numbers(name, partial(values.of_class, what=name))
        for name in sorted(read.keys() & set(names) - classes):
            self._need_numbers(name, partial(values.read_by, what=name, metric=read[name]), _FLAGS)
        return [name for name in names if self._holds_numbers(name)]

    def _need_numbers(self, name: str, meaning: Callable[[object], float], also: Container[str] = ()) -> None:
        for row in self.rows:
            cell = row.cells[name].strip()
            if cell.lower() in also:
                continue
            if not cell or self.findings.value(row.line, meaning, cell) is None:
                row.cells[name] = ""

    def _holds_numbers(self, name: str) -> bool:
        cells = [row.cells[name] for row in self.rows if row.cells[name]]
        try:
            for cell in cells:
                values.number(cell, name)
        except ValueError:
            return False
        return bool(cells)


def _has_semicolons(text: str) -> bool:
    header = next((line for line in text.split("\n") if line.strip()), "")
    return ";" in header and "," not in header


def _quoted(text: str, delimiter: str, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Yield the line on which each record begins, and its cells."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))  # a long text is no mistake
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as err:
        what, fix = f"not CSV: {err}", 'inside quotes, write a quotation mark twice: ""'
        if "new-line character" in str(err):
            what = "a line ends with a carriage return alone, as on very old computers"
            fix = "save the file with line feeds, alone or behind carriage returns"
        findings.problem(line, what, fix)


def _tabbed(text: str) -> Iterator[tuple[int, list[str]]]:
    for line, record in enumerate(text.split("\n"), start=1):
        if record:
            yield line, record.removesuffix("\r").split("\t")
