"""What was gained from one score to another of the same rows, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.estimate import Estimate
from gate.measuring.exchange import exchanges
from gate.measuring.levels import Sampling, has_known_law
from gate.scores import Score, unlike
from gate.stats import interval, jackknife, prevalence

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray
    from gate.samples.clusters import Clusters

LEAST_ROUNDS = 3
"""Rounds on either side from which the variance between rounds can be told."""


@dataclass(frozen=True, slots=True)
class Gained:
    """A gain with its interval, and what each item has to do with it.

    Attributes:
        gain: After minus before, turned so that positive is better, and of a metric that is best at 0 how
            much nearer to it; with the interval that decides: the influence column's standard error
            times Student's t, as far as the metric's bounds allow.
        column: ``(n,)`` each item's part in the gain; its mean over the rows is the gain; exactly 0
            for items outside the rows and, where the metric is a mean, for unchanged items.
        changed: ``(n,)`` whether an item scored differently; not of one that others moved under.
    """

    gain: Estimate
    column: FloatArray
    changed: BoolArray


def gained_between(
    before: Score,
    after: Score,
    sampling: Sampling,
    clusters: Clusters | None,
    *,
    moved: BoolArray,
    because: str,
) -> Gained:
    """Turn two scores on the same rows into a gain.

    Args:
        before: The baseline's score.
        after: The candidate's, of the same metric on the same rows.
        sampling: How intervals are made.
        clusters: Which of the items belong together; ``None`` if all stand alone.
        moved: ``(n,)`` whether the two systems answered an item differently.
        because: Why either score is undefined, if one is.

    Returns:
        The gain; undefined, with columns of 0, where either score is.
    """
    turn = after.turn
    if after.metric.best_at_zero:
        before, after = before.from_zero, after.from_zero
    rows, n = after.rows, after.n
    difference = turn * (after.value - before.value)
    column = np.zeros(len(rows))
    if n == 0 or math.isnan(difference):
        return Gained(Estimate.undefined(because, n=n), column, column != 0)
    scale = n * after.share[rows]
    if after.metric.form == "per_item":
        apart = turn * unlike(after.parts[rows], before.parts[rows])
        column[rows] = scale * apart
        difference = math.fsum(column[rows]) / n
        changed = column != 0
    else:
        apart = turn * unlike(after.influence[rows], before.influence[rows])
        told = None
        if after.metric.form == "over_exposures":
            told = turn * unlike(after.parts[rows], before.parts[rows])
            apart = jackknife.wider(apart, told - difference)
        parts = exchanges(before, after, rows, clusters)
        if parts is not None:
            told = turn * n * parts[rows] / scale
            apart = told - difference
        changed = moved & rows
        if apart.any():
            changed[rows] &= (apart if told is None else told) != 0
        else:  # nothing changed, or everything did, from one end of the range to the other
            difference = turn * float(unlike(np.array(after.value), np.array(before.value)))
            changed &= difference != 0
        column[rows] = scale * (apart + difference)
        apart = apart + difference
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
    return Gained(_possible(gain, after), column, changed)


def _possible(gain: Estimate, score: Score) -> Estimate:
    """Cut the interval where no two values of the metric are further apart."""
    low, high = score.metric.bounds
    widest = max(abs(low), abs(high)) if score.metric.best_at_zero else high - low
    reach = max(widest, abs(gain.value))  # rounding may put the value itself a hair beyond
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


def bootstrap_error(
    gained: Gained,
    drawn: tuple[FloatArray | None, FloatArray | None],
    scores: tuple[Score, Score],
    clusters: Clusters | None,
) -> float:
    """Return the standard error of the gain under the paired bootstrap.

    For a plain mean the law's own standard deviation is ``sd / sqrt(n)``: nothing needs drawing. What the
    errors of a judge add is no part of the resamples, and is added.

    Args:
        gained: The gain.
        drawn: ``(r,)`` values of both sides on the same resamples; ``None`` where none were drawn.
        scores: Both sides.
        clusters: Which of the items belong together; ``None`` if all stand alone.

    Returns:
        It, in the metric's unit; NaN where the gain is undefined, or the sides were not drawn alike.
    """
    if not gained.gain.is_defined:
        return math.nan
    after = scores[1]
    if has_known_law(after, clusters):
        drawn_from = float(gained.column[after.rows].std() / math.sqrt(after.n))
        errors = after.metric.errors
        unseen = prevalence.of_gain(gained.gain.value, errors).variance if errors is not None else 0.0
        return math.hypot(drawn_from, math.sqrt(unseen))
    before, now = drawn
    if before is None or now is None or before.shape != now.shape:
        return math.nan
    apart = scores[1].side * now - scores[0].side * before
    defined = apart[~np.isnan(apart)]
    return float(defined.std()) if defined.size else math.nan
