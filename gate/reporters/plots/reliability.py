"""How far probabilities hold: what share came true of the items that were given each probability."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import FAINT, RULE, SIDES, Plot, Width, canvas, fits, label, legend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

    from gate.report import Reliability, Report


def plots(report: Report) -> Iterator[Plot]:
    """Draw the bins of both sides with their intervals beside the diagonal."""
    told = report.reliability
    if told is None:
        return
    ends = ((b.probability, b.share, b.low, b.high) for b in (*(told.baseline or ()), *told.candidate))
    if not fits(*(value for values in ends for value in values)):
        return
    caption = "On the dotted line, probabilities hold. Each point is a tenth of the items, with its interval."
    yield Plot("reliability", "scores", "How far the probabilities hold", caption, partial(_draw, told))


def _draw(told: Reliability, width: Width) -> Figure:
    with canvas(3.7, width=width) as (figure, (axes,)):
        axes.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=":")
        for side, bins in (("baseline", told.baseline), ("candidate", told.candidate)):
            if not bins:
                continue
            colour, dash = SIDES[side]
            for each in bins:
                axes.plot([each.probability] * 2, [each.low, each.high], color=colour, linewidth=1)
            axes.plot(
                [each.probability for each in bins],
                [each.share for each in bins],
                color=colour,
                linestyle=dash,
                marker="o" if side == "candidate" else "s",
                markersize=4,
                label=side,
                gid=f"reliability-{side}",
            )
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), ylabel="share that came true")
        axes.set_xlabel(f"probability: {label(told.of)}")
        axes.grid(color=RULE, linewidth=0.6)
        legend(figure, columns=2)
    return figure
