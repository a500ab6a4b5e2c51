"""Macro Jaccard: mean over the labels, each of which counts the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.steps import averaged

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(0.0, 1.0), needs=("decision",), min_positives=30,
    steps=averaged("tp / (predicted + true - tp)"),
)  # fmt: skip
def macro_jaccard(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Items that have a label and were given it, over those with either; mean over the labels.

    ``tp / (predicted + true - tp)`` of each label that occurs among the true or the decided ones.

    Returns:
        Values in [0, 1], shaped like the totals without their last axis; NaN where no label occurs.

    Source:
        Jaccard, The distribution of the flora in the alpine zone, New Phytologist 11(2), 1912; averaged as
        scikit-learn's ``average='macro'``.

    Example:
        Of one label 4 of the 6 items that it is given to or true of are both, of another 2 of 4:
        (4/6 + 2/4) / 2 = 0.5833

    >>> import numpy as np
    >>> tp, predicted, true = np.array([4.0, 2.0]), np.array([4.0, 4.0]), np.array([6.0, 2.0])
    >>> round(float(macro_jaccard(tp=tp, predicted=predicted, true=true)), 4)  # (4/6 + 2/4) / 2
    0.5833
    """
    from gate.samples.averages import over_occurring, shares

    return over_occurring(shares(tp, predicted + true - tp), predicted + true)
