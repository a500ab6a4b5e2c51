"""Macro ROC-AUC, one against one: mean over the pairs of classes."""

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
    from gate.samples.averages import evenly, influence

    assert roc_auc.influence is not None
    return influence(curves, roc_auc, roc_auc.influence, evenly)


@curves(
    "pairs", better="higher", bounds=(0.0, 1.0), influence=_influence, even=True,
    steps=of_average(roc_auc, "evenly"), item_steps=roc_auc.item_steps,
)  # fmt: skip
def macro_roc_auc_ovo(cells: Sequence[Cells]) -> FloatArray:
    """Mean over the pairs of classes of the ROC-AUC between the two.

    ``macro_roc_auc_ovo = sum over pairs of classes of roc_auc / pairs``.

    Between two classes it is the mean of both ways round: the items of these two classes in the order of
    the one's probability, and of the other's. Unlike against the rest, it does not depend on how common
    classes are. Pairs in which a class has no example are left out, and the report says so.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where it is undefined for all of them.

    Source:
        Hand & Till, A simple generalisation of the area under the ROC curve, Machine Learning 45, 2001.

    Example:
        Of two classes, one score puts one of two pairs in the right order, the other both; a third
        has no example:
        (1/2 + 2/2) / 2 = 0.75

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "pairs", None)
    >>> # a above b: 1/2, b above a: 2/2; c has no example
    >>> macro_roc_auc_ovo([curve.cells for curve in curves]).round(4)
    array([0.75])
    """
    from gate.samples.averages import average, evenly

    return average(cells, roc_auc, evenly)
