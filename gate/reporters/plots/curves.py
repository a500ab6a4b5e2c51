"""ROC and precision-recall curves of both sides, with what chance and the base rate give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.numbers import exact
from gate.reporters.plots.drawing import FAINT, RULE, SIDES, Plot, canvas, fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Report


def plots(report: Report) -> Iterator[Plot]:
    """Draw both curves side by side."""
    scores = report.pictures.scores if report.pictures else None
    if scores is None:
        return
    traces = (*scores.roc, *scores.precision_recall)
    if not fits(scores.base_rate, *(value for trace in traces for value in (*trace.x, *trace.y))):
        return
    with canvas(3.7, columns=2) as (figure, (roc, precision)):
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
        roc.legend(loc="lower right")
        for axes in (roc, precision):
            axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
            axes.grid(color=RULE, linewidth=0.6)
    caption = (
        f"Dotted is what flagging at random gives; the base rate is {exact(scores.base_rate, most=4)}. "
        "Lines of more than 200 points are thinned evenly along their length."
    )
    yield Plot("curves", "scores", "What the scores can separate", caption, figure)
