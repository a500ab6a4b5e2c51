"""Curve: the scores of a sample in descending order, sorted once and walked for every resample.

Going down the scores, only the scores that some positive has matter: from one of them to the next
nothing is found and false alarms only grow, so in between no threshold is better and no term of an
area is added. Such a score is a *step*. Everything a curve metric needs is the weight of positives
and negatives at or above each step, which is what :class:`Cells` holds, one row a resample.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from gate.arrays import places
from gate.samples.walk import Running, Walk

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.samples.labelled import Costs, LabelledSample

TINY = float(np.finfo(np.float64).tiny)
"""Stands in for a denominator of 0 below a numerator of 0, so that the quotient is 0."""

ELEMENTS = 1 << 16
"""Weights walked at once: rows times items stay in the cache of one core. No result depends on it."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What is found and what is falsely flagged at each of ``s`` steps, under ``r`` sets of weights.

    Rows are independent of each other, and of how many there are. Weights of a row may be on any
    scale; every quotient below is free of it.

    Attributes:
        tp: ``(r, s)`` weight of the positives at or above the step.
        fp: ``(r, s)`` weight of the negatives at or above the step.
        tied: ``(r, s)`` weight of the negatives on the step itself; ``None`` if no negative is.
        positives: ``(r,)`` weight of all positives.
        negatives: ``(r,)`` weight of all negatives.
        lost: ``(r,)`` weight of the negatives without an answer: false alarms at any threshold.
        reachable: The first so many steps are scores a threshold can take; the step below them,
            if there is one, holds the positives without an answer.
        costs: Prices of errors, if the sample has any.
    """

    tp: FloatArray
    fp: FloatArray
    tied: FloatArray | None
    positives: FloatArray
    negatives: FloatArray
    lost: FloatArray
    reachable: int
    costs: Costs | None

    @property
    def hits(self) -> FloatArray:
        """``(r, s)`` weight of the positives on each step."""
        hits = self.tp.copy()
        hits[:, 1:] -= self.tp[:, :-1]
        return hits

    @property
    def precision_at_steps(self) -> FloatArray:
        """``(r, s)`` ``tp / (tp + fp)`` at and above each step; 0 where nothing has any weight."""
        seen = self.tp + self.fp
        np.maximum(seen, TINY, out=seen)
        return np.divide(self.tp, seen, out=seen)

    @property
    def precision(self) -> FloatArray:
        """``(r, reachable)`` precision with the threshold on each step."""
        return self.precision_at_steps[:, : self.reachable]

    @property
    def recall(self) -> FloatArray:
        """``(r, reachable)`` recall with the threshold on each step; 0 where no positive has weight."""
        return np.asarray(self.tp[:, : self.reachable] / np.maximum(self.positives, TINY)[:, None])

    @property
    def f1(self) -> FloatArray:
        """``(r, reachable)`` F1 with the threshold on each step; 0 where nothing has any weight."""
        tp, fp = self.tp[:, : self.reachable], self.fp[:, : self.reachable]
        return np.asarray(2 * tp / np.maximum(self.positives[:, None] + tp + fp, TINY))

    @property
    def cost(self) -> FloatArray:
        """``(r, 1 + reachable)`` mean cost per item: nothing flagged, then with each threshold.

        NaN where nothing has any weight. The sample must have costs.
        """
        assert self.costs is not None
        missed, alarm = self.costs.false_negative, self.costs.false_positive
        cost = np.empty((len(self.positives), 1 + self.reachable))
        cost[:, 0] = missed * self.positives + alarm * self.lost
        np.subtract(self.positives[:, None], self.tp[:, : self.reachable], out=cost[:, 1:])
        cost[:, 1:] *= missed
        cost[:, 1:] += alarm * self.fp[:, : self.reachable]
        total = self.positives + self.negatives
        cost /= np.where(total > 0, total, np.nan)[:, None]
        return cost


@dataclass(frozen=True)
class Curve:
    """A sample's scores in descending order.

    An entry of the curve is an item, unless ``item`` says otherwise: a curve may leave items out (those
    of neither of two classes), or have several entries an item (one a label).

    Attributes:
        positive: ``(n,)`` whether the true class is the positive one, in the sample's row order.
        step: ``(n,)`` the first step at which the item is flagged, counted from 0: an item is
            flagged with the threshold on step ``t`` if ``step <= t``. -1 for a negative without an
            answer, which counts as flagged always; ``s`` for an item below every step.
        tied: ``(n,)`` whether a negative has exactly the score of its step.
        thresholds: ``(reachable,)`` the scores a threshold can take, descending.
        steps: Number ``s`` of steps; one more than ``reachable`` if a positive has no answer.
        weight: Item weights, in the sample's row order; ``None`` if all items count the same.
        costs: Prices of errors, if the sample has any.
        item: ``(n,)`` the sample's row that each entry takes its weight from; ``None`` if an entry is an
            item.
        items: Number of the sample's rows.
        score: ``(n,)`` what was put in order; of an entry without an answer it says nothing.
    """

    positive: BoolArray
    step: IntArray
    tied: BoolArray
    thresholds: FloatArray
    steps: int
    weight: FloatArray | None
    costs: Costs | None
    item: IntArray | None
    items: int
    score: FloatArray

    @classmethod
    def of(cls, sample: LabelledSample) -> Curve:
        """Sort the scores of ``sample``; infinite scores are scores like any other.

        Raises:
            ValueError: The run has decisions only, no scores.
        """
        return cls.of_scores(
            sample.positive, sample.score, sample.answered, weight=sample.weight, costs=sample.costs
        )

    @classmethod
    def of_scores(
        cls,
        truth: BoolArray,
        score: FloatArray,
        answered: BoolArray,
        *,
        weight: FloatArray,
        costs: Costs | None = None,
        item: IntArray | None = None,
    ) -> Curve:
        """Sort scores.

        Args:
            truth: ``(n,)`` whether an entry is positive.
            score: ``(n,)`` its score; larger is more positive.
            answered: ``(n,)`` whether it has one; what ``score`` says is else not looked at.
            weight: Item weights.
            costs: Prices of errors.
            item: ``(n,)`` row of ``weight`` that an entry belongs to; by default its own.

        Raises:
            ValueError: A score is NaN.
        """
        if np.isnan(score).any():
            raise ValueError("the run has no scores to put in order")
        ascending = np.unique(score[truth & answered])
        reachable = ascending.size
        step = reachable - places(ascending, score, "right")
        unfound = truth & ~answered
        step = np.where(unfound, reachable, np.where(answered, step, -1))
        steps = reachable + int(unfound.any())
        on_step = ~truth & answered & (step < reachable)
        tied = np.zeros(truth.size, np.bool_)
        thresholds = ascending[::-1].copy()
        tied[on_step] = score[on_step] == thresholds[step[on_step]]
        alike = weight.size == 0 or bool((weight == weight[0]).all())
        own = None if alike else weight
        size = weight.size
        return cls(truth, step.astype(np.int64), tied, thresholds, steps, own, costs, item, size, score)

    @cached_property
    def cells(self) -> Cells:
        """The cells of the sample as it is: one row."""
        once = np.ones(self.items) if self.weight is None else self.weight
        return self._summed(once[None, :], None)

    def reduce(self, weights: FloatArray) -> Cells:
        """Sum weights, one row a resample, one column an item in row order, times the items' own weights."""
        return self._summed(weights, self.weight)

    def _summed(self, weights: FloatArray, own: FloatArray | None) -> Cells:
        walk, rows = self._walk, len(weights)
        tp, fp = np.empty((rows, self.steps)), np.empty((rows, self.steps))
        tied = None if walk.above_ends is None else np.empty((rows, self.steps))
        positives, negatives, lost = np.empty(rows), np.empty(rows), np.empty(rows)
        chunk = max(1, ELEMENTS // max(1, weights.shape[1]))
        found, alarms = Running(walk.positives, chunk), Running(walk.negatives, chunk)
        for start in range(0, rows, chunk):
            part = slice(start, start + chunk)
            block = weights[part] if own is None else weights[part] * own
            found.add_up(block)
            alarms.add_up(block)
            found.take(walk.tp_ends, out=tp[part])
            alarms.take(walk.fp_ends, out=fp[part])
            if tied is not None and walk.above_ends is not None:
                alarms.take(walk.above_ends, out=tied[part])
                np.subtract(fp[part], tied[part], out=tied[part])
            found.take(-1, out=positives[part])
            alarms.take(-1, out=negatives[part])
            alarms.take(walk.lost, out=lost[part])
        return Cells(tp, fp, tied, positives, negatives, lost, self.thresholds.size, self.costs)

    def take(self, rows: IntArray) -> Curve:
        """Return the items at ``rows`` on the same steps."""
        assert self.item is None
        return replace(
            self,
            positive=self.positive[rows],
            step=self.step[rows],
            tied=self.tied[rows],
            weight=None if self.weight is None else self.weight[rows],
            items=rows.size,
            score=self.score[rows],
        )

    def weighing(self, weight: FloatArray) -> Curve:
        """Return the same entries under other weights of the items; what is in order is not sorted again."""
        found = replace(self, weight=weight)
        found.__dict__["_walk"] = self._walk
        return found

    @property
    def answered(self) -> BoolArray:
        """``(n,)`` whether an entry has a score."""
        return np.asarray(np.where(self.positive, self.step < self.thresholds.size, self.step >= 0))

    def flagged(self, step: int) -> BoolArray:
        """``(n,)``: whether an item is flagged with the threshold on ``step``; -1: nothing flagged."""
        return np.asarray(self.step <= step)

    @cached_property
    def _walk(self) -> Walk:
        steps, tied = np.arange(self.steps), self.tied
        positives, negatives = np.flatnonzero(self.positive), np.flatnonzero(~self.positive)
        positives = positives[np.argsort(self.step[positives], kind="stable")]
        negatives = negatives[np.lexsort((tied[negatives], self.step[negatives]))]
        down = self.step[negatives]
        return Walk(
            positives if self.item is None else self.item[positives],
            negatives if self.item is None else self.item[negatives],
            np.searchsorted(self.step[positives], steps, side="right"),
            np.searchsorted(down, steps, side="right"),
            np.searchsorted(2 * down + tied[negatives], 2 * steps, side="right") if tied.any() else None,
            int(np.searchsorted(down, -1, side="right")),
        )


def interchangeable(*curves: Curve) -> tuple[IntArray, tuple[Curve, ...]]:
    """Group the items that no metric of any of ``curves`` can tell apart.

    Such items have the same class and weight, and on each curve the same step, tied with it or not.
    Numbers drawn from joint groups keep several runs on the same items paired.

    Args:
        curves: At least one; all on the same items, which have the same weights. Each entry is an item.

    Returns:
        ``(g,)`` number of items in each group, and for each curve the same curve on one item a group,
        whose :meth:`~Curve.reduce` takes ``(r, g)`` numbers drawn from the groups.
    """
    code, span = curves[0].positive.astype(np.int64), 2
    others = [c for c in curves[1:] if not np.array_equal(c.positive, curves[0].positive)]
    parts = [(c.positive.astype(np.int64), 2) for c in others]
    parts += [(2 * (c.step + 1) + c.tied, 2 * (c.steps + 2)) for c in curves]
    if curves[0].weight is not None:
        kinds, kind = np.unique(curves[0].weight, return_inverse=True)
        parts.append((kind, kinds.size))
    for part, count in parts:
        code, span = code * count + part, span * count
        if span > 4 * code.size:  # keep the codes few enough to count
            codes, code = np.unique(code, return_inverse=True)
            span = codes.size
    sizes = np.bincount(code, minlength=span)
    representative = np.zeros(span, np.int64)
    representative[code] = np.arange(code.size)
    there = np.flatnonzero(sizes)
    return sizes[there], tuple(curve.take(representative[there]) for curve in curves)
