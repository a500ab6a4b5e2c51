"""MCC: correlation between true class and decision."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.arrays import FloatArray


def _steps(
    tp: Mapping[str, float], predicted: Mapping[str, float], true: Mapping[str, float]
) -> tuple[Step, ...]:
    right, n = math.fsum(tp.values()), math.fsum(true.values())
    both = [(f"{number(predicted[c])} × {number(true[c])}", predicted[c] * true[c]) for c in true]
    covariance = right * n - math.fsum(product for _, product in both)
    rest = [
        [(f"{number(each)} × {number(n - each)}", each * (n - each)) for each in totals.values()]
        for totals in (predicted, true)
    ]
    decisions, classes = (math.fsum(product for _, product in terms) for terms in rest)
    below = decisions * classes
    return (
        Step("covariance", f"{number(right)} × {number(n)} - ({summed(both)})", covariance, "right × items"),
        Step("spread of decisions", summed(rest[0]), decisions, "each class × all others"),
        Step("spread of true classes", summed(rest[1]), classes, "likewise"),
        Step(
            "",
            f"{number(covariance)} / sqrt({number(decisions)} × {number(classes)})",
            covariance / math.sqrt(below) if below > 0 else math.nan,
        ),
    )


@over_totals(
    "tp", "predicted", "true",
    better="higher", bounds=(-1.0, 1.0), needs=("decision",), min_positives=30, steps=_steps,
)  # fmt: skip
def mcc(tp: FloatArray, predicted: FloatArray, true: FloatArray) -> FloatArray:
    """Matthews' correlation coefficient between true class and decision, with several classes.

    ``(c n - sum of p_k t_k) / sqrt((n^2 - sum of p_k^2) (n^2 - sum of t_k^2))`` with ``c`` of ``n`` items
    right, ``p_k`` decided for class ``k`` and ``t_k`` of it. One decision for all items has correlation 0
    by convention, as in scikit-learn. Where all items are of one class it is undefined; scikit-learn says
    0.

    Returns:
        Values in [-1, 1], shaped like the totals without their last axis, the class; NaN with one class.

    Source:
        Gorodkin, Comparing two K-category assignments by a K-category correlation coefficient,
        Computational Biology and Chemistry 28(5-6), 2004.

    Example:
        6 of 8 items are decided rightly, with 4 decisions for each class and 4 items of each:
        (6 * 8 - (4 * 4 + 4 * 4)) / sqrt((64 - 32) * (64 - 32)) = 0.5

    >>> import numpy as np
    >>> tp, predicted, true = np.array([3.0, 3.0]), np.array([4.0, 4.0]), np.array([4.0, 4.0])
    >>> float(mcc(tp=tp, predicted=predicted, true=true))  # (6 * 8 - 32) / sqrt(32 * 32)
    0.5
    """
    import numpy as np

    n, right = true.sum(axis=-1), tp.sum(axis=-1)
    covariance = right * n - (predicted * true).sum(axis=-1)
    # Differences of squares as products, so that one class alone is exactly 0 on any weights.
    decisions = (predicted * (n[..., None] - predicted)).sum(axis=-1)
    classes = (true * (n[..., None] - true)).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = covariance / np.sqrt(decisions * classes)
    bounded = np.clip(correlation, -1.0, 1.0)
    return np.where(classes <= 0, np.nan, np.where(decisions <= 0, 0.0, bounded))
