"""Golden sets that chance might have given instead: the same items, drawn again with replacement."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample

if TYPE_CHECKING:
    from gate.arrays import IntArray
    from gate.samples.kinds import Sample


_FIELDS: dict[type, tuple[str, ...]] = {
    LabelledSample: ("positive", "score", "flagged"),
    CategoricalSample: ("truth", "choice", "probabilities"),
    MultilabelSample: ("truths", "chosen", "strange", "scores"),
    RatedSample: ("truth", "choice", "probabilities", "ratings", "swapped"),
}
"""What else has a row an item."""


def drawn_again(sample: Sample, unit: IntArray, drawn: IntArray) -> tuple[Sample, dict[str, str]]:
    """Return the sample of the drawn clusters, each a cluster of its own, and who belongs to which.

    Args:
        sample: Any sample; of repeated answers, the first counts.
        unit: ``(n,)`` cluster of each item, from 0.
        drawn: Clusters, some more than once.

    Returns:
        The sample, its items named after their place, and ``{id: cluster}``, empty where each item stands
        alone.
    """
    by_unit = np.argsort(unit, kind="stable")
    ends = np.searchsorted(unit[by_unit], np.arange(int(unit.max(initial=-1)) + 1), side="right")
    starts = np.concatenate(([0], ends[:-1]))
    rows = np.concatenate([by_unit[starts[u] : ends[u]] for u in drawn.tolist()])
    ids = tuple(f"{i:09d}" for i in range(rows.size))
    sizes = (ends - starts)[drawn]
    of_item = np.repeat(np.arange(drawn.size), sizes).tolist()
    together = {} if (sizes == 1).all() else {i: str(u) for i, u in zip(ids, of_item, strict=True)}
    return _taken(sample, rows, ids), together


def _taken(sample: Sample, rows: IntArray, ids: tuple[str, ...]) -> Sample:
    weight, answered = sample.weight[rows], sample.answered[rows]
    numbers = {name: values[rows] for name, values in sample.numbers.items()}
    groups = {name: tuple(values[i] for i in rows.tolist()) for name, values in sample.groups.items()}
    if isinstance(sample, RankedSample):
        sizes = np.bincount(sample.query, minlength=sample.n)
        first = np.cumsum(sizes) - sizes
        many = sizes[rows]
        within = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
        documents = np.repeat(first[rows], many) + within
        further = _users(sample, rows) if isinstance(sample, RecommendedSample) else {}
        return replace(
            sample,
            **further,
            ids=ids,
            weight=weight,
            query=np.repeat(np.arange(rows.size), many),
            rank=sample.rank[documents],
            grade=sample.grade[documents],
            ideal_rank=sample.ideal_rank[documents],
            returned=sample.returned[rows],
            numbers=numbers,
            answered=answered,
            groups=groups,
            repeated=None,
        )
    if isinstance(sample, TextSample):
        return replace(
            sample,
            ids=ids,
            weight=weight,
            texts=tuple(sample.texts[i] for i in rows.tolist()),
            references=tuple(sample.references[i] for i in rows.tolist()),
            checked={name: values[rows] for name, values in sample.checked.items()},
            numbers=numbers,
            answered=answered,
            groups=groups,
            repeated=None,
        )
    taken: dict[str, Any] = {name: getattr(sample, name)[rows] for name in _FIELDS[type(sample)]}
    if isinstance(sample, RatedSample):
        taken["leanings"] = {name: replace(each, at=each.at[rows]) for name, each in sample.leanings.items()}
    found = replace(sample, ids=ids, weight=weight, numbers=numbers, answered=answered, groups=groups)
    return replace(found, repeated=None, **taken)


def _users(sample: RecommendedSample, rows: IntArray) -> dict[str, Any]:
    """Return what users have beside a ranking: whether anything can be found for them, and their lists."""
    assert sample.findable is not None
    found: dict[str, Any] = {"findable": sample.findable[rows]}
    if sample.lists is not None:
        many = np.bincount(sample.lists.user, minlength=len(sample.ids))
        first = np.cumsum(many) - many
        sizes = many[rows]
        within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        taken = np.repeat(first[rows], sizes) + within
        found["lists"] = replace(
            sample.lists,
            n=rows.size,
            user=np.repeat(np.arange(rows.size), sizes),
            rank=sample.lists.rank[taken],
            item=sample.lists.item[taken],
        )
    return found
