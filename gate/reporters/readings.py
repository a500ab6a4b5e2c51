"""What the lines of a plot read, as tables: for readers who do not see the drawing, or want the numbers."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from gate.reporters.classes import Cell, Grid
from gate.reporters.numbers import between, exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gate.report import Reliability, Report, Scores, Trace

SIDES = ("baseline", "candidate")

RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""False positive rates at which recall is read."""

RECALLS = (0.25, 0.5, 0.75, 0.9, 0.95, 1.0)
"""Recalls at which precision is read."""

STEPS = 10
"""Steps between the first and the last threshold whose costs are read."""


def readings(report: Report) -> dict[str, list[Grid]]:
    """Return the tables of each plot of scores, by its name, in the order of the page."""
    found: dict[str, list[Grid]] = {}
    scores = report.pictures.scores if report.pictures else None
    if scores is not None:
        found["curves"] = list(_curves(scores))
        if any(trace.x for trace in scores.cost):
            found["cost"] = [_costs(scores)]
        if scores.edges:
            found["scores"] = [_bins(scores)]
    if report.reliability is not None:
        found["reliability"] = list(_probabilities(report.reliability))
    return found


def read_off(trace: Trace, x: float) -> float | None:
    """Return the height of the drawn line at ``x``; the last one where it is upright, ``None`` beside it.

    >>> from gate.report import Trace
    >>> line = Trace("baseline", (0.0, 0.0, 1.0), (0.0, 0.5, 1.0))
    >>> read_off(line, 0.0), read_off(line, 0.5), read_off(line, 2.0)
    (0.5, 0.75, None)
    """
    after = bisect_right(trace.x, x)
    if after == 0 or (after == len(trace.x) and trace.x[-1] < x):
        return None
    left, low = trace.x[after - 1], trace.y[after - 1]
    if after == len(trace.x) or left == x:
        return low
    return low + (trace.y[after] - low) * (x - left) / (trace.x[after] - left)


def _curves(scores: Scores) -> Iterator[Grid]:
    yield _lines("Recall at a false positive rate", "false positive rate", scores.roc, RATES)
    yield _lines("Precision at a recall", "recall", scores.precision_recall, RECALLS)


def _costs(scores: Scores) -> Grid:
    ends = [x for trace in scores.cost for x in trace.x]
    first, last = min(ends), max(ends)
    steps = [first + (last - first) * step / STEPS for step in range(STEPS + 1)]
    return _lines("Mean cost of an item at a threshold", "threshold", scores.cost, dict.fromkeys(steps))


def _lines(title: str, corner: str, traces: Sequence[Trace], places: Iterable[float]) -> Grid:
    drawn = [trace for trace in traces if trace.x]
    rows = tuple(
        (exact(x, most=4), tuple(Cell(exact(read_off(trace, x), most=4)) for trace in drawn)) for x in places
    )
    return Grid(title, corner, tuple(trace.side for trace in drawn), rows, "as read off the drawn lines")


def _bins(scores: Scores) -> Grid:
    groups = [each for side in SIDES for each in scores.counts if each.side == side]
    head = tuple(f"{each.side}, {'positive' if each.is_positive else 'negative'}" for each in groups)
    rows = tuple(
        (
            f"{exact(low, most=4)} to {exact(scores.edges[i + 1], most=4)}",
            tuple(Cell(f"{each.counts[i]:,}") for each in groups),
        )
        for i, low in enumerate(scores.edges[:-1])
        if any(each.counts[i] for each in groups)
    )
    return Grid("Items by score", "score", head, rows, "bins without an item are left out")


def _probabilities(told: Reliability) -> Iterator[Grid]:
    for side, bins in (("baseline", told.baseline), ("candidate", told.candidate)):
        rows = tuple(
            (
                exact(each.probability, most=4),
                (
                    Cell(exact(each.share, most=4)),
                    Cell(between(each.low, each.high, 4)),
                    Cell(f"{each.items:,}"),
                ),
            )
            for each in bins or ()
        )
        if rows:
            head = ("share that came true", "interval", "items")
            yield Grid(f"What came true at each probability, {side}", "mean probability", head, rows)
