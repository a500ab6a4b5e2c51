"""PR-AUC of a class against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.classwise import CLASS
from gate.metrics.curve_steps import of_one
from gate.metrics.declare import curves
from gate.metrics.labelled.pr_auc import pr_auc as of_two

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
def pr_auc(cells: Sequence[Cells]) -> FloatArray:
    """Average precision of the class: mean, over its items, of the precision at each one's score.

    ``pr_auc = sum over distinct scores of (recall - recall above it) * precision``.

    The area under the stepwise precision-recall curve of one class against the rest, by its
    probability; equal scores are one block.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without an item of the class.

    Source:
        Davis & Goadrich, The relationship between precision-recall and ROC curves, ICML 2006.

    Example:
        The two items of the class stand first and third by its score:
        (1/1 + 2/3) / 2 = 0.8333

    >>> from gate.samples.categorical import CategoricalSample
    >>> from gate.samples.classwise import curves_of
    >>> given = [{"a": 0.7, "b": 0.2, "c": 0.1}, {"a": 0.3, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.6}]
    >>> sample = CategoricalSample.of(["a", "a", "b"], None, given, classes=["a", "b", "c"])
    >>> curves = curves_of(sample, "class", 0)
    >>> # (1/1 + 2/3) / 2
    >>> pr_auc([curve.cells for curve in curves]).round(4)
    array([0.8333])
    """
    found: FloatArray = of_two(cells[0])
    return found
