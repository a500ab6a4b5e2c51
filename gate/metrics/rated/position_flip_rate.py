"""Position flip rate: share of pairs whose verdict changes with the order of the two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.rated import said
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _steps(sample: RatedSample) -> tuple[Step, ...]:
    first, swapped = said(sample, int(sample.choice[0])), said(sample, int(sample.swapped[0]))
    note = f"the judge says {first}, and {swapped} in the other order"
    return (Step("", "", float(first != swapped), note),)


@per_item(
    better="lower",
    bounds=(0.0, 1.0),
    worst=None,
    zero_one=True,
    needs=("verdict", "swapped"),
    steps=_steps,
)
def position_flip_rate(sample: RatedSample) -> FloatArray:
    """Share of pairs for which the judge says something else when the two answers change places.

    ``position_flip_rate = pairs whose verdicts differ / pairs judged in both orders``.

    The run gives both verdicts, ``predicted`` and ``swapped``, in the same names: ``A`` stays the same
    answer wherever it is shown. Pairs without both are left out and counted.

    Returns:
        ``(n,)`` 1 where they differ, 0 where not; NaN without both.

    Source:
        Wang et al., Large language models are not fair evaluators, ACL 2024 (conflict rate).

    Example:
        Of two pairs that were judged in both orders one got another verdict:
        (0 + 1) / 2 = 0.5

    >>> from gate.samples.rated import RatedSample
    >>> sample = RatedSample.given(["A", "B", "A"], ["A", "A", "A"], swapped=["A", "B", None])
    >>> position_flip_rate(sample)
    array([ 0.,  1., nan])
    """
    import numpy as np

    from gate.samples.categorical import NONE

    both = (sample.choice != NONE) & (sample.swapped != NONE)
    return np.where(both, (sample.choice != sample.swapped).astype(np.float64), np.nan)
