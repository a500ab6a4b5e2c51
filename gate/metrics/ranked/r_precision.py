"""R-precision: precision at the number of relevant documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.ranked import hits_of, relevant_of
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample) -> tuple[Step, ...]:
    relevant = relevant_of(sample)
    hits = hits_of(sample, relevant.value)
    return relevant, hits, Step("", f"{hits.value:g} / {relevant.value:g}", hits.value / relevant.value)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, steps=_steps)
def r_precision(sample: RankedSample) -> FloatArray:
    """Share of the first R results that is relevant, R the number of relevant documents.

    ``r_precision = hits in the first R / R``: every query is cut where a perfect system would have
    found everything, so precision and recall are equal there.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.4;
        trec_eval's ``Rprec``.

    Example:
        There are two relevant documents, and one of the first two results is relevant:
        1 / 2 = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a", "x", "b"], {"a": 1, "b": 1}))
    >>> r_precision(sample)  # a, of the first two
    array([0.5])
    """
    relevant = sample.relevant
    found = sample.is_relevant & (sample.rank <= relevant[sample.query])
    return sample.total(found) / relevant
