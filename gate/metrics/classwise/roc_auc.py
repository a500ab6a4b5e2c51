"""ROC-AUC of a class against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.classwise import CLASS
from gate.metrics.curve_steps import of_one
from gate.metrics.declare import curves
from gate.metrics.labelled.roc_auc import roc_auc as of_two

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curves: Sequence[Curve]) -> FloatArray:
    assert of_two.influence is not None
    found: FloatArray = of_two.influence(curves[0])
    return found


@curves(
    "class", better="higher", bounds=(0.0, 1.0), influence=_influence, parameters=CLASS,
    steps=of_one(of_two), item_steps=of_two.item_steps,
)  # fmt: skip
def roc_auc(cells: Sequence[Cells]) -> FloatArray:
    """Chance that an item of the class looks more like it than an item of another class.

    ``roc_auc = (pairs in the right order + ties / 2) / (items of the class * others)``.

    A tie counts half. One class against the rest, by its probability.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without an item of the class, or without one of another.

    Source:
        Hanley & McNeil, Radiology 143(1), 1982.

    Example:
        The two items of the class have 0.7 and 0.3 for it, one of another class has 0.4:
        1 / 2 = 0.5

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "class", 0)
    >>> # 1 of 2 pairs: 0.7 beats 0.4, 0.3 does not
    >>> roc_auc([curve.cells for curve in curves]).round(4)
    array([0.5])
    """
    found: FloatArray = of_two(cells[0])
    return found
