"""Recall at a precision: most recall that any threshold gives at that precision."""

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

PRECISION = Parameter(
    "Least precision the threshold must hold.", low=0.0, high=1.0, low_open=True, positional=True
)
SLACK = 1e-12
"""Weighted counts are sums of floats: a precision this close below the wanted one is taken to hold it."""


def _influence(curve: Curve, *, precision: float) -> FloatArray:
    """Return ``(n,)``, the derivative in each item's share of the weight, the threshold held.

    The threshold really moves with the precision; on real data this is half to all of the noise.
    """
    import numpy as np

    cells = curve.cells
    reached = np.where(cells.precision[0] >= precision - SLACK, cells.recall[0], 0.0)
    if not reached.any():
        return np.zeros(curve.positive.size)
    best = int(reached.argmax())
    found = curve.positive & curve.flagged(best)
    total = cells.positives[0] + cells.negatives[0]
    return np.asarray((found - reached[best] * curve.positive) * (total / cells.positives[0]))


def _best(curve: Curve, precision: float) -> int | None:
    """Return the step of the threshold that is taken; ``None`` if no threshold is that precise."""
    import numpy as np

    cells = curve.cells
    reached = np.where(cells.precision[0] >= precision - SLACK, cells.recall[0], 0.0)
    return int(reached.argmax()) if reached.any() else None


def _steps(curve: Curve, *, precision: float) -> tuple[Step, ...]:
    cells, best = curve.cells, _best(curve, precision)
    value = float(recall_at_precision(cells, precision=precision)[0])
    if best is None:
        return (Step("", "", value, f"no threshold has a precision of {number(precision)}"),)
    tp, fp = float(cells.tp[0, best]), float(cells.fp[0, best])
    held = Step(
        "precision there",
        f"{number(tp)} / ({number(tp)} + {number(fp)})",
        float(cells.precision[0, best]),
        f"at least {number(precision)}",
    )
    return (
        threshold_step(curve, best, "where recall is greatest at that precision"),
        held,
        Step("", f"{number(tp)} / {number(cells.positives[0])}", value),
    )


def _of_item(curve: Curve, entry: int, *, precision: float) -> tuple[Step, ...]:
    cells, best = curve.cells, _best(curve, precision)
    if best is None:
        return (Step(INFLUENCE, "", 0.0, f"no threshold has a precision of {number(precision)}"),)
    is_positive, recall = bool(curve.positive[entry]), float(cells.recall[0, best])
    found = is_positive and bool(curve.flagged(best)[entry])
    total, positives = float(cells.positives[0] + cells.negatives[0]), float(cells.positives[0])
    return (
        counted_as(curve, entry, best),
        Step(
            INFLUENCE,
            f"({int(found)} - {int(is_positive)} × {number(recall)}) × {number(total)} / {number(positives)}",
            (found - is_positive * recall) * total / positives,
            "the threshold held",
        ),
    )


@curve(
    better="higher",
    bounds=(0.0, 1.0),
    influence=_influence,
    steps=_steps,
    item_steps=_of_item,
    parameters={"precision": PRECISION},
    limits_only=True,
)
def recall_at_precision(cells: Cells, *, precision: float) -> FloatArray:
    """Greatest recall of any threshold whose precision is at least ``precision``.

    ``max over thresholds with tp / (tp + fp) >= precision of tp / (tp + fn)``.

    Spelt ``recall_at_precision(0.9)``. 0 if no threshold is that precise: flag nothing, then.
    The threshold is chosen on these very items and jumps with them, so a floor is fine and a tolerance
    is refused; what is deployed is judged by ``recall`` and ``precision``.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a positive item.

    Source:
        Eban et al., Scalable learning of non-decomposable objectives, AISTATS 2017.

    Example:
        Precision has to be 0.9: the threshold without a false alarm finds one of two positives:
        1 / 2 = 0.5

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> recall_at_precision(Curve.of(sample).cells, precision=0.9)  # at 0.9: 1 of 2
    array([0.5])
    """
    import numpy as np

    reached = np.where(cells.precision >= precision - SLACK, cells.recall, 0.0)
    return np.where(cells.positives > 0, reached.max(axis=1, initial=0.0), np.nan)
