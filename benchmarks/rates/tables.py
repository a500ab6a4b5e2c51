"""Tables of a generated page: what was measured, with its Monte-Carlo error, between two markers."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    Attributes:
        title: Heading of level three.
        text: What it shows, in a paragraph.
        head: Names of the columns; the first is a label, the others are numbers.
        rows: Cells, already text.
    """

    title: str
    text: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        """Return Markdown."""
        rule = ["---", *["--:"] * (len(self.head) - 1)]
        lines = [f"| {' | '.join(cells)} |" for cells in (self.head, rule, *self.rows)]
        return "\n".join([f"### {self.title}", "", self.text, "", *lines, ""])


def percent(hits: float, of: int, digits: int = 1) -> str:
    """Show a share in per cent: ``0.85``; with fewer digits where the simulation is not that sharp."""
    return f"{100 * hits / of:.{digits}f}"


def error(share: float, of: int) -> float:
    """Return the Monte-Carlo standard error of a share, in percentage points."""
    return 100 * math.sqrt(max(share * (1 - share), 1 / of / 4) / of)


def splice(page: Path, name: str, tables: Iterable[Table]) -> None:
    """Replace what stands between the two markers of a section of a page.

    Raises:
        ValueError: The page lacks the markers.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = page.read_text("utf-8")
    head, found, rest = text.partition(begin)
    _, also, tail = rest.partition(end)
    if not found or not also:
        raise ValueError(f"{page}: no section between {begin!r} and {end!r}")
    inside = "\n".join(str(table) for table in tables)
    page.write_text(f"{head}{begin}\n\n{inside}\n{end}{tail}", "utf-8")


def rows_of(page: str, title: str) -> list[list[str]]:
    """Return the cells of a table of a page, head first and without the rule below it; no stars.

    Raises:
        ValueError: There is no such table.
    """
    _, found, rest = page.partition(f"### {title}\n")
    lines = [line for line in rest.partition("\n### ")[0].splitlines() if line.startswith("|")]
    if not found or not lines:
        raise ValueError(f"no table {title!r}: run python -m benchmarks.error_rates")
    rows = [[cell.strip().strip("*") for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


def by_size(page: str, title: str) -> tuple[list[int], dict[str, list[list[float]]]]:
    """Return the sizes in a table's head, and for each row the numbers in the cell of each size."""
    head, *rows = rows_of(page, title)
    sizes = {i: int(cell[4:].replace(",", "")) for i, cell in enumerate(head) if cell.startswith("n = ")}
    return list(sizes.values()), {row[0]: [numbers(row[i]) for i in sizes] for row in rows}


def numbers(cell: str) -> list[float]:
    """Return all numbers in a cell."""
    return [float(x.replace(",", "")) for x in re.findall(r"\d[\d,]*(?:\.\d+)?", cell)]
