"""Popularity bias: how popular the recommended items were before, on average."""

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
    shares = [float(lists.popularity[item]) for item in lists.item[lists.rank <= k]]
    total = math.fsum(shares)
    mean = total / len(shares) if shares else math.nan
    return (
        Step("popularity", summed([(number(share), share) for share in shares]), total),
        Step("", f"{number(total)} / {len(shares)}", mean),
    )


@per_item(
    better="lower",
    bounds=(0.0, 1.0),
    worst=1.0,
    cutoff="from_k",
    needs=("catalogue", "popularity"),
    steps=_steps,
)
def popularity_bias(sample: RecommendedSample, *, k: float) -> FloatArray:
    """Average recommendation popularity: mean popularity of a user's first ``k`` items.

    ``popularity_bias@k = mean of popularity_i`` over the items of the list, then over the users (ARP).
    Popularity is the share of all users who used the item, or its share of all interactions, as the
    config says. Items outside the catalogue are left out.

    Returns:
        ``(n,)`` values in [0, 1]; NaN for an empty list; 1 for a user without an answer.

    Source:
        Yin, Cui, Li, Yao & Chen, PVLDB 5(9), 2012; Abdollahpouri, Burke & Mobasher, FLAIRS 2019, as ARP,
        there with counts instead of shares.

    Example:
        One list has items that 1/2 and 1/4 of the users used, another one that nobody did:
        ((0.5 + 0.25) / 2 + 0) / 2 = 0.1875

    >>> from gate.catalogue import Catalogue, Popularity
    >>> from gate.samples.recommended import RecommendedSample
    >>> known = Catalogue(("a", "b", "c"), Popularity({"a": 0.5, "b": 0.25}, of=8, unit="users"))
    >>> popularity_bias(RecommendedSample.of_lists(["a", "b"], ["c"], catalogue=known), k=2)
    array([0.375, 0.   ])
    """
    lists = sample.shown
    return sample.or_worst(lists.means(lists.popularity, k), 1.0)
