"""Hit rate: how often anything relevant was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.ranked import hits_of
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    hits = hits_of(sample, k)
    return hits, Step("", "", float(hits.value > 0), "1 if there is a hit")


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, zero_one=True, cutoff="from_k", steps=_steps)
def hit_rate(sample: RankedSample, *, k: float) -> FloatArray:
    """Whether at least one relevant document stands among the first ``k`` results.

    ``hit_rate@k = 1 if hits > 0 else 0``; its mean is the share of queries with a hit.

    Returns:
        ``(n,)`` values, each 0 or 1.

    Source:
        trec_eval's ``success``; Karypis, CIKM 2001, as the hit rate of top-N recommendation.

    Example:
        The first query has something relevant among its first two results, the second has not:
        (1 + 0) / 2 = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["x", "a"], {"a": 1}), (["x", "y"], {"a": 1}))
    >>> hit_rate(sample, k=2)  # a is second; a is not there
    array([1., 0.])
    """
    return (sample.hits(k) > 0).astype("float64")
