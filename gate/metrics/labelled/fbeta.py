"""F-beta: precision and recall, recall counting beta times as much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import over_totals
from gate.metrics.parameter import Parameter
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray

BETA = Parameter("How many times as important recall is as precision.", low=0.0, high=1000.0, low_open=True)


@over_totals(
    "tp",
    "fp",
    "fn",
    better="higher",
    bounds=(0.0, 1.0),
    min_positives=30,
    parameters={"beta": BETA},
    steps=written("(1 + beta * beta) * tp / ((1 + beta * beta) * tp + beta * beta * fn + fp)"),
)
def fbeta(tp: FloatArray, fp: FloatArray, fn: FloatArray, *, beta: float) -> FloatArray:
    """Weighted harmonic mean of precision and recall, spelt ``fbeta(beta=2)``.

    ``(1 + b) tp / ((1 + b) tp + b fn + fp)`` with ``b = beta ** 2``; ``beta=1`` is F1, a small
    ``beta`` approaches precision, a large one recall.

    Returns:
        Values in [0, 1], shaped like the totals; NaN where nothing is flagged and nothing positive.

    Source:
        van Rijsbergen, Information Retrieval, 2nd ed., 1979, chapter 7.

    Example:
        6 true positives, 2 false positives, 7 false negatives, and recall counts twice as much:
        5 * 6 / (5 * 6 + 4 * 7 + 2) = 0.5

    >>> float(fbeta(tp=6.0, fp=2.0, fn=7.0, beta=2))  # 5 * 6 / (5 * 6 + 4 * 7 + 2)
    0.5
    """
    import numpy as np

    b = beta * beta
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.divide((1 + b) * tp, (1 + b) * tp + b * fn + fp)
