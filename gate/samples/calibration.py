"""Probabilities in bins of equal mass, and what happened in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.samples.categorical import CategoricalSample
    from gate.samples.labelled import LabelledSample

BINS = 10
"""Bins where nobody says otherwise."""

PARTS = 3
"""Columns of a bin: weight, weight times probability, weight of what happened."""


def bins_of(probability: FloatArray, weight: FloatArray, bins: int) -> IntArray:
    """Return ``(n,)``: the bin of each probability, from 0, ascending, each of about the same weight.

    Equal probabilities share a bin, that in which the middle of their weight lies, so a bin may stay
    empty and the order of the items does not matter.

    Args:
        probability: ``(n,)`` in [0, 1].
        weight: ``(n,)``, > 0.
        bins: At least 1.

    Source:
        Bins of equal mass: Nguyen & O'Connor, Posterior calibration and exploratory analysis for natural
        language processing models, EMNLP 2015.

    >>> bins_of(np.array([0.9, 0.1, 0.2, 0.8]), np.ones(4), 2).tolist()
    [1, 0, 0, 1]
    """
    values, group = np.unique(probability, return_inverse=True)
    order = np.lexsort((weight, group))  # sums that no order of the items can change
    mass = np.bincount(group[order], weight[order], minlength=values.size)
    end = np.cumsum(mass)
    if not end.size:
        return np.zeros(0, np.int64)
    middle = (end - mass / 2) / end[-1]
    return np.asarray(np.minimum((middle * bins).astype(np.int64), bins - 1)[group])


def columns(probability: FloatArray, happened: BoolArray, weight: FloatArray, bins: int) -> FloatArray:
    """Return ``(n, 3 bins)``: for each bin whether an item is in it, its probability, and what happened."""
    inside = bins_of(probability, weight, bins)[:, None] == np.arange(bins)
    return np.hstack([inside, inside * probability[:, None], inside & happened[:, None]]).astype(np.float64)


def of_two(sample: LabelledSample, *, bins: float) -> FloatArray:
    """Return the columns of a binary classifier: its probability of the positive class."""
    return columns(sample.probability, sample.positive, sample.weight, int(bins))


def of_decisions(sample: CategoricalSample, *, bins: float) -> FloatArray:
    """Return the columns of a classifier's confidence: the largest probability, and whether that was right.

    An item without an answer was surely wrong.
    """
    confidence, right = confidences(sample)
    return columns(confidence, right, sample.weight, int(bins))


def confidences(sample: CategoricalSample) -> tuple[FloatArray, BoolArray]:
    """Return ``(n,)`` the largest probability of each item, and ``(n,)`` whether that class is its own."""
    probabilities = sample.trusted
    top = probabilities.argmax(axis=1)
    confidence = np.where(sample.answered, probabilities.max(axis=1, initial=0.0), 1.0)
    return confidence, sample.answered & (top == sample.truth)


def of_classes(sample: CategoricalSample, *, bins: float) -> FloatArray:
    """Return the columns of every class against the rest, one class after the other.

    An item without an answer gave nothing to its own class, and all to the next one with an example.
    """
    given = sample.trusted[:, : len(sample.classes)].copy()
    lost = np.flatnonzero(~sample.answered)
    given[lost] = wrong(sample)[lost]
    truths = sample.truths
    blocks = [
        columns(given[:, i], truths[:, i], sample.weight, int(bins)) for i in range(len(sample.classes))
    ]
    return np.hstack(blocks)


def wrong(sample: CategoricalSample) -> FloatArray:
    """Return ``(n, c)`` an answer as wrong as can be: everything on another class than the true one."""
    n, c = len(sample.ids), len(sample.classes)
    found = np.zeros((n, c))
    found[np.arange(n), (sample.truth + 1) % c] = 1.0
    return found


def split(totals: FloatArray, bins: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return weight, probability and what happened, ``(r, k, bins)`` each, of ``k`` classes' totals."""
    parts = totals.reshape(len(totals), -1, PARTS, int(bins))
    return parts[:, :, 0], parts[:, :, 1], parts[:, :, 2]


def gap(totals: FloatArray, bins: float) -> FloatArray:
    """Return ``(r,)`` the mean distance between probability and share, over the bins by their weight."""
    weight, probability, happened = split(totals, bins)
    return _over(np.abs(probability - happened).sum(axis=(1, 2)), weight)


def reliability(totals: FloatArray, bins: float) -> FloatArray:
    """Return ``(r,)`` the mean squared distance between probability and share."""
    weight, probability, happened = split(totals, bins)
    squares = _square_over(probability - happened, weight)
    return _over(squares.sum(axis=(1, 2)), weight)


def resolution(totals: FloatArray, bins: float) -> FloatArray:
    """Return ``(r,)`` the mean squared distance between the share of a bin and that of all."""
    weight, _, happened = split(totals, bins)
    with np.errstate(invalid="ignore", divide="ignore"):
        base = happened.sum(axis=2, keepdims=True) / weight.sum(axis=2, keepdims=True)
    squares = _square_over(happened - base * weight, weight)
    return _over(squares.sum(axis=(1, 2)), weight)


def uncertainty(totals: FloatArray, bins: float) -> FloatArray:
    """Return ``(r,)`` the variance of what happens, over all items."""
    weight, _, happened = split(totals, bins)
    with np.errstate(invalid="ignore", divide="ignore"):
        base = happened.sum(axis=2) / weight.sum(axis=2)
    return np.asarray((base * (1 - base)).sum(axis=1))


def _over(total: FloatArray, weight: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(total / weight[:, 0].sum(axis=1))


def _square_over(distance: FloatArray, weight: FloatArray) -> FloatArray:
    """Return ``distance ** 2 / weight``, 0 for a bin of no weight."""
    return np.divide(distance**2, weight, out=np.zeros_like(distance), where=weight > 0)
