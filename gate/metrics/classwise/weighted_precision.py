"""Weighted Precision: mean over the classes, each counting as its examples do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("tp / predicted", over="true", by="true"),
)  # fmt: skip
def weighted_precision(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Mean precision of the classes, each counting as its examples do.

    Share of the items decided for a class that are of it: ``tp / predicted`` of each class with an example;
    a class that is never predicted counts 0.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without any
        example.

    Source:
        scikit-learn's ``average='weighted'``.

    Example:
        A class of 6 items has a precision of 4/4, one of 2 items 2/4:
        (6 * 4/4 + 2 * 2/4) / 8 = 0.875

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(weighted_precision(tp=tp, predicted=predicted, true=true)), 4)  # (6 * 4/4 + 2 * 2/4) / 8
    0.875
    """
    from gate.samples.averages import by_support, shares

    return by_support(shares(tp, predicted), true)
