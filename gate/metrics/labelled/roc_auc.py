"""ROC-AUC: chance that a positive scores above a negative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import curve

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curve: Curve) -> FloatArray:
    """Return ``(n,)``, the exact derivative in each item's share of the weight.

    These are DeLong's structural components, centred: the share of negatives a positive beats, the
    share of positives that beat a negative, each minus the area.
    """
    import numpy as np

    cells = curve.cells
    positives, negatives = cells.positives[0], cells.negatives[0]
    hits, tp, fp = cells.hits[0], cells.tp[0], cells.fp[0]
    half = 0.0 if cells.tied is None else cells.tied[0] / 2
    beaten = np.append(negatives - fp + half, 0.0)
    above = np.append(0.0, tp)
    level = np.append(hits, 0.0)
    step = np.maximum(curve.step, 0)
    value = (hits * beaten[:-1]).sum() / (positives * negatives)
    of_positive = beaten[step] / negatives - value
    of_negative = (above[step] + np.where(curve.tied, level[step] / 2, 0.0)) / positives - value
    total = positives + negatives
    effect = np.where(curve.positive, of_positive / positives, of_negative / negatives)
    return np.asarray(effect * total)


@curve(better="higher", bounds=(0.0, 1.0), influence=_influence)
def roc_auc(cells: Cells) -> FloatArray:
    """Share of the pairs of a positive and a negative in which the positive scores higher.

    ``roc_auc = (pairs in the right order + ties / 2) / (positives * negatives)``.

    A tie counts half. The same as the area under the ROC curve by trapezoids.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a positive or without a negative item.

    Source:
        Hanley & McNeil, Radiology 143(1), 1982; DeLong, DeLong & Clarke-Pearson, Biometrics 44(3),
        1988, for the influence.

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> roc_auc(Curve.of(sample).cells)  # 3 of 4 pairs
    array([0.75])
    """
    import numpy as np

    beaten = cells.negatives[:, None] - cells.fp
    if cells.tied is not None:
        beaten += cells.tied / 2
    beaten *= cells.hits
    in_order = beaten.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(in_order / (cells.positives * cells.negatives))
