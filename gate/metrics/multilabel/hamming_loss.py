"""Hamming loss: share of the labels decided wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    apart, labels = float((sample.chosen != sample.truths).sum()), sample.truths.shape[1]
    return Step("labels that differ", "", apart), Step("", f"{apart:g} / {labels}", apart / labels)


@per_item(better="lower", bounds=(0.0, 1.0), worst=1.0, needs=("decision",), steps=_steps)
def hamming_loss(sample: MultilabelSample) -> FloatArray:
    """Share of all labels that were decided wrongly for an item, missed ones and false alarms alike.

    ``hamming_loss = labels that differ / labels``.

    Returns:
        ``(n,)`` values in [0, 1]; 1 for an item without an answer.

    Source:
        Schapire & Singer, Improved boosting algorithms using confidence-rated predictions, Machine Learning
        37, 1999.

    Example:
        Of one item one of two labels is decided wrongly, of the other none:
        (1/2 + 0/2) / 2 = 0.25

    >>> from gate.samples.multilabel import MultilabelSample
    >>> hamming_loss(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["b"]]))
    array([0.5, 0. ])
    """
    import numpy as np

    return np.asarray((sample.chosen != sample.truths).mean(axis=1))
