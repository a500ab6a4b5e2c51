"""Macro Precision: mean over the classes, each of which counts the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("tp / predicted"),
)  # fmt: skip
def macro_precision(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Mean precision of the classes, each counting the same.

    Share of the items decided for a class that are of it: ``tp / predicted`` of each class that occurs
    among the labels or the decisions; a class that is never predicted counts 0, one that is neither is left
    out.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN where no class
        occurs.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 13.6;
        Opitz & Burst, Macro F1 and Macro F1, arXiv:1911.03347, 2019, on why the mean of the classes' F1.

    Example:
        One class is given 4 times, always rightly, the other 4 times, 2 of them rightly:
        (4/4 + 2/4) / 2 = 0.75

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(macro_precision(tp=tp, predicted=predicted, true=true)), 4)  # (4/4 + 2/4) / 2
    0.75
    """
    from gate.samples.averages import over_occurring, shares

    return over_occurring(shares(tp, predicted), predicted + true)
