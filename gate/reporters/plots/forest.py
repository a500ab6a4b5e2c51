"""Every check on the whole set as a forest plot: gain, interval, tolerance and limits."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import Plot, Width, canvas
from gate.reporters.plots.gains import AXIS, Row, draw_rows, drawable, extent, height, limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

    from gate.report import Check, Report

MOST = 40
"""Checks that are drawn."""

ALIKE = 4
"""Metrics share an axis where none of them reaches more than so many times as far as another."""

FAR = 2
"""Limits are drawn as far from zero as so many times what else an axis holds."""

SHARES, OTHERS = "metrics between 0 and 1", "other metrics"


def plots(report: Report) -> Iterator[Plot]:
    """Draw the checks that were compared, metrics of unequal ranges apart."""
    compared = [
        Row(c.name + (" ↓" if c.better == "lower" else ""), c, c.gain)
        for c in report.checks
        if c.gain and drawable(c) and c.slice is None
    ]
    panels = _panels(compared[:MOST])
    if not panels:
        return
    near = [abs(limit) <= _reach(rows) for rows in panels for row in rows for limit in limits(row.check)]
    caption = (
        "Points are gains, lines their intervals; shaded is what is tolerated. "
        "Red regressed, green improved, brown cannot tell."
    )
    if any(near):
        caption += " A thick bar is a floor or a ceiling: a point left of it has crossed it."
    if not all(near):
        caption += " Limits further away than the axis reaches are in the table only."
    if any(row.check.better == "lower" for row in compared):
        caption += " ↓ marks metrics of which lower is better; right is better for them, too."
    if len(panels) > 1:
        caption += " Scales differ from panel to panel."
    if any(row.check.since for row in compared):
        caption += " Diamonds compare with the anchor."
    if len(compared) > MOST:
        caption += f" The first {MOST} of {len(compared):,} checks are drawn; the table has all."
    yield Plot("checks", "checks", "Gains on the whole set", caption, partial(_draw, panels))


def _draw(panels: Sequence[Sequence[Row]], width: Width) -> Figure:
    counts = [len(rows) for rows in panels]
    several = len(panels) > 1
    with canvas(
        (0.75 if several else 0.55) * len(panels) + height(sum(counts), width=width) + 0.35,
        width=width,
        rows=len(panels),
        ratios=[c + 0.2 for c in counts],
    ) as (figure, axes):
        first = 0
        for one, rows in zip(axes, panels, strict=True):
            draw_rows(one, rows, width=width, first=first, reach=_reach(rows))
            first += len(rows)
            one.set_xlabel(AXIS)
            if several:
                one.set_title(SHARES if _is_share(rows[0].check) else OTHERS)
    return figure


def _reach(rows: Sequence[Row]) -> float:
    return FAR * max(map(extent, rows))


def _panels(compared: Sequence[Row]) -> list[list[Row]]:
    """Group checks that can share an axis: shares on one, other metrics where they reach about as far."""
    shares = [row for row in compared if _is_share(row.check)]
    found: list[list[Row]] = []
    for row in compared:
        if _is_share(row.check):
            continue
        mates = (rows for rows in found if _are_alike([*rows, row]))
        room = next(mates, None)
        if room is None:
            found.append([row])
        else:
            room.append(row)
    return [shares, *found] if shares else found


def _are_alike(rows: Sequence[Row]) -> bool:
    """Return whether nothing is squeezed on one axis; checks of one metric always share theirs."""
    reaches = [extent(row) for row in rows]
    return max(reaches) <= ALIKE * min(reaches) or len({row.check.metric for row in rows}) == 1


def _is_share(check: Check) -> bool:
    levels = (check.candidate, check.baseline)
    return all(each is None or each.value is None or 0 <= each.value <= 1 for each in levels)
