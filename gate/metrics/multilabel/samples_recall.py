"""Recall of the items: mean over items rather than labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.multilabel import overlap, share
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    both, _, true = overlap(sample)
    return Step("labels in both", "", both), share(f"{both:g}", f"{true:g}", both, true)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, needs=("decision",), steps=_steps)
def samples_recall(sample: MultilabelSample) -> FloatArray:
    """Share of the labels of an item that it was given; mean over the items.

    ``samples_recall = labels in both / labels true``.

    0 where there is nothing to divide by.

    Returns:
        ``(n,)`` values in [0, 1]; 0 for an item without an answer.

    Source:
        Godbole & Sarawagi, Discriminative methods for multi-labeled classification, PAKDD 2004;
        the convention is scikit-learn's ``zero_division=0``.

    Example:
        Of one item one of two labels is found, of another its only one:
        (1/2 + 1/1) / 2 = 0.75

    >>> from gate.samples.multilabel import MultilabelSample
    >>> samples_recall(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["a", "b"]]))
    array([0.5, 1. ])
    """
    import numpy as np

    from gate.samples.averages import shares

    both = (sample.chosen & sample.truths).sum(axis=1)
    return np.asarray(shares(both, sample.truths.sum(axis=1)) * sample.answered)
