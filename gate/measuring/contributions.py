"""What each item contributed to the gain of a metric that is no mean of items: parts that add up to it.

Such a metric has no value on an item, and how hard an item pulls on either side says little: once others
moved, items pull differently that were answered as before. So the gain is followed along the straight path
from the baseline's answers to the candidate's, and shared by :mod:`gate.stats.aumann_shapley`. A formula
over totals goes from the one side's totals to the other's; a metric of a curve from the one side's items
to the other's, as a mixture of both.

Nothing here decides anything: verdicts rest on :attr:`gate.comparison.Comparison.column`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.arrays import places
from gate.samples.curve import Curve
from gate.scores import arguments_of, unlike
from gate.stats import aumann_shapley

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.scores import Score


def of_gain(before: Score, after: Score, gain: float, changed: BoolArray) -> FloatArray:
    """Return ``(n,)`` what each item contributed to a gain.

    Args:
        before: The baseline's side.
        after: The candidate's side, on the same rows; its metric is no mean of items.
        gain: Candidate minus baseline, positive is better; finite.
        changed: ``(n,)`` items that scored differently; asked for where there are influences only, or where
            the columns of an item say something of the others as well.

    Returns:
        Parts in the metric's unit that sum to ``gain``, positive is better; exactly 0 for every item that
        the metric cannot tell from what it was before. Where the metric jumps or has a kink on the path, the
        rest is shared in proportion to the parts. Of a metric that has influences only, see
        :attr:`Metric.effect`: their change, times the item's weight over the mean weight.
    """
    turn = after.turn
    if after.metric.effect == "influence":
        exposed = after.metric.form == "over_exposures"
        now, was = (np.nan_to_num(each.parts) if exposed else each.influence for each in (after, before))
        return np.where(changed, turn * after.n * after.share * unlike(now, was), 0.0)
    if after.metric.form == "over_totals":
        moved = np.asarray((before.columns != after.columns).any(axis=1))
        if after.metric.relative:
            moved &= changed
        shares = aumann_shapley.of_totals(_formula(after), before.columns, after.columns)
    else:
        moved, shares = _on_curves(before, after)
    return aumann_shapley.settled(turn * shares, gain, moved, after.share)


def _formula(score: Score) -> Callable[[FloatArray], FloatArray]:
    """Return the formula over ``(r, c)`` totals; of a metric that is best at 0, how far from it."""
    if not score.metric.best_at_zero:
        return score.of_totals
    return lambda totals: np.abs(score.of_totals(totals))


def _on_curves(before: Score, after: Score) -> tuple[BoolArray, FloatArray]:
    """Return ``(n,)`` whether an item moved on any curve, and its share in the change of the value."""
    metric, arguments = after.metric, arguments_of(after.spec)
    rows = np.concatenate([_rows(before), _rows(after)])
    first, last = _masses(before.curves[0]), _masses(after.curves[0])
    moves = [_mixture(*each) for each in _pairs(before, after)]
    moved = np.zeros(len(after.rows), dtype=np.bool_)
    for each in moves:
        moved[each.moved] = True
    if not moved.any():
        return moved, np.zeros(len(moved))
    signed = np.concatenate([-first, last])
    n, own = len(after.rows), rows[: first.size]
    once = before.spread is None and np.array_equal(own, rows[first.size :])  # every row is there twice

    def slopes(at: float) -> FloatArray:
        weight = np.concatenate([(1 - at) * first, at * last])
        curves = [each.curve.weighing(weight) for each in moves]
        assert metric.influence is not None
        pull = metric.influence(tuple(curves) if metric.form == "curves" else curves[0], **arguments)
        pull = signed * pull
        if not once:
            return np.asarray(np.bincount(rows, pull, minlength=n), dtype=np.float64)
        found = np.zeros(n)
        found[own] = pull[: own.size] + pull[own.size :]
        return found

    return moved, aumann_shapley.integrated(slopes)


def _rows(score: Score) -> IntArray:
    """Return the sample's row of each of the items that the curves are about."""
    return np.flatnonzero(score.rows) if score.spread is None else score.spread


def _masses(curve: Curve) -> FloatArray:
    weight = np.ones(curve.items) if curve.weight is None else curve.weight
    return np.asarray(weight / weight.sum())


@dataclass(frozen=True, slots=True)
class _Side:
    """One side's curve, its entries in the order of the sample's rows, then class, then score."""

    curve: Curve
    item: IntArray
    row: IntArray
    order: IntArray

    @classmethod
    def of(cls, score: Score, curve: Curve) -> _Side:
        item = np.arange(curve.items) if curve.item is None else curve.item
        row = _rows(score)[item]
        if (row[1:] > row[:-1]).all():
            return cls(curve, item, row, np.arange(row.size))
        return cls(curve, item, row, np.lexsort((curve.score, curve.positive, row)))


def _pairs(before: Score, after: Score) -> list[tuple[_Side, _Side]]:
    pairs = zip(before.curves, after.curves, strict=True)
    return [(_Side.of(before, was), _Side.of(after, now)) for was, now in pairs]


@dataclass(frozen=True, slots=True)
class _Mixture:
    """One curve with the entries of both sides, the baseline's first.

    Attributes:
        curve: What the path mixes; its items are the baseline's, then the candidate's.
        moved: The sample's rows with an entry in another place than before; may repeat.
    """

    curve: Curve
    moved: IntArray


def _mixture(before: _Side, after: _Side) -> _Mixture:
    was, now = before.curve, after.curve
    score = _common_places(before, after)
    answered = np.concatenate([was.answered, now.answered])
    curve = Curve.of_scores(
        np.concatenate([was.positive, now.positive]),
        score,
        answered,
        weight=np.concatenate([_masses(was), _masses(now)]),
        costs=now.costs,
        item=np.concatenate([before.item, was.items + after.item]),
    )
    if not _are_aligned(before, after):
        return _Mixture(curve, after.row)
    one, two = before.order, was.positive.size + after.order
    other = (score[one] != score[two]) | (answered[one] != answered[two])
    return _Mixture(curve, after.row[after.order[other]])


def _are_aligned(before: _Side, after: _Side) -> bool:
    """Say whether both sides have as many answers to each item, so that each has one that it was before."""
    one, two = before.order, after.order
    if not np.array_equal(before.row[one], after.row[two]):
        return False
    return np.array_equal(before.curve.positive[one], after.curve.positive[two])


def _common_places(before: _Side, after: _Side) -> FloatArray:
    """Return the place of every entry of both sides in one order, the baseline's first.

    Scores of two systems need not be on one scale, and an order is all that these metrics see: a model
    that doubles every score has moved nothing. A score that an item kept is the same place on both sides.
    Between two such places each side's scores are spread evenly, by their rank among themselves.
    """
    was, now = before.curve, after.curve
    kept = np.zeros(0)
    if _are_aligned(before, after):
        one, two = before.order, after.order
        same = was.answered[one] & now.answered[two] & (was.score[one] == now.score[two])
        kept = np.unique(was.score[one[same]])
    return np.concatenate([_places(each, kept) for each in (was, now)])


def _places(curve: Curve, kept: FloatArray) -> FloatArray:
    """Put a side's scores in order among those that were ``kept``, ascending: these have odd places.

    The others have one between, the same for equal scores; without an answer it is 0.
    """
    answered = curve.answered
    score = curve.score[answered]
    gap = places(kept, score)
    there = gap < kept.size
    there[there] = kept[gap[there]] == score[there]
    found = 2.0 * gap + there
    free = np.sort(score[~there])
    mine, own = score[~there], gap[~there]
    starts = free.searchsorted(kept)
    low = np.append(0, starts)[own]
    high = np.append(starts, free.size)[own]
    middle = places(free, mine) + places(free, mine, "right")
    found[~there] += (middle - 2 * low) / (2 * (high - low))
    whole = np.zeros(curve.positive.size)
    whole[answered] = found
    return whole
