"""Cheapest cost: mean cost at the threshold where it is least."""

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
    """Return ``(n,)``, the derivative in each item's share of the weight, the threshold held."""
    import numpy as np

    from gate.samples.threshold import cheapest_step

    assert curve.costs is not None
    step = int(cheapest_step(curve.cells)[0])
    flagged = curve.flagged(step)
    price = np.where(
        curve.positive,
        np.where(flagged, 0.0, curve.costs.false_negative),
        np.where(flagged, curve.costs.false_positive, 0.0),
    )
    return np.asarray(price - curve.cells.cost[0, step + 1])


def _steps(curve: Curve) -> tuple[Step, ...]:
    from gate.samples.threshold import cheapest_step

    cells, costs = curve.cells, curve.costs
    assert costs is not None
    step = int(cheapest_step(cells)[0])
    found = float(cells.tp[0, step]) if step >= 0 else 0.0
    alarms = float(cells.fp[0, step]) if step >= 0 else float(cells.lost[0])
    missed, total = float(cells.positives[0]) - found, float(cells.positives[0] + cells.negatives[0])
    prices = number(costs.false_negative), number(costs.false_positive)
    errors = f"{prices[0]} × {number(missed)} + {prices[1]} × {number(alarms)}"
    return (
        threshold_step(curve, step, "where these items cost least"),
        Step(
            "",
            f"({errors}) / {number(total)}",
            float(cheapest_cost(cells)[0]),
            "price × missed + price × false alarms",
        ),
    )


def _of_item(curve: Curve, entry: int) -> tuple[Step, ...]:
    from gate.samples.threshold import cheapest_step

    cells, costs = curve.cells, curve.costs
    assert costs is not None
    step = int(cheapest_step(cells)[0])
    counted, value = counted_as(curve, entry, step), float(cells.cost[0, step + 1])
    wrong = costs.false_negative if curve.positive[entry] else costs.false_positive
    price = wrong if bool(curve.flagged(step)[entry]) != bool(curve.positive[entry]) else 0.0
    return (
        counted,
        Step("its cost", "", price),
        Step(INFLUENCE, f"{number(price)} - {number(value)}", price - value, "the threshold held"),
    )


@curve(
    better="lower",
    bounds=(0.0, float("inf")),
    influence=_influence,
    steps=_steps,
    item_steps=_of_item,
    needs=("score", "costs"),
    diagnostic="optimised on the items it is measured on",
)
def cheapest_cost(cells: Cells) -> FloatArray:
    """Mean cost per item at the threshold that is cheapest for these very items, so it flatters.

    ``cheapest_cost = min over thresholds of (c_fn * fn + c_fp * fp) / items``.

    A diagnostic beside ``expected_cost``: if only the latter got worse, the threshold has to move,
    not the model. Thresholds are the distinct scores and infinity, which flags nothing.

    Returns:
        ``(r,)`` values >= 0, in the unit of the config's ``costs``; NaN without any item.

    Source:
        Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 27(8), 2006, on the
        operating point of least cost.

    Example:
        At the cheapest threshold four items cost one false alarm, at a price of 1:
        1 * 1 / 4 = 0.25

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import Costs, LabelledSample
    >>> costs = Costs(false_negative=10, false_positive=1)
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], costs=costs)
    >>> cheapest_cost(Curve.of(sample).cells)  # at 0.4: one false alarm among 4 items
    array([0.25])
    """
    import numpy as np

    return np.asarray(cells.cost.min(axis=1))
