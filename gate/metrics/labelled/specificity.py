"""Specificity: share of the negative items that are left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals("fp", "tn", better="higher", bounds=(0.0, 1.0), steps=written("tn / (fp + tn)"))
def specificity(fp: FloatArray, tn: FloatArray) -> FloatArray:
    """Share of the negative items that are not flagged: the true negative rate.

    ``tn / (fp + tn)``, which is 1 minus the false positive rate.

    Returns:
        Values in [0, 1], shaped like the totals; NaN without a negative item.

    Source:
        Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 27(8), 2006.

    Example:
        Of 8 negatives 6 are not flagged:
        6 / 8 = 0.75

    >>> float(specificity(fp=2.0, tn=6.0))  # 6 of 8 negatives
    0.75
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(tn, np.add(fp, tn))
