"""A confusion matrix as a difference: the number of the baseline, and that of the candidate if it differs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.reporters.moves import arrow
from gate.reporters.numbers import exact, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.report import Confusion, Report

WIDEST = 8
"""Classes whose whole matrix is shown; of more, only the cells that moved most."""

SIDES = "baseline → candidate"
"""What the two numbers of a cell that changed are."""

MOST = 10
"""Cells that are listed of a larger matrix."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table of counts, unescaped.

    Attributes:
        text: What it holds: a number, or both where it changed, ``"12 → 9"``.
        change: The difference with its sign; empty where there is none.
        share: The number as a share of its row, on both sides: ``"11 % → 76 %"``; empty where unknown.
        tone: ``"better"`` or ``"worse"`` where it changed.
        depth: How far the share moved: 0 not at all, 1 a little, 2 and 3 by :data:`DEPTHS` or more.
    """

    text: str
    change: str = ""
    share: str = ""
    tone: str = ""
    depth: int = 0


DEPTHS = (0.05, 0.2)
"""Shares from which a change is the second and the third :attr:`Cell.depth`."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of counts, unescaped.

    Attributes:
        title: What it shows, in a few words.
        corner: What the rows are.
        head: Names of the columns.
        rows: Name and cells of each row.
        remark: What a reader should know about it; may be empty.
    """

    title: str
    corner: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    remark: str = ""


def numbered(grid: Grid) -> Grid:
    """Return a matrix whose columns are numbers, which stand beside the names of its rows.

    What is no row, such as an item without an answer, is named in the remark.

    >>> made = numbered(Grid("Matrix", "true, decided", ("cat", "none"), (("cat", (Cell("1"), Cell("2"))),)))
    >>> made.head, made.rows[0][0], made.remark
    (('1', '2'), '1 cat', '2 none')
    """
    place = {name: str(i) for i, name in enumerate(grid.head, start=1)}
    named = {name for name, _ in grid.rows}
    rows = tuple((f"{place[name]} {name}" if name in place else name, cells) for name, cells in grid.rows)
    rest = [f"{number} {name}" for name, number in place.items() if name not in named]
    remark = "; ".join(filter(None, [", ".join(rest), grid.remark]))
    return replace(grid, head=tuple(place.values()), rows=rows, remark=remark)


def grids(report: Report) -> list[Grid]:
    """Return the tables of counts of a report: at most one."""
    if report.confusion is not None:
        corner = "people, judge" if report.task == "judge" else "true, decided"
        return [_matrix(report.confusion, corner)]
    if report.labels:
        return [_labels(report)]
    return []


def _matrix(confusion: Confusion, corner: str) -> Grid:
    before, after = confusion.baseline or confusion.candidate, confusion.candidate
    title = "Confusion matrix" + ("" if confusion.baseline is None else f", {SIDES}")
    if len(confusion.classes) > WIDEST:
        return _moved(confusion, before, corner)
    used = [
        j for j, name in enumerate(confusion.decisions)
        if name in confusion.classes or any(row[j] for row in (*before, *after))
    ]  # fmt: skip
    rows = tuple(
        (name, tuple(_in_row(before[i], after[i], j, is_right=confusion.decisions[j] == name) for j in used))
        for i, name in enumerate(confusion.classes)
    )
    return Grid(title, corner, tuple(confusion.decisions[j] for j in used), rows)


def _moved(confusion: Confusion, before: Sequence[Sequence[int]], corner: str) -> Grid:
    """List the cells that changed most, or the commonest mistakes where nothing is compared."""
    cells = [
        (before[i][j], confusion.candidate[i][j], i, j)
        for i in range(len(confusion.classes))
        for j in range(len(confusion.decisions))
    ]
    if confusion.baseline is None:
        title = "Commonest mistakes"
        kept = sorted((c for c in cells if c[1] and c[2] != c[3]), key=lambda c: (-c[1], c[2], c[3]))
    else:
        title = f"Most changed cells of the confusion matrix, {SIDES}"
        kept = sorted((c for c in cells if c[0] != c[1]), key=lambda c: (-abs(c[1] - c[0]), c[2], c[3]))
    rows = tuple(
        (
            confusion.classes[i],
            (
                Cell(confusion.decisions[j]),
                _in_row(before[i], confusion.candidate[i], j, is_right=i == j),
            ),
        )
        for _, _, i, j in kept[:MOST]
    )
    more = f"{len(kept) - MOST:,} more in report.json" if len(kept) > MOST else ""
    row, column = corner.split(", ")
    return Grid(title, row, (column, "items"), rows, more if rows else "no cell changed")


def _labels(report: Report) -> Grid:
    rows = []
    for each in report.labels:
        was, now = each.baseline or each.candidate, each.candidate
        had = (was.found, was.missed), (now.found, now.missed)
        cells = (
            _in_row(*had, 0, is_right=True),
            _in_row(*had, 1, is_right=False),
            _cell(was.false_alarms, now.false_alarms, is_right=False),
        )
        rows.append((each.label, cells))
    compared = any(each.baseline is not None for each in report.labels)
    title = "Labels" + (f", {SIDES}" if compared else "")
    return Grid(title, "label", ("found", "missed", "false alarms"), tuple(rows))


def _in_row(before: Sequence[int], after: Sequence[int], j: int, *, is_right: bool) -> Cell:
    """Write cell ``j`` of a row whose sum is the size of a class."""
    sums = sum(before), sum(after)
    shares = (before[j] / sums[0], after[j] / sums[1]) if all(sums) else None
    return _cell(before[j], after[j], is_right=is_right, shares=shares)


def _cell(before: int, after: int, *, is_right: bool, shares: tuple[float, float] | None = None) -> Cell:
    told = [f"{exact(100 * share, most=3)} %" for share in shares or ()]
    share = told[1] if told and told[0] == told[1] else " → ".join(told)
    if before == after:
        return Cell(f"{after:,}", share=share)
    moved = abs(shares[1] - shares[0]) if shares else 0.0
    return Cell(
        arrow(f"{before:,}", f"{after:,}"),
        signed(after - before, 0),
        share,
        "better" if (after > before) == is_right else "worse",
        1 + sum(moved >= depth for depth in DEPTHS),
    )
