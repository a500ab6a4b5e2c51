"""Micro PR-AUC: over all pairs of item and label together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.curve_steps import of_one
from gate.metrics.declare import curves
from gate.metrics.labelled.pr_auc import pr_auc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curves: Sequence[Curve]) -> FloatArray:
    from gate.samples.averages import evenly, influence

    assert pr_auc.influence is not None
    return influence(curves, pr_auc, pr_auc.influence, evenly)


@curves(
    "pooled", better="higher", bounds=(0.0, 1.0), influence=_influence,
    steps=of_one(pr_auc), item_steps=pr_auc.item_steps,
)  # fmt: skip
def micro_pr_auc(cells: Sequence[Cells]) -> FloatArray:
    """Average precision over all pairs of item and label.

    ``micro_pr_auc = sum over distinct scores of (recall - recall above it) * precision``.

    The scores of different labels are put into one order, so they have to be on one scale.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a true pair.

    Source:
        scikit-learn's ``average_precision_score`` with ``average="micro"``.

    Example:
        Of all pairs of item and label the first and the third by score are true:
        (1/1 + 2/3) / 2 = 0.8333

    >>> from gate.samples.classwise import curves_of
    >>> from gate.samples.multilabel import MultilabelSample
    >>> given = [{"a": 0.9, "b": 0.4}, {"a": 0.6, "b": 0.1}]
    >>> sample = MultilabelSample.of([["a", "b"], []], None, given)
    >>> micro_pr_auc([curve.cells for curve in curves_of(sample, "pooled", None)]).round(4)
    array([0.8333])
    """
    found: FloatArray = pr_auc(cells[0])
    return found
