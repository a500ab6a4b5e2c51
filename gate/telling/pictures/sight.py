"""What golden sets of other sizes could see, from how much the items' differences spread today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.judgement.sensitivity import critical_value
from gate.report import Sight
from gate.stats import power

if TYPE_CHECKING:
    from gate.judgement.checks import Line
    from gate.judgement.judged import Judged

POINTS = 25
"""Sizes on a line, evenly apart by their logarithm."""

REACH = 10
"""A line runs from a tenth of today's items to ten times as many, or beyond those that are needed."""

BEYOND = 1.25
"""How many times the needed items that is."""

FURTHEST = 1_000
"""No line runs beyond so many times today's items: who needs more has another problem than items."""


def sight(judged: Judged) -> tuple[Sight, ...]:
    """Trace the smallest drop that is seen 4 times in 5 against the number of items, check by check."""
    family = sum(1 for line in judged.lines if line.blocks and line.rule.since is None)
    found = (
        _sight(line, judged.inputs.config.decision.chance, family)
        for line in judged.lines
        if line.blocks and line.rule.role == "headline" and line.rule.since is None
    )
    return tuple(each for each in found if each is not None)


def _sight(line: Line, alpha: float, family: int) -> Sight | None:
    seen, comparison = line.power, line.comparison
    if seen is None or comparison is None or not seen.spread > 0:
        return None
    n = comparison.gain.n
    critical = critical_value(line.chance, alpha=alpha, family=family)
    most = min(max(n * REACH, BEYOND * (seen.needed or 0)), n * FURTHEST)
    sizes = np.unique(np.geomspace(max(2, n / REACH), most, POINTS).round().astype(np.int64)).tolist()
    units_per_item = comparison.independent / n
    detectable = [
        power.detectable(
            seen.spread,
            max(1, round(size * units_per_item)),
            tolerance=line.tolerance or 0.0,
            critical=critical,
        )
        for size in sizes
    ]
    return Sight(line.rule.identity, n, line.tolerance, tuple(sizes), tuple(detectable))
