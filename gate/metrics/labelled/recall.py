"""Recall: share of the positive items that are flagged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "fn", better="higher", bounds=(0.0, 1.0), min_positives=30,
    steps=written("tp / (tp + fn)"),
)  # fmt: skip
def recall(tp: FloatArray, fn: FloatArray) -> FloatArray:
    """Share of the positive items that are flagged: sensitivity, the true positive rate.

    ``tp / (tp + fn)``.

    Returns:
        Values in [0, 1], shaped like the totals; NaN without a positive item.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3.

    Example:
        Of 10 positives 6 are flagged:
        6 / 10 = 0.6

    >>> float(recall(tp=6.0, fn=4.0))  # 6 of 10 positives
    0.6
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(tp, np.add(tp, fn))
