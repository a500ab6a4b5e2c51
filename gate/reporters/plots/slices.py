"""Slices as small multiples: one panel a metric, one row a slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import NOW, Plot, canvas
from gate.reporters.plots.gains import ROW, draw_rows, drawable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Check, Gain, Report

MOST = 30
"""Slices of a metric that are drawn."""

METRICS = 6
"""Metrics that are drawn."""


def plots(report: Report) -> Iterator[Plot]:
    """Draw the gains on slices; those against the anchor are in the table only."""
    found: dict[str, list[tuple[str, Check, Gain]]] = {}
    for check in report.checks:
        if check.slice is not None and check.gain and drawable(check) and check.since is None:
            found.setdefault(check.metric, []).append((check.slice, check, check.gain))
    whole = {
        c.metric: c.gain.value
        for c in report.checks
        if c.gain and drawable(c) and c.slice is None and c.since is None
    }
    panels = dict(list(found.items())[:METRICS])
    if not panels:
        return
    counts = [min(len(rows), MOST) for rows in panels.values()]
    height = 0.75 * len(panels) + ROW * sum(counts) + 0.3
    with canvas(height, rows=len(panels), ratios=[c + 0.2 for c in counts]) as (figure, axes):
        first = 0
        for one, (metric, rows) in zip(axes, panels.items(), strict=True):
            shown = rows[:MOST]
            draw_rows(one, shown, first=first)
            first += len(shown)
            if metric in whole:
                one.axvline(whole[metric], color=NOW, linewidth=1, linestyle=(0, (4, 2)))
            one.set_title(metric)
        axes[-1].set_xlabel("gain (right of zero is better)")
    caption = (
        "Points are gains on a slice, lines their intervals; shaded is what is tolerated, dashed the gain on "
        "the whole set."
    )
    if len(found) > METRICS:
        caption += f" The first {METRICS} of {len(found):,} metrics are drawn; the table has all."
    if any(len(rows) > MOST for rows in panels.values()):
        caption += f" Of each metric {MOST} slices at most are drawn, the most worrying; the table has all."
    yield Plot("slices", "slices", "Gains by slice", caption, figure)
