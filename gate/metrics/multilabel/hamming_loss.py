"""Hamming loss: share of the labels decided wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


@per_item(better="lower", bounds=(0.0, 1.0), worst=1.0, needs=("decision",))
def hamming_loss(sample: MultilabelSample) -> FloatArray:
    """Share of all labels that were decided wrongly for an item, missed ones and false alarms alike.

    Returns:
        ``(n,)`` values in [0, 1]; 1 for an item without an answer.

    Source:
        Schapire & Singer, Improved boosting algorithms using confidence-rated predictions, Machine Learning
        37, 1999.

    >>> from gate.samples.multilabel import MultilabelSample
    >>> hamming_loss(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["b"]]))
    array([0.5, 0. ])
    """
    import numpy as np

    return np.asarray((sample.chosen != sample.truths).mean(axis=1))
