"""Precision of the items: mean over items rather than labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.multilabel import overlap, share
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    both, chosen, _ = overlap(sample)
    return Step("labels in both", "", both), share(f"{both:g}", f"{chosen:g}", both, chosen)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, needs=("decision",), steps=_steps)
def samples_precision(sample: MultilabelSample) -> FloatArray:
    """Share of the labels an item was given that it has; mean over the items.

    ``samples_precision = labels in both / labels decided``.

    0 where there is nothing to divide by.

    Returns:
        ``(n,)`` values in [0, 1]; 0 for an item without an answer.

    Source:
        Godbole & Sarawagi, Discriminative methods for multi-labeled classification, PAKDD 2004;
        the convention is scikit-learn's ``zero_division=0``.

    Example:
        Of one item the only label given is right, of another one of two:
        (1/1 + 1/2) / 2 = 0.75

    >>> from gate.samples.multilabel import MultilabelSample
    >>> samples_precision(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["a", "b"]]))
    array([1. , 0.5])
    """
    import numpy as np

    from gate.samples.averages import shares

    both = (sample.chosen & sample.truths).sum(axis=1)
    return np.asarray(shares(both, sample.chosen.sum(axis=1) + sample.strange) * sample.answered)
