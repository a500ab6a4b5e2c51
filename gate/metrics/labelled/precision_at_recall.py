"""Precision at a recall: best precision of any threshold that finds enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.curve_steps import counted_as, threshold_step
from gate.metrics.declare import curve
from gate.metrics.parameter import Parameter
from gate.metrics.steps import INFLUENCE, Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve

RECALL = Parameter("Least recall the threshold must hold.", low=0.0, high=1.0, low_open=True, positional=True)
SLACK = 1e-12
"""Weighted counts are sums of floats: a recall this close below the wanted one is taken to hold it."""


def _influence(curve: Curve, *, recall: float) -> FloatArray:
    """Return ``(n,)``, the derivative in each item's share of the weight, the threshold held.

    The threshold really moves with the recall; on real data this is half to all of the noise.
    """
    import numpy as np

    cells = curve.cells
    held = np.where(cells.recall[0] >= recall - SLACK, cells.precision[0], 0.0)
    if not held.any():
        return np.zeros(curve.positive.size)
    best = int(held.argmax())
    flagged = curve.flagged(best)
    total = cells.positives[0] + cells.negatives[0]
    effect = (curve.positive & flagged) - held[best] * flagged
    return np.asarray(effect * (total / (cells.tp[0, best] + cells.fp[0, best])))


def _best(curve: Curve, recall: float) -> int | None:
    """Return the step of the threshold that is taken; ``None`` if no threshold finds that much."""
    import numpy as np

    cells = curve.cells
    held = np.where(cells.recall[0] >= recall - SLACK, cells.precision[0], 0.0)
    return int(held.argmax()) if held.any() else None


def _steps(curve: Curve, *, recall: float) -> tuple[Step, ...]:
    cells, best = curve.cells, _best(curve, recall)
    value = float(precision_at_recall(cells, recall=recall)[0])
    if best is None:
        return (Step("", "", value, f"no threshold has a recall of {number(recall)}"),)
    tp, fp = float(cells.tp[0, best]), float(cells.fp[0, best])
    found = Step(
        "recall there",
        f"{number(tp)} / {number(cells.positives[0])}",
        float(cells.recall[0, best]),
        f"at least {number(recall)}",
    )
    return (
        threshold_step(curve, best, "where precision is greatest at that recall"),
        found,
        Step("", f"{number(tp)} / ({number(tp)} + {number(fp)})", value),
    )


def _of_item(curve: Curve, entry: int, *, recall: float) -> tuple[Step, ...]:
    cells, best = curve.cells, _best(curve, recall)
    if best is None:
        return (Step(INFLUENCE, "", 0.0, f"no threshold has a recall of {number(recall)}"),)
    flagged, precision = bool(curve.flagged(best)[entry]), float(cells.precision[0, best])
    found = bool(curve.positive[entry]) and flagged
    total, seen = float(cells.positives[0] + cells.negatives[0]), float(cells.tp[0, best] + cells.fp[0, best])
    return (
        counted_as(curve, entry, best),
        Step(
            INFLUENCE,
            f"({int(found)} - {int(flagged)} × {number(precision)}) × {number(total)} / {number(seen)}",
            (found - flagged * precision) * total / seen,
            "the threshold held",
        ),
    )


@curve(
    better="higher",
    bounds=(0.0, 1.0),
    influence=_influence,
    steps=_steps,
    item_steps=_of_item,
    parameters={"recall": RECALL},
    limits_only=True,
)
def precision_at_recall(cells: Cells, *, recall: float) -> FloatArray:
    """Greatest precision of any threshold whose recall is at least ``recall``.

    ``max over thresholds with tp / (tp + fn) >= recall of tp / (tp + fp)``.

    Spelt ``precision_at_recall(0.8)``. 0 if no threshold finds that much, which takes positives
    without an answer: flagging everything that has a score finds all others. The
    threshold moves with the items, so a floor is fine and a tolerance is refused.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a positive item.

    Source:
        Eban et al., Scalable learning of non-decomposable objectives, AISTATS 2017.

    Example:
        Recall has to be 0.8: the threshold that finds both positives flags three items:
        2 / 3 = 0.6667

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> precision_at_recall(Curve.of(sample).cells, recall=0.8).round(4)  # at 0.4: 2 of 3
    array([0.6667])
    """
    import numpy as np

    held = np.where(cells.recall >= recall - SLACK, cells.precision, 0.0)
    return np.where(cells.positives > 0, held.max(axis=1, initial=0.0), np.nan)
