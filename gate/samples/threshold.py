"""Thresholds chosen on a sample: the cheapest, the one of best F1, and what choosing costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.samples.curve import Cells, Curve

if TYPE_CHECKING:
    from gate.arrays import FloatArray, IntArray
    from gate.samples.labelled import LabelledSample

SLACK = 1e-12
"""Costs this close, relatively, are equal: prices like 0.1 and 0.3 are not exact in binary."""


def cheapest_step(cells: Cells) -> IntArray:
    """``(r,)``: the step of the cheapest threshold; -1 if flagging nothing is cheapest.

    Of equally cheap thresholds the largest is taken, the one that flags least.
    """
    cost = cells.cost
    least = cost.min(axis=1, keepdims=True)
    return np.asarray((cost <= least * (1 + SLACK)).argmax(axis=1) - 1)


def cheapest_threshold(sample: LabelledSample) -> tuple[float, float]:
    """Return the threshold of least mean cost per item, and that cost.

    Candidates are every distinct score and ``+inf``, which flags nothing; an item is flagged if its
    score is at least the threshold. Unanswered items are wrong at any threshold. Of equally cheap
    thresholds the largest is taken. The cost flatters: it is least on the very items it was chosen
    on; :func:`cross_fitted_cost` does not.

    Raises:
        ValueError: The sample has no scores or no costs.

    >>> from gate.samples.labelled import Costs, LabelledSample
    >>> costs = Costs(false_negative=10, false_positive=1)
    >>> cheapest_threshold(LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], costs=costs))
    (0.4, 0.25)
    """
    curve = _priced(sample)
    step = int(cheapest_step(curve.cells)[0])
    return _threshold(curve, step), float(curve.cells.cost[0, step + 1])


def cross_fitted_cost(sample: LabelledSample, *, folds: int = 10) -> FloatArray:
    """Return ``(n,)`` each item's cost at the threshold that is cheapest on the *other* folds.

    Items of each class are dealt to the folds in turn, in ascending order of id, so that the folds
    depend on the items alone and hold the classes in equal shares.

    Raises:
        ValueError: The sample has no scores or no costs, or ``folds`` is below 2.
    """
    if folds < 2:
        raise ValueError(f"{folds} folds: at least 2 are needed")
    curve = _priced(sample)
    fold = np.empty(sample.n, np.int64)
    for truth in (sample.positive, ~sample.positive):
        fold[truth] = np.arange(int(truth.sum())) % folds
    others = np.asarray(fold != np.arange(folds)[:, None], dtype=np.float64)
    step = cheapest_step(curve.reduce(others))[fold]
    flagged = curve.step <= step
    assert sample.costs is not None
    return np.select(
        [sample.positive & ~flagged, ~sample.positive & flagged],
        [sample.costs.false_negative, sample.costs.false_positive],
        default=0.0,
    )


def _priced(sample: LabelledSample) -> Curve:
    if sample.costs is None:
        raise ValueError("no prices of errors to choose a threshold by")
    return Curve.of(sample)


def _threshold(curve: Curve, step: int) -> float:
    return math.inf if step < 0 else float(curve.thresholds[step])
