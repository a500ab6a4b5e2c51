"""Gini coefficient of exposure over the whole catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.exposures import over_exposures
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_exposures(
    "size", "total", "apart", better="lower", bounds=(0.0, 1.0),
    steps=written("apart / (2 * size * total)"),
)  # fmt: skip
def gini_catalogue(*, size: FloatArray, total: FloatArray, apart: FloatArray) -> FloatArray:
    """How unevenly the first ``k`` places of all users are spread over the whole catalogue.

    ``gini_catalogue@k = sum(|e_i - e_j|) / (2 size sum(e))`` over all pairs of items of the catalogue, where
    ``e_i`` counts the users who are shown item i, 0 for an item that nobody is. 0 where every item is shown
    as often, near 1 where one item is all that is shown.
    ``1 - gini_catalogue = coverage (1 - gini_shown)``.

    Returns:
        ``(r,)`` values in [0, 1]; NaN where nothing is shown.

    Source:
        Gini, Variabilità e mutabilità, 1912; of recommendations, Fleder & Hosanagar, Management Science
        55(5), 2009; Adomavicius & Kwon, IEEE TKDE 24(5), 2012.

    Example:
        Of a catalogue of two items one is shown twice and the other never:
        (|2 - 0| + |0 - 2|) / (2 * 2 * 2) = 0.5

    >>> from gate.samples.recommended import RecommendedSample
    >>> sample = RecommendedSample.of_lists(["a"], ["a"], catalogue="ab")  # (2 + 2) / (2 * 2 * 2)
    >>> found = sample.shown.exposure(1, sample.weight).statistics()
    >>> gini_catalogue(**{name: found[name] for name in gini_catalogue.columns})
    array([0.5])
    """
    return apart / (2 * size * total)
