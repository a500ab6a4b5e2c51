"""MAP: precision at every relevant result, averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.ranked import hits_of, relevant_of
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    found = sample.is_relevant & sample.within(k)
    ranks, relevant = sorted(sample.rank[found].tolist()), relevant_of(sample)
    terms = [(f"{i}/{rank:g}", i / rank) for i, rank in enumerate(ranks, start=1)]
    total = sum(value for _, value in terms)
    precisions = Step("sum of the precision at each of them", summed(terms), total)
    worked = f"{number(total)} / {relevant.value:g}"
    return hits_of(sample, k), precisions, relevant, Step("", worked, total / relevant.value)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="optional", steps=_steps)
def map(sample: RankedSample, *, k: float) -> FloatArray:  # noqa: A001  the field's name for it
    """Average precision of each query; its mean is MAP.

    ``map@k = sum over relevant documents at ranks i <= k of precision@i, / R``, R the number of all
    relevant documents, also where R > k (some tools divide by min(k, R), which is larger). Uncut,
    unless a cut-off is spelt.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Harman, Overview of the First TREC, 1992; trec_eval's ``map`` and ``map_cut``.

    Example:
        Of three relevant documents the first is at rank 1, the second at rank 4, and the third is
        missing:
        (1/1 + 2/4 + 0) / 3 = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a", "x", "y", "b"], {"a": 1, "b": 1, "c": 1}))
    >>> map(sample, k=4)  # (1/1 + 2/4) / 3
    array([0.5])
    """
    import numpy as np

    precision = sample.so_far(sample.is_relevant) / sample.rank
    found = sample.is_relevant & sample.within(k)
    return sample.total(np.where(found, precision, 0.0)) / sample.relevant
