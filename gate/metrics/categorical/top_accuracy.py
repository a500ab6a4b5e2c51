"""Top-k accuracy: share of the items whose class is among the k most probable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample


def _steps(sample: CategoricalSample, *, k: float) -> tuple[Step, ...]:
    given, true = sample.probabilities[0].tolist(), int(sample.truth[0])
    place = 1 + sum(p > given[true] or (p == given[true] and c < true) for c, p in enumerate(given))
    note = f"of the class {sample.classes[true]!r}, by probability"
    return Step("place", "", float(place), note), Step("", "", float(place <= k), f"1 if at most {k:g}")


@per_item(
    better="higher",
    bounds=(0.0, 1.0),
    worst=0.0,
    zero_one=True,
    cutoff="from_k",
    needs=("probabilities",),
    steps=_steps,
)
def top_accuracy(sample: CategoricalSample, *, k: float) -> FloatArray:
    """1 for an item whose class is among its ``k`` most probable ones, 0 otherwise.

    ``top_accuracy@k = items whose class is among the k most probable / items``.

    Equal probabilities stand in the order of the classes, as where the most probable one decides. Classes
    that only probabilities name take places, too.

    Returns:
        ``(n,)`` values, 0 or 1; 0 for an item without an answer.

    Source:
        Russakovsky et al., ImageNet large scale visual recognition challenge, IJCV 115(3), 2015.

    Example:
        Of three items one has its class among the two most probable ones, and one has no answer:
        (1 + 0 + 0) / 3 = 0.3333

    >>> from gate.samples.categorical import CategoricalSample
    >>> given = [{"a": 0.5, "b": 0.3, "c": 0.2}, {"a": 0.6, "b": 0.3, "c": 0.1}, None]
    >>> top_accuracy(CategoricalSample.of(["b", "c", "a"], None, given), k=2)
    array([1., 0., 0.])
    """
    import numpy as np

    own = np.take_along_axis(sample.probabilities, sample.truth[:, None], axis=1)
    earlier = np.arange(sample.probabilities.shape[1]) < sample.truth[:, None]
    before = (sample.probabilities > own) | ((sample.probabilities == own) & earlier)
    return np.asarray(sample.answered & (before.sum(axis=1) < k), dtype=np.float64)
