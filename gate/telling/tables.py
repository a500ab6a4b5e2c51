"""Confusion matrix and reliability of both runs, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.report import Confusion, Hits, LabelHits, Reliability, ReliabilityBin
from gate.samples.calibration import BINS, bins_of, confidences
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import are_probabilities
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.rated import RatedSample
from gate.stats import interval

if TYPE_CHECKING:
    from gate.arrays import FloatArray, IntArray
    from gate.lineup import Lineup
    from gate.samples.kinds import Sample

NO_CLASS = "no class"
"""The decision of an item that was given none of the classes, or has no answer."""


def confusion(lineup: Lineup, *, positive: str | None) -> Confusion | None:
    """Count decisions by true class; on the paired items where there is a baseline.

    ``None`` where an item has no single class, or the run does not decide.
    """
    before, after = _sides(lineup)
    counted = _counts(after)
    if counted is None:
        return None
    names = (positive or "positive", f"not {positive or 'positive'}")
    classes = after.classes if isinstance(after, CategoricalSample) else names
    none = "no verdict" if isinstance(after, RatedSample) else NO_CLASS
    earlier = _counts(before) if before is not None else None
    return Confusion(
        classes, (*classes, none), _plain(earlier) if earlier is not None else None, _plain(counted)
    )


def label_hits(lineup: Lineup) -> tuple[LabelHits, ...]:
    """Count for each label what was found, missed and falsely given; empty where items have one class."""
    before, after = _sides(lineup)
    if not isinstance(after, MultilabelSample) or not after.decided:
        return ()
    now = _hits(after)
    earlier = _hits(before) if isinstance(before, MultilabelSample) else [None] * len(now)
    return tuple(LabelHits(*each) for each in zip(after.classes, earlier, now, strict=True))


def reliability(lineup: Lineup, *, positive: str | None, confidence: float) -> Reliability | None:
    """Put the probabilities of both runs into bins; ``None`` where the candidate gives none.

    With a positive class they are its probabilities; with several classes those of the most probable one.
    """
    before, after = _sides(lineup)
    now = _bins(after, confidence)
    if now is None:
        return None
    of = "the most probable class" if isinstance(after, CategoricalSample) else f"{positive}"
    return Reliability(of, _bins(before, confidence) if before is not None else None, now)


def _sides(lineup: Lineup) -> tuple[Sample | None, Sample]:
    return lineup.shared if lineup.shared is not None else (None, lineup.sample)


def _counts(sample: Sample) -> IntArray | None:
    if isinstance(sample, LabelledSample) and sample.decided:
        size, truth, choice = 2, (~sample.positive).astype(np.int64), (~sample.flagged).astype(np.int64)
        choice = np.where(sample.answered, choice, size)
    elif isinstance(sample, RatedSample) and "verdict" not in sample.offers:
        return None
    elif isinstance(sample, CategoricalSample):
        size, truth = len(sample.classes), sample.truth
        choice = np.where(sample.choice < 0, size, sample.choice)
    else:
        return None
    rows = truth >= 0  # people are divided on the others
    cells = np.bincount(truth[rows] * (size + 1) + choice[rows], minlength=size * (size + 1))
    return cells.reshape(size, size + 1)


def _plain(counts: IntArray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in counts.tolist())


def _hits(sample: MultilabelSample) -> list[Hits]:
    found = (sample.truths & sample.chosen).sum(axis=0)
    missed = (sample.truths & ~sample.chosen).sum(axis=0)
    alarms = (sample.chosen & ~sample.truths).sum(axis=0)
    return [Hits(*map(int, each)) for each in zip(found, missed, alarms, strict=True)]


def _bins(sample: Sample, confidence: float) -> tuple[ReliabilityBin, ...] | None:
    """Return the bins that hold anything; items without an answer have no probability."""
    if isinstance(sample, LabelledSample):
        if "score" not in sample.offers or not are_probabilities(sample.score[sample.answered, None]):
            return None
        probability, happened = sample.probability, sample.positive
    elif isinstance(sample, CategoricalSample):
        given = sample.probabilities[sample.answered]
        if not sample.has_scores or not are_probabilities(given, sums_to_one=True):
            return None
        probability, happened = confidences(sample)
    else:
        return None
    rows = sample.answered
    probability, happened, weight = probability[rows], happened[rows].astype(np.float64), sample.weight[rows]
    which = bins_of(probability, weight, BINS)
    return tuple(
        _bin(probability[inside], happened[inside], weight[inside], confidence)
        for inside in (which == i for i in np.unique(which))
    )


def _bin(
    probability: FloatArray, happened: FloatArray, weight: FloatArray, confidence: float
) -> ReliabilityBin:
    share = np.average(happened, weights=weight)
    effective = float(weight.sum() ** 2 / (weight**2).sum())
    found = interval.level_wilson(float(share) * effective, effective, confidence=confidence)
    mean = float(np.average(probability, weights=weight))
    return ReliabilityBin(happened.size, mean, found.value, found.low, found.high)
