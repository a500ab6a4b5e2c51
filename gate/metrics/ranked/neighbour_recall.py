"""Neighbour recall: share of the k nearest neighbours that are among the first k results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.ranked import cut, relevant_of
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.ranked import RankedSample


def _steps(sample: RankedSample, *, k: float) -> tuple[Step, ...]:
    relevant = relevant_of(sample)
    fit = min(k, relevant.value)
    least = float(sample.grade[sample.is_relevant & (sample.ideal_rank <= k)].min())
    near = sample.is_relevant & sample.within(k) & (sample.grade >= least)
    hits = min(float(near.sum()), fit)
    return (
        relevant,
        Step(f"grade of nearest neighbour {fit:g}", "", least, f"with it, one is among the {fit:g} nearest"),
        Step(f"nearest neighbours among the results{cut(k)}", "", hits),
        Step("", f"{hits:g} / {fit:g}", hits / fit),
    )


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0, cutoff="from_k", steps=_steps)
def neighbour_recall(sample: RankedSample, *, k: float) -> FloatArray:
    """Share of the k best documents that are among the first ``k`` results.

    ``neighbour_recall@k = |results up to k with a grade >= g_k| / min(k, R)``, where R is the number of
    relevant documents and g_k the k-th highest of their grades, or the lowest if there are fewer. With the
    exact neighbours of a query, the nearest graded highest, it is k-recall@k of approximate search, however
    many neighbours the golden set has; :func:`capped_recall` counts every one of them. Neighbours of equal
    grade are interchangeable, and at most ``min(k, R)`` count.

    Returns:
        ``(n,)`` values in [0, 1].

    Source:
        Aumüller, Bernhardsson & Faithfull, ANN-Benchmarks, Information Systems 87, 2020, section 2.2, there
        by distance: a result no further than the k-th neighbour counts.

    Example:
        Of the two nearest neighbours one is among the first two results:
        1 / 2 = 0.5

    >>> from gate.samples.ranked import RankedSample
    >>> sample = RankedSample.of((["a", "c", "b"], {"a": 3, "b": 2, "c": 1}))
    >>> neighbour_recall(sample, k=2)  # a and b are nearest; of the first two results only a is one
    array([0.5])
    """
    import numpy as np

    relevant = sample.is_relevant
    nearest = np.where(relevant & (sample.ideal_rank <= k), sample.grade, np.inf)
    least = -sample.largest(-nearest)
    hits = sample.total(relevant & sample.within(k) & (sample.grade >= least[sample.query]))
    fit = np.minimum(k, sample.relevant)
    return np.asarray(np.minimum(hits, fit) / fit)
