"""Subset accuracy: share of the items given exactly their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    apart = float((sample.chosen != sample.truths).sum() + sample.strange[0])
    return Step("labels that differ", "", apart), Step("", "", float(apart == 0), "1 if none does")


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, zero_one=True, needs=("decision",), steps=_steps)
def subset_accuracy(sample: MultilabelSample) -> FloatArray:
    """1 for an item given exactly its labels, no more and no fewer, 0 otherwise.

    ``subset_accuracy = items with exactly the true labels / items``.

    A label that the golden set does not have is one too many.

    Returns:
        ``(n,)`` values, 0 or 1; 0 for an item without an answer.

    Source:
        Tsoumakas & Katakis, Multi-label classification: an overview, International Journal of Data
        Warehousing and Mining 3(3), 2007.

    Example:
        One item lacks a label, another has exactly its own:
        (0 + 1) / 2 = 0.5

    >>> from gate.samples.multilabel import MultilabelSample
    >>> subset_accuracy(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["b"]]))
    array([0., 1.])
    """
    import numpy as np

    exact = (sample.chosen == sample.truths).all(axis=1) & (sample.strange == 0)
    return np.asarray(exact & sample.answered, dtype=np.float64)
