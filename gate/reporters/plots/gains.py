"""Rows of gains with their intervals, tolerance and limits: what forest and slices are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gate.reporters.plots.drawing import BAND, FAINT, GAIN, INK, LOSS, MARK, RULE, Width, fits, label, write
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from gate.report import Check, Gain

ROW, TALL = 0.3, 0.46
"""Inches of one row, and of one whose name stands above it on a narrow screen."""

HALF = 0.36
"""Half the height of a tolerance, in rows."""

AXIS = "gain (right of zero is better)"

_COLOURS = {
    Outcome.REGRESSED: LOSS,
    Outcome.IMPROVED: GAIN,
    Outcome.INCONCLUSIVE: MARK,
    Outcome.NOT_COMPARABLE: MARK,
}


class Row(NamedTuple):
    """One gain to draw: what it is called, its check, and the gain."""

    name: str
    check: Check
    gain: Gain


def drawable(check: Check) -> bool:
    """Return whether a check has a gain that an axis can hold."""
    gain = check.gain
    return gain is not None and fits(gain.value, gain.low, gain.high, check.tolerance)


def limits(check: Check) -> Iterator[float]:
    """Yield the gains at which a floor or a ceiling would be crossed, from the baseline's level.

    Of a metric that is best at 0, only the limit on the candidate's side of 0 is at one gain.
    """
    before = check.baseline.value if check.baseline else None
    if before is None or not fits(before, check.floor, check.ceiling):
        return
    known = [limit for limit in (check.floor, check.ceiling) if limit is not None]
    if check.better == "zero":
        now = check.candidate.value or 0.0
        yield from (abs(before) - abs(limit) for limit in known if limit * now > 0)
    else:
        sign = -1 if check.better == "lower" else 1
        yield from (sign * (limit - before) for limit in known)


def extent(row: Row) -> float:
    """Return how far from zero a row reaches without its limits."""
    ends = (row.gain.value, row.gain.low, row.gain.high, row.check.tolerance)
    return max(abs(end) for end in ends if end is not None)


def height(rows: int, *, width: Width) -> float:
    """Return the inches that so many rows take."""
    return rows * (TALL if width is Width.NARROW else ROW)


def draw_rows(axes: Axes, rows: Sequence[Row], *, width: Width, first: int = 0, reach: float = 0.0) -> None:
    """Draw one gain a row, the first on top.

    The point of row ``i`` has the id ``gain-{first + i}``; it is a diamond where the reference is the anchor.
    A limit within ``reach`` of zero is a thick bar, ``limit-{first + i}``.
    """
    axes.use_sticky_edges = False  # the end of a tolerance is no end of the axis
    axes.axvline(0, color=FAINT, linewidth=1)
    for y, (name, check, gain) in enumerate(rows):
        colour, number, bar = _COLOURS.get(check.outcome, INK), first + y, [y - HALF, y + HALF]
        if check.tolerance:
            axes.barh(y, -check.tolerance, height=2 * HALF, color=BAND, linewidth=0)
            edge = [-check.tolerance] * 2
            axes.plot(edge, bar, color=FAINT, linewidth=1.2, gid=f"tolerance-{number}")
        for limit in limits(check):
            if abs(limit) <= reach:
                axes.plot([limit] * 2, bar, color=INK, linewidth=3.2, gid=f"limit-{number}")
        if gain.low is not None and gain.high is not None:
            ends = axes.plot([gain.low, gain.high], [y, y], color=colour, linewidth=1.6)
            ends[0].set_gid(f"interval-{number}")
        look = "D" if check.since else "o"
        point = axes.plot(gain.value, y, look, color=colour, markersize=5.5, markeredgewidth=0)
        point[0].set_gid(f"gain-{number}")
        if width is Width.NARROW:
            above = {"units": ("axes fraction", "data"), "va": "bottom", "fontsize": 9}
            write(axes, label(name), (0, y - HALF), (0, 0), **above)
    axes.spines["left"].set_visible(width is Width.WIDE)
    names = [] if width is Width.NARROW else [label(row.name) for row in rows]
    axes.set_yticks([] if width is Width.NARROW else range(len(rows)), names)
    axes.set_ylim(len(rows) - 0.4, -1.1 if width is Width.NARROW else -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.margins(x=0.06)
    axes.locator_params(axis="x", nbins=5 if width is Width.NARROW else 7)
