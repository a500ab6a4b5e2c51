"""The smallest drop that can be seen against the number of items, with today's number and the needed one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gate.reporters.numbers import exact
from gate.reporters.plots.drawing import (
    CANDIDATE,
    FAINT,
    GAIN,
    MARK,
    PAPER,
    RULE,
    Plot,
    Width,
    canvas,
    fits,
    label,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gate.report import Report, Sight

COLUMNS = 2
"""Panels in a row."""

METRICS = 6
"""Checks that are drawn."""

_SMALL = 9
_ABOVE = ("data", "axes fraction")


def plots(report: Report) -> Iterator[Plot]:
    """Draw one small panel a gated headline."""
    told = report.pictures.sight if report.pictures else ()
    found = [s for s in told if fits(s.n, s.tolerance, *s.sizes, *s.detectable)][:METRICS]
    if not found:
        return
    wanted = {check.name: check.needed for check in report.checks}
    needed = [wanted.get(each.check) for each in found]
    caption = (
        "The smallest drop that is seen in 4 of 5 cases, were there so many items that differ as today's do. "
        "A drop counts only beyond what is allowed (dotted), so the line never falls below that. "
        "So many items as are needed would show a loss of all that is allowed, or rule it out."
    )
    yield Plot("power", "sight", "What more items would see", caption, partial(_draw, found, needed))


def _draw(found: Sequence[Sight], needed: Sequence[int | None], width: Width) -> Figure:
    columns = min(COLUMNS, len(found))
    rows = -(-len(found) // columns)
    with canvas(2.6 * rows + 0.2, width=width, rows=rows, columns=columns) as (figure, panels):
        for i, (axes, each, enough) in enumerate(zip(panels, found, needed, strict=False)):
            axes.plot(each.sizes, each.detectable, color=CANDIDATE, gid=f"detectable-{i}")
            axes.set(xscale="log", ylim=(0, 1.3 * max(each.detectable)), title=label(each.check))
            axes.set(xlabel="items", ylabel="smallest drop seen")
            _mark(axes, each.n, f"today: {each.n:,}", MARK, 0.97, f"today-{i}")
            if enough is not None and each.sizes[0] <= enough <= each.sizes[-1]:
                _mark(axes, enough, f"needed: {enough:,}", GAIN, 0.85, f"needed-{i}")
            if each.tolerance:
                axes.axhline(each.tolerance, color=FAINT, linewidth=1.2, linestyle=":", gid=f"allowed-{i}")
                text = f"allowed: {exact(each.tolerance, most=3)}"
                where = {"units": ("axes fraction", "data"), "fontsize": _SMALL}
                write(axes, text, (0, each.tolerance), (3, 2), **where)
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
            axes.grid(color=RULE, linewidth=0.6)
        for axes in panels[len(found) :]:
            axes.set_visible(False)
    return figure


def _mark(axes: Axes, size: int, text: str, colour: str, height: float, gid: str) -> None:
    """Draw a number of items as a dashed line, and name it on the side where there is room."""
    axes.axvline(size, color=colour, linewidth=1.4, linestyle=(0, (4, 2)), gid=gid)
    left, right = axes.get_xlim()
    is_right = size * size > left * right  # the middle of a logarithmic axis
    look: dict[str, Any] = {"va": "top", "ha": "right" if is_right else "left", "units": _ABOVE}
    look["bbox"] = {"facecolor": PAPER, "linewidth": 0, "pad": 1}
    write(axes, text, (size, height), (-4 if is_right else 4, 0), color=colour, fontsize=_SMALL, **look)
