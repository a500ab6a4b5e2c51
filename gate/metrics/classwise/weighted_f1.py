"""Weighted F1: mean over the classes, each counting as its examples do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("2 * tp / (predicted + true)", over="true", by="true"),
)  # fmt: skip
def weighted_f1(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Mean F1 of the classes, each counting as its examples do.

    Harmonic mean of the precision and the recall of a class: ``2 tp / (predicted + true)`` of each class
    with an example; a class that is never found counts 0.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without any
        example.

    Source:
        scikit-learn's ``average='weighted'``.

    Example:
        A class of 6 items has an F1 of 8/10, one of 2 items 4/6:
        (6 * 8/10 + 2 * 4/6) / 8 = 0.7667

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(weighted_f1(tp=tp, predicted=predicted, true=true)), 4)  # (6 * 8/10 + 2 * 4/6) / 8
    0.7667
    """
    from gate.samples.averages import by_support, shares

    return by_support(shares(2 * tp, predicted + true), true)
