"""Hamming loss: share of the labels decided wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    strange = int(sample.strange[0])
    apart, labels = float((sample.chosen != sample.truths).sum() + strange), sample.truths.shape[1] + strange
    return Step("labels that differ", "", apart), Step("", f"{apart:g} / {labels}", apart / labels)


@per_item(better="lower", bounds=(0.0, 1.0), worst=1.0, needs=("decision",), steps=_steps)
def hamming_loss(sample: MultilabelSample) -> FloatArray:
    """Share of all labels that were decided wrongly for an item, missed ones and false alarms alike.

    ``hamming_loss = labels that differ / labels``.

    A label that the golden set does not have is one more label of that item, decided wrongly.

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

    apart = (sample.chosen != sample.truths).sum(axis=1) + sample.strange
    return np.asarray(apart / (sample.truths.shape[1] + sample.strange))
