"""How the scores of each class are distributed, side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gate.reporters.plots.drawing import CANDIDATE, LOSS, MARK, RULE, Plot, Width, canvas, fits, legend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

    from gate.report import Report, Scores


def plots(report: Report) -> Iterator[Plot]:
    """Draw one panel a side, each class as a share of its own items, on one scale."""
    scores = report.pictures.scores if report.pictures else None
    if scores is None or not scores.edges or not fits(*scores.edges):
        return
    known = report.threshold
    thresholds = {
        "baseline": known.baseline_deployed if known else None,
        "candidate": known.deployed if known else None,
    }
    caption = "Each class adds up to one, so that a rare one is seen as well as a common one."
    if len({each.side for each in scores.counts}) > 1:
        caption += " Both panels have one scale."
    draw = partial(_draw, scores, thresholds)
    yield Plot("scores", "scores", "Distribution of the scores", caption, draw)


def _draw(scores: Scores, thresholds: dict[str, float | None], width: Width) -> Figure:
    sides = list(dict.fromkeys(each.side for each in scores.counts))
    with canvas(1.9 * len(sides) + 0.6, width=width, rows=len(sides), alike=True) as (figure, panels):
        for axes, side in zip(panels, sides, strict=True):
            sizes = []
            for each in scores.counts:
                if each.side != side:
                    continue
                colour, name = (LOSS, "positive") if each.is_positive else (CANDIDATE, "negative")
                total = sum(each.counts)
                sizes.append(f"{total:,} {name}")
                axes.stairs(
                    [count / (total or 1) for count in each.counts],
                    scores.edges,
                    color=colour,
                    linewidth=1.6,
                    linestyle="solid" if each.is_positive else (0, (4, 2)),
                    label=f"{name} class",
                    gid=f"scores-{side}-{name}",
                )
            threshold = thresholds[side]
            if threshold is not None and scores.edges[0] <= threshold <= scores.edges[-1]:
                gid = f"threshold-{side}"
                axes.axvline(threshold, color=MARK, linewidth=1.4, linestyle=":", label="threshold", gid=gid)
            axes.set_title(f"{side}: {', '.join(sizes)}")
            axes.set_ylabel("share of its class")
            axes.grid(axis="y", color=RULE, linewidth=0.6)
        panels[-1].set_xlabel("score")
        legend(figure, columns=2 if width is Width.NARROW else 3)
    return figure
