"""Weighted ROC-AUC, one against one: mean over the pairs by their items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.curve_steps import of_average
from gate.metrics.declare import curves
from gate.metrics.labelled.roc_auc import roc_auc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curves: Sequence[Curve]) -> FloatArray:
    from gate.samples.averages import by_both, influence

    assert roc_auc.influence is not None
    return influence(curves, roc_auc, roc_auc.influence, by_both)


@curves(
    "pairs", better="higher", bounds=(0.0, 1.0), influence=_influence,
    steps=of_average(roc_auc, "by_both"), item_steps=roc_auc.item_steps,
)  # fmt: skip
def weighted_roc_auc_ovo(cells: Sequence[Cells]) -> FloatArray:
    """Mean of the ROC-AUC between two classes over all pairs, by the number of items of the pair.

    ``weighted_roc_auc_ovo = sum over pairs of items * roc_auc, / sum over pairs of items``.

    Between two classes it is the mean of both ways round; pairs in which a class has no example are left
    out.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where it is undefined for all of them.

    Source:
        scikit-learn's ``roc_auc_score`` with ``multi_class="ovo", average="weighted"``.

    Example:
        There is one pair of classes; one score puts one of two pairs of items in order, the other
        both:
        (1/2 + 2/2) / 2 = 0.75

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "pairs", None)
    >>> # there is one pair
    >>> weighted_roc_auc_ovo([curve.cells for curve in curves]).round(4)
    array([0.75])
    """
    from gate.samples.averages import average, by_both

    return average(cells, roc_auc, by_both)
