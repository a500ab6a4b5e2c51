"""What a binary classifier's scores can do at every threshold, on both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.report import ScoreCounts, Scores, Trace
from gate.samples.labelled import LabelledSample
from gate.telling.pictures.bands import bands

if TYPE_CHECKING:
    from gate.arrays import FloatArray, IntArray
    from gate.judgement.judged import Judged
    from gate.report.pictures import Which

POINTS = 200
"""Points of a line, at most."""

BINS = 30
"""Bins of scores."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """What is flagged at and above each distinct score, scores descending.

    Unanswered items are wrong at every threshold: such negatives stand at the score ``+inf``, such
    positives at ``-inf``.
    """

    threshold: FloatArray
    tp: FloatArray
    fp: FloatArray


def scores(judged: Judged) -> Scores | None:
    """Trace both sides of a classifier with scores, or the candidate's alone where there is no pair.

    Returns:
        ``None`` for other systems, and where one of the classes has no item.
    """
    sample = judged.lineup.sample
    if not isinstance(sample, LabelledSample):
        return None
    pair = judged.lineup.labelled
    named: dict[Which, LabelledSample]
    named = {"candidate": sample} if pair is None else {"baseline": pair[0], "candidate": pair[1]}
    sides = {name: side for name, side in named.items() if "score" in side.offers}
    if "candidate" not in sides or not 0 < sides["candidate"].positives < sides["candidate"].n:
        return None
    walks = {name: _walk(side) for name, side in sides.items()}
    edges = _edges([side.score for side in sides.values()])
    interval = judged.inputs.config.interval
    roc_bands, precision_bands = bands(
        sides,
        {name: judged.lineup.clusters(side) for name, side in sides.items()},
        confidence=interval.confidence,
        resamples=interval.resamples,
        seed=interval.seed,
    )
    return Scores(
        base_rate=_base_rate(sides["candidate"]),
        roc=tuple(_roc(name, walk) for name, walk in walks.items()),
        precision_recall=tuple(_precision_recall(name, walk) for name, walk in walks.items()),
        cost=tuple(_cost(name, side, walks[name]) for name, side in sides.items() if side.costs is not None),
        edges=tuple(edges.tolist()),
        counts=tuple(
            ScoreCounts(name, is_positive, tuple(_count(side, edges, is_positive=is_positive)))
            for name, side in sides.items()
            for is_positive in (False, True)
            if edges.size
        ),
        roc_bands=roc_bands,
        precision_recall_bands=precision_bands,
    )


def _base_rate(sample: LabelledSample) -> float:
    return float(sample.weight[sample.positive].sum() / sample.weight.sum())


def _walk(sample: LabelledSample) -> _Walk:
    order = np.argsort(-sample.score, kind="stable")
    score, weight, positive = sample.score[order], sample.weight[order], sample.positive[order]
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True))
    tp, fp = (np.cumsum(weight * kind)[last] for kind in (positive, ~positive))
    return _Walk(score[last], tp, fp)


def _roc(side: Which, walk: _Walk) -> Trace:
    x, y = np.append(0.0, walk.fp / walk.fp[-1]), np.append(0.0, walk.tp / walk.tp[-1])
    return _trace(side, x, y, _spread(x, y))


def _precision_recall(side: Which, walk: _Walk) -> Trace:
    x, y = walk.tp / walk.tp[-1], walk.tp / (walk.tp + walk.fp)
    return _trace(side, x, y, _spread(x, y))


def _cost(side: Which, sample: LabelledSample, walk: _Walk) -> Trace:
    assert sample.costs is not None
    missed = (walk.tp[-1] - walk.tp) * sample.costs.false_negative
    mean = (missed + walk.fp * sample.costs.false_positive) / sample.weight.sum()
    reachable = np.isfinite(walk.threshold)
    x, y = walk.threshold[reachable][::-1], mean[reachable][::-1]
    if not x.size:
        return Trace(side, (), ())
    kept = np.union1d(_spread(x, y, most=POINTS - 1), y.argmin())
    return _trace(side, x, y, kept)


def _trace(side: Which, x: FloatArray, y: FloatArray, kept: IntArray) -> Trace:
    return Trace(side, tuple(x[kept].tolist()), tuple(y[kept].tolist()))


def _spread(x: FloatArray, y: FloatArray, *, most: int = POINTS) -> IntArray:
    """Choose at most ``most`` points, evenly along the line, both ends among them.

    Length is the sum of both axes' movements, each as a share of the axis, so that a steep start keeps its
    points however few items it holds.
    """
    if x.size <= most:
        return np.arange(x.size)
    halves = [v / 2.0 for v in (x, y)]  # the widest span of two numbers is no number itself
    steps = sum(np.abs(np.diff(v)) / (float(np.ptp(v)) or 1.0) for v in halves)
    along = np.append(0.0, np.cumsum(steps))
    return np.unique(np.searchsorted(along, np.linspace(0.0, along[-1], most)).clip(max=x.size - 1))


def _edges(found: list[FloatArray]) -> FloatArray:
    """Place the ends of the bins: fewer where few numbers lie between the scores, none for a single score."""
    finite = np.concatenate([score[np.isfinite(score)] for score in found])
    if not finite.size or finite.min() == finite.max():
        return np.empty(0)
    low, high = finite.min(), finite.max()
    share = np.linspace(0.0, 1.0, BINS + 1)
    return np.unique(np.clip(low * (1.0 - share) + high * share, low, high))


def _count(sample: LabelledSample, edges: FloatArray, *, is_positive: bool) -> list[int]:
    counted = sample.score[(sample.positive == is_positive) & np.isfinite(sample.score)]
    counts: list[int] = np.histogram(counted, edges)[0].tolist()
    return counts
