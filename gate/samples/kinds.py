"""The kinds of sample, and what is asked of any of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample

if TYPE_CHECKING:
    from gate.arrays import BoolArray
    from gate.spec import MetricSpec

Sample = RankedSample | RecommendedSample | LabelledSample | CategoricalSample | MultilabelSample | TextSample


def place_of(sample: CategoricalSample | MultilabelSample, spec: MetricSpec) -> int | None:
    """Return the place of the class that a metric is about; ``None`` if it is about all of them."""
    name = spec.arguments.get("class")
    if name is None:
        return None
    place = sample.place(str(name))
    assert place is not None, "the config was checked against the golden set"
    return place


def rarest(
    sample: Sample, spec: MetricSpec, rows: BoolArray, *, even: bool = False
) -> tuple[int | None, str]:
    """Return how many of ``(n,)`` ``rows`` a metric needs enough of, and what they are.

    Positives of a binary classifier; examples of the class that the metric is about; for an average over
    classes the items outside the largest one, which is the same where there are two. ``None`` for rankings
    and texts.

    Where classes count the same however rare they are (``even``), it is also how many items of one class
    would vary as much: the variance of a mean over ``C`` classes is that of an item times
    ``sum(1 / n_c) / C**2``, so that classes of 100, 98 and 2 count like 17 items, and 20 of 10 like 200.
    """
    match sample:
        case RankedSample() | TextSample():
            return None, "positives"
        case LabelledSample():
            return int(sample.positive[rows].sum()), "positives"
        case CategoricalSample() | MultilabelSample():
            place = place_of(sample, spec)
            if place is not None:
                return int(sample.truths[rows, place].sum()), f"examples of {spec.arguments['class']!r}"
            counts = sample.truths[rows].sum(axis=0)
            outside, what = int(counts.sum() - counts.max(initial=0)), "items outside the largest class"
            if isinstance(sample, MultilabelSample):
                outside, what = int(sample.truths[rows].any(axis=1).sum()), "items with a label"
            there = counts[counts > 0]
            worth = int(there.size**2 / (1 / there).sum() + 1e-9) if even and there.size > 1 else outside
            if worth < outside:
                least = int(there.min())
                return worth, f"effective items ({there.size} classes, the rarest with {least:,})"
            if isinstance(sample, RatedSample) and not outside:  # of one label only, as the passes are
                return None, "items outside the most frequent label"
            return outside, what


def fewest(sample: Sample, rows: BoolArray) -> int | None:
    """Return how many of ``(n,)`` ``rows`` the rarest class has; ``None`` for rankings and texts.

    With several classes a class without any is not counted: no average is over it.
    """
    match sample:
        case RankedSample() | TextSample():
            return None
        case LabelledSample():
            return int(sample.positive[rows].sum())
        case CategoricalSample() | MultilabelSample():
            counts = sample.truths[rows].sum(axis=0)
            return int(counts[counts > 0].min(initial=len(rows)))


def answered_differently(before: Sample, after: Sample) -> BoolArray:
    """Return ``(n,)``: whether two runs scored an item differently, as far as a score order sees.

    Of a judge: whether it said another verdict or another number.
    """
    if isinstance(before, RatedSample) and isinstance(after, RatedSample):
        differs = (before.choice != after.choice) | (before.answered != after.answered)
        for field in before.numbers.keys() & after.numbers.keys():
            was, now = before.numbers[field], after.numbers[field]
            differs |= (was != now) & ~(np.isnan(was) & np.isnan(now))
        return np.asarray(differs)
    if isinstance(before, LabelledSample) and isinstance(after, LabelledSample):
        return np.asarray(before.score != after.score)
    assert isinstance(before, CategoricalSample | MultilabelSample)
    assert isinstance(after, CategoricalSample | MultilabelSample)
    return np.asarray((before.scores != after.scores).any(axis=1) | (before.answered != after.answered))
