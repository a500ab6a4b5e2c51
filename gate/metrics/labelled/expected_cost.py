"""Expected cost: mean price of the errors at the deployed threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample


def _steps(sample: LabelledSample) -> tuple[Step, ...]:
    assert sample.costs is not None
    if sample.positive[0] == sample.flagged[0]:
        return (Step("", "", 0.0, "a right decision costs nothing"),)
    if sample.positive[0]:
        return (Step("", "", float(sample.costs.false_negative), "a positive that is not flagged"),)
    return (Step("", "", float(sample.costs.false_positive), "a negative that is flagged"),)


# A missing answer is the wrong decision: it is charged what that error costs, which no constant knows.
@per_item(
    better="lower",
    bounds=(0.0, float("inf")),
    worst=float("inf"),
    needs=("threshold", "costs"),
    min_positives=30,
    steps=_steps,
)
def expected_cost(sample: LabelledSample) -> FloatArray:
    """Price of each item's error at the deployed threshold; the metric is the mean per item.

    ``expected_cost = (c_fn * fn + c_fp * fp) / items``.

    A positive that is not flagged costs ``false_negative``, a negative that is flagged costs
    ``false_positive``, a right decision nothing. An item without an answer is the wrong decision.

    Returns:
        ``(n,)`` prices, in the unit of the config's ``costs``.

    Source:
        Elkan, The foundations of cost-sensitive learning, IJCAI 2001.

    Example:
        Of four items one is a false alarm, at a price of 1, and one is missed, at a price of 10:
        (1 + 10) / 4 = 2.75

    >>> from gate.samples.labelled import Costs, LabelledSample
    >>> costs = Costs(false_negative=10, false_positive=1)
    >>> expected_cost(LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], threshold=0.5, costs=costs))
    array([ 0.,  1., 10.,  0.])
    """
    assert sample.costs is not None
    missed, alarm = sample.costs.false_negative, sample.costs.false_positive
    return missed * sample.column("fn") + alarm * sample.column("fp")
