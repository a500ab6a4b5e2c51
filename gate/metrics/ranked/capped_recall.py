"""Capped recall: share of what the first k results could have found."""

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
    most = min(k, relevant.value)
    worked = f"{hits.value:g} / {most:g}"
    note = "as many would have fitted" if most < relevant.value else ""
    return hits, relevant, Step("", worked, hits.value / most, note)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="from_k", steps=_steps)
def capped_recall(sample: RankedSample, *, k: float) -> FloatArray:
    """Relevant documents among the first ``k`` results, as a share of the most that fit there.

    ``capped_recall@k = hits / min(k, R)``, R the number of relevant documents. With the exact k
    nearest neighbours as relevant documents it is what benchmarks of approximate search call recall.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Thakur et al., BEIR, NeurIPS Datasets and Benchmarks 2021, as ``R_cap@k``; Aumüller,
        Bernhardsson & Faithfull, ANN-Benchmarks, Information Systems 87, 2020; trec_eval's ``relative_P``.

    Example:
        Of four relevant documents two have room among the first two results, and one is there:
        1 / 2 = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["x", "a", "b"], {"a": 1, "b": 1, "c": 1, "d": 1}))
    >>> capped_recall(sample, k=2)  # a; two would have fitted
    array([0.5])
    """
    import numpy as np

    return sample.hits(k) / np.minimum(k, sample.relevant)
