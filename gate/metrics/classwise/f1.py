"""F1 of a class: harmonic mean of its precision and recall."""

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
    steps=written("2 * tp / (predicted + true)"),
)  # fmt: skip
def f1(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Harmonic mean of the precision and the recall of the class.

    ``2 tp / (predicted + true)``: 0 if the class has examples and none is found, or if it is predicted and
    has none.

    Returns:
        Values in [0, 1], shaped like the totals; NaN where the class is neither predicted nor true.

    Source:
        van Rijsbergen, Information Retrieval, 2nd ed., 1979, chapter 7.

    Example:
        8 items are given the class and 8 are of it, 6 of them the same:
        2 * 6 / (8 + 8) = 0.75

    >>> float(f1(tp=6.0, predicted=8.0, true=8.0))
    0.75
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(2 * tp, np.add(predicted, true))
