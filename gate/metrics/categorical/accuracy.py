"""Accuracy: share of the items given their own class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


def _steps(sample: CategoricalSample) -> tuple[Step, ...]:
    decided = int(sample.choice[0])
    name = sample.classes[decided] if decided >= 0 else "none of the classes"
    note = f"true is {sample.classes[sample.truth[0]]!r}, decided is {name!r}"
    return (Step("", "", float(decided == sample.truth[0]), note),)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, zero_one=True, needs=("decision",), steps=_steps)
def accuracy(sample: CategoricalSample) -> FloatArray:
    """1 for an item given its own class, 0 otherwise; an item without an answer is not.

    ``accuracy = items decided rightly / items``.

    Where one class is common, one answer for all of them scores high.

    Returns:
        ``(n,)`` values, 0 or 1.

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3.

    Example:
        Two of three items are given their own class:
        2 / 3 = 0.6667

    >>> from gate.samples.categorical import CategoricalSample
    >>> accuracy(CategoricalSample.of(["a", "b", "c"], ["a", "c", "c"]))
    array([1., 0., 1.])
    """
    import numpy as np

    return np.asarray(sample.choice == sample.truth, dtype=np.float64)
