"""Two runs on their paired items; or the reason why they cannot be compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gate.measuring import contributions
from gate.measuring.gain import bootstrap_error, gained_between
from gate.measuring.levels import Measured, Question, Sampling, draw, measured
from gate.samples.kinds import answered_differently
from gate.scores import Scored
from gate.scoring import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.estimate import Estimate
    from gate.samples.clusters import Clusters
    from gate.samples.kinds import Sample
    from gate.scores import Score


@dataclass(frozen=True)
class Comparison:
    """One metric on two runs, on the items that both were asked.

    Attributes:
        baseline: The baseline's side.
        candidate: The candidate's side, on the same items.
        gain, column, changed: Candidate minus baseline, as in :class:`~gate.measuring.gain.Gained`.
        bootstrap_standard_error: The paired bootstrap's standard error of the gain; NaN if not made.
        is_cut: Whether a row was left out because the other run is undefined there.
        lost: Items that the baseline has a value for and the candidate has none.
        asked: Items that the baseline has a value for.
        ids: ``n`` ids of the paired items, ascending.
        clusters: Which of them belong together; ``None`` if all stand alone.
    """

    baseline: Measured
    candidate: Measured
    gain: Estimate
    column: FloatArray
    changed: BoolArray
    bootstrap_standard_error: float
    is_cut: bool
    lost: int
    asked: int
    ids: tuple[str, ...]
    clusters: Clusters | None = None

    @cached_property
    def effect(self) -> FloatArray:
        """``(n,)`` what each item did to the gain, for people; in what sense, :attr:`Metric.effect` says.

        Positive is better, and exactly 0 for every item that scored as before, even where the others moved
        under it. No verdict rests on it, and it is worked out when somebody looks.
        """
        before, after = self.baseline.score, self.candidate.score
        if after.metric.effect == "gain" or not self.gain.is_defined:
            return self.column
        return contributions.of_gain(before, after, self.gain.value, self.changed)

    @property
    def units(self) -> tuple[str, ...]:
        """Names of what is independent of each other: clusters, or items that stand alone."""
        return self.ids if self.clusters is None else self.clusters.names

    @property
    def totals(self) -> FloatArray:
        """``(G,)`` :attr:`column` summed inside each unit."""
        return self.column if self.clusters is None else self.clusters.totals(self.column)

    @property
    def changed_units(self) -> int:
        """Number of units with an item that was answered differently."""
        if self.clusters is None:
            return int(self.changed.sum())
        return int(np.unique(self.clusters.index[self.changed]).size)

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
        baseline: The baseline run on the paired items.
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
        gained = gained_between(before, after, sampling, clusters, moved=moved, because=because)
        found.append(
            Comparison(
                *sides,
                gained.gain,
                gained.column,
                gained.changed,
                bootstrap_error(gained, resampled, (before, after), clusters),
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


def _moved(before: Score, after: Score, baseline: Sample, candidate: Sample) -> BoolArray:
    """Return ``(n,)``: whether the two systems answered an item differently, as far as the metric sees."""
    if before.exposure is not None and after.exposure is not None:
        return before.exposure.differs_from(after.exposure)
    if before.metric.form == "over_exposures":  # of several answers to one user
        return np.asarray(before.parts != after.parts)
    if before.columns.shape[1]:
        apart = np.asarray((before.columns != after.columns).any(axis=1))
        return apart & answered_differently(baseline, candidate) if after.metric.relative else apart
    if before.spread is not None or after.spread is not None:
        return np.asarray(before.influence != after.influence)
    return answered_differently(baseline, candidate)
