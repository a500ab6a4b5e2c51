"""MRR: how far down the first relevant result stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    found = sample.rank[sample.is_relevant & sample.within(k)]
    if not found.size:
        return (Step("", "", 0.0, "nothing relevant there"),)
    first = float(found.min())
    return Step("first relevant rank", "", first), Step("", f"1 / {first:g}", 1 / first)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="optional", steps=_steps)
def mrr(sample: RankedSample, *, k: float) -> FloatArray:
    """Reciprocal rank of the first relevant result; its mean is the mean reciprocal rank.

    ``mrr@k = 1 / rank`` of the first relevant document, 0 if none is among the first k. Uncut, unless
    a cut-off is spelt.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Voorhees, The TREC-8 Question Answering Track Report, TREC 1999; trec_eval's ``recip_rank``.

    Example:
        The first query has its first relevant document at rank 2, the second has none:
        (1/2 + 0) / 2 = 0.25

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["x", "a", "b"], {"a": 1, "b": 1}), (["x", "y"], {"a": 1}))
    >>> mrr(sample, k=10)  # first hit at rank 2; none
    array([0.5, 0. ])
    """
    import numpy as np

    return sample.largest(np.where(sample.is_relevant & sample.within(k), 1 / sample.rank, 0.0))
