"""What a check could have seen: the smallest detectable drop, and the items its tolerance needs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.stats import normal, power

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray
    from gate.comparison import Comparison
    from gate.judgement.family import Chance
    from gate.samples.clusters import Clusters
    from gate.scores import Score

ENOUGH_CHANGED = 10
"""Changed items from which their own spread says what could be detected."""

ALIKE = 0.9
"""Correlation assumed between two versions of one system where nothing has changed yet."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a check could have seen.

    Attributes:
        detectable: Smallest drop that would be seen in 4 of 5 cases; NaN if unknown.
        needed: Items that the tolerance would need; ``None`` if unknown.
        spread: Standard deviation of the items' differences behind both.
        assumed: Whether that spread is an assumption, since too little changed to measure it.
    """

    detectable: float
    needed: int | None
    spread: float
    assumed: bool


def critical_value(chance: Chance | None, *, alpha: float, family: int) -> float:
    """Return the standardised drop at which a family blocks.

    The sign flips of this run say it exactly; where nothing changed there are none to say it, and
    Bonferroni's bound, which is a little too careful, stands in.
    """
    if chance is not None and math.isfinite(chance.critical) and chance.critical > 0:
        return chance.critical
    return normal.quantile(1 - alpha / max(1, family))


def what_it_could_see(comparison: Comparison, *, tolerance: float | None, critical: float) -> Power:
    """Return the smallest detectable drop and the items that the tolerance would need.

    What counts is what is independent: where items belong to clusters, those are what more is needed of.

    Args:
        comparison: Both runs on the paired items; its gain is defined.
        tolerance: In the metric's unit; ``None`` counts as 0.
        critical: Standardised drop at which the family blocks.
    """
    if int(comparison.changed.sum()) < ENOUGH_CHANGED:
        score, clusters = comparison.candidate.score, comparison.clusters
        return of_level(score, clusters, tolerance=tolerance, critical=critical)
    rows = comparison.candidate.score.rows
    column = by_unit(comparison.column, rows, comparison.clusters)
    spread = float(column.std(ddof=1)) if column.size > 1 else math.nan
    return of_spread(
        spread, column.size, int(rows.sum()), tolerance=tolerance, critical=critical, assumed=False
    )


def of_level(score: Score, clusters: Clusters | None, *, tolerance: float | None, critical: float) -> Power:
    """The same from one run alone, as if two versions correlated as those of one system usually do."""
    level = by_unit(score.influence * score.share * score.n, score.rows, clusters)
    spread = math.nan
    if level.size > 1:
        spread = float(level.std(ddof=1)) * math.sqrt(2 * (1 - ALIKE))
    return of_spread(spread, level.size, score.n, tolerance=tolerance, critical=critical, assumed=True)


def of_spread(
    spread: float, units: int, items: int, *, tolerance: float | None, critical: float, assumed: bool
) -> Power:
    """Return what ``units`` independent units that hold ``items`` items could see.

    Args:
        spread: Standard deviation of the units' differences; NaN if unknown.
        units: Clusters, or items where each stands alone.
        items: Items in them.
        tolerance: In the metric's unit; ``None`` counts as 0.
        critical: Standardised drop at which the family blocks.
        assumed: Whether ``spread`` is an assumption.
    """
    if units < 2 or not spread > 0:
        return Power(math.nan, None, spread, assumed)
    detectable = power.detectable(spread, units, tolerance=tolerance or 0.0, critical=critical)
    if not tolerance:
        return Power(detectable, None, spread, assumed)
    needed = power.needed(spread, tolerance=tolerance, critical=critical)
    return Power(detectable, math.ceil(needed * items / units), spread, assumed)


def by_unit(column: FloatArray, rows: BoolArray, clusters: Clusters | None) -> FloatArray:
    """Return one value a unit, whose mean is that of the column over ``rows``."""
    if clusters is None:
        return column[rows]
    kept = clusters.take(rows)
    return kept.totals(column[rows]) * (len(kept.names) / max(1, int(rows.sum())))
