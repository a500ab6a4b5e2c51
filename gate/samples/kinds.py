"""The kinds of sample, and what is asked of any of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample

if TYPE_CHECKING:
    from gate.arrays import BoolArray, IntArray
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
    sample: Sample, spec: MetricSpec, rows: BoolArray, *, curves: str | None = None, even: bool = False
) -> tuple[int | None, str]:
    """Return how many of ``(n,)`` ``rows`` a metric needs enough of, and what they are.

    Positives of a binary classifier; items of the class that the metric is about; for an average over
    classes the items outside the largest one, which is the same where there are two. ``None`` for rankings
    and texts.

    Of an average over ``curves`` (see :func:`~gate.samples.classwise.curves_of`) it is also how many items of
    one class would vary as much: the variance of a mean over ``C`` curves that count the same (``even``) is
    that of an item times ``sum(1 / m_c) / C**2``, so that classes of 100, 98 and 2 count like 17 items, and
    20 of 10 like 200; where classes count as often as they occur, it is ``sum(n_c**2 / m_c) / sum(n_c)**2``.
    ``m_c`` counts the items of a curve's smaller side: of a label that nearly every item has, those without
    it. A class that all or none have has no curve to vary.
    """
    match sample:
        case RankedSample() | TextSample():
            return None, "positives"
        case LabelledSample():
            return int(sample.positive[rows].sum()), "positives"
        case CategoricalSample() | MultilabelSample():
            place = place_of(sample, spec)
            if place is not None:
                return int(sample.truths[rows, place].sum()), f"items of class {spec.arguments['class']!r}"
            counts = sample.truths[rows].sum(axis=0)
            outside, what = int(counts.sum() - counts.max(initial=0)), "items outside the largest class"
            if isinstance(sample, MultilabelSample):
                outside, what = int(sample.truths[rows].any(axis=1).sum()), "items with a label"
            if curves == "pooled":
                lacking = int(counts.size * rows.sum() - counts.sum())
                return min((outside, what), (lacking, "labels that items lack"))
            if curves is not None:
                smaller = np.minimum(counts, rows.sum() - counts)
                worth = _worth(counts, smaller, even=even)
                if worth is not None and worth < outside:
                    return worth, f"effective items ({_least(counts, smaller)})"
            if isinstance(sample, RatedSample) and not outside:  # of one label only, as the passes are
                return None, "items outside the most frequent label"
            return outside, what


def _worth(counts: IntArray, smaller: IntArray, *, even: bool) -> int | None:
    """Return how many items of one class vary as much as a mean over ``(c,)`` curves; ``None`` without."""
    there = smaller > 0
    share = np.ones(int(there.sum())) if even else counts[there]
    return int(share.sum() ** 2 / (share**2 / smaller[there]).sum() + 1e-9) if share.size else None


def _least(counts: IntArray, smaller: IntArray) -> str:
    """Say of ``(c,)`` classes how many have curves, and how few items the smallest side of these has."""
    there = smaller > 0
    least, classes = int(smaller[there].min()), counted(int(there.sum()), "class")
    if counts[there].min() == least:
        return f"{classes}, the rarest with {least:,}"
    return f"{classes}, the commonest with {counted(least, 'negative')}"


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
