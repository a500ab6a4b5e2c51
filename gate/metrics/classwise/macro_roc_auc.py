"""Macro ROC-AUC: mean over the classes of each against the rest."""

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
    "rest", better="higher", bounds=(0.0, 1.0), influence=_influence, even=True,
    steps=of_average(roc_auc, "evenly"), item_steps=roc_auc.item_steps,
)  # fmt: skip
def macro_roc_auc(cells: Sequence[Cells]) -> FloatArray:
    """Mean over the classes of the ROC-AUC of each class against the rest.

    ``macro_roc_auc = sum over classes of roc_auc / classes with an example``.

    A class without an example, or that every item has, is left out, and the report says so.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where it is undefined for all of them.

    Source:
        scikit-learn's ``roc_auc_score`` with ``multi_class="ovr"``; where a class is absent, that says NaN.

    Example:
        By the score of one class one of two pairs is in the right order, by that of another its
        only one twice; a third has no example:
        (1/2 + 2/2) / 2 = 0.75

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "rest", None)
    >>> # (1/2 + 1/1) / 2; c has no example
    >>> macro_roc_auc([curve.cells for curve in curves]).round(4)
    array([0.75])
    """
    from gate.samples.averages import average, evenly

    return average(cells, roc_auc, evenly)
