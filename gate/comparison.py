"""Two runs on their shared items; or the reason why they cannot be compared."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.estimate import Estimate
from gate.replication import replicate
from gate.samples.labelled import LabelledSample
from gate.scoring import Curves, Sample, Score, score
from gate.stats import interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.metrics.declare import Metric
    from gate.spec import MetricSpec

FEW_POSITIVES = 20
"""Below this many positives (or 200 items) resamples follow the exact multinomial law."""


FLOAT_ERROR = 1e-12
"""Relative difference of two per-item values that is rounding, not a change."""


@dataclass(frozen=True, slots=True)
class Question:
    """One metric, asked of the whole set or of a slice of it."""

    metric: Metric
    spec: MetricSpec
    where: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How intervals are made: confidence in (0, 1), resamples >= 1, and the seed."""

    confidence: float
    resamples: int
    seed: int


@dataclass(frozen=True, slots=True)
class Measured:
    """One metric on one run, with its interval.

    Attributes:
        score: The value and each item's part in it.
        level: Value and interval.
        positives: Positives behind it (classification); ``None`` for rankings.
    """

    score: Score
    level: Estimate
    positives: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One metric on two runs, on the items that both were asked.

    Attributes:
        baseline: The baseline's side.
        candidate: The candidate's side, on the same items.
        gain: Candidate minus baseline, turned so that positive is better, with the interval that
            decides: the influence column's standard error times Student's t.
        column: ``(n,)`` each item's part in the gain; its mean over the rows is the gain; exactly 0
            for items outside the rows and, where the metric is a mean, for unchanged items.
        effect: ``(n,)`` what each item did to the gain, for people: exactly 0 for every item that scored as
            before, even where the others moved under it.
        bootstrap_standard_error: The paired bootstrap's standard error of the gain; NaN if not made.
        is_cut: Whether a row was left out because the other run is undefined there.
        lost: Items that the baseline has a value for and the candidate has none.
        asked: Items that the baseline has a value for.
    """

    baseline: Measured
    candidate: Measured
    gain: Estimate
    column: FloatArray
    effect: FloatArray
    bootstrap_standard_error: float
    is_cut: bool
    lost: int
    asked: int

    @property
    def rejected(self) -> float:
        """Largest share of resamples that left either side undefined, in [0, 1]."""
        return max(self.baseline.level.rejected, self.candidate.level.rejected)


@dataclass(frozen=True, slots=True)
class _Cut:
    """What scoring two runs on their common rows leaves out; see :class:`Comparison`."""

    is_cut: bool
    lost: int
    asked: int


def measure(sample: Sample, questions: Sequence[Question], sampling: Sampling) -> list[Measured]:
    """Score one run alone: every level with its interval, from the same resamples."""
    curves: Curves = {}
    scores = [score(sample, q.metric, q.spec, where=q.where, curves=curves) for q in questions]
    drawn = _draw(scores, sample, sampling)
    return [_measured(s, sample, sampling, drawn.get(i)) for i, s in enumerate(scores)]


def compare(
    baseline: Sample, candidate: Sample, questions: Sequence[Question], sampling: Sampling
) -> list[Comparison]:
    """Compare two samples of the same items, in pairs.

    Args:
        baseline: The baseline run on the shared items.
        candidate: The candidate run on the same items: equal ``ids``.
        questions: What is asked.
        sampling: How intervals are made.

    Returns:
        One comparison a question; the gain is undefined where either side is.
    """
    assert baseline.ids == candidate.ids
    curves: Curves = {}
    pairs = [_on_shared_rows(baseline, candidate, q, curves) for q in questions]
    scores = [side for before, after, _ in pairs for side in (before, after)]
    drawn = _draw(scores, candidate, sampling)
    found = []
    for i, (before, after, cut) in enumerate(pairs):
        resampled = (drawn.get(2 * i), drawn.get(2 * i + 1))
        found.append(
            _compared(
                _measured(before, baseline, sampling, resampled[0]),
                _measured(after, candidate, sampling, resampled[1]),
                resampled,
                sampling,
                cut=cut,
                moved=_moved(before, after, baseline, candidate),
            )
        )
    return found


def _on_shared_rows(
    baseline: Sample, candidate: Sample, question: Question, curves: Curves
) -> tuple[Score, Score, _Cut]:
    """Score both sides on the rows where both are defined; also say what that left out."""
    ask = (question.metric, question.spec)
    before = score(baseline, *ask, where=question.where, curves=curves)
    after = score(candidate, *ask, where=question.where, curves=curves)
    if np.array_equal(before.rows, after.rows):
        return before, after, _Cut(is_cut=False, lost=0, asked=before.n)
    both = before.rows & after.rows
    return (
        score(baseline, *ask, where=question.where, only=both, curves=curves),
        score(candidate, *ask, where=question.where, only=both, curves=curves),
        _Cut(is_cut=True, lost=int((before.rows & ~after.rows).sum()), asked=before.n),
    )


def _draw(scores: Sequence[Score], sample: Sample, sampling: Sampling) -> dict[int, FloatArray]:
    """Resample the scores whose law is not known in closed form, all together."""
    wanted = [i for i, s in enumerate(scores) if not s.is_plain_mean and not math.isnan(s.value)]
    if not wanted:
        return {}
    few = isinstance(sample, LabelledSample) and int(sample.positive.sum()) < FEW_POSITIVES
    drawn = replicate(
        [scores[i] for i in wanted], sample.ids, resamples=sampling.resamples, seed=sampling.seed, few=few
    )
    return dict(zip(wanted, drawn, strict=True))


def _measured(each: Score, sample: Sample, sampling: Sampling, drawn: FloatArray | None) -> Measured:
    positives = int(sample.positive[each.rows].sum()) if isinstance(sample, LabelledSample) else None
    return Measured(each, _level(each, sampling, drawn, positives), positives)


def _level(each: Score, sampling: Sampling, drawn: FloatArray | None, positives: int | None) -> Estimate:
    if math.isnan(each.value):
        return Estimate.undefined(_why_undefined(each, positives), n=each.n)
    metric, confidence = each.metric, sampling.confidence
    values = each.parts[each.rows]
    if metric.zero_one:
        share = each.share[each.rows]
        effective = 1 / math.fsum(share**2)
        return interval.level_wilson(each.value * effective, effective, confidence=confidence)
    if drawn is None:
        return interval.level_mean(values, bounds=metric.bounds, confidence=confidence)
    if metric.form == "curve" and math.isfinite(metric.bounds[1]):
        defined = drawn[~np.isnan(drawn)]
        spread = float(defined.std()) if defined.size else math.nan
        rejected = 1 - defined.size / drawn.size
        return interval.level_logit(each.value, spread, confidence=confidence, n=each.n, rejected=rejected)
    pull = each.influence[each.rows]
    squares = math.fsum(pull**2)
    acceleration = math.fsum(pull**3) / (6 * squares**1.5) if squares else 0.0
    return interval.level_resampled(
        each.value, drawn, bounds=metric.bounds, confidence=confidence, acceleration=acceleration, n=each.n
    )


def _why_undefined(each: Score, positives: int | None) -> str:
    if each.n == 0:
        return "no item takes part"
    if positives == 0:
        return "no positive example"
    if positives == each.n:
        return "no negative example"
    return "undefined on these items"


def _compared(
    baseline: Measured,
    candidate: Measured,
    drawn: tuple[FloatArray | None, FloatArray | None],
    sampling: Sampling,
    *,
    cut: _Cut,
    moved: BoolArray,
) -> Comparison:
    before, after = baseline.score, candidate.score
    turn = 1.0 if after.metric.direction(after.spec) == "higher" else -1.0
    rows, n = after.rows, after.n
    difference = turn * (after.value - before.value)
    column = np.zeros(len(rows))
    if n == 0 or math.isnan(difference):
        because = candidate.level.because or baseline.level.because
        undefined = Estimate.undefined(because, n=n)
        return Comparison(
            baseline, candidate, undefined, column, column, math.nan, cut.is_cut, cut.lost, cut.asked
        )
    scale = n * after.share[rows]
    effect = np.zeros(len(rows))
    if after.metric.form == "per_item":
        apart = turn * _difference(after.parts[rows], before.parts[rows])
        column[rows] = scale * apart
        difference = math.fsum(column[rows]) / n
        effect = column
    else:
        apart = turn * _difference(after.influence[rows], before.influence[rows])
        if not apart.any():
            difference = 0.0  # the same scores, summed in another order
        column[rows] = scale * (apart + difference)
        apart = apart + difference
        effect[rows] = scale * (apart - difference)
        effect[~moved] = 0.0
    # The linearised ratio mean: what is left of each item once the gain is taken off, before weighting.
    left = scale * (apart - difference)
    gain = interval.gain(difference, left + difference, confidence=sampling.confidence)
    spread = _paired_error(column[rows], drawn, after)
    return Comparison(baseline, candidate, gain, column, effect, spread, cut.is_cut, cut.lost, cut.asked)


def _moved(before: Score, after: Score, baseline: Sample, candidate: Sample) -> BoolArray:
    """Return ``(n,)``: whether the two systems answered an item differently, as far as the metric sees."""
    if before.columns.shape[1]:
        return np.asarray((before.columns != after.columns).any(axis=1))
    assert isinstance(baseline, LabelledSample)
    assert isinstance(candidate, LabelledSample)
    return np.asarray(baseline.score != candidate.score)


def _difference(after: FloatArray, before: FloatArray) -> FloatArray:
    """Subtract, and call what is float error no difference at all.

    The same documents, summed in another order, may differ in the last bit; "unchanged" is exact only if
    such bits do not count.
    """
    apart = after - before
    size = np.maximum(1.0, np.maximum(np.abs(after), np.abs(before)))
    return np.asarray(np.where(np.abs(apart) <= FLOAT_ERROR * size, 0.0, apart) + 0.0)


def _paired_error(
    column: FloatArray, drawn: tuple[FloatArray | None, FloatArray | None], after: Score
) -> float:
    """Return the standard error of the gain under the paired bootstrap.

    For a plain mean the law's own standard deviation is ``sd / sqrt(n)``: nothing needs drawing.
    """
    if after.is_plain_mean:
        return float(column.std() / math.sqrt(column.size))
    before, now = drawn
    if before is None or now is None or before.shape != now.shape:
        return math.nan
    apart = now - before
    defined = apart[~np.isnan(apart)]
    return float(defined.std()) if defined.size else math.nan
