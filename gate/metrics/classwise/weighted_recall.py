"""Weighted Recall: mean over the classes, each counting as its examples do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("tp / true", over="true", by="true"),
)  # fmt: skip
def weighted_recall(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:  # noqa: ARG001
    """Mean recall of the classes, each counting as its examples do.

    Share of the items of a class that were decided for it: ``tp / true`` of each class with an example. The
    same as accuracy where an item has one class.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without any
        example.

    Source:
        scikit-learn's ``average='weighted'``.

    Example:
        Of a class of 6 items 4 are found, of one of 2 items both:
        (6 * 4/6 + 2 * 2/2) / 8 = 0.75

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(weighted_recall(tp=tp, predicted=predicted, true=true)), 4)  # (6 * 4/6 + 2 * 2/2) / 8
    0.75
    """
    from gate.samples.averages import by_support, shares

    return by_support(shares(tp, true), true)
