"""Power of a config's checks: what this golden set could see, and how large it would have to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import inputs, pipeline
from gate.judgement import tolerance_in_unit
from gate.sensitivity import critical_value, what_it_could_see
from gate.stats import power

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
"""Golden-set sizes that the table goes through."""


@dataclass(frozen=True, slots=True)
class Sizing:
    """Power of one check.

    Attributes:
        name: Metric and slice.
        n: Items it has now.
        tolerance: In the metric's unit; ``None`` if it has none.
        spread: Standard deviation of the items' differences.
        assumed: Whether the spread is an assumption, for want of two runs that differ enough.
        detectable: Smallest drop seen in 4 of 5 cases with ``n`` items; NaN if unknown.
        needed: Items that the tolerance would need; ``None`` without one.
        table: ``(items, smallest drop seen)`` pairs.
    """

    name: str
    n: int
    tolerance: float | None
    spread: float
    assumed: bool
    detectable: float
    needed: int | None
    table: tuple[tuple[int, float], ...]


def power_of(path: Path, *, pilot: Path | None = None, base: str | None = None) -> list[Sizing]:
    """Size every check that has a tolerance.

    The spread of the items' differences comes from the baseline and the run (``pilot``, or the
    config's own) where at least ten items differ; otherwise it is assumed from how much the items
    differ among themselves, as if the two systems' items correlated at 0.9.

    Args:
        path: A config.
        pilot: A run to take as the second of the pair.
        base: Where the baseline is taken from.

    Raises:
        GateError: As :func:`gate.pipeline.check`.
    """
    asked = inputs.read(path, run=pilot, base=base)
    judged = pipeline.judge(asked, first_run_passes=True)
    alpha = asked.config.decision.alpha
    tolerated = [line for line in judged.lines if line.blocks]
    found = []
    for line in tolerated:
        critical = critical_value(line.chance, alpha=alpha, family=len(tolerated))
        score = line.comparison.candidate.score if line.comparison else line.candidate.score
        rows = score.rows
        level = score.influence[rows] * score.share[rows] * score.n
        column = line.comparison.column[rows] if line.comparison else 0 * level
        before = line.comparison.baseline.score.value if line.comparison else score.value
        tolerance = tolerance_in_unit(line.rule, before)
        changed = int((line.comparison.effect != 0).sum()) if line.comparison else 0
        seen = what_it_could_see(column, level, changed=changed, tolerance=tolerance, critical=critical)
        found.append(
            Sizing(
                line.rule.identity,
                score.n,
                tolerance,
                seen.spread,
                seen.assumed,
                seen.detectable,
                seen.needed,
                _table(seen.spread, tolerance or 0.0, critical),
            )
        )
    return found


def _table(spread: float, tolerance: float, critical: float) -> tuple[tuple[int, float], ...]:
    if not spread > 0:
        return ()
    sizes: Sequence[int] = SIZES
    return tuple((n, power.detectable(spread, n, tolerance=tolerance, critical=critical)) for n in sizes)
