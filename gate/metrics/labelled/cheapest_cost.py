"""Cheapest cost: mean cost at the threshold where it is least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import curve

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


@curve(
    better="lower",
    bounds=(0.0, float("inf")),
    influence=_influence,
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

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import Costs, LabelledSample
    >>> costs = Costs(false_negative=10, false_positive=1)
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], costs=costs)
    >>> cheapest_cost(Curve.of(sample).cells)  # at 0.4: one false alarm among 4 items
    array([0.25])
    """
    import numpy as np

    return np.asarray(cells.cost.min(axis=1))
