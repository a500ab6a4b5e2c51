"""Mean cost against threshold on both sides, with the frozen and the cheapest thresholds marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import BEFORE, GAIN, NOW, RULE, SIDES, Plot, canvas, fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Report


def plots(report: Report) -> Iterator[Plot]:
    """Draw what each threshold costs."""
    scores = report.pictures.scores if report.pictures else None
    if scores is None or not any(trace.x for trace in scores.cost):
        return
    if not fits(*(value for trace in scores.cost for value in (*trace.x, *trace.y))):
        return
    with canvas(3.2) as (figure, (axes,)):
        for trace in scores.cost:
            colour, dash = SIDES[trace.side]
            axes.plot(
                trace.x, trace.y, color=colour, linestyle=dash, label=trace.side, gid=f"cost-{trace.side}"
            )
        known = report.threshold
        if known is not None:
            marks = (
                (known.baseline_deployed, known.baseline_cost, BEFORE, "s", "baseline, frozen threshold"),
                (known.deployed, known.cost.value, NOW, "o", "candidate, frozen threshold"),
                (known.cheapest, known.in_sample_cost, GAIN, "*", "candidate, cheapest on these items"),
                (known.cheapest, known.cheapest_cost.value, GAIN, "^", "candidate, re-tuned (cross-fitted)"),
            )
            for threshold, cost, colour, shape, name in marks:
                if threshold is not None and cost is not None and fits(threshold, cost):
                    gid = f"mark-{name.replace(',', '').replace(' ', '-').replace('(', '').replace(')', '')}"
                    axes.plot(threshold, cost, shape, color=colour, markersize=8, label=name, gid=gid)
        axes.set(xlabel="threshold: scores from here on are flagged", ylabel="mean cost of an item")
        axes.grid(color=RULE, linewidth=0.6)
        axes.set_ylim(bottom=0)
        axes.legend(loc="best", fontsize=8.5)
    caption = (
        "The cheapest point flatters: it was chosen on the items it is measured on. The re-tuned point "
        "is what it costs on items it was not tuned on."
    )
    yield Plot("cost", "scores", "Cost against threshold", caption, figure)
