"""Recall: share of the relevant documents that was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.ranked import hits_of, relevant_of
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    hits, relevant = hits_of(sample, k), relevant_of(sample)
    return hits, relevant, Step("", f"{hits.value:g} / {relevant.value:g}", hits.value / relevant.value)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="from_k", steps=_steps)
def recall(sample: RankedSample, *, k: float) -> FloatArray:
    """Share of all relevant documents that stand among the first ``k`` results.

    ``recall@k = hits / R``, R the number of relevant documents. With R > k it cannot reach 1; the
    variant that can is :mod:`capped_recall <gate.metrics.ranked.capped_recall>`.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.3;
        trec_eval's ``recall``.

    Example:
        One of four relevant documents is among the first two results:
        1 / 4 = 0.25

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["x", "a", "b"], {"a": 1, "b": 1, "c": 1, "d": 1}))
    >>> recall(sample, k=2)  # a, of a, b, c, d
    array([0.25])
    """
    return sample.hits(k) / sample.relevant
