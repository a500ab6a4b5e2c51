"""Intra-list diversity: how different the items of one list are from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.recommended import RecommendedSample


@per_item(better="higher", bounds=(0.0, 2.0), worst=0.0, cutoff="from_k", needs=("catalogue", "similarity"))
def diversity(sample: RecommendedSample, *, k: float) -> FloatArray:
    """Mean difference of all pairs of a user's first ``k`` items: 1 less their similarity.

    ``diversity@k = 1 - mean of sim(i, j)`` over the pairs i < j of the list, then over the users. Pairs whose
    similarity is unknown, and items outside the catalogue, are left out. Above 1 only where similarities
    are negative, as cosines may be.

    Returns:
        ``(n,)`` values in [0, 2]; NaN for a list without a pair; 0 for a user without an answer.

    Source:
        Smyth & McClave, ICCBR 2001; Ziegler, McNee, Konstan & Lausen, WWW 2005, as intra-list similarity.

    >>> from gate.catalogue import Catalogue
    >>> from gate.samples.recommended import RecommendedSample
    >>> from gate.similarity import OfVectors
    >>> known = Catalogue(("a", "b"), similarity=OfVectors({"a": (1.0, 0.0), "b": (0.0, 1.0)}))
    >>> diversity(RecommendedSample.of_lists(["a", "b"], ["a"], [], catalogue=known), k=2)
    array([ 1., nan, nan])
    """
    return sample.or_worst(sample.shown.apart(k), 0.0)
