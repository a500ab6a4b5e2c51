"""Recall of a class: share of its items that were decided for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.classwise import CLASS
from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30, parameters=CLASS,
    steps=written("tp / true"),
)  # fmt: skip
def recall(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:  # noqa: ARG001
    """Share of the items of the class that were decided for it.

    ``tp / true``. An item without an answer is one of those that were not.

    Returns:
        Values in [0, 1], shaped like the totals; NaN without an example of the class.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3.

    Example:
        10 items are of the class, and 6 of them are given it:
        6 / 10 = 0.6

    >>> float(recall(tp=6.0, predicted=8.0, true=10.0))
    0.6
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(tp, true)
