"""Brier score: squared error of the probabilities of all classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


def _steps(sample: CategoricalSample) -> tuple[Step, ...]:
    given = sample.trusted[0].tolist()
    true = int(sample.truth[0])
    terms = [
        (f"({number(p)} - {int(c == true)})^2", (p - (c == true)) ** 2)
        for c, p in enumerate(given)
        if p or c == true
    ]
    return (Step("", summed(terms), sum(value for _, value in terms)),)


@per_item(better="lower", bounds=(0.0, 2.0), worst=2.0, needs=("probabilities",), steps=_steps)
def brier(sample: CategoricalSample) -> FloatArray:
    """Squared distance between an item's probabilities and what happened, summed over the classes.

    ``sum of (p_k - 1)^2`` for the true class and ``p_k^2`` for every other. With two classes it is twice
    the score of a binary classifier.

    Returns:
        ``(n,)`` values in [0, 2]; 2 for an item without an answer.

    Raises:
        QuestionError: Numbers are no probabilities, or do not sum to 1; the message names the item.

    Source:
        Brier, Monthly Weather Review 78(1), 1950.

    Example:
        One item is given 0.5 for both classes, and another has no answer:
        ((1 - 0.5)^2 + (0 - 0.5)^2 + 2) / 2 = 1.25

    >>> from gate.samples.categorical import CategoricalSample
    >>> given = [{"a": 0.5, "b": 0.5}, None]
    >>> brier(CategoricalSample.of(["a", "b"], None, given))  # 0.25 + 0.25
    array([0.5, 2. ])
    """
    import numpy as np

    given = sample.trusted
    happened = sample.truth[:, None] == np.arange(given.shape[1])
    return np.where(sample.answered, ((given - happened) ** 2).sum(axis=1), 2.0)
