"""Accuracy: share of the items decided rightly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample


def _steps(sample: LabelledSample) -> tuple[Step, ...]:
    truth = "positive" if sample.positive[0] else "negative"
    decision = "flagged" if sample.flagged[0] else "not flagged"
    return (Step("", "", float(sample.positive[0] == sample.flagged[0]), f"{truth}, and {decision}"),)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, zero_one=True, needs=("threshold",), steps=_steps)
def accuracy(sample: LabelledSample) -> FloatArray:
    """1 for an item that is decided rightly, 0 otherwise; an item without an answer is not.

    ``accuracy = (tp + tn) / items``.

    Where positives are rare, flagging nothing scores high: 0.99 at 1 % positives.

    Returns:
        ``(n,)`` values, 0 or 1.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3.

    Example:
        Two of three items are decided rightly:
        2 / 3 = 0.6667

    >>> from gate.samples.labelled import LabelledSample
    >>> accuracy(LabelledSample.of([1, 1, 0], [0.9, 0.4, 0.1], threshold=0.5))
    array([1., 0., 1.])
    """
    import numpy as np

    return np.asarray(sample.positive == sample.flagged, dtype=np.float64)
