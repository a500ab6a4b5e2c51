"""Averages over several curves, and what each item does to them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve

    OfCells = Callable[[Cells], FloatArray]
    OfCurve = Callable[[Curve], FloatArray]
    Weigh = Callable[[Sequence[Cells]], FloatArray]


def evenly(cells: Sequence[Cells]) -> FloatArray:
    """Return ``(c, r)`` ones: every curve counts the same."""
    return np.ones((len(cells), len(cells[0].positives)))


def by_positives(cells: Sequence[Cells]) -> FloatArray:
    """Return ``(c, r)`` the weight of each curve's positives."""
    return np.stack([each.positives for each in cells])


def by_both(cells: Sequence[Cells]) -> FloatArray:
    """Return ``(c, r)`` the weight of everything on each curve."""
    return np.stack([each.positives + each.negatives for each in cells])


def average(cells: Sequence[Cells], value: OfCells, weigh: Weigh) -> FloatArray:
    """Return ``(r,)`` the weighted mean over the curves on which ``value`` is defined; NaN without any."""
    values = np.stack([value(each) for each in cells])
    there = ~np.isnan(values)
    weights = np.where(there, weigh(cells), 0.0)
    total = weights.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((weights * np.where(there, values, 0.0)).sum(axis=0) / total)


def influence(curves: Sequence[Curve], value: OfCells, of_curve: OfCurve, weigh: Weigh) -> FloatArray:
    """Return ``(items,)``, the derivative of :func:`average` in each item's share of the weight.

    An item moves the value on every curve it is on and, where curves are weighted by what is on them,
    also how much each of them counts.

    Args:
        curves: Curves on the same items.
        value: What is averaged.
        of_curve: Its derivative in the share of each entry, on one curve.
        weigh: :func:`evenly`, :func:`by_positives` or :func:`by_both`.
    """
    cells = [curve.cells for curve in curves]
    values = np.array([float(value(each)[0]) for each in cells])
    there = np.flatnonzero(~np.isnan(values))
    weights = weigh(cells)[:, 0]
    total = math.fsum(weights[there])
    mean = math.fsum(weights[there] * values[there]) / total
    items = curves[0].items
    own = curves[0].weight
    everything = float(items) if own is None else math.fsum(own.tolist())
    found = np.zeros(items)
    for i in there.tolist():
        curve = curves[i]
        entries = np.arange(items) if curve.item is None else curve.item
        mass = float(cells[i].positives[0] + cells[i].negatives[0])
        moved = weights[i] / total * of_curve(curve) / mass
        if weigh is by_positives:
            moved = moved + np.where(curve.positive, (values[i] - mean) / total, 0.0)
        elif weigh is by_both:
            moved = moved + (values[i] - mean) / total
        found += np.bincount(entries, moved, minlength=items) * everything
    return found


def over_occurring(values: FloatArray, occurs: FloatArray) -> FloatArray:
    """Return the mean over the classes, the last axis, for which ``occurs`` is above 0; NaN without any.

    >>> float(over_occurring(np.array([1.0, 0.5, np.nan]), np.array([3.0, 1.0, 0.0])))
    0.75
    """
    there = np.asarray(occurs) > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(there, values, 0.0).sum(axis=-1) / there.sum(axis=-1))


def by_support(values: FloatArray, true: FloatArray) -> FloatArray:
    """Return the mean over the classes, the last axis, weighted by ``true``; NaN if that is all 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(
            (np.where(np.asarray(true) > 0, values, 0.0) * true).sum(axis=-1) / np.sum(true, axis=-1)
        )


def shares(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Return ``part / whole``, and 0 where ``whole`` is 0.

    >>> shares(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.5, 0.0]
    """
    bottom = np.asarray(whole, dtype=np.float64)
    return np.divide(part, bottom, out=np.zeros_like(bottom), where=bottom > 0)
