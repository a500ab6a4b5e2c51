"""Weighted ROC-AUC: mean over the classes by their number of examples."""

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
    from gate.samples.averages import by_positives, influence

    assert roc_auc.influence is not None
    return influence(curves, roc_auc, roc_auc.influence, by_positives)


@curves(
    "rest", better="higher", bounds=(0.0, 1.0), influence=_influence,
    steps=of_average(roc_auc, "by_positives"), item_steps=roc_auc.item_steps,
)  # fmt: skip
def weighted_roc_auc(cells: Sequence[Cells]) -> FloatArray:
    """Mean of the ROC-AUC of each class against the rest, by the number of its examples.

    ``weighted_roc_auc = sum over classes of true * roc_auc, / sum over classes of true``.

    A class without an example, or that every item has, is left out.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where it is undefined for all of them.

    Source:
        Provost & Domingos, Tree induction for probability-based ranking, Machine Learning 52, 2003.

    Example:
        A class of 2 items has an area of 1/2, one of 1 item 1:
        (2 * 1/2 + 1 * 1/1) / 3 = 0.6667

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "rest", None)
    >>> # (2 * 1/2 + 1 * 1/1) / 3
    >>> weighted_roc_auc([curve.cells for curve in curves]).round(4)
    array([0.6667])
    """
    from gate.samples.averages import average, by_positives

    return average(cells, roc_auc, by_positives)
