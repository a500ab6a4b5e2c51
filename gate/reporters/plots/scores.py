"""How the scores of each class are distributed, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.reporters.plots.drawing import FAINT, LOSS, MARK, NOW, RULE, Plot, canvas, fits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Report


def plots(report: Report) -> Iterator[Plot]:
    """Draw one panel a side, each class as a share of its own items."""
    scores = report.pictures.scores if report.pictures else None
    if scores is None or not scores.edges or not fits(*scores.edges):
        return
    sides = list(dict.fromkeys(each.side for each in scores.counts))
    known = report.threshold
    thresholds = {
        "baseline": known.baseline_deployed if known else None,
        "candidate": known.deployed if known else None,
    }
    with canvas(1.9 * len(sides) + 0.4, rows=len(sides)) as (figure, panels):
        for axes, side in zip(panels, sides, strict=True):
            for each in scores.counts:
                if each.side != side:
                    continue
                colour, name = (LOSS, "positive") if each.is_positive else (NOW, "negative")
                total = sum(each.counts) or 1
                shares = [count / total for count in each.counts]
                dash = "solid" if each.is_positive else (0, (4, 2))
                axes.stairs(
                    shares,
                    scores.edges,
                    color=colour,
                    linewidth=1.6,
                    linestyle=dash,
                    label=f"{name} class, {counted(sum(each.counts), 'item')}",
                    gid=f"scores-{side}-{name}",
                )
            threshold = thresholds[side]
            if threshold is not None and scores.edges[0] <= threshold <= scores.edges[-1]:
                axes.axvline(threshold, color=MARK, linewidth=1.2, linestyle=":", label="threshold")
            axes.set_title(side)
            axes.set_ylabel("share of its class")
            axes.grid(axis="y", color=RULE, linewidth=0.6)
            axes.legend(loc="best", fontsize=8.5, labelcolor=FAINT)
        panels[-1].set_xlabel("score")
    caption = "Each class adds up to one, so that a rare one is seen as well as a common one."
    yield Plot("scores", "scores", "Distribution of the scores", caption, figure)
