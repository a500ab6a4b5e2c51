"""Macro PR-AUC: mean over the classes of their average precision."""

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
    from gate.samples.averages import evenly, influence

    assert pr_auc.influence is not None
    return influence(curves, pr_auc, pr_auc.influence, evenly)


@curves(
    "rest", better="higher", bounds=(0.0, 1.0), influence=_influence, even=True,
    steps=of_average(pr_auc, "evenly"), item_steps=pr_auc.item_steps,
)  # fmt: skip
def macro_pr_auc(cells: Sequence[Cells]) -> FloatArray:
    """Mean over the classes of the average precision of each class against the rest.

    ``macro_pr_auc = sum over classes of pr_auc / classes with an example``.

    A class without an example is left out, and the report says so.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where it is undefined for all of them.

    Source:
        scikit-learn's ``average_precision_score``; where a class is absent, that says 0.

    Example:
        The items of one class stand first and third by its score, the only one of another first:
        ((1/1 + 2/3) / 2 + 1/1) / 2 = 0.9167

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "rest", None)
    >>> # ((1/1 + 2/3) / 2 + 1/1) / 2
    >>> macro_pr_auc([curve.cells for curve in curves]).round(4)
    array([0.9167])
    """
    from gate.samples.averages import average, evenly

    return average(cells, pr_auc, evenly)
