"""Expected cost: mean price of the errors at the deployed threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample


# A missing answer is the wrong decision: it is charged what that error costs, which no constant knows.
@per_item(
    better="lower",
    bounds=(0.0, float("inf")),
    worst=float("inf"),
    needs=("threshold", "costs"),
    min_positives=30,
)
def expected_cost(sample: LabelledSample) -> FloatArray:
    """Price of each item's error at the deployed threshold; the metric is the mean per item.

    A positive that is not flagged costs ``false_negative``, a negative that is flagged costs
    ``false_positive``, a right decision nothing. An item without an answer is the wrong decision.

    Returns:
        ``(n,)`` prices, in the unit of the config's ``costs``.

    Source:
        Elkan, The foundations of cost-sensitive learning, IJCAI 2001.

    >>> from gate.samples.labelled import Costs, LabelledSample
    >>> costs = Costs(false_negative=10, false_positive=1)
    >>> expected_cost(LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], threshold=0.5, costs=costs))
    array([ 0.,  1., 10.,  0.])
    """
    assert sample.costs is not None
    missed, alarm = sample.costs.false_negative, sample.costs.false_positive
    return missed * sample.column("fn") + alarm * sample.column("fp")
