"""The threshold behind a metric that chooses its own."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.samples.curve import Cells
    from gate.scores import Score

CHOOSING = frozenset({"best_f1", "recall_at_precision", "precision_at_recall"})
"""Metrics that are another one at the threshold that suits these items best.

``cheapest_cost`` is one more; its threshold has a section of its own.
"""


def chosen_threshold(score: Score) -> Iterator[str]:
    """Name the threshold at which a metric takes its value; nothing where no threshold gives one.

    Of equally good thresholds it is the largest, the one that flags least. It is written in full: a rounded
    one may flag, or miss, the very item that it was chosen on.
    """
    if score.metric.name not in CHOOSING or not score.curves or not score.value > 0:
        return
    (curve,) = score.curves
    best = int(score.of_cells([_each_alone(curve.cells)]).argmax())
    threshold = float(curve.thresholds[best])
    if math.isfinite(threshold):
        yield f"best at a threshold of {threshold!r}"


def _each_alone(cells: Cells) -> Cells:
    """Return one row for each threshold of a single row, as if there were no other."""
    steps = slice(0, cells.reachable)
    rows = np.ones(cells.reachable)
    return replace(
        cells,
        tp=cells.tp[0, steps, None],
        fp=cells.fp[0, steps, None],
        tied=None,
        positives=cells.positives * rows,
        negatives=cells.negatives * rows,
        lost=cells.lost * rows,
        reachable=1,
    )
