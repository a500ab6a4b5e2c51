"""Cohen's kappa: agreement beyond what chance gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(-1.0, 1.0), needs=("decision",), min_positives=30,
)  # fmt: skip
def cohen_kappa(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Agreement of decisions and true classes beyond the agreement that their shares alone would give.

    ``(o - e) / (1 - e)`` with the share ``o`` of items decided rightly, and ``e`` the sum over the classes
    of share decided times share true. 0 for one decision for all items.

    Returns:
        Values in [-1, 1], shaped like the totals without their last axis, the class; NaN where all items
        are of one class and all are decided for it.

    Source:
        Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement
        20(1), 1960.

    >>> import numpy as np
    >>> tp, predicted, true = np.array([1.0, 2.0]), np.array([2.0, 2.0]), np.array([1.0, 3.0])
    >>> float(cohen_kappa(tp=tp, predicted=predicted, true=true))  # (0.75 - 0.5) / (1 - 0.5)
    0.5
    """
    import numpy as np

    n = true.sum(axis=-1)
    by_chance = (predicted * true).sum(axis=-1)
    beyond = n * n - by_chance
    with np.errstate(invalid="ignore", divide="ignore"):
        kappa = (tp.sum(axis=-1) * n - by_chance) / beyond
    return np.where(beyond <= 0, np.nan, kappa)
