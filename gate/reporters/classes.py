"""A confusion matrix as a difference: what was before, and what is now where that is another number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.reporters.moves import arrow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.report import Confusion, Report

WIDEST = 8
"""Classes whose whole matrix is shown; of more, only the cells that moved most."""

MOST = 10
"""Cells that are listed of a larger matrix."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of counts, unescaped.

    Attributes:
        title: What it shows, in a few words.
        corner: What the rows are.
        head: Names of the columns.
        rows: Name and cells of each row; a cell that changed has both numbers, ``"12 → 9"``.
        remark: What a reader should know about it; may be empty.
    """

    title: str
    corner: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    remark: str = ""


def numbered(grid: Grid) -> Grid:
    """Return a matrix whose columns are numbers, which stand beside the names of its rows.

    What is no row, such as an item without an answer, is named in the remark.

    >>> numbered(Grid("Matrix", "true, decided", ("cat", "none"), (("cat", ("1", "2")),)))
    ... # doctest: +NORMALIZE_WHITESPACE
    Grid(title='Matrix', corner='true, decided', head=('1', '2'), rows=(('1 cat', ('1', '2')),),
    remark='2 none')
    """
    place = {name: str(i) for i, name in enumerate(grid.head, start=1)}
    named = {name for name, _ in grid.rows}
    rows = tuple((f"{place[name]} {name}" if name in place else name, cells) for name, cells in grid.rows)
    rest = [f"{number} {name}" for name, number in place.items() if name not in named]
    remark = "; ".join(filter(None, [", ".join(rest), grid.remark]))
    return Grid(grid.title, grid.corner, tuple(place.values()), rows, remark)


def grids(report: Report) -> list[Grid]:
    """Return the tables of counts of a report: at most one."""
    if report.confusion is not None:
        corner = "people, judge" if report.task == "judge" else "true, decided"
        return [_matrix(report.confusion, corner)]
    if report.labels:
        return [_labels(report)]
    return []


def _matrix(confusion: Confusion, corner: str) -> Grid:
    before, after = confusion.before or confusion.after, confusion.after
    title = "Confusion matrix" + ("" if confusion.before is None else ", before → now")
    if len(confusion.classes) > WIDEST:
        return _moved(confusion, before, corner)
    used = [
        j for j, name in enumerate(confusion.decisions)
        if name in confusion.classes or any(row[j] for row in (*before, *after))
    ]  # fmt: skip
    rows = tuple(
        (name, tuple(_cell(before[i][j], after[i][j]) for j in used))
        for i, name in enumerate(confusion.classes)
    )
    return Grid(title, corner, tuple(confusion.decisions[j] for j in used), rows)


def _moved(confusion: Confusion, before: Sequence[Sequence[int]], corner: str) -> Grid:
    """List the cells that changed most, or the commonest mistakes where nothing is compared."""
    cells = [
        (before[i][j], confusion.after[i][j], i, j)
        for i in range(len(confusion.classes))
        for j in range(len(confusion.decisions))
    ]
    if confusion.before is None:
        title = "Commonest mistakes"
        kept = sorted((c for c in cells if c[1] and c[2] != c[3]), key=lambda c: (-c[1], c[2], c[3]))
    else:
        title = "Most changed cells of the confusion matrix, before → now"
        kept = sorted((c for c in cells if c[0] != c[1]), key=lambda c: (-abs(c[1] - c[0]), c[2], c[3]))
    rows = tuple(
        (confusion.classes[i], (confusion.decisions[j], _cell(was, now))) for was, now, i, j in kept[:MOST]
    )
    more = f"{len(kept) - MOST:,} more in report.json" if len(kept) > MOST else ""
    row, column = corner.split(", ")
    return Grid(title, row, (column, "items"), rows, more if rows else "no cell changed")


def _labels(report: Report) -> Grid:
    rows = []
    for each in report.labels:
        before = each.before or each.after
        rows.append(
            (
                each.label,
                (
                    _cell(before.found, each.after.found),
                    _cell(before.missed, each.after.missed),
                    _cell(before.false_alarms, each.after.false_alarms),
                ),
            )
        )
    compared = any(each.before is not None for each in report.labels)
    title = "Labels" + (", before → now" if compared else "")
    return Grid(title, "label", ("found", "missed", "false alarms"), tuple(rows))


def _cell(before: int, after: int) -> str:
    return f"{after:,}" if before == after else arrow(f"{before:,}", f"{after:,}")
