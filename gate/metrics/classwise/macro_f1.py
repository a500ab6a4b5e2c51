"""Macro F1: mean over the classes, each of which counts the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("2 * tp / (predicted + true)"),
)  # fmt: skip
def macro_f1(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Mean F1 of the classes, each counting the same.

    Harmonic mean of the precision and the recall of a class: ``2 tp / (predicted + true)`` of each class
    that occurs among the labels or the decisions; a class that is predicted without an example, or never
    found, counts 0, one that is neither is left out. It is not the F1 of the mean precision and recall.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN where no class
        occurs.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 13.6;
        Opitz & Burst, Macro F1 and Macro F1, arXiv:1911.03347, 2019, on why the mean of the classes' F1.

    Example:
        One class is given 4 times and true 6 times, 4 of them the same; the other 4 and 2 times, 2
        of them the same:
        (8 / 10 + 4 / 6) / 2 = 0.7333

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(macro_f1(tp=tp, predicted=predicted, true=true)), 4)  # (8/10 + 4/6) / 2
    0.7333
    """
    from gate.samples.averages import over_occurring, shares

    return over_occurring(shares(2 * tp, predicted + true), predicted + true)
