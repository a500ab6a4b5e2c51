"""Mean cost against threshold on both sides, with the deployed and the cheapest thresholds marked."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from gate.reporters.numbers import exact
from gate.reporters.plots.drawing import (
    BASELINE,
    CANDIDATE,
    GAIN,
    RULE,
    SIDES,
    Plot,
    Width,
    canvas,
    fits,
    legend,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

    from gate.report import Report, Scores, Threshold

REACH = 4
"""The axis ends at so many times the dearest mark: a line that goes on beyond would flatten the rest."""


class Mark(NamedTuple):
    """A threshold whose cost is marked.

    Attributes:
        name: What it is.
        threshold: Where.
        cost: Mean cost of an item there.
        look: Of its marker.
    """

    name: str
    threshold: float
    cost: float
    look: dict[str, Any]


def plots(report: Report) -> Iterator[Plot]:
    """Draw what each threshold costs."""
    scores = report.pictures.scores if report.pictures else None
    if scores is None or not any(trace.x for trace in scores.cost):
        return
    if not fits(*(value for trace in scores.cost for value in (*trace.x, *trace.y))):
        return
    marks = _marks(report.threshold)
    dearest = max((cost for trace in scores.cost for cost in trace.y), default=0.0)
    top = min(dearest, REACH * max((mark.cost for mark in marks), default=dearest)) or dearest
    caption = (
        "The cheapest point flatters: it was chosen on the items it is measured on. The re-tuned point "
        "is what it costs on items it was not tuned on."
    )
    if top < dearest:
        caption += (
            f" What costs more than {exact(top, most=2)} lies above; the dearest is {exact(dearest, most=2)}."
        )
    yield Plot("cost", "scores", "Cost against threshold", caption, partial(_draw, scores, marks, top))


def _marks(known: Threshold | None) -> list[Mark]:
    """Return the marks in the order of drawing: the star lies on the triangle, which is hollow."""
    if known is None:
        return []
    triangle = {"marker": "^", "markersize": 13, "markerfacecolor": "none", "markeredgewidth": 1.8}
    deployed, cheapest = known.deployed, known.cheapest
    found = (
        ("baseline, deployed", known.baseline_deployed, known.baseline_cost, BASELINE, {"marker": "s"}),
        ("candidate, deployed", deployed, known.cost.value, CANDIDATE, {"marker": "o"}),
        ("candidate, re-tuned", cheapest, known.cheapest_cost.value, GAIN, triangle),
        ("candidate, cheapest on these items", cheapest, known.in_sample_cost, GAIN, {"marker": "*"}),
    )
    return [
        Mark(name, threshold, cost, {"markersize": 8, "color": colour, **shape})
        for name, threshold, cost, colour, shape in found
        if threshold is not None and cost is not None and fits(threshold, cost)
    ]


def _draw(scores: Scores, marks: Sequence[Mark], top: float, width: Width) -> Figure:
    with canvas(3.6, width=width) as (figure, (axes,)):
        for trace in scores.cost:
            colour, dash = SIDES[trace.side]
            gid = f"cost-{trace.side}"
            axes.plot(trace.x, trace.y, color=colour, linestyle=dash, label=trace.side, gid=gid)
        for mark in marks:
            gid = "mark-" + re.sub(r"\W+", "-", mark.name).strip("-")
            axes.plot(mark.threshold, mark.cost, linestyle="none", label=mark.name, gid=gid, **mark.look)
        axes.set(xlabel="threshold: scores from here on are flagged", ylabel="mean cost of an item")
        axes.grid(color=RULE, linewidth=0.6)
        axes.set_ylim(0, 1.05 * top or None)
        legend(figure, columns=1 if width is Width.NARROW else 2)
    return figure
