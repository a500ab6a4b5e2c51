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


def rarest(sample: Sample, spec: MetricSpec, rows: BoolArray) -> tuple[int | None, str]:
    """Return how many of ``(n,)`` ``rows`` a metric needs enough of, and what they are.

    Positives of a binary classifier; examples of the class that the metric is about; for an average over
    classes the items outside the largest one, which is the same where there are two. ``None`` for rankings
    and texts.
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
            if isinstance(sample, MultilabelSample):
                return int(sample.truths[rows].any(axis=1).sum()), "items with a label"
            counts = sample.truths[rows].sum(axis=0)
            outside = int(counts.sum() - counts.max(initial=0))
            if isinstance(sample, RatedSample) and not outside:  # of one label only, as the passes are
                return None, "items outside the most frequent label"
            return outside, "items outside the largest class"


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
    """Return ``(n,)``: whether two runs scored an item differently, as far as a score order sees."""
    if isinstance(before, LabelledSample) and isinstance(after, LabelledSample):
        return np.asarray(before.score != after.score)
    assert isinstance(before, CategoricalSample | MultilabelSample)
    assert isinstance(after, CategoricalSample | MultilabelSample)
    return np.asarray((before.scores != after.scores).any(axis=1) | (before.answered != after.answered))
