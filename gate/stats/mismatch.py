"""Whether items were lost, or gained, evenly over groups."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gate.stats import chi_squared, hypergeometric
from gate.stats.sample_ratio import ALARM, FEW

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_LOST = 0.02
"""Share of items above which a loss is too large to compare what is left, however even."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """How two sides' item counts differ, group by group.

    Attributes:
        lost: ``{group: items fewer}`` of the groups that shrank, sorted by group.
        gained: ``{group: items more}`` of the groups that grew, sorted by group.
        before: Items of the first side.
        after: Items of the second side.
        p: Chance that a loss (or a gain) which is blind to groups is at least this uneven; the smaller of
            the two, doubled where there is both; 1 where nothing differs.
        effect: Cramér's V of the direction that ``p`` is about, from 0 (even) to 1; 0 where nothing differs.
        group: The group that deviates most from an even loss or gain; empty where nothing differs.
        method: ``"chi-squared"``; ``"exact"`` where a group expects fewer than five changed or unchanged
            items: the most unlikely group by the hypergeometric law, times the number of groups;
            ``"none"`` where nothing differs.
    """

    lost: Mapping[str, int]
    gained: Mapping[str, int]
    before: int
    after: int
    p: float
    effect: float
    group: str
    method: Literal["chi-squared", "exact", "none"]

    @property
    def share_lost(self) -> float:
        """Items lost, as a share of the first side's; 0 where that side is empty."""
        return sum(self.lost.values()) / self.before if self.before else 0.0

    @property
    def is_uneven(self) -> bool:
        """Whether groups fare too differently for chance: ``p`` is below the alarm of 1 in 1,000."""
        return self.p < ALARM

    @property
    def is_large(self) -> bool:
        """Whether more than :data:`MOST_LOST` of the items are lost."""
        return self.share_lost > MOST_LOST


@dataclass(frozen=True, slots=True)
class _Direction:
    p: float
    effect: float
    group: str
    method: Literal["chi-squared", "exact", "none"]


def mismatch(before: Mapping[str, int], after: Mapping[str, int]) -> Mismatch:
    """Compare two sides' counts of items, a group being a slice's value or a label.

    Only net changes are seen: a group that lost one item and gained another did not change. The table that
    is tested has a row a group, and a column each for items lost and kept; the same for gains.

    Args:
        before: ``{group: items}`` of the first side, the baseline; counts are not negative.
        after: The same of the second side. A group that a side lacks has 0 items there.

    Source: Pearson's test of independence; for few items the hypergeometric tail, by Bonferroni over groups.

    >>> found = mismatch({"billing": 40, "travel": 160}, {"billing": 30, "travel": 160})
    >>> dict(found.lost), found.method, found.group, found.is_uneven
    ({'billing': 10}, 'exact', 'billing', True)
    >>> mismatch({"a": 500, "b": 500}, {"a": 480, "b": 477}).is_uneven
    False
    """
    groups = sorted({*before, *after})
    sides = {g: (before.get(g, 0), after.get(g, 0)) for g in groups}
    lost = {g: b - a for g, (b, a) in sides.items() if b > a}
    gained = {g: a - b for g, (b, a) in sides.items() if a > b}
    found = [
        _direction({g: (lost.get(g, 0), b) for g, (b, _) in sides.items() if b}),
        _direction({g: (gained.get(g, 0), a) for g, (_, a) in sides.items() if a}),
    ]
    changed = [d for d in found if d.method != "none"]
    worst = min(changed, key=lambda d: d.p, default=_Direction(1.0, 0.0, "", "none"))
    return Mismatch(
        lost=lost,
        gained=gained,
        before=sum(before.values()),
        after=sum(after.values()),
        p=min(1.0, worst.p * max(1, len(changed))),
        effect=worst.effect,
        group=worst.group,
        method=worst.method,
    )


def _direction(table: Mapping[str, tuple[int, int]]) -> _Direction:
    """Test ``{group: (changed, size)}``, every size above 0."""
    changed, population = (sum(column) for column in zip(*table.values(), strict=True)) if table else (0, 0)
    if changed == 0:
        return _Direction(1.0, 0.0, "", "none")
    share = changed / population
    deviations = {g: (x - n * share) / math.sqrt(n * share) for g, (x, n) in table.items()}
    group = max(deviations, key=lambda g: deviations[g])
    if len(table) == 1 or changed == population:
        return _Direction(1.0, 0.0, group, "exact")
    statistic = math.fsum(d * d for d in deviations.values()) / (1 - share)
    effect = math.sqrt(statistic / population)
    if min(n for _, n in table.values()) * min(share, 1 - share) >= FEW:
        return _Direction(chi_squared.tail(statistic, len(table) - 1), effect, group, "chi-squared")
    tails = {
        g: hypergeometric.tail(x, drawn=changed, group=n, population=population)
        for g, (x, n) in table.items()
    }
    group = min(tails, key=lambda g: tails[g])
    return _Direction(min(1.0, len(tails) * tails[group]), effect, group, "exact")
