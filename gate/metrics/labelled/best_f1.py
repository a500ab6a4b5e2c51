"""Best F1: F1 at the threshold where it is greatest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.curve_steps import counted_as, threshold_step
from gate.metrics.declare import curve
from gate.metrics.steps import INFLUENCE, Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curve: Curve) -> FloatArray:
    """Return ``(n,)``, the derivative in each item's share of the weight, the threshold held.

    At the best threshold a small move of it changes nothing, so holding it is no loss.
    """
    import numpy as np

    cells = curve.cells
    f1 = cells.f1[0]
    if not f1.size:
        return np.zeros(curve.positive.size)
    best = int(f1.argmax())
    flagged = curve.flagged(best)
    total = cells.positives[0] + cells.negatives[0]
    mass = cells.positives[0] + cells.tp[0, best] + cells.fp[0, best]
    effect = 2.0 * (curve.positive & flagged) - f1[best] * (curve.positive.astype(float) + flagged)
    return np.asarray(effect * (total / mass))


def _steps(curve: Curve) -> tuple[Step, ...]:
    cells = curve.cells
    positives, value = float(cells.positives[0]), float(best_f1(cells)[0])
    if not cells.reachable:
        return (Step("", f"2 × 0 / (2 × 0 + 0 + {number(positives)})", value, "nothing can be flagged"),)
    best = int(cells.f1[0].argmax())
    tp, fp = float(cells.tp[0, best]), float(cells.fp[0, best])
    totals = f"2 × {number(tp)} + {number(fp)} + {number(positives - tp)}"
    return (
        threshold_step(curve, best, "where F1 is greatest on these items"),
        Step("", f"2 × {number(tp)} / ({totals})", value, "2 tp / (2 tp + fp + fn)"),
    )


def _of_item(curve: Curve, entry: int) -> tuple[Step, ...]:
    cells = curve.cells
    if not cells.reachable:
        return (Step(INFLUENCE, "", 0.0, "nothing can be flagged"),)
    best = int(cells.f1[0].argmax())
    f1, flagged = float(cells.f1[0, best]), bool(curve.flagged(best)[entry])
    total = float(cells.positives[0] + cells.negatives[0])
    mass = float(cells.positives[0] + cells.tp[0, best] + cells.fp[0, best])
    found, counted = curve.positive[entry] and flagged, int(curve.positive[entry]) + flagged
    return (
        counted_as(curve, entry, best),
        Step(
            INFLUENCE,
            f"(2 × {int(found)} - {counted} × {number(f1)}) × {number(total)} / {number(mass)}",
            (2 * found - f1 * counted) * total / mass,
            "the threshold held",
        ),
    )


@curve(
    better="higher", bounds=(0.0, 1.0), influence=_influence, limits_only=True,
    steps=_steps, item_steps=_of_item,
)  # fmt: skip
def best_f1(cells: Cells) -> FloatArray:
    """F1 at the threshold that is best for these very items, so it flatters.

    ``best_f1 = max over thresholds of 2 tp / (2 tp + fp + fn)``.

    Stands beside ``f1``, which is judged at the deployed threshold; it can have a floor, no tolerance,
    because its threshold moves with the items. Thresholds are the distinct
    scores; an item is flagged if its score is at least the threshold.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a positive item.

    Source:
        van Rijsbergen, Information Retrieval, 2nd ed., 1979, chapter 7; on its optimism: Lipton,
        Elkan & Naryanaswamy, Optimal thresholding of classifiers to maximize F1, ECML PKDD 2014.

    Example:
        The best threshold finds all 3 positives, with one false alarm:
        2 * 3 / (2 * 3 + 1 + 0) = 0.8571

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([0, 1, 0, 1, 1], [0.2, 0.3, 0.55, 0.6, 0.9])
    >>> best_f1(Curve.of(sample).cells).round(4)  # at 0.3: 2 * 3 / (2 * 3 + 1 + 0)
    array([0.8571])
    """
    import numpy as np

    return np.where(cells.positives > 0, cells.f1.max(axis=1, initial=0.0), np.nan)
