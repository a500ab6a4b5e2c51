"""Entropy of exposure: how many bits it takes to say which item stands in a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.exposures import over_exposures
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_exposures(
    "total", "surprise", better="higher", bounds=(0.0, float("inf")),
    steps=written("log2(total) + surprise / total"),
)  # fmt: skip
def exposure_entropy(*, total: FloatArray, surprise: FloatArray) -> FloatArray:
    """Shannon entropy, in bits, of which item stands in one of the first ``k`` places of all users.

    ``exposure_entropy@k = -sum(p_i log2(p_i))``, ``p_i`` the share of all places that item i has. It is the
    novelty of the lists when popularity is taken from the lists themselves, all equally long. As many items
    as ``2 ** exposure_entropy``, all shown equally often, would be as diverse.

    Returns:
        ``(r,)`` values from 0; NaN where nothing is shown.

    Source:
        Shannon, Bell System Technical Journal 27, 1948; of recommendations, Shani & Gunawardana,
        Recommender Systems Handbook, 2011, section 8.3.2.

    Example:
        Each of four items stands in a quarter of all places:
        -4 * 1/4 * log2(1/4) = 2

    >>> from gate.samples.recommended import RecommendedSample
    >>> sample = RecommendedSample.of_lists(["a", "b"], ["a", "b"], ["c", "d"], ["c", "d"], catalogue="abcde")
    >>> found = sample.shown.exposure(2, sample.weight).statistics()
    >>> exposure_entropy(total=found["total"], surprise=found["surprise"])  # four items, two places each
    array([2.])
    """
    import numpy as np

    return np.maximum(np.log2(total) + surprise / total, 0.0)
