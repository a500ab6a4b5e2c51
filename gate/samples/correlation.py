"""Correlation of what people and a judge said: totals that Pearson's, and those of ranks, are formulas of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.errors import Problem, QuestionError
from gate.samples.categorical import NONE
from gate.samples.coincidences import is_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.arrays import FloatArray, IntArray
    from gate.samples.rated import RatedSample

    Parts = Callable[[IntArray, IntArray, FloatArray], FloatArray]

VERDICT = "predicted"
"""The field of an answer that is its verdict, and not a number that the run carries beside it."""

_ROUNDING = 1e-12
"""Share of the mean square below which a variance is what rounding left of 0."""


def said(
    sample: RatedSample, *, ranked: bool, field: str, people: str, missing: str
) -> tuple[FloatArray, FloatArray]:
    """Return ``(n,)`` what people and ``(n,)`` what the judge said of every item, as numbers.

    Verdicts are the numbers that they are spelt as; if ``ranked``, their places in the order that the config
    declares, where it does. An item takes no part, and is NaN in both, if people gave it no number; if the
    judge gave none to any item; and with ``missing="skip"``, if the judge gave none to this one. Otherwise a
    missing number is the judge's lowest where people are above their mean, and its highest elsewhere.

    Args:
        sample: Verdicts of both.
        ranked: Whether only their order matters.
        field: :data:`VERDICT`, or the name of a number of the run.
        people: ``"label"``; or ``"mean"`` of the raters, who may be divided.
        missing: ``"disagree"`` or ``"skip"``.

    Raises:
        QuestionError: A verdict is no number, and its place in an order does not say more.
    """
    scale = _scale(sample, ranked=ranked)
    theirs = _at(scale, sample.truth)
    if people == "mean":
        ratings = _at(scale, sample.ratings)
        given = ~np.isnan(ratings)
        total, count = np.where(given, ratings, 0.0).sum(axis=1), given.sum(axis=1)
        theirs = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    nothing = np.full(sample.n, np.nan)
    if field == VERDICT:
        own, known = _at(scale, sample.choice), scale
    else:
        own = np.where(sample.answered, sample.numbers.get(field, nothing), np.nan)
        known = own[~np.isnan(own)]
    silent = np.isnan(own)
    rows = ~np.isnan(theirs) & (~silent | (missing != "skip"))
    if silent.all() or not rows.any():
        return nothing, nothing
    centre = float(np.average(theirs[rows], weights=sample.weight[rows]))
    own = np.where(silent, np.where(theirs > centre, known.min(), known.max()), own)
    return np.where(rows, theirs, np.nan), np.where(rows, own, np.nan)


def _scale(sample: RatedSample, *, ranked: bool) -> FloatArray:
    """Return ``(c,)`` the number that each verdict stands for."""
    if ranked and sample.is_ordered:
        return np.arange(len(sample.classes), dtype=np.float64)
    odd = next((name for name in sample.classes if not is_number(name)), None)
    if odd is None:
        return np.array([float(name) for name in sample.classes], np.float64)
    what, fix = "products of verdicts are taken", "ask for spearman or kendall, with the order in `classes`"
    if ranked:
        what, fix = "no order is declared", "write `classes: [LOWEST, …, HIGHEST]`"
    raise QuestionError(
        Problem(f"the verdict {odd!r} is not a number, and {what}", fix=fix, code="bad_value")
    )


def _at(scale: FloatArray, places: IntArray) -> FloatArray:
    return np.where(places == NONE, np.nan, np.append(scale, np.nan)[places])


def moments(sample: RatedSample, *, field: str, people: str, missing: str) -> FloatArray:
    """Return ``(n, 6)``: 1, what people and the judge said, both squared, and their product.

    Both are measured from their medians, which no correlation sees and keeps the sums precise. Items that
    take no part are NaN.
    """
    x, y = said(sample, ranked=False, field=field, people=people, missing=missing)
    rows = ~np.isnan(x)
    found = np.full((len(x), 6), np.nan)
    if rows.any():
        x, y = (values[rows] - np.median(values[rows]) for values in (x, y))
        found[rows] = np.column_stack([np.ones(len(x)), x, y, x * x, y * y, x * y])
    return found


def pearson(totals: FloatArray) -> FloatArray:
    """Return ``(r,)`` correlations of ``(r, 6)`` totals of :func:`moments`; NaN where a side is constant."""
    with np.errstate(invalid="ignore", divide="ignore"):
        x, y, xx, yy, xy = (totals[:, 1:] / totals[:, :1]).T
        spread = [np.where(s - m * m > _ROUNDING * s, s - m * m, np.nan) for m, s in ((x, xx), (y, yy))]
        found = (xy - x * y) / np.sqrt(spread[0] * spread[1])
    return np.asarray(np.clip(found, -1.0, 1.0))


def rank_parts(sample: RatedSample, *, field: str, people: str, missing: str) -> FloatArray:
    """Return ``(n, 4)``: 1, and each item's part in the covariance of ranks and in their two variances.

    A rank is the share of the weight that lies below, with half of what is equal. Each part is what the
    item's weight does to the whole, the ranks of all others included, to first order; the mean of the parts
    is the covariance, or variance, itself. Items that take no part are NaN.
    """
    pair = said(sample, ranked=True, field=field, people=people, missing=missing)
    return _spread(pair, sample.weight, _rank_covariance)


def pair_parts(sample: RatedSample, *, field: str, people: str, missing: str) -> FloatArray:
    """Return ``(n, 4)`` as :func:`rank_parts`, of pairs: concordance, and how many either side tells apart.

    Of two items drawn with replacement: the chance that both sides order them alike less that they order them
    in opposite ways; the chance that people tell them apart; and that the judge does.
    """
    pair = said(sample, ranked=True, field=field, people=people, missing=missing)
    return _spread(pair, sample.weight, _concordance)


def of_parts(totals: FloatArray) -> FloatArray:
    """Return ``(r,)`` the covariance over the root of both variances, of ``(r, 4)`` totals of parts."""
    with np.errstate(invalid="ignore", divide="ignore"):
        both, first, second = (totals[:, 1:] / totals[:, :1]).T
        known = (first > _ROUNDING) & (second > _ROUNDING)
        found = np.where(known, both / np.sqrt(first * second), np.nan)
    return np.asarray(np.clip(found, -1.0, 1.0))


def _spread(pair: tuple[FloatArray, FloatArray], weight: FloatArray, parts: Parts) -> FloatArray:
    rows = ~np.isnan(pair[0])
    found = np.full((len(rows), 4), np.nan)
    if rows.any():
        x, y = (np.unique(values[rows], return_inverse=True)[1] for values in pair)
        share = weight[rows] / weight[rows].sum()
        found[rows] = np.column_stack(
            [np.ones(len(x)), parts(x, y, share), parts(x, x, share), parts(y, y, share)]
        )
    return found


def _rank_covariance(x: IntArray, y: IntArray, share: FloatArray) -> FloatArray:
    """Return ``(n,)`` parts in the covariance of the ranks of two sides, given as places of their values."""
    f, g = (_above_less_below(places, share, reverse=True) for places in (x, y))
    moved = _above_less_below(x, share * g) + _above_less_below(y, share * f)
    covariance = float((share * f * g).sum())
    # A form of three items: each stands in one place of it, and the other two places are averaged over.
    return np.asarray(f * g + moved - 2 * covariance)


def _above_less_below(places: IntArray, mass: FloatArray, *, reverse: bool = False) -> FloatArray:
    """Return ``(n,)`` half of the mass above each place less that below it; ``reverse`` turns the sign."""
    of_place = np.bincount(places, weights=mass)
    upto = np.cumsum(of_place)
    half = (upto[-1] - upto - (upto - of_place)) / 2
    return np.asarray((-half if reverse else half)[places])


def _concordance(x: IntArray, y: IntArray, share: FloatArray) -> FloatArray:
    """Return ``(n,)`` parts in concordance: twice the item's own with all others, less the whole.

    Two places of ``x`` are told apart by the highest binary digit in which they differ: digit by digit the
    items that share all higher ones are parted into a lower and an upper half, and the weights of the other
    half are counted on either side of ``y``. That takes ``O(n log² n)``, and tied items never meet.
    """
    own = np.zeros(len(x))
    width = int(y.max()) + 1
    for digit in range(int(x.max()).bit_length()):
        group, upper = x >> (digit + 1), (x >> digit) & 1 == 1
        keys, place = np.unique(group * width + y, return_inverse=True)
        _, first = np.unique(keys // width, return_index=True)
        of_key = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(keys))))
        for side in (False, True):
            mass = np.bincount(place, weights=share * (upper != side), minlength=len(keys))
            upto = np.append(0.0, np.cumsum(mass))
            start, end = upto[first][of_key], upto[np.append(first[1:], len(keys))][of_key]
            lead = (upto[:-1] - start) - (end - upto[1:])  # other half: below in y, less above
            own += np.where(upper == side, (lead if side else -lead)[place], 0.0)
    return 2 * own - float((share * own).sum())
