"""Coverage error: how far down the true labels reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    scores, truths = sample.scores[0], sample.truths[0]
    if not truths.any():
        return (Step("", "", 0.0, "there is no true label to cover"),)
    lowest = float(scores[truths].min())
    reach = float((scores >= lowest).sum())
    return Step("lowest score of a true label", "", lowest), Step("", "", reach, "labels that score as high")


# A missing answer reaches to the last label, however many there are, which no constant knows.
@per_item(
    better="lower", bounds=(0.0, float("inf")), worst=float("inf"), needs=("probabilities",), steps=_steps
)
def coverage_error(sample: MultilabelSample) -> FloatArray:
    """How many labels, from the highest score down, it takes to have all true ones of an item.

    ``coverage_error = labels whose score >= the lowest score of a true label``.

    Equal scores are all taken. 0 for an item without a label; at best its number of labels.

    Returns:
        ``(n,)`` whole numbers from 0; the number of labels for an item without an answer.

    Source:
        Tsoumakas, Katakis & Vlahavas, Mining multi-label data, 2010; ties as in scikit-learn.

    Example:
        The lower of an item's two labels is its third by score, and an item without an answer needs
        all three:
        (3 + 3) / 2 = 3

    >>> from gate.samples.multilabel import MultilabelSample
    >>> given = [{"a": 0.9, "b": 0.4, "c": 0.6}, None]
    >>> coverage_error(MultilabelSample.of([["a", "b"], ["c"]], None, given))
    array([3., 3.])
    """
    import numpy as np

    scores, truths = sample.scores, sample.truths
    lowest = np.where(truths, scores, np.inf).min(axis=1, keepdims=True, initial=np.inf)
    reach = (scores >= lowest).sum(axis=1)
    return np.where(sample.answered, reach, float(truths.shape[1])).astype(np.float64)
