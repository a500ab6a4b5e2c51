"""F1 of the items: mean over items rather than labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.multilabel import overlap, share
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    both, chosen, true = overlap(sample)
    return Step("labels in both", "", both), share(
        f"2 × {both:g}", f"({chosen:g} + {true:g})", 2 * both, chosen + true
    )


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, needs=("decision",), steps=_steps)
def samples_f1(sample: MultilabelSample) -> FloatArray:
    """Harmonic mean of an item's precision and recall; mean over the items.

    ``samples_f1 = 2 * labels in both / (labels decided + labels true)``.

    0 where there is nothing to divide by.

    Returns:
        ``(n,)`` values in [0, 1]; 0 for an item without an answer.

    Source:
        Godbole & Sarawagi, Discriminative methods for multi-labeled classification, PAKDD 2004;
        the convention is scikit-learn's ``zero_division=0``.

    Example:
        One item has two labels and is given one of them, another has one and is given it and one
        more:
        (2 * 1 / (1 + 2) + 2 * 1 / (2 + 1)) / 2 = 0.6667

    >>> from gate.samples.multilabel import MultilabelSample
    >>> samples_f1(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["a", "b"]]))
    array([0.66666667, 0.66666667])
    """
    import numpy as np

    from gate.samples.averages import shares

    both = (sample.chosen & sample.truths).sum(axis=1)
    chosen = sample.chosen.sum(axis=1) + sample.strange
    return np.asarray(shares(2 * both, chosen + sample.truths.sum(axis=1)) * sample.answered)
