"""Brier score: squared error of a probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample


def _steps(sample: LabelledSample) -> tuple[Step, ...]:
    given, happened = float(sample.probability[0]), int(sample.positive[0])
    return (Step("", f"({number(given)} - {happened})^2", (given - happened) ** 2),)


@per_item(better="lower", bounds=(0.0, 1.0), worst=1.0, needs=("score",), steps=_steps)
def brier(sample: LabelledSample) -> FloatArray:
    """Squared distance between the score, a probability, and what happened (1 or 0).

    ``brier = (score - truth)^2``.

    Returns:
        ``(n,)`` values in [0, 1]; 1 for an item without an answer.

    Raises:
        QuestionError: A score is not a probability; the message names the item.

    Source:
        Brier, Monthly Weather Review 78(1), 1950, in the binary form that is half of his sum.

    Example:
        Two items are given 0.5, and a third has no answer:
        ((1 - 0.5)^2 + (0 - 0.5)^2 + 1) / 3 = 0.5

    >>> from gate.samples.labelled import LabelledSample
    >>> brier(LabelledSample.of([1, 0, 1], [0.5, 0.5, None]))
    array([0.25, 0.25, 1.  ])
    """
    return (sample.probability - sample.positive) ** 2
