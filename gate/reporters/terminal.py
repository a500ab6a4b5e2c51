"""The report for a terminal or a build log.

Quiet when all is well: the verdict, the table of checks, items that were not simply scored, the last
line. What moved, and what the numbers rest on, is told only when something needs eyes.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gate.reporters import classes, moves, rows, words
from gate.reporters.check_table import MARKS, check_table, named
from gate.reporters.columns import cells_wide, cut, fitted, joined, paragraph, shortened, table
from gate.reporters.escaping import ID, SENTENCE, line, to_ascii
from gate.reporters.naming import paths
from gate.reporters.texts import SHOWN
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gate.notice import Notice
    from gate.report import Bucket, Check, Document, Report

WIDTH = 100
"""Cells of a line where nobody says otherwise."""

COLUMN = 24
"""Cells of the name of a class, at most."""

NARROWEST = 40
"""A table or paragraph is not made narrower than this."""

_COLOURS = {
    Outcome.REGRESSED: "31",
    Outcome.NOT_COMPARABLE: "35",
    Outcome.INCONCLUSIVE: "33",
    Outcome.PASS: "32",
    Outcome.IMPROVED: "32",
    Outcome.INFO: "2",
    Outcome.NOT_AFFECTED: "2",
}

_INFLUENCE = "influence: by how much the pull of an item on it changed; no item has a part in its gain"

Line = tuple[str, Outcome | None]
"""Text, and the outcome by which it is painted."""


def render(document: Document, *, colour: bool = False, width: int = WIDTH, ascii_only: bool = False) -> str:
    """Render ``document`` for a terminal.

    Args:
        document: What there is to say.
        colour: Whether to paint outcomes with ANSI sequences.
        width: Cells of a line; tables give up columns, then parts of names, to stay within it.
        ascii_only: Whether to spell everything in ASCII.
    """
    width = max(width, NARROWEST)
    spell = to_ascii if ascii_only else str
    lines: list[Line] = []
    for report, path in zip(document.reports, paths(document.reports), strict=True):
        lines += [*_report(report, path, width, spell), ("", None)]
    if not document.reports:
        lines.append(("nothing was checked", None))
    lines.append((words.last_line(document), document.outcome))
    shown = [now for before, now in pairwise([("", None), *lines]) if now[0] or before[0]]
    return "".join(f"{_painted(spell(text), mood if colour else None)}\n" for text, mood in shown)


def _painted(text: str, mood: Outcome | None) -> str:
    return text if mood is None else f"\x1b[{_COLOURS[mood]}m{text}\x1b[0m"


def _report(report: Report, path: str, width: int, spell: Callable[[str], str]) -> Iterator[Line]:
    eyes, _ = rows.split(report.checks)
    name = f"{line(report.name)} ({line(path, SENTENCE)})" if path else line(report.name)
    title = f"{MARKS[report.outcome]} {name}: {words.OUTCOMES[report.outcome]}"
    yield (title, report.outcome)
    yield from _plain(paragraph(_sentence(report.headline), width, first="  ", then="  "))
    yield ("", None)
    yield from check_table(report, width, spell)
    if eyes:
        yield from _needing(eyes, width)
        yield from _moved(report, width)
        yield from _classes(report, width, spell)
        yield from _threshold(report, width, spell)
        yield from _section("what the gate could not see", [_sentence(s) for s in report.blind_spots], width)
    if eyes or len(report.accounting) > 1:
        yield from _section("where the items went", [_bucket(b) for b in report.accounting], width)
    if eyes:
        yield from _section("conditions", [_conditions(report)], width)
    yield from _section("notices", [_notice(n) for n in report.notices], width)
    if eyes:
        facts = [f"{line(name)} {line(value, SENTENCE)}" for name, value in report.provenance.facts]
        yield from _section("provenance", [joined(facts)] if facts else [], width)
    if report.would_be is not None:
        yield from _plain(paragraph(words.ending(report), width, first="  ", then="  "))


def _needing(eyes: Sequence[Check], width: int) -> Iterator[Line]:
    yield ("  what needs eyes", None)
    for check in eyes:
        text = f"{named(check)} {words.OUTCOMES[check.outcome]}: {_sentence(check.because)}"
        mark = f"    {MARKS[check.outcome]} "
        yield from ((part, check.outcome) for part in paragraph(text, width, first=mark, then="      "))
        for note in check.notes:
            yield from _plain(paragraph(_sentence(note), width, first="      - ", then="        "))
    yield ("", None)


def _moved(report: Report, width: int) -> Iterator[Line]:
    worrying = {check.name for check in report.checks if words.needs_eyes(check)}
    is_told = False
    for name, group in moves.by_check(m for m in report.movers if m.metric in worrying).items():
        stories = [moves.story(mover) for mover in group]
        weighted = any(told.is_weighted and told.value for told in stories)
        yield (f"  what moved {line(name, 2 * ID)}{', each before its weight' if weighted else ''}", None)
        if not is_told and any(told.measure == "influence" for told in stories):
            yield from _plain(paragraph(_INFLUENCE, width, first="    ", then="    "))
            is_told = True
        for mover, told in zip(group, stories, strict=True):
            label = f"label {line(mover.label)}" if mover.label else ""
            query = line(mover.query, ID) if mover.query else ""
            opening = joined([line(mover.item), label, _change(told)], sep=", ")
            yield (cut(f"    - {opening}", width), None)
            for detail in (query, *_details(told)):
                if detail:
                    yield from _plain(paragraph(detail, width, first="      | ", then="      |   "))
        yield ("", None)


def _change(told: moves.Story) -> str:
    return f"{told.value} ({told.gain})" if told.value else f"{told.measure} {told.gain}"


def _details(told: moves.Story) -> Iterator[str]:
    if told.score or told.decision:
        score = f"score {told.score}" if told.score else ""
        yield joined([score, line(told.decision)], sep="; ")
    for move in told.moves:
        yield f"{line(move.document)} ({move.remark}): {move.path}"
    if told.more:
        yield f"and {told.more} more"
    for name, text in told.texts:
        yield f"{name}: {line(text, SHOWN) or '(empty)'}"
    for error in told.errors:
        yield _sentence(error)


def _classes(report: Report, width: int, spell: Callable[[str], str]) -> Iterator[Line]:
    for given in classes.grids(report):
        room = min(COLUMN, max(6, (width - 4) // (1 + len(given.head)) - 2))
        too_wide = any(cells_wide(spell(line(name))) > room for name in given.head)
        grid = classes.numbered(given) if too_wide else given
        title = f"{grid.title[:1].lower()}{grid.title[1:]}"
        yield from _plain(paragraph(title, width, first="  ", then="    "))
        body = [
            (grid.corner, *grid.head),
            *((name, *(cell.text for cell in counts)) for name, counts in grid.rows),
        ]
        cells = [
            [
                shortened(spell(line(text)), COLUMN if i == 0 else room, more=spell("…"))
                for i, text in enumerate(texts)
            ]
            for texts in body
        ]
        yield from ((cut(f"    {text}", width), None) for text in table(cells, "<" + ">" * len(grid.head)))
        if grid.remark:
            yield from _plain(paragraph(grid.remark, width, first="    ", then="    "))
        yield ("", None)


def _threshold(report: Report, width: int, spell: Callable[[str], str]) -> Iterator[Line]:
    if report.threshold is None:
        return
    yield ("  threshold", None)
    yield from _plain(paragraph(_sentence(report.threshold.sentence), width, first="    ", then="    "))
    head = ("", "threshold", "mean cost", "interval", "total")
    body = [(p.what, p.threshold, p.cost, p.interval, p.total) for p in rows.prices(report.threshold)]
    cells = [[spell(cell) for cell in texts] for texts in (head, *body)]
    yield from ((f"    {text}", None) for text in fitted(cells, "<>><>", width - 4))
    yield ("", None)


def _section(title: str, texts: Sequence[str], width: int) -> Iterator[Line]:
    if not texts:
        return
    yield (f"  {title}", None)
    for text in texts:
        yield from _plain(paragraph(text, width, first="    - ", then="      "))
    yield ("", None)


def _conditions(report: Report) -> str:
    it = report.conditions
    paired = f"{it.paired:,} paired with the baseline" if it.paired is not None else "no baseline"
    facts = [f"{line(name)}: {line(value, SENTENCE)}" for name, value in it.facts]
    golden = f"golden set {line(it.golden_set, SENTENCE)} (fingerprint {line(it.fingerprint)})"
    return joined([golden, words.counted(it.items, "item"), paired, *facts])


def _bucket(bucket: Bucket) -> str:
    name = line(bucket.name.replace("_", " "))
    return f"{name}: {bucket.count:,} {_sentence(bucket.text)}{_named(bucket)}"


def _notice(notice: Notice) -> str:
    where = f"{line(notice.where, SENTENCE)}: " if notice.where else ""
    return f"{where}{_sentence(notice.text)}{_named(notice)} [{line(notice.code)}]"


def _named(group: Bucket | Notice) -> str:
    if not group.items:
        return ""
    more = ", …" if group.count > len(group.items) else ""
    return f" ({', '.join(line(item) for item in group.items)}{more})"


def _sentence(text: str) -> str:
    return line(text, SENTENCE)


def _plain(texts: Sequence[str]) -> Iterator[Line]:
    yield from ((text, None) for text in texts)
