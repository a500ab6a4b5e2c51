"""Novelty: how unknown the recommended items were before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.recommended import RecommendedSample


def _steps(sample: RecommendedSample, *, k: float) -> tuple[Step, ...]:
    lists = sample.shown
    shown = [float(lists.popularity[item]) for item in lists.item[lists.rank <= k]]
    counted = [max(share, lists.least_popular) for share in shown]
    terms = [(f"-log2({number(share)})", -math.log2(share)) for share in counted]
    bits, unused = math.fsum(value for _, value in terms), sum(share == 0 for share in shown)
    note = f"of {unused} that nobody used, a single use counts" if unused else ""
    mean = bits / len(terms) if terms else math.nan
    return Step("bits", summed(terms), bits, note), Step("", f"{number(bits)} / {len(terms)}", mean)


@per_item(
    better="higher",
    bounds=(0.0, float("inf")),
    worst=0.0,
    cutoff="from_k",
    needs=("catalogue", "popularity"),
    steps=_steps,
)
def novelty(sample: RecommendedSample, *, k: float) -> FloatArray:
    """Mean self-information, in bits, of the popularity of a user's first ``k`` items.

    ``novelty@k = mean of -log2(popularity_i)`` over the items of the list, then over the users. Popularity is
    the share of all users who used the item, or its share of all interactions, as the config says; an item
    that nobody used counts as if it had been used once. Items outside the catalogue are left out.

    Returns:
        ``(n,)`` values from 0; NaN for an empty list; 0 for a user without an answer.

    Source:
        Zhou et al., PNAS 107(10), 2010, as self-information; Vargas & Castells, RecSys 2011.

    Example:
        One list has items that 1/2 and 1/4 of the users used, another one that nobody of 8 did:
        ((1 + 2) / 2 + log2(8)) / 2 = 2.25

    >>> from gate.catalogue import Catalogue, Popularity
    >>> from gate.samples.recommended import RecommendedSample
    >>> known = Catalogue(("a", "b", "c"), Popularity({"a": 0.5, "b": 0.25}, of=8, unit="users"))
    >>> sample = RecommendedSample.of_lists(["a", "b"], ["c"], [], catalogue=known)
    >>> novelty(sample, k=2)  # (1 + 2) / 2, and log2(8) of what nobody used
    array([1.5, 3. , nan])
    """
    import numpy as np

    lists = sample.shown
    bits = -np.log2(np.maximum(lists.popularity, lists.least_popular))
    return sample.or_worst(lists.means(bits, k), 0.0)
