"""Balanced accuracy: mean of recall and specificity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "fp", "fn", "tn", better="higher", bounds=(0.0, 1.0),
    steps=written("(tp / (tp + fn) + tn / (fp + tn)) / 2"),
)  # fmt: skip
def balanced_accuracy(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    """Mean of recall and specificity: accuracy, had both classes been equally frequent.

    ``balanced_accuracy = (tp / (tp + fn) + tn / (fp + tn)) / 2``.

    A constant decision scores 1/2. With one class absent it is undefined; scikit-learn warns and
    averages over the other class alone.

    Returns:
        Values in [0, 1], shaped like the totals; NaN without a positive or without a negative item.

    Source:
        Brodersen, Ong, Stephan & Buhmann, The balanced accuracy and its posterior distribution,
        ICPR 2010.

    Example:
        Of 4 positives 2 are flagged, of 16 negatives 12 are not:
        (2/4 + 12/16) / 2 = 0.625

    >>> float(balanced_accuracy(tp=2.0, fp=4.0, fn=2.0, tn=12.0))  # (2/4 + 12/16) / 2
    0.625
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return (np.divide(tp, np.add(tp, fn)) + np.divide(tn, np.add(fp, tn))) / 2
