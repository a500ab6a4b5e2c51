"""Label ranking loss: share of pairs of labels in the wrong order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    scores, truths = sample.scores[0], sample.truths[0]
    swapped = float((scores[truths][:, None] <= scores[~truths][None, :]).sum())
    pairs = float(truths.sum() * (~truths).sum())
    worked = f"{swapped:g} / {max(pairs, 1.0):g}"
    return (
        Step("pairs of a true and another label", "", pairs),
        Step("of them in the wrong order, or tied", "", swapped),
        Step("", worked, swapped / max(pairs, 1.0)),
    )


@per_item(better="lower", bounds=(0.0, 1.0), worst=1.0, needs=("probabilities",), steps=_steps)
def label_ranking_loss(sample: MultilabelSample) -> FloatArray:
    """Share of an item's pairs of a true and another label in which the other scores at least as high.

    ``label_ranking_loss = pairs in the wrong order or tied / (true labels * other labels)``.

    0 for an item with no label, or with all of them.

    Returns:
        ``(n,)`` values in [0, 1]; 1 for an item without an answer.

    Source:
        Tsoumakas, Katakis & Vlahavas, Mining multi-label data, 2010; ties as in scikit-learn.

    Example:
        Of an item's two labels one stands below the label it has not, and another item has no
        answer:
        (1/2 + 1) / 2 = 0.75

    >>> from gate.samples.multilabel import MultilabelSample
    >>> given = [{"a": 0.9, "b": 0.4, "c": 0.6}, None]
    >>> label_ranking_loss(MultilabelSample.of([["a", "b"], ["c"]], None, given))  # b is below c
    array([0.5, 1. ])
    """
    import numpy as np

    scores, truths = sample.scores, sample.truths
    pairs = truths[:, :, None] & ~truths[:, None, :]
    swapped = (pairs & (scores[:, :, None] <= scores[:, None, :])).sum(axis=(1, 2))
    loss = swapped / np.maximum(pairs.sum(axis=(1, 2)), 1)
    return np.where(sample.answered, loss, 1.0)
