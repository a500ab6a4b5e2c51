"""Expected cost: mean price of the decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


def _steps(sample: CategoricalSample) -> tuple[Step, ...]:
    assert sample.prices is not None
    true, decided = int(sample.truth[0]), int(sample.choice[0])
    if decided < 0:
        prices = [price for c, price in enumerate(sample.prices[true].tolist()) if c != true]
        return (Step("", "", max(prices, default=0.0), "decided for none of the classes: the dearest"),)
    note = f"{sample.classes[true]!r} decided as {sample.classes[decided]!r}"
    return (Step("", "", float(sample.prices[true, decided]), note),)


# A missing answer is the dearest wrong decision for its class, which no constant knows.
@per_item(
    better="lower",
    bounds=(0.0, float("inf")),
    worst=float("inf"),
    needs=("decision", "costs"),
    min_positives=30,
    steps=_steps,
)
def expected_cost(sample: CategoricalSample) -> FloatArray:
    """Price of each item's decision, given its true class; the metric is the mean per item.

    ``expected_cost = sum over items of price(true class, decided class) / items``.

    Prices are those of the config's ``costs``, a mapping of true classes to mappings of decisions to
    prices. An item without an answer, or given none of the classes, costs as much as the dearest wrong
    decision.

    Returns:
        ``(n,)`` prices, in the unit of the config's ``costs``.

    Source:
        Elkan, The foundations of cost-sensitive learning, IJCAI 2001.

    Example:
        Of four items one is decided at a price of 5, one rightly, one lacks an answer, for which
        the highest price is 5, and one costs 1:
        (5 + 0 + 5 + 1) / 4 = 2.75

    >>> from gate.samples.categorical import CategoricalSample
    >>> costs = {"a": {"b": 5.0, "c": 1.0}, "b": {"a": 2.0, "c": 2.0}, "c": {"a": 1.0, "b": 1.0}}
    >>> expected_cost(CategoricalSample.of(["a", "b", "a", "c"], ["b", "b", None, "a"], costs=costs))
    array([5., 0., 5., 1.])
    """
    import numpy as np

    assert sample.prices is not None
    prices, own = sample.prices, sample.truth
    wrong = np.where(np.eye(len(prices), dtype=np.bool_), 0.0, prices)
    dearest = wrong.max(axis=1, initial=0.0)
    return np.where(sample.choice >= 0, prices[own, sample.choice], dearest[own])
