"""What a check could have seen: the smallest detectable drop, and the items its tolerance needs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.stats import normal, power

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.family import Chance

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


def what_it_could_see(
    column: FloatArray, level: FloatArray, *, changed: int, tolerance: float | None, critical: float
) -> Power:
    """Return the smallest detectable drop and the items that the tolerance would need.

    Args:
        column: ``(n,)`` each item's part in the gain.
        level: ``(n,)`` each item's part in the candidate's level, for want of changes.
        changed: Items that were answered differently at all.
        tolerance: In the metric's unit; ``None`` counts as 0.
        critical: Standardised drop at which the family blocks.
    """
    n = column.size
    assumed = changed < ENOUGH_CHANGED
    spread = float(column.std(ddof=1)) if n > 1 and not assumed else math.nan
    if assumed and n > 1:
        spread = float(level.std(ddof=1)) * math.sqrt(2 * (1 - ALIKE))
    if n < 2 or not spread > 0:
        return Power(math.nan, None, spread, assumed)
    detectable = power.detectable(spread, n, tolerance=tolerance or 0.0, critical=critical)
    needed = power.needed(spread, tolerance=tolerance, critical=critical) if tolerance else None
    return Power(detectable, needed, spread, assumed)
