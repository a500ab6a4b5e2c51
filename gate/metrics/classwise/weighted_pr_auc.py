"""Weighted PR-AUC: mean average precision by the number of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.curve_steps import of_average
from gate.metrics.declare import curves
from gate.metrics.labelled.pr_auc import pr_auc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curves: Sequence[Curve]) -> FloatArray:
    from gate.samples.averages import by_positives, influence

    assert pr_auc.influence is not None
    return influence(curves, pr_auc, pr_auc.influence, by_positives)


@curves(
    "rest", better="higher", bounds=(0.0, 1.0), influence=_influence,
    steps=of_average(pr_auc, "by_positives"), item_steps=pr_auc.item_steps,
)  # fmt: skip
def weighted_pr_auc(cells: Sequence[Cells]) -> FloatArray:
    """Mean of the average precision of each class against the rest, by the number of its examples.

    ``weighted_pr_auc = sum over classes of true * pr_auc, / sum over classes of true``.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where it is undefined for all of them.

    Source:
        scikit-learn's ``average_precision_score`` with ``average="weighted"``.

    Example:
        A class of 2 items has an area of 5/6, one of 1 item 1:
        (2 * 5/6 + 1 * 1/1) / 3 = 0.8889

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "rest", None)
    >>> # (2 * 5/6 + 1 * 1/1) / 3
    >>> weighted_pr_auc([curve.cells for curve in curves]).round(4)
    array([0.8889])
    """
    from gate.samples.averages import average, by_positives

    return average(cells, pr_auc, by_positives)
