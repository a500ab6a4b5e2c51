"""What metrics of a score order have in common when they fill their formulas in."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from gate.digits import number
from gate.metrics.steps import MOST, Step, divided, times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gate.metrics.metric import Metric
    from gate.samples.curve import Curve

Weigh = Literal["evenly", "by_positives", "by_both"]
"""How several curves are averaged, by the names of :mod:`gate.samples.averages`."""


def products(pairs: Iterable[tuple[float, float]]) -> list[tuple[str, float]]:
    """Return the terms of a sum of ``count × value``; counts of neighbours of the same value are added.

    >>> products([(1.0, 4.0), (2.0, 4.0), (1.0, 3.5), (0.0, 3.0)])
    [('3 × 4', 12.0), ('3.5', 3.5)]
    """
    found = []
    for value, same in groupby(((c, v) for c, v in pairs if c), key=lambda pair: pair[1]):
        count = math.fsum(c for c, _ in same)
        found.append((times(count, number(value)), count * value))
    return found


def weight_of(curve: Curve, entry: int) -> float:
    """Return the weight that one entry has in the cells of ``curve``."""
    if curve.weight is None:
        return 1.0
    return float(curve.weight[entry if curve.item is None else curve.item[entry]])


def counted_as(curve: Curve, entry: int, step: int) -> Step:
    """Say what an entry is with the threshold on ``step``, and what it adds to the totals by that."""
    flagged = bool(curve.flagged(step)[entry])
    is_positive = bool(curve.positive[entry])
    names = {
        (True, True): ("true positives", "a positive, flagged"),
        (True, False): ("false negatives", "a positive, not flagged"),
        (False, True): ("false positives", "a negative, flagged"),
        (False, False): ("true negatives", "a negative, not flagged"),
    }
    name, note = names[is_positive, flagged]
    lost = curve.step[entry] < 0 or (is_positive and curve.step[entry] >= curve.thresholds.size)
    at = "" if step < 0 else f" with the threshold at {number(float(curve.thresholds[step]))}"
    return Step(f"adds to the {name}", "", weight_of(curve, entry), "no answer" if lost else note + at)


def threshold_step(curve: Curve, step: int, note: str) -> Step:
    """Name the threshold on ``step``; below 0 it is the one that flags nothing."""
    value = math.inf if step < 0 else float(curve.thresholds[step])
    return Step("threshold", "", value, note if step >= 0 else f"{note}: nothing is flagged")


def of_one(metric: Metric) -> Callable[..., tuple[Step, ...]]:
    """Return the steps of a metric of several classes that is ``metric`` on its only curve."""

    def steps(curves: Sequence[Curve], _: Sequence[str]) -> tuple[Step, ...]:
        assert metric.steps is not None
        return tuple(metric.steps(curves[0]))

    return steps


def of_average(metric: Metric, weigh: Weigh) -> Callable[..., tuple[Step, ...]]:
    """Return the steps of the mean of ``metric`` over the curves on which it is defined."""

    def steps(curves: Sequence[Curve], names: Sequence[str]) -> tuple[Step, ...]:
        from gate.samples import averages

        assert metric.steps is not None
        cells = [curve.cells for curve in curves]
        weights = getattr(averages, weigh)(cells)[:, 0].tolist()
        lines, terms, total = [], [], []
        for name, curve, weight in zip(names, curves, weights, strict=True):
            *_, last = metric.steps(curve)
            if math.isnan(last.value):
                continue
            lines.append(Step(f"of {name}", last.worked, last.value))
            text = number(last.value) if weigh == "evenly" else f"{number(weight)} × {number(last.value)}"
            terms.append((text, weight * last.value))
            total.append(weight)
        whole = math.fsum(total)
        mean = math.fsum(value for _, value in terms) / whole if whole else math.nan
        return (*lines[:MOST], Step("", divided(terms, whole), mean))

    return steps
