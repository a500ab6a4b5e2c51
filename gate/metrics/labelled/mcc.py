"""MCC: correlation between true class and decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "fp", "fn", "tn", better="higher", bounds=(-1.0, 1.0), min_positives=30,
    steps=written("(tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))"),
)  # fmt: skip
def mcc(tp: FloatArray, fp: FloatArray, fn: FloatArray, tn: FloatArray) -> FloatArray:
    """Matthews' correlation coefficient between the true class and the decision.

    ``(tp tn - fp fn) / sqrt((tp + fp) (tp + fn) (tn + fp) (tn + fn))``. A constant decision, all
    flagged or none, has correlation 0 by convention, as in scikit-learn. With one class absent from
    the items it is undefined; scikit-learn says 0.

    Returns:
        Values in [-1, 1], shaped like the totals; NaN without a positive or without a negative item.

    Source:
        Matthews, Biochimica et Biophysica Acta 405(2), 1975; the convention is the limit derived by
        Chicco & Jurman, BMC Genomics 21:6, 2020.

    Example:
        6 true positives, 2 false positives, 2 false negatives, 6 true negatives:
        (6 * 6 - 2 * 2) / sqrt(8 * 8 * 8 * 8) = 0.5

    >>> float(mcc(tp=6.0, fp=2.0, fn=2.0, tn=6.0))  # (36 - 4) / sqrt(8 * 8 * 8 * 8)
    0.5
    """
    import numpy as np

    flagged, positive = np.add(tp, fp), np.add(tp, fn)
    negative, passed = np.add(tn, fp), np.add(tn, fn)
    # Two roots: the product of four totals of a large set would leave the range where sums are exact.
    classes, decisions = np.sqrt(positive * negative), np.sqrt(flagged * passed)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = (tp * tn - fp * fn) / (classes * decisions)
    bounded = np.clip(correlation, -1.0, 1.0)
    return np.where(classes == 0, np.nan, np.where(decisions == 0, 0.0, bounded))
