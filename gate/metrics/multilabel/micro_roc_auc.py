"""Micro ROC-AUC: over all pairs of item and label together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.curve_steps import of_one
from gate.metrics.declare import curves
from gate.metrics.labelled.roc_auc import roc_auc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curves: Sequence[Curve]) -> FloatArray:
    from gate.samples.averages import evenly, influence

    assert roc_auc.influence is not None
    return influence(curves, roc_auc, roc_auc.influence, evenly)


@curves(
    "pooled", better="higher", bounds=(0.0, 1.0), influence=_influence,
    steps=of_one(roc_auc), item_steps=roc_auc.item_steps,
)  # fmt: skip
def micro_roc_auc(cells: Sequence[Cells]) -> FloatArray:
    """Chance that a true pair of item and label scores higher than one that is not true.

    ``micro_roc_auc = (pairs in the right order + ties / 2) / (true * not true)``.

    The scores of different labels are put into one order, so they have to be on one scale.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a true pair, or without one that is not true.

    Source:
        scikit-learn's ``roc_auc_score`` with ``average="micro"``.

    Example:
        Of all pairs of item and label the first and the third of four by score are true:
        3 / (2 * 2) = 0.75

    >>> from gate.samples.classwise import curves_of
    >>> from gate.samples.multilabel import MultilabelSample
    >>> given = [{"a": 0.9, "b": 0.4}, {"a": 0.6, "b": 0.1}]
    >>> sample = MultilabelSample.of([["a", "b"], []], None, given)
    >>> micro_roc_auc([curve.cells for curve in curves_of(sample, "pooled", None)]).round(4)
    array([0.75])
    """
    found: FloatArray = roc_auc(cells[0])
    return found
