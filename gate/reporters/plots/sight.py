"""The smallest drop that can be seen against the number of items, with today's number marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import FAINT, MARK, NOW, RULE, Plot, canvas, fits, label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Report

COLUMNS = 2
"""Panels in a row."""

METRICS = 6
"""Checks that are drawn."""


def plots(report: Report) -> Iterator[Plot]:
    """Draw one small panel a gated headline."""
    told = report.pictures.sight if report.pictures else ()
    found = [s for s in told if fits(s.n, s.tolerance, *s.sizes, *s.detectable)][:METRICS]
    if not found:
        return
    columns = min(COLUMNS, len(found))
    rows = -(-len(found) // columns)
    with canvas(2.4 * rows + 0.2, rows=rows, columns=columns) as (figure, panels):
        for i, (axes, each) in enumerate(zip(panels, found, strict=False)):
            axes.plot(each.sizes, each.detectable, color=NOW, gid=f"detectable-{i}")
            axes.axvline(each.n, color=MARK, linewidth=1.2, linestyle=(0, (4, 2)), gid=f"today-{i}")
            if each.tolerance:
                axes.axhline(each.tolerance, color=FAINT, linewidth=1, linestyle=":")
            axes.set(xscale="log", ylim=(0, None), title=label(each.check), xlabel="items")
            axes.set_ylabel("smallest drop seen")
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
            axes.grid(color=RULE, linewidth=0.6)
        for axes in panels[len(found) :]:
            axes.set_visible(False)
    caption = (
        "The smallest drop that is seen in 4 of 5 cases, were there so many items that differ as today's do. "
        "Dashed are today's items, dotted is the tolerance."
    )
    yield Plot("power", "sight", "What more items would see", caption, figure)
