"""The family test: one matrix of random signs judges every check at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.arrays import BoolArray, FloatArray, IntArray, on_grid
from gate.stats import normal, resample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENUMERATE_UP_TO = 16
"""Changed items up to which all 2^m sign patterns are gone through instead of drawn."""

DRAWS_NEAR_THE_LINE = 100_000
"""Draws when an adjusted p lies within three Monte-Carlo errors of a line."""

SUSPECT = 0.05
"""The other line, beside ``alpha``, at which a verdict changes."""

WORK = 4_000_000_000
"""Multiply-adds (draws x items x checks) that may be spent on more draws: about two seconds."""


@dataclass(frozen=True, slots=True)
class FamilyTest:
    """What the signs say of each of ``K`` checks.

    Attributes:
        worse: ``(K,)`` one-sided p of a drop this large, each check alone.
        better: ``(K,)`` the same for a gain.
        worse_adjusted: ``(K,)`` family-wise p over the blocking checks; ``worse`` for the others.
        better_adjusted: ``(K,)`` the same for a gain.
        draws: Sign patterns behind the p values.
        exact: Whether those were all patterns there are.
        smallest: ``(K,)`` smallest ``worse`` that could have been; 1 where nothing changed.
        critical: Standardised drop that the family reaches by chance with probability ``alpha``; at
            least the normal quantile of a single check. Where too few items changed to draw signs, or
            none in a blocking check, Bonferroni's normal quantile stands in for it.
    """

    worse: FloatArray
    better: FloatArray
    worse_adjusted: FloatArray
    better_adjusted: FloatArray
    draws: int
    exact: bool
    smallest: FloatArray
    critical: float


def family_test(
    columns: FloatArray,
    ids: Sequence[str],
    *,
    seed: int,
    blocking: BoolArray,
    alpha: float,
    draws: int = 10_000,
) -> FamilyTest:
    """Test whether each column's sum is more negative than random signs would make it.

    If two systems are interchangeable, each item's difference is as likely as its negative. The sum of
    a column under random signs, over the root of its sum of squares (which signs do not change), is
    compared with the observed one; the step-down adjustment compares it with the most extreme of all
    blocking columns that are not more extreme themselves. Exact at every size, with ties and zeros.

    Values go on a grid first, so that sums have no rounding error; sums closer than that grid can tell
    apart count as ties. Neither the order of rows nor that of columns changes a result.

    Args:
        columns: ``(n, K)`` finite parts of each item in each check's gain.
        ids: ``n`` item ids: an item's signs depend on the seed and its id.
        seed: Any whole number.
        blocking: ``(K,)`` which columns form the family.
        alpha: Chance of a false alarm in the whole family, in (0, 1).
        draws: Patterns to draw, the unflipped one included; more are drawn near ``alpha`` and 0.05.

    Returns:
        The p values; exactly 1 for a column without changes.

    Source:
        Fisher, The Design of Experiments, 1935; Westfall & Young, Resampling-Based Multiple Testing,
        1993, algorithm 2.8.

    >>> one = family_test(-np.ones((7, 1)), list("abcdefg"), seed=1, blocking=np.array([True]), alpha=0.01)
    >>> one.worse_adjusted.tolist(), one.exact          # seven broken, none mended: 2^-7
    ([0.0078125], True)
    """
    family = _Family.of(columns, ids, blocking)
    changed = len(family.ids)
    bonferroni = normal.quantile(1 - alpha / max(1, int(blocking.sum())))
    if changed <= ENUMERATE_UP_TO:
        counted = family.count(_all_patterns(changed))
        return family.judged(counted, exact=True, critical=bonferroni)
    counted = family.count(resample.signs(family.ids, draws, seed=seed))
    more = max(draws, DRAWS_NEAR_THE_LINE)
    if counted.is_near(alpha, SUSPECT) and more * family.whole.size <= WORK:
        counted = family.count(resample.signs(family.ids, more, seed=seed))
    if not family.live.size:
        return family.judged(counted, exact=False, critical=bonferroni)
    reached = float(np.quantile(counted.extremes, 1 - alpha, method="higher"))
    return family.judged(counted, exact=False, critical=max(reached, normal.quantile(1 - alpha)))


@dataclass(frozen=True, slots=True)
class _Counted:
    """How often a pattern was at least as extreme as the observed signs.

    ``lower``, ``upper``: ``(K,)`` each column alone; ``lower_family``, ``upper_family``: ``(K,)``
    step-down p values; ``extremes``: ``(draws,)`` largest standardised drop in the family.
    """

    lower: IntArray
    upper: IntArray
    lower_family: FloatArray
    upper_family: FloatArray
    extremes: FloatArray

    def is_near(self, *lines: float) -> bool:
        """Whether an adjusted p lies within three Monte-Carlo standard errors of one of ``lines``."""
        adjusted = np.concatenate([self.lower_family, self.upper_family])
        reach = [3 * math.sqrt(p * (1 - p) / self.extremes.size) for p in lines]
        return any((np.abs(adjusted - p) <= r).any() for p, r in zip(lines, reach, strict=True))


@dataclass(frozen=True, slots=True)
class _Family:
    """The changed rows on their grid.

    ``whole``: ``(m, K)`` whole numbers; ``ids``: their ``m`` items; ``live``: blocking columns that
    changed at all; ``scale``: ``(K,)`` roots of the sums of squares, 1 for a column of zeros.
    """

    whole: FloatArray
    ids: list[str]
    blocking: BoolArray
    live: IntArray
    scale: FloatArray

    @classmethod
    def of(cls, columns: FloatArray, ids: Sequence[str], blocking: BoolArray) -> _Family:
        whole, _ = on_grid(columns, terms=len(columns))
        changed = np.flatnonzero(whole.any(axis=1))
        whole = whole[changed]
        squares = np.array([math.fsum((column**2).tolist()) for column in whole.T])
        live = np.flatnonzero(blocking & (squares > 0))
        scale = np.sqrt(np.where(squares > 0, squares, 1.0))
        return cls(whole, [ids[i] for i in changed.tolist()], blocking, live, scale)

    def count(self, patterns: Iterator[FloatArray]) -> _Counted:
        """Go through the sign patterns, the unflipped one among them."""
        observed = self.whole.sum(axis=0)
        slack = np.count_nonzero(self.whole, axis=0).astype(np.float64)
        drop = _StepDown.of(observed, slack, self.scale, self.live)
        rise = _StepDown.of(-observed, slack, self.scale, self.live)
        lower = np.zeros(observed.size, dtype=np.int64)
        upper = np.zeros_like(lower)
        extremes = []
        for signs in patterns:
            sums = signs @ self.whole
            lower += (sums <= observed + slack).sum(axis=0)
            upper += (sums >= observed - slack).sum(axis=0)
            standard = sums[:, self.live] / self.scale[self.live]
            drop.add(standard)
            rise.add(-standard)
            extremes.append(-standard.min(axis=1, initial=0.0))
        most = np.concatenate(extremes)
        return _Counted(lower, upper, drop.p(most.size), rise.p(most.size), most)

    def judged(self, counted: _Counted, *, exact: bool, critical: float) -> FamilyTest:
        draws = counted.extremes.size
        worse, better = counted.lower / draws, counted.upper / draws
        worse_adjusted, better_adjusted = worse.copy(), better.copy()
        worse_adjusted[self.live] = counted.lower_family
        better_adjusted[self.live] = counted.upper_family
        smallest = np.ldexp(1.0, -np.count_nonzero(self.whole, axis=0))
        if not exact:
            smallest = np.where(smallest < 1, np.maximum(smallest, 1 / draws), 1.0)
        return FamilyTest(worse, better, worse_adjusted, better_adjusted, draws, exact, smallest, critical)


@dataclass(frozen=True, slots=True)
class _StepDown:
    """Counts for the adjusted p of one tail, most negative column first.

    ``order``: ``(L,)`` the live columns from the most to the least extreme; ``bar``: ``(L,)`` what
    the most extreme of a column and all after it must not exceed; ``hits``: ``(L,)`` how often it did not.
    """

    order: IntArray
    bar: FloatArray
    hits: IntArray

    @classmethod
    def of(cls, observed: FloatArray, slack: FloatArray, scale: FloatArray, live: IntArray) -> _StepDown:
        standard = observed[live] / scale[live]
        order = np.argsort(standard, kind="stable")
        tie = float((slack[live] / scale[live]).max(initial=0.0))
        return cls(order, standard[order] + tie, np.zeros(order.size, dtype=np.int64))

    def add(self, standard: FloatArray) -> None:
        least_first = standard[:, self.order[::-1]]
        successive = np.minimum.accumulate(least_first, axis=1)[:, ::-1]
        self.hits[:] += (successive <= self.bar).sum(axis=0)

    def p(self, draws: int) -> FloatArray:
        adjusted = np.empty(self.order.size)
        adjusted[self.order] = np.maximum.accumulate(self.hits / draws)
        return adjusted


def _all_patterns(m: int) -> Iterator[FloatArray]:
    """Yield all ``2^m`` sign patterns of ``m`` items."""
    numbers = np.arange(1 << m)[:, None]
    flipped = ((numbers >> np.arange(m)) & 1).astype(np.float64)
    yield 1 - 2 * flipped
