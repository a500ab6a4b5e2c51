"""Slices as small multiples: one panel a metric, one row a slice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import CANDIDATE, Plot, Width, canvas, label
from gate.reporters.plots.gains import AXIS, Row, draw_rows, drawable, height

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matplotlib.figure import Figure

    from gate.report import Report

MOST = 30
"""Slices of a metric that are drawn."""

METRICS = 6
"""Metrics that are drawn."""


def plots(report: Report) -> Iterator[Plot]:
    """Draw the gains on slices; those against the anchor are in the table only."""
    found: dict[str, list[Row]] = {}
    for check in report.checks:
        if check.slice is not None and check.gain and drawable(check) and check.since is None:
            found.setdefault(check.metric, []).append(Row(check.slice, check, check.gain))
    whole = {
        c.metric: c.gain.value
        for c in report.checks
        if c.gain and drawable(c) and c.slice is None and c.since is None
    }
    panels = dict(list(found.items())[:METRICS])
    if not panels:
        return
    caption = (
        "Points are gains on a slice, lines their intervals; shaded is what is tolerated, dashed the gain on "
        "the whole set."
    )
    if any(rows[0].check.better == "lower" for rows in panels.values()):
        caption += " Right is better also where lower is better (↓)."
    if len(panels) > 1:
        caption += " Scales differ from panel to panel."
    if len(found) > METRICS:
        caption += f" The first {METRICS} of {len(found):,} metrics are drawn; the table has all."
    if any(len(rows) > MOST for rows in panels.values()):
        caption += f" Of each metric {MOST} slices at most are drawn, the most worrying; the table has all."
    yield Plot("slices", "slices", "Gains by slice", caption, partial(_draw, panels, whole))


def _draw(panels: Mapping[str, Sequence[Row]], whole: Mapping[str, float], width: Width) -> Figure:
    counts = [min(len(rows), MOST) for rows in panels.values()]
    with canvas(
        0.85 * len(panels) + height(sum(counts), width=width) + 0.2,
        width=width,
        rows=len(panels),
        ratios=[c + 0.2 for c in counts],
    ) as (figure, axes):
        first = 0
        for i, (one, (metric, rows)) in enumerate(zip(axes, panels.items(), strict=True)):
            shown = rows[:MOST]
            draw_rows(one, shown, width=width, first=first)
            first += len(shown)
            if metric in whole:
                dashed = (0, (4, 2))
                one.axvline(whole[metric], color=CANDIDATE, linewidth=1, linestyle=dashed, gid=f"whole-{i}")
            one.set_title(label(metric) + (" ↓" if rows[0].check.better == "lower" else ""))
            one.set_xlabel(AXIS)
    return figure
