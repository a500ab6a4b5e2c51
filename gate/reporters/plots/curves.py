"""ROC and precision-recall curves of both sides, with what chance and the base rate give."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gate.reporters.numbers import exact
from gate.reporters.plots.drawing import FAINT, RULE, SIDES, Plot, Width, canvas, fits, legend

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gate.report import Band, Report, Scores


def plots(report: Report) -> Iterator[Plot]:
    """Draw both curves side by side."""
    scores = report.pictures.scores if report.pictures else None
    if scores is None:
        return
    traces = (*scores.roc, *scores.precision_recall)
    bands = (*scores.roc_bands, *scores.precision_recall_bands)
    if not fits(
        scores.base_rate,
        *(value for trace in traces for value in (*trace.x, *trace.y)),
        *(value for band in bands for value in (*band.x, *band.low, *band.high)),
    ):
        return
    caption = (
        f"Dotted is what flagging at random gives; the base rate is {exact(scores.base_rate, most=4)}. "
        "Lines of more than 200 points are thinned evenly along their length."
    )
    if bands:
        caption += " Shaded is where either line may lie on other items like these, point by point."
    yield Plot("curves", "scores", "What the scores can separate", caption, partial(_draw, scores))


def _draw(scores: Scores, width: Width) -> Figure:
    with canvas(3.7, columns=2, width=width) as (figure, (roc, precision)):
        _shade(roc, scores.roc_bands, "roc")
        _shade(precision, scores.precision_recall_bands, "precision")
        for trace in scores.roc:
            colour, dash = SIDES[trace.side]
            roc.plot(
                trace.x, trace.y, color=colour, linestyle=dash, label=trace.side, gid=f"roc-{trace.side}"
            )
        roc.plot([0, 1], [0, 1], color=FAINT, linewidth=1, linestyle=":")
        for trace in scores.precision_recall:
            colour, dash = SIDES[trace.side]
            precision.plot(trace.x, trace.y, color=colour, linestyle=dash, gid=f"precision-{trace.side}")
        precision.axhline(scores.base_rate, color=FAINT, linewidth=1, linestyle=":", gid="base-rate")
        roc.set(title="ROC", xlabel="false positive rate", ylabel="recall")
        precision.set(title="Precision and recall", xlabel="recall", ylabel="precision")
        for axes in (roc, precision):
            axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
            axes.grid(color=RULE, linewidth=0.6)
        legend(figure, columns=2)
    return figure


def _shade(axes: Axes, bands: Sequence[Band], name: str) -> None:
    for band in bands:
        colour, _ = SIDES[band.side]
        gid = f"{name}-band-{band.side}"
        axes.fill_between(band.x, band.low, band.high, color=colour, alpha=0.16, linewidth=0, gid=gid)
