"""Balanced accuracy: mean recall of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("tp / true", over="true"),
)  # fmt: skip
def balanced_accuracy(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:  # noqa: ARG001
    """Share of the items of a class that were given it, averaged over the classes that have an example.

    ``balanced_accuracy = sum over classes of tp / true, / classes with an example``.

    One answer for all items scores 1 / number of classes, however common that class is.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis, the class; NaN without an item.

    Source:
        Brodersen, Ong, Stephan & Buhmann, The balanced accuracy and its posterior distribution, ICPR 2010.

    Example:
        Of one class 4 of 6 items are found, of the other 2 of 2:
        (4/6 + 2/2) / 2 = 0.8333

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(balanced_accuracy(tp=tp, predicted=predicted, true=true)), 4)  # (4/6 + 2/2) / 2
    0.8333
    """
    from gate.samples.averages import over_occurring, shares

    return over_occurring(shares(tp, true), true)
