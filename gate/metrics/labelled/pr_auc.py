"""PR-AUC: average precision, the area under the stepwise precision-recall curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import curve

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curve: Curve) -> FloatArray:
    """Return ``(n,)``, the exact derivative in each item's share of the weight.

    A positive adds its own precision and lifts the precision of every step below it; a negative
    lowers the precision of every step at or below it.
    """
    import numpy as np

    cells = curve.cells
    hits, tp, fp = cells.hits[0], cells.tp[0], cells.fp[0]
    precision = cells.precision_at_steps[0]
    positives = cells.positives[0]
    value = (hits * precision).sum() / positives
    seen = tp + fp
    lift = np.append(np.cumsum((hits * fp / seen**2)[::-1])[::-1], 0.0)
    harm = np.append(np.cumsum((hits * tp / seen**2)[::-1])[::-1], 0.0)
    step = np.maximum(curve.step, 0)
    effect = np.where(curve.positive, np.append(precision, 0.0)[step] + lift[step] - value, -harm[step])
    return np.asarray(effect * (positives + cells.negatives[0]) / positives)


@curve(better="higher", bounds=(0.0, 1.0), influence=_influence)
def pr_auc(cells: Cells) -> FloatArray:
    """Average precision: the mean, over the positives, of the precision at each one's score.

    ``sum over distinct scores of (R_i - R_(i-1)) P_i``, the area under the precision-recall curve as
    steps; straight lines between its points would rate a constant score far above the share of
    positives. Equal scores are one block.

    Returns:
        ``(r,)`` values in (0, 1]; NaN without a positive item.

    Source:
        Davis & Goadrich, The relationship between precision-recall and ROC curves, ICML 2006, on why
        not by straight lines; scikit-learn's ``average_precision_score``.

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> pr_auc(Curve.of(sample).cells).round(4)  # (1/1 + 2/3) / 2
    array([0.8333])
    """
    import numpy as np

    gained = cells.precision_at_steps
    gained *= cells.hits
    area = gained.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(area / cells.positives)
