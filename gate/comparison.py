"""Two runs on their shared items; or the reason why they cannot be compared."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.estimate import Estimate
from gate.exchange import exchanges
from gate.measuring import Measured, Question, Sampling, draw, has_known_law, measured
from gate.samples.kinds import answered_differently
from gate.scores import Score, Scored
from gate.scoring import score
from gate.stats import interval, jackknife, prevalence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.samples.clusters import Clusters
    from gate.samples.kinds import Sample

LEAST_ROUNDS = 3
"""Rounds on either side from which the variance between rounds can be told."""

FLOAT_ERROR = 1e-12
"""Relative difference of two per-item values that is rounding, not a change."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One metric on two runs, on the items that both were asked.

    Attributes:
        baseline: The baseline's side.
        candidate: The candidate's side, on the same items.
        gain: Candidate minus baseline, turned so that positive is better, with the interval that
            decides: the influence column's standard error times Student's t, as far as the metric's
            bounds allow.
        column: ``(n,)`` each item's part in the gain; its mean over the rows is the gain; exactly 0
            for items outside the rows and, where the metric is a mean, for unchanged items.
        effect: ``(n,)`` what each item did to the gain, for people: exactly 0 for every item that scored as
            before, even where the others moved under it.
        bootstrap_standard_error: The paired bootstrap's standard error of the gain; NaN if not made.
        is_cut: Whether a row was left out because the other run is undefined there.
        lost: Items that the baseline has a value for and the candidate has none.
        asked: Items that the baseline has a value for.
        ids: ``n`` ids of the shared items, ascending.
        clusters: Which of them belong together; ``None`` if all stand alone.
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
    ids: tuple[str, ...]
    clusters: Clusters | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """Names of what is independent of each other: clusters, or items that stand alone."""
        return self.ids if self.clusters is None else self.clusters.names

    @property
    def totals(self) -> FloatArray:
        """``(G,)`` :attr:`column` summed inside each unit."""
        return self.column if self.clusters is None else self.clusters.totals(self.column)

    @property
    def independent(self) -> int:
        """Number of units among the items that take part."""
        rows = self.candidate.score.rows
        return self.gain.n if self.clusters is None else int(np.unique(self.clusters.index[rows]).size)

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


def compare(
    baseline: Sample,
    candidate: Sample,
    questions: Sequence[Question],
    sampling: Sampling,
    clusters: Clusters | None = None,
) -> list[Comparison]:
    """Compare two samples of the same items, in pairs.

    Args:
        baseline: The baseline run on the shared items.
        candidate: The candidate run on the same items: equal ``ids``.
        questions: What is asked.
        sampling: How intervals are made.
        clusters: Which of the items belong together; ``None`` if all stand alone.

    Returns:
        One comparison a question; the gain is undefined where either side is.
    """
    assert baseline.ids == candidate.ids
    scored = Scored()
    pairs = [_on_shared_rows(baseline, candidate, q, scored) for q in questions]
    scores = [side for before, after, _ in pairs for side in (before, after)]
    drawn = draw(scores, candidate, sampling, clusters)
    found = []
    for i, (before, after, cut) in enumerate(pairs):
        resampled = (drawn.get(2 * i), drawn.get(2 * i + 1))
        sides = (
            measured(before, sampling, resampled[0], clusters),
            measured(after, sampling, resampled[1], clusters),
        )
        because = sides[1].level.because or sides[0].level.because
        moved = _moved(before, after, baseline, candidate)
        gained = _gain(before, after, sampling, clusters, moved=moved, because=because)
        found.append(
            Comparison(
                *sides,
                gained.gain,
                gained.column,
                gained.effect,
                _paired_error(gained, resampled, after, clusters),
                cut.is_cut,
                cut.lost,
                cut.asked,
                candidate.ids,
                clusters,
            )
        )
    return found


def _on_shared_rows(
    baseline: Sample, candidate: Sample, question: Question, scored: Scored
) -> tuple[Score, Score, _Cut]:
    """Score both sides on the rows where both are defined; also say what that left out."""
    ask = (question.metric, question.spec)
    before = score(baseline, *ask, where=question.where, scored=scored)
    after = score(candidate, *ask, where=question.where, scored=scored)
    if np.array_equal(before.rows, after.rows):
        return before, after, _Cut(is_cut=False, lost=0, asked=before.n)
    both = before.rows & after.rows
    return (
        score(baseline, *ask, where=question.where, only=both, scored=scored),
        score(candidate, *ask, where=question.where, only=both, scored=scored),
        _Cut(is_cut=True, lost=int((before.rows & ~after.rows).sum()), asked=before.n),
    )


@dataclass(frozen=True, slots=True)
class _Gained:
    """A gain with its interval, and what each item has to do with it; see :class:`Comparison`."""

    gain: Estimate
    column: FloatArray
    effect: FloatArray


def _gain(
    before: Score,
    after: Score,
    sampling: Sampling,
    clusters: Clusters | None,
    *,
    moved: BoolArray,
    because: str,
) -> _Gained:
    """Turn two scores on the same rows into a gain; ``because`` says why one is undefined, if it is."""
    turn = 1.0 if after.metric.direction(after.spec) == "higher" else -1.0
    rows, n = after.rows, after.n
    difference = turn * (after.value - before.value)
    column = np.zeros(len(rows))
    if n == 0 or math.isnan(difference):
        return _Gained(Estimate.undefined(because, n=n), column, column)
    scale = n * after.share[rows]
    effect = np.zeros(len(rows))
    if after.metric.form == "per_item":
        apart = turn * _difference(after.parts[rows], before.parts[rows])
        column[rows] = scale * apart
        difference = math.fsum(column[rows]) / n
        effect = column
    else:
        apart = turn * _difference(after.influence[rows], before.influence[rows])
        told = None
        if after.metric.form == "over_exposures":
            told = turn * _difference(after.parts[rows], before.parts[rows])
            apart = jackknife.wider(apart, told - difference)
        parts = exchanges(before, after, rows)
        if parts is not None:
            told = turn * n * parts[rows] / scale
            apart = told - difference
        if not apart.any():  # nothing changed, or everything did, from one end of the range to the other
            difference = turn * float(_difference(np.array(after.value), np.array(before.value)))
        column[rows] = scale * (apart + difference)
        apart = apart + difference
        effect[rows] = scale * (apart - difference if told is None else told)
        effect[~moved] = 0.0
    # The linearised ratio mean: what is left of each item once the gain is taken off, before weighting.
    left = scale * (apart - difference)
    together = None if clusters is None else clusters.index[rows].tolist()
    gain = interval.gain(
        difference,
        left + difference,
        confidence=sampling.confidence,
        clusters=together,
        runs=_unseen(difference, before, after),
    )
    return _Gained(_possible(gain, after), column, effect)


def _possible(gain: Estimate, score: Score) -> Estimate:
    """Cut the interval where no two values of the metric are further apart."""
    low, high = score.metric.bounds
    reach = max(high - low, abs(gain.value))  # rounding may put the value itself a hair beyond
    return replace(gain, low=max(gain.low, -reach), high=min(gain.high, reach))


def _unseen(gain: float, before: Score, after: Score) -> interval.Extra | None:
    """Return the variance that no item shows: between rounds, and of the errors of a judge."""
    rounds = _between_rounds(before, after)
    if after.metric.errors is None:
        return rounds
    judged = prevalence.of_gain(gain, after.metric.errors)
    if rounds is None:
        return judged
    both = f"{rounds.of} and {judged.of}"
    return interval.Extra(rounds.variance + judged.variance, min(rounds.freedom, judged.freedom), both)


def _between_rounds(before: Score, after: Score) -> interval.Extra | None:
    """Return the variance of a gain that items cannot show: whole rounds that were better or worse.

    An index that is built anew, or a model server that is warm, shifts all items of a round together.
    Nothing can be said of it unless both systems were asked three times.
    """
    sides = [side.rounds for side in (before, after)]
    rounds = [each for each in sides if each is not None and each.count >= LEAST_ROUNDS]
    if len(rounds) < 2:
        return None
    variance = math.fsum(each.variance - each.noise for each in rounds)
    return interval.Extra(max(variance, 0.0), sum(each.count - 1 for each in rounds))


def _moved(before: Score, after: Score, baseline: Sample, candidate: Sample) -> BoolArray:
    """Return ``(n,)``: whether the two systems answered an item differently, as far as the metric sees."""
    if before.exposure is not None and after.exposure is not None:
        return before.exposure.differs_from(after.exposure)
    if before.metric.form == "over_exposures":  # of several answers to one user
        return np.asarray(before.parts != after.parts)
    if before.columns.shape[1]:
        return np.asarray((before.columns != after.columns).any(axis=1))
    if before.spread is not None or after.spread is not None:
        return np.asarray(before.influence != after.influence)
    return answered_differently(baseline, candidate)


def _difference(after: FloatArray, before: FloatArray) -> FloatArray:
    """Subtract, and call what is float error no difference at all.

    The same documents, summed in another order, may differ in the last bit; "unchanged" is exact only if
    such bits do not count.
    """
    apart = after - before
    size = np.maximum(1.0, np.maximum(np.abs(after), np.abs(before)))
    return np.asarray(np.where(np.abs(apart) <= FLOAT_ERROR * size, 0.0, apart) + 0.0)


def _paired_error(
    gained: _Gained,
    drawn: tuple[FloatArray | None, FloatArray | None],
    after: Score,
    clusters: Clusters | None,
) -> float:
    """Return the standard error of the gain under the paired bootstrap.

    For a plain mean the law's own standard deviation is ``sd / sqrt(n)``: nothing needs drawing. What the
    errors of a judge add is no part of the resamples, and is added.
    """
    if not gained.gain.is_defined:
        return math.nan
    if has_known_law(after, clusters):
        drawn_from = float(gained.column[after.rows].std() / math.sqrt(after.n))
        errors = after.metric.errors
        unseen = prevalence.of_gain(gained.gain.value, errors).variance if errors is not None else 0.0
        return math.hypot(drawn_from, math.sqrt(unseen))
    before, now = drawn
    if before is None or now is None or before.shape != now.shape:
        return math.nan
    apart = now - before
    defined = apart[~np.isnan(apart)]
    return float(defined.std()) if defined.size else math.nan
