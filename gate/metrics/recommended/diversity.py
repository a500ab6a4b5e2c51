"""Intra-list diversity: how different the items of one list are from each other."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import per_item
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.recommended import RecommendedSample


def _steps(sample: RecommendedSample, *, k: float) -> tuple[Step, ...]:
    lists = sample.shown
    similarity = lists.catalogue.similarity
    assert similarity is not None, "the config was checked"
    names = [lists.catalogue.items[item] for item in lists.item[lists.rank <= k].tolist()]
    pairs = list(combinations(names, 2))
    found = similarity.between([one for one, _ in pairs], [other for _, other in pairs]).tolist()
    alike = [each for each in found if not math.isnan(each)]
    terms = [(f"({number(each)})" if each < 0 else number(each), each) for each in alike]
    mean = math.fsum(alike) / len(alike) if alike else math.nan
    unknown = len(pairs) - len(alike)
    note = f"without {unknown} of {len(pairs)} pairs, which nothing is known of" if unknown else ""
    return (
        Step("mean similarity", f"({summed(terms)}) / {len(terms)}", mean, note),
        Step("", f"1 - {number(mean)}" if mean >= 0 else f"1 + {number(-mean)}", 1 - mean),
    )


@per_item(
    better="higher",
    bounds=(0.0, 2.0),
    worst=0.0,
    cutoff="from_k",
    needs=("catalogue", "similarity"),
    steps=_steps,
)
def diversity(sample: RecommendedSample, *, k: float) -> FloatArray:
    """Mean difference of all pairs of a user's first ``k`` items: 1 less their similarity.

    ``diversity@k = 1 - mean of sim(i, j)`` over the pairs i < j of the list, then over the users. Pairs whose
    similarity is unknown, and items outside the catalogue, are left out. Above 1 only where similarities
    are negative, as cosines may be.

    Returns:
        ``(n,)`` values in [0, 2]; NaN for a list without a pair; 0 for a user without an answer.

    Source:
        Smyth & McClave, ICCBR 2001; Ziegler, McNee, Konstan & Lausen, WWW 2005, as intra-list similarity.

    Example:
        The two items of a list have a similarity of 0; shorter lists have no pair:
        1 - 0 = 1

    >>> from gate.catalogue import Catalogue
    >>> from gate.samples.recommended import RecommendedSample
    >>> from gate.similarity import OfVectors
    >>> known = Catalogue(("a", "b"), similarity=OfVectors({"a": (1.0, 0.0), "b": (0.0, 1.0)}))
    >>> diversity(RecommendedSample.of_lists(["a", "b"], ["a"], [], catalogue=known), k=2)
    array([ 1., nan, nan])
    """
    return sample.or_worst(sample.shown.apart(k), 0.0)
