"""Error rate: the share of items whose answer says that the system failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.labelled import LabelledSample
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample | LabelledSample) -> tuple[Step, ...]:
    failed = sample.ids[0] in sample.accounting.errored
    return (Step("", "", float(failed), "the answer is an error" if failed else "no error"),)


@per_item(better="lower", bounds=(0.0, 1.0), worst=None, zero_one=True, steps=_steps)
def error_rate(sample: RankedSample | LabelledSample) -> FloatArray:
    """Whether each item's answer is an error: 1 or 0.

    ``error_rate = items whose answer is an error / items``.

    An item that the run merely lacks is a miss, not an error. The gate watches this rate by itself as
    soon as either run holds an error, because failures are never missing at random.

    Returns:
        ``(n,)`` of 0 and 1, never undefined.

    Source:
        Counting; the convention that a failed answer is a miss *and* an error is this project's.

    Example:
        Two items, and both have an answer:
        0 / 2 = 0

    >>> from gate.samples.labelled import LabelledSample
    >>> error_rate(LabelledSample.of([1, 0], [0.9, 0.2])).tolist()
    [0.0, 0.0]
    """
    import numpy as np

    errored = frozenset(sample.accounting.errored)
    return np.array([float(item in errored) for item in sample.ids])
