"""Micro Recall: over all decisions of all classes together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import pooled

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=pooled("tp / true"),
)  # fmt: skip
def micro_recall(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:  # noqa: ARG001
    """Recall over the decisions of all classes together.

    Share of the items of a class that were decided for it: ``tp / true`` of the totals of all classes.
    Where an item has exactly one class it is the accuracy.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without any label.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 13.6.

    Example:
        6 of 8 labels are found:
        6 / 8 = 0.75

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(micro_recall(tp=tp, predicted=predicted, true=true)), 4)  # 6 of 8 labels
    0.75
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.sum(tp, axis=-1) / np.sum(true, axis=-1))
