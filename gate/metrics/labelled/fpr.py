"""False positive rate: share of the negative items that are flagged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals("fp", "tn", better="lower", bounds=(0.0, 1.0), steps=written("fp / (fp + tn)"))
def fpr(fp: FloatArray, tn: FloatArray) -> FloatArray:
    """Share of the negative items that are flagged: the false positive rate, or fall-out.

    ``fp / (fp + tn)``; lower is better.

    Returns:
        Values in [0, 1], shaped like the totals; NaN without a negative item.

    Source:
        Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 27(8), 2006.

    Example:
        Of 8 negatives 2 are flagged:
        2 / 8 = 0.25

    >>> float(fpr(fp=2.0, tn=6.0))  # 2 of 8 negatives
    0.25
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(fp, np.add(fp, tn))
