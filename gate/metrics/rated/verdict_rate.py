"""Verdict rate: share of items for which the judge gave a verdict at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.rated import said
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _steps(sample: RatedSample) -> tuple[Step, ...]:
    choice = int(sample.choice[0])
    return (Step("", "", float(choice >= 0), f"the judge says {said(sample, choice)}"),)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, zero_one=True, needs=("verdict",), steps=_steps)
def verdict_rate(sample: RatedSample) -> FloatArray:
    """Share of items with a verdict that is one of the known ones.

    Give it a floor wherever a metric is spelt with ``missing=skip``: a judge that is silent on the hard
    items looks better on the rest.

    Returns:
        ``(n,)`` 1 or 0; 0 for an error, a missing verdict, and one that is not among `classes`.

    Source:
        A share, defined here.

    Example:
        Two of three items have no verdict that the question knows:
        1 / 3 = 0.3333

    >>> from gate.samples.rated import RatedSample
    >>> verdict_rate(RatedSample.given(["yes", "no", "no"], ["yes", None, "perhaps"]))
    array([1., 0., 0.])
    """
    import numpy as np

    from gate.samples.categorical import NONE

    return np.asarray(sample.answered & (sample.choice != NONE), np.float64)
