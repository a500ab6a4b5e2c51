"""Label ranking average precision: are true labels on top of the others?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.multilabel import MultilabelSample


def _steps(sample: MultilabelSample) -> tuple[Step, ...]:
    scores, truths = sample.scores[0], sample.truths[0]
    count = int(truths.sum())
    if count in {0, truths.size}:
        return (Step("", "", 1.0, "all labels are true, or none"),)
    terms = []
    for own in sorted(scores[truths].tolist(), reverse=True):
        right, ranked = int((scores[truths] >= own).sum()), int((scores >= own).sum())
        terms.append((f"{right}/{ranked}", right / ranked))
    total = sum(value for _, value in terms)
    return (
        Step("sum over the true labels", summed(terms), total, "true labels among those that score as high"),
        Step("", f"{number(total)} / {count}", total / count),
    )


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, needs=("probabilities",), steps=_steps)
def label_ranking_average_precision(sample: MultilabelSample) -> FloatArray:
    """Mean, over the true labels of an item, of the share of true ones among all labels that score as high.

    ``sum over true labels of (true labels / labels) that score as high, / true labels``.

    An item with no label, or with all of them, cannot be ranked wrongly: 1.

    Returns:
        ``(n,)`` values in (0, 1]; 0 for an item without an answer.

    Source:
        Schapire & Singer, BoosTexter, Machine Learning 39, 2000; ties as in scikit-learn.

    Example:
        An item's labels are first and third by score, and another item has no answer:
        ((1/1 + 2/3) / 2 + 0) / 2 = 0.4167

    >>> from gate.samples.multilabel import MultilabelSample
    >>> given = [{"a": 0.9, "b": 0.4, "c": 0.6}]
    >>> sample = MultilabelSample.of([["a", "b"], ["c"]], None, [*given, None])
    >>> label_ranking_average_precision(sample).round(4)
    array([0.8333, 0.    ])
    """
    import numpy as np

    scores, truths = sample.scores, sample.truths
    at_least = scores[:, None, :] >= scores[:, :, None]
    ranked = at_least.sum(axis=2)
    right = (at_least & truths[:, None, :]).sum(axis=2)
    count = truths.sum(axis=1)
    mean = np.where(truths, right / ranked, 0.0).sum(axis=1) / np.maximum(count, 1)
    settled = (count == 0) | (count == truths.shape[1])
    return np.asarray(np.where(settled, 1.0, mean) * sample.answered)
