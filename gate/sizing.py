"""Power of a config's checks: what this golden set could see, and how large it would have to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import inputs, pipeline
from gate.judgement import tolerance_in_unit
from gate.sensitivity import by_unit, critical_value, of_level
from gate.stats import power

if TYPE_CHECKING:
    from pathlib import Path

    from gate.judged import Judged
    from gate.judgement import Line

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


def power_of(
    path: Path, *, pilot: Path | None = None, base: str | None = None, profile: str | None = None
) -> list[Sizing]:
    """Size every check that has a tolerance.

    The spread of the items' differences comes from the baseline and the run (``pilot``, or the
    config's own) where at least ten items differ; otherwise it is assumed from how much the items
    differ among themselves, as if the two systems' items correlated at 0.9.

    Args:
        path: A config.
        pilot: A run to take as the second of the pair.
        base: Where the baseline is taken from.
        profile: One of the config's profiles.

    Raises:
        GateError: As :func:`gate.pipeline.check`.
    """
    asked = inputs.read(path, run=pilot, base=base, profile=profile)
    judged = pipeline.judge(asked, first_run_passes=True)
    tolerated = [line for line in judged.lines if line.blocks and line.rule.since is None]
    return [_size(line, judged, len(tolerated)) for line in tolerated]


def _size(line: Line, judged: Judged, family: int) -> Sizing:
    comparison, lineup = line.comparison, judged.lineup
    score = comparison.candidate.score if comparison else line.candidate.score
    clusters = comparison.clusters if comparison else lineup.clusters(lineup.sample)
    critical = critical_value(line.chance, alpha=judged.inputs.config.decision.chance, family=family)
    before = comparison.baseline.score.value if comparison else score.value
    tolerance = tolerance_in_unit(line.rule, before)
    seen = line.power or of_level(score, clusters, tolerance=tolerance, critical=critical)
    units = len(by_unit(score.share, score.rows, clusters))
    return Sizing(
        line.rule.identity,
        score.n,
        tolerance,
        seen.spread,
        seen.assumed,
        seen.detectable,
        seen.needed,
        _table(seen.spread, tolerance or 0.0, critical, items_per_unit=score.n / max(1, units)),
    )


def _table(
    spread: float, tolerance: float, critical: float, *, items_per_unit: float
) -> tuple[tuple[int, float], ...]:
    if not spread > 0:
        return ()
    units = [(n, max(1, round(n / items_per_unit))) for n in SIZES]
    return tuple((n, power.detectable(spread, g, tolerance=tolerance, critical=critical)) for n, g in units)
