"""Gini coefficient of exposure over the items that are shown at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.exposures import over_exposures
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_exposures(
    "shown", "size", "total", "apart", better="lower", bounds=(0.0, 1.0),
    steps=written("(apart - 2 * (size - shown) * total) / (2 * shown * total)"),
)  # fmt: skip
def gini_shown(*, shown: FloatArray, size: FloatArray, total: FloatArray, apart: FloatArray) -> FloatArray:
    """How unevenly the first ``k`` places of all users are spread over the items that are shown to anybody.

    ``gini_shown@k = sum(|e_i - e_j|) / (2 shown sum(e))`` over all pairs of shown items, where ``e_i`` counts
    the users who are shown item i. It is 0 where everybody gets the same list, however short that is:
    read it beside coverage, or use ``gini_catalogue``, which counts what is never shown.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where nothing is shown.

    Source:
        Gini, Variabilità e mutabilità, 1912; of recommended items only, Shani & Gunawardana, Recommender
        Systems Handbook, 2011, section 8.3.2.

    Example:
        Of the two items that are shown one is shown 3 times and the other once:
        (|3 - 1| + |1 - 3|) / (2 * 2 * 4) = 0.25

    >>> from gate.samples.recommended import RecommendedSample
    >>> sample = RecommendedSample.of_lists(["a"], ["a"], ["a"], ["b"], catalogue="abcdef")
    >>> found = sample.shown.exposure(1, sample.weight).statistics()
    >>> gini_shown(**{name: found[name] for name in gini_shown.columns})  # (2 + 2) / (2 * 2 * 4)
    array([0.25])
    """
    # Items that nobody is shown stand as far from the others as these are shown: twice, once in either order.
    return (apart - 2 * (size - shown) * total) / (2 * shown * total)
