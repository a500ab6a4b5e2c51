"""Brier score: squared error of a probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample


@per_item(better="lower", bounds=(0.0, 1.0), worst=1.0, needs=("score",))
def brier(sample: LabelledSample) -> FloatArray:
    """Squared distance between the score, a probability, and what happened (1 or 0).

    Returns:
        ``(n,)`` values in [0, 1]; 1 for an item without an answer.

    Raises:
        QuestionError: A score is not a probability; the message names the item.

    Source:
        Brier, Monthly Weather Review 78(1), 1950, in the binary form that is half of his sum.

    >>> from gate.samples.labelled import LabelledSample
    >>> brier(LabelledSample.of([1, 0, 1], [0.5, 0.5, None]))
    array([0.25, 0.25, 1.  ])
    """
    return (sample.probability - sample.positive) ** 2
