"""Jaccard: labels in common over labels in either."""

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
        f"{both:g}", f"({chosen:g} + {true:g} - {both:g})", both, chosen + true - both
    )


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, needs=("decision",), steps=_steps)
def jaccard(sample: MultilabelSample) -> FloatArray:
    """Labels that an item has and was given, over those that it has or was given; mean over the items.

    ``jaccard = labels in both / labels in either``.

    Without either, nothing was to be found and nothing was said: 0 by scikit-learn's convention, and 0
    here; the check's notes count such items, of which even a perfect run has as many.

    Returns:
        ``(n,)`` values in [0, 1]; 0 for an item without an answer.

    Source:
        Godbole & Sarawagi, Discriminative methods for multi-labeled classification, PAKDD 2004;
        the convention is scikit-learn's ``zero_division=0``.

    Example:
        Of two items, each has two labels that are given or true, and one that is both:
        (1/2 + 1/2) / 2 = 0.5

    >>> from gate.samples.multilabel import MultilabelSample
    >>> jaccard(MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["a", "b"]]))
    array([0.5, 0.5])
    """
    import numpy as np

    from gate.samples.averages import shares

    both = (sample.chosen & sample.truths).sum(axis=1)
    either = (sample.chosen | sample.truths).sum(axis=1) + sample.strange
    return np.asarray(shares(both, either) * sample.answered)
