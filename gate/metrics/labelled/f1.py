"""F1: harmonic mean of precision and recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "fp", "fn", better="higher", bounds=(0.0, 1.0), min_positives=30,
    steps=written("2 * tp / (2 * tp + fp + fn)"),
)  # fmt: skip
def f1(tp: FloatArray, fp: FloatArray, fn: FloatArray) -> FloatArray:
    """Harmonic mean of precision and recall.

    ``2 tp / (2 tp + fp + fn)``: 0 if something was to be found and nothing was, whether or not
    anything is flagged.

    Returns:
        Values in [0, 1], shaped like the totals; NaN where nothing is flagged and nothing positive.

    Source:
        van Rijsbergen, Information Retrieval, 2nd ed., 1979, chapter 7.

    Example:
        6 true positives, 2 false positives, 2 false negatives:
        2 * 6 / (2 * 6 + 2 + 2) = 0.75

    >>> float(f1(tp=6.0, fp=2.0, fn=2.0))  # precision 6/8, recall 6/8
    0.75
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide(2 * tp, 2 * tp + fp + fn)
