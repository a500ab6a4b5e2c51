"""nDCG: graded gain, discounted by rank, relative to the best order possible."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.ranked import cut
from gate.metrics.ranked.dcg import GAIN, dcg, discounted, gains
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float, gain: str) -> tuple[Step, ...]:
    found = discounted(sample, sample.rank, k, gain)
    best = discounted(sample, sample.ideal_rank, k, gain)
    actual, ideal = (sum(value for _, value in terms) for terms in (found, best))
    return (
        Step(f"DCG{cut(k)}", summed(found), actual, "gain / log2(rank + 1)"),
        Step(f"ideal DCG{cut(k)}", summed(best), ideal, "the best order of what is judged"),
        Step("", f"{number(actual)} / {number(ideal)}", actual / ideal if ideal else math.nan),
    )


@per_item(
    better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="from_k", parameters={"gain": GAIN}, steps=_steps
)
def ndcg(sample: RankedSample, *, k: float, gain: str) -> FloatArray:
    """Discounted cumulative gain of the first ``k`` results, as a share of the best possible.

    ``ndcg@k = DCG@k / DCG@k of the ideal order``, ``DCG@k = sum over ranks i <= k of gain_i / log2(i + 1)``.
    The ideal order holds all judged documents, returned or not. Grades below 0 gain 0.

    Returns:
        ``(n,)`` values in [0, 1]; NaN where no document has a grade above 0.

    Raises:
        QuestionError: Exponential gain meets a grade above 50.

    Source:
        Järvelin & Kekäläinen, TOIS 20(4), 2002, with the discount and the linear gain of trec_eval's
        ``ndcg_cut``; exponential gain from Burges et al., ICML 2005.

    Example:
        The only relevant document, of grade 3, is third, and would best be first, with linear gain:
        (3 / log2(3 + 1)) / (3 / log2(1 + 1)) = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["x", "y", "a"], {"a": 3}))
    >>> ndcg(sample, k=3, gain="linear")  # (3 / log2(4)) / (3 / log2(2))
    array([0.5])
    """
    import numpy as np

    actual = dcg(sample, k=k, gain=gain)
    discounted = gains(sample, gain) / np.log2(sample.ideal_rank + 1)
    ideal = sample.total(np.where(sample.ideal_rank <= k, discounted, 0.0))
    shares: FloatArray = np.divide(actual, ideal, out=np.full(sample.n, np.nan), where=ideal > 0)
    return shares
