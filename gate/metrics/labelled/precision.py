"""Precision: share of the flagged items that are positive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "fp", "fn", better="higher", bounds=(0.0, 1.0), min_positives=30,
    steps=written("tp / (tp + fp)"),
)  # fmt: skip
def precision(tp: FloatArray, fp: FloatArray, fn: FloatArray) -> FloatArray:
    """Share of the flagged items that are positive.

    ``tp / (tp + fp)``. With nothing flagged it is 0 by convention, because there was something to
    find; without a positive item either, it is undefined.

    Returns:
        Values in [0, 1], shaped like the totals; NaN where nothing is flagged and nothing positive.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3; the
        convention is scikit-learn's ``zero_division=0``.

    Example:
        Of 8 flagged items 6 are positive:
        6 / 8 = 0.75

    >>> float(precision(tp=6.0, fp=2.0, fn=4.0))  # 6 of 8 flagged
    0.75
    >>> float(precision(tp=0.0, fp=0.0, fn=4.0))
    0.0
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.divide(tp, np.add(tp, fp))
    return np.where((np.add(tp, fp) == 0) & np.greater(fn, 0), 0.0, share)
