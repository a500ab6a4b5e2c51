"""The items that moved the headlines, one row an item, as many as a page has room for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from markupsafe import escape

from gate.reporters.escaping import line
from gate.reporters.moves import measure_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gate.metrics.metric import Effect
    from gate.report import Document, ItemGains, Mover, Report

_T = TypeVar("_T")

NAME = 200
"""Longest name that is printed in full in a row of its own, in characters."""

ROW, CELL = 70, 90
"""Bytes of a row beside the item's name, and of each number in it."""

SHARE = 0.7
"""Share of the room that rows may take before both sides of an item have theirs."""


@dataclass(frozen=True, slots=True)
class Row:
    """One item.

    Attributes:
        item: Its id.
        gains: What it did to each headline, 0 where nothing; ``None`` where the report does not say.
        sides: What both systems did with it; ``None`` where there is no room.
    """

    item: str
    gains: tuple[float | None, ...]
    sides: Mover | None


class Headline(NamedTuple):
    """One headline that items moved.

    Attributes:
        check: Its name.
        moved: Items that moved it.
        n: Paired items behind it.
        measure: In what sense they did; see :attr:`gate.report.Mover.measure`.
    """

    check: str
    moved: int
    n: int
    measure: Effect


@dataclass(frozen=True, slots=True)
class Moved:
    """The items that moved the headlines of one report, as far as they are shown.

    Attributes:
        headlines: Those under which any item moved.
        rows: The items that moved most, worst first.
        left_out: Items of the report that moved less, and are not in ``rows``.
    """

    headlines: tuple[Headline, ...] = ()
    rows: tuple[Row, ...] = ()
    left_out: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether every item that moved a headline is shown."""
        known = [sum(map(bool, gains)) for gains in zip(*(row.gains for row in self.rows), strict=True)]
        return not self.left_out and known == [headline.moved for headline in self.headlines]

    @property
    def told(self) -> int:
        """Number of items that are shown with both sides."""
        return sum(row.sides is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class Story:
    """One item under all the checks that it moved.

    Attributes:
        mover: The item, with both sides.
        gains: What it did to each check, by name; ``None`` where the report does not say.
        measures: In what sense, by the same names.
        values: ``(name of the check, the baseline's value, the candidate's)``, of the checks that it moved
            most and of those whose losses name it.
    """

    mover: Mover
    gains: dict[str, float | None]
    measures: dict[str, Effect]
    values: tuple[tuple[str, float | None, float | None], ...]


def stories(report: Report) -> list[Story]:
    """Gather the movers of a report by item, in the order in which items appear."""
    found: dict[str, list[Mover]] = {}
    for mover in report.movers:
        found.setdefault(mover.item, []).append(mover)
    known = {told.check: dict(zip(told.items, told.gains, strict=True)) for told in _headlines(report)}
    whole = {told.check for told in _headlines(report) if not told.left_out}
    measures = {mover.metric: measure_of(mover) for mover in report.movers}

    def gain(item: str, check: str) -> float | None:
        return known.get(check, {}).get(item, 0.0 if check in whole else None)

    lost = {(one.item, one.metric): (one.metric, one.baseline, one.candidate) for one in report.lost}

    def values(movers: list[Mover]) -> tuple[tuple[str, float | None, float | None], ...]:
        told = {mover.metric: (mover.metric, mover.baseline.value, mover.candidate.value) for mover in movers}
        more = {check: lost[key] for check in measures if (key := (movers[0].item, check)) in lost}
        return tuple((more | told)[check] for check in measures if check in told or check in more)

    return [
        Story(
            max(movers, key=_places),
            {check: gain(item, check) for check in measures} | {m.metric: m.gain for m in movers},
            measures,
            values(movers),
        )
        for item, movers in found.items()
    ]


def _places(mover: Mover) -> int:
    return len(mover.baseline.places) + len(mover.candidate.places)


def moved(document: Document, room: int, size: Callable[[Mover], int]) -> list[Moved]:
    """Choose what is shown of each report; what one does not need is for the others.

    Args:
        document: Its reports.
        room: Bytes for all of them.
        size: Bytes that both sides of an item take.
    """
    reports = document.reports
    found = [_rows(report) for report in reports]
    shown: dict[int, Moved] = {}
    for place in sorted(range(len(reports)), key=lambda place: (len(found[place]), place)):
        shown[place], used = _fit(reports[place], found[place], room // (len(found) - len(shown)), size)
        room -= used
    return [shown[place] for place in range(len(reports))]


def _headlines(report: Report) -> list[ItemGains]:
    return [gains for gains in (report.pictures.gains if report.pictures else ()) if gains.items]


def _rows(report: Report) -> list[tuple[float, Row]]:
    """Return every item with its largest change, as a share of the largest one under that headline."""
    headlines = _headlines(report)
    still = [None if each.left_out else 0.0 for each in headlines]
    gains: dict[str, list[float | None]] = {}
    largest: dict[str, float] = {}
    for place, told in enumerate(headlines):
        scale = max(map(abs, told.gains)) or 1.0
        for item, gain in zip(told.items, told.gains, strict=True):
            gains.setdefault(item, list(still))[place] = gain
            share = gain / scale
            if abs(share) > abs(largest.get(item, 0.0)):
                largest[item] = share
    return [(largest.get(item, 0.0), Row(item, tuple(each), None)) for item, each in gains.items()]


def _fit(
    report: Report, found: Sequence[tuple[float, Row]], room: int, size: Callable[[Mover], int]
) -> tuple[Moved, int]:
    headlines = _headlines(report)
    fixed = ROW + CELL * len(headlines)
    sides = {mover.item: mover for mover in (report.pictures.movers if report.pictures else ())}
    by_size = sorted(found, key=lambda each: (-abs(each[0]), each[1].item))
    kept, used = _most(by_size, lambda each: fixed + written(each[1].item), room * SHARE if sides else room)
    wanted = [sides[row.item] for _, row in kept if row.item in sides]
    told, more = _most(wanted, size, room - used)
    shown = {mover.item: mover for mover in told}
    rows = tuple(
        Row(row.item, row.gains, shown.get(row.item))
        for _, row in sorted(kept, key=lambda each: (each[0], each[1].item))
    )
    totals = tuple(Headline(g.check, len(g.items) + g.left_out, g.n, g.measure) for g in headlines)
    return Moved(totals, rows, len(found) - len(rows)), used + more


def _most(entries: Iterable[_T], size: Callable[[_T], int], room: float) -> tuple[list[_T], int]:
    """Return the first entries that ``room`` bytes hold, and what they take."""
    kept: list[_T] = []
    used = 0
    for each in entries:
        needed = size(each)
        if used + needed > room:
            break
        used += needed
        kept.append(each)
    return kept, used


def written(name: str) -> int:
    """Return the bytes of a name on the page."""
    return len(escape(line(name, NAME)).encode("utf-8"))
