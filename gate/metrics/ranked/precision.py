"""Precision: share of the results that is relevant."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.ranked import hits_of
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    hits = hits_of(sample, k)
    places = k if math.isfinite(k) else max(float(sample.returned[0]), 1.0)
    return hits, Step("", f"{hits.value:g} / {places:g}", hits.value / places)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="from_k", steps=_steps)
def precision(sample: RankedSample, *, k: float) -> FloatArray:
    """Share of the first ``k`` results that is relevant.

    ``precision@k = hits / k``, also where fewer than k documents were returned: a short list earns
    nothing by being short. Uncut (``precision@all``) there is no k, and it is hits over documents
    returned, 0 for an empty list.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Manning, Raghavan & Schütze, Introduction to Information Retrieval, 2008, section 8.4;
        trec_eval's ``P`` and, uncut, its ``set_P``.

    Example:
        Of four places one holds a relevant document, also where only two documents were returned:
        1 / 4 = 0.25

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a", "x"], {"a": 1, "b": 1}))
    >>> precision(sample, k=4)  # a, in 4 places
    array([0.25])
    """
    import numpy as np

    places = k if math.isfinite(k) else np.maximum(sample.returned, 1)
    return sample.hits(k) / places
