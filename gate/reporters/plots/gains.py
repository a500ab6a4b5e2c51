"""Rows of gains with their intervals, tolerance and zero: what the forest and the slices are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import BAND, FAINT, GAIN, INK, LOSS, MARK, RULE, fits, label
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from gate.report import Check, Gain

ROW = 0.3
"""Inches of one row."""

_COLOURS = {
    Outcome.REGRESSED: LOSS,
    Outcome.IMPROVED: GAIN,
    Outcome.INCONCLUSIVE: MARK,
    Outcome.NOT_COMPARABLE: MARK,
}


def drawable(check: Check) -> bool:
    """Return whether a check has a gain that an axis can hold."""
    gain = check.gain
    return gain is not None and fits(gain.value, gain.low, gain.high, check.tolerance)


def draw_rows(axes: Axes, rows: Sequence[tuple[str, Check, Gain]], *, first: int = 0) -> None:
    """Draw one gain a row, the first on top.

    The point of row ``i`` has the id ``gain-{first + i}``; it is a diamond where the reference is the anchor.
    """
    axes.use_sticky_edges = False  # the end of a tolerance is no end of the axis
    axes.axvline(0, color=FAINT, linewidth=1)
    for y, (_, check, gain) in enumerate(rows):
        colour = _COLOURS.get(check.outcome, INK)
        if check.tolerance:
            axes.barh(y, -check.tolerance, height=0.72, color=BAND, linewidth=0)
            axes.plot([-check.tolerance] * 2, [y - 0.36, y + 0.36], color=FAINT, linewidth=1.2)
        if gain.low is not None and gain.high is not None:
            ends = axes.plot([gain.low, gain.high], [y, y], color=colour, linewidth=1.6)
            ends[0].set_gid(f"interval-{first + y}")
        point = axes.plot(
            gain.value, y, "D" if check.since else "o", color=colour, markersize=5.5, markeredgewidth=0
        )
        point[0].set_gid(f"gain-{first + y}")
    axes.set_yticks(range(len(rows)), [label(name) for name, _, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.margins(x=0.06)
    axes.locator_params(axis="x", nbins=7)
