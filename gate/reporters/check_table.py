"""The checks as a table for a terminal: narrower columns, then fewer, where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters import rows, words
from gate.reporters.columns import cells_wide, paragraph, shortened, table
from gate.reporters.escaping import ID, line, shorten
from gate.reporters.numbers import exact
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gate.report import Check, Report

MARKS = {
    Outcome.REGRESSED: "✗",
    Outcome.NOT_COMPARABLE: "!",
    Outcome.INCONCLUSIVE: "?",
    Outcome.PASS: "✓",
    Outcome.IMPROVED: "✓",
    Outcome.INFO: "·",
    Outcome.NOT_AFFECTED: "·",
}

Line = tuple[str, Outcome | None]
"""Text, and the outcome by which it is painted."""

MANY = 12
"""Checks beyond which those on slices, and those against an anchor, stand here only if they need eyes."""

_ALIGNED = "<<>>>><<><"
"""Mark, check, n, baseline, candidate, gain, interval, allowed, sees, verdict: left or right."""

_COMPARED = (3, 5, 6)
"""Columns that say nothing without a baseline: baseline, gain, interval."""

_VERDICT = 9
"""The column that is never left out; a narrow terminal does without its reason."""

_INTERVAL = 6
"""The column that parts of long names give way to."""

_SEES = 8
"""The first column that a narrow terminal does without."""

_FIRST_TO_GO = (_SEES, 2, 7, _VERDICT, _INTERVAL, 3, 4)
"""Columns that a narrow terminal does without, in this order: sees, n, limits, the reason of the
verdict, interval, baseline, candidate."""

_SPARED = 5
"""An interval stays where the longest name has to lose no more than one in so many of its cells."""


def check_table(report: Report, width: int, spell: Callable[[str], str]) -> Iterator[Line]:
    """Yield the lines of the table, at most ``width`` cells wide.

    Args:
        report: Its checks stand in their order.
        width: Cells of a line; the table gives up columns, then parts of names, to stay within it.
        spell: Spells a text with the characters that the terminal has.
    """
    if not report.checks:
        return
    shown = worth_a_line(report.checks)
    confidence = f"{exact(100 * report.conditions.confidence, most=4)} % interval"
    head = ("", "check", "n", "baseline", "candidate", "gain", confidence, "allowed", "sees", "verdict")
    with_n = rows.has_parts(shown)
    body = [_cells(check, with_n=with_n) for check in shown]
    whole = [[spell(cell) for cell in cells] for cells in (head, *body)]
    given_up = [] if rows.is_compared(shown) else list(_COMPARED)
    for column in _FIRST_TO_GO:
        over = _width(whole, given_up) - width
        longest = max(cells_wide(cells[1]) for cells in whole)
        if over <= 0 or (column == _INTERVAL and over <= longest // _SPARED):
            break
        if column == _VERDICT:
            for cells, check in zip(whole[1:], shown, strict=True):
                cells[_VERDICT] = words.outcome(check)
        else:
            given_up.append(column)
    over = _width(whole, given_up) - width
    if over > 0:
        longest = max(cells_wide(cells[1]) for cells in whole)
        for cells in whole[1:]:
            cells[1] = shortened(cells[1], max(12, longest - over), more=spell("…"))
    moods = [None, *(check.outcome for check in shown)]
    yield from ((f"  {text}", mood) for text, mood in zip(_lined_up(whole, given_up), moods, strict=True))
    for text in _below(report.checks, shown, with_sees=with_n and _SEES not in given_up):
        yield from ((part, None) for part in paragraph(text, width, first="  ", then="  "))
    yield ("", None)


def named(check: Check) -> str:
    """Return the name of a check, shortened in the middle where it is very long."""
    kept, remark = shorten(line(check.name, 2 * ID), 2 * ID)
    return kept + remark


def worth_a_line(checks: Sequence[Check]) -> list[Check]:
    """Return the checks that stand on a terminal one by one: of many, the whole set's and what needs eyes."""
    if len(checks) <= MANY:
        return list(checks)
    return [c for c in checks if words.needs_eyes(c) or (c.slice is None and c.since is None)] or [*checks]


def counted_out(left_out: Sequence[Check]) -> str:
    """Say how many checks, and which, :func:`worth_a_line` left out; at least one."""
    where = [
        *(["on slices"] if any(check.since is None for check in left_out) else []),
        *(["against the anchor"] if any(check.since is not None for check in left_out) else []),
    ]
    more = words.counted(len(left_out), "more check")
    told = [f"{'none needs' if len(left_out) > 1 else 'it needs no'} eyes"]
    if unsure := words.unsure(left_out):
        told.append(f"{len(unsure)} cannot tell" if len(left_out) > 1 else "it cannot tell")
    return f"and {more} {' and '.join(where)}: {', '.join(told)}"


def _below(checks: Sequence[Check], shown: Sequence[Check], *, with_sees: bool) -> Iterator[str]:
    """Yield what the table needs explained under it, and what was left out of it."""
    left_out = [check for check in checks if check not in shown]
    if left_out:
        yield counted_out(left_out)
    if any(check.better == "lower" for check in shown):
        yield "↓ lower is better; a gain above 0 is still better"
    if rows.counts_more_now(shown):
        yield "candidate is of all golden items; baseline and gain are of the paired ones"
    if with_sees and any(check.detectable is not None for check in shown):
        yield "sees: the smallest drop that would be seen 4 times in 5"


def _cells(check: Check, *, with_n: bool) -> tuple[str, ...]:
    row = rows.row(check)
    return (
        MARKS[check.outcome],
        named(check) + (" ↓" if check.better == "lower" else ""),
        row.n if with_n else "",
        row.baseline,
        row.candidate,
        row.gain,
        row.interval,
        row.allowed,
        row.sees if with_n else "",
        row.verdict,
    )


def _lined_up(whole: Sequence[Sequence[str]], given_up: Sequence[int]) -> list[str]:
    kept = [i for i in range(len(_ALIGNED)) if i not in given_up]
    return table([[cells[i] for i in kept] for cells in whole], "".join(_ALIGNED[i] for i in kept))


def _width(whole: Sequence[Sequence[str]], given_up: Sequence[int]) -> int:
    return 2 + max(map(cells_wide, _lined_up(whole, given_up)))
