"""Micro Precision: over all decisions of all classes together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import pooled

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=pooled("tp / predicted"),
)  # fmt: skip
def micro_precision(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Precision over the decisions of all classes together.

    Share of the items decided for a class that are of it: ``tp / predicted`` of the totals of all classes.
    Where an item has exactly one class it is the accuracy. Without any decision it is 0 by convention.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without any
        decision or label.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 13.6.

    Example:
        6 of 8 decisions are right:
        6 / 8 = 0.75

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(micro_precision(tp=tp, predicted=predicted, true=true)), 4)  # 6 of 8 decisions
    0.75
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.divide(np.sum(tp, axis=-1), np.sum(predicted, axis=-1))
    return np.where((np.sum(predicted, axis=-1) == 0) & (np.sum(true, axis=-1) > 0), 0.0, share)
