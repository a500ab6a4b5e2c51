"""Micro F1: over all decisions of all classes together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import pooled

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=pooled("2 * tp / (predicted + true)"),
)  # fmt: skip
def micro_f1(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """F1 over the decisions of all classes together.

    Harmonic mean of the precision and the recall of a class: ``2 tp / (predicted + true)`` of the totals of
    all classes. Where an item has exactly one class it is the accuracy.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without any
        decision or label.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 13.6.

    Example:
        6 of 8 decisions are right, and there are 8 labels:
        2 * 6 / (8 + 8) = 0.75

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(micro_f1(tp=tp, predicted=predicted, true=true)), 4)  # 12 / (8 + 8)
    0.75
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.sum(2 * tp, axis=-1) / np.sum(predicted + true, axis=-1))
