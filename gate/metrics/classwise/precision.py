"""Precision of a class: share of the items decided for it that are of it."""

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
    steps=written("tp / predicted"),
)  # fmt: skip
def precision(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Share of the items decided for the class that truly are of it.

    ``tp / predicted``. For a class that is never predicted it is 0 by convention, because there was
    something to find; without an example of it either, it is undefined.

    Returns:
        Values in [0, 1], shaped like the totals; NaN where the class is neither predicted nor true.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3; the
        convention is scikit-learn's ``zero_division=0``.

    Example:
        8 items are given the class, 6 of them rightly:
        6 / 8 = 0.75

    >>> float(precision(tp=6.0, predicted=8.0, true=10.0))
    0.75
    >>> float(precision(tp=0.0, predicted=0.0, true=4.0))
    0.0
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.divide(tp, predicted)
    return np.where(np.equal(predicted, 0) & np.greater(true, 0), 0.0, share)
