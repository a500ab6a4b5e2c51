"""Power of a config's checks: what this golden set could see, and how large it would have to be."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate import pipeline
from gate.inputs import reading
from gate.judgement.checks import Case, judge_all, tolerance_in_unit
from gate.judgement.judged import Judged
from gate.judgement.sensitivity import by_unit, critical_value, of_level
from gate.lineup import line_up
from gate.measuring.levels import Sampling
from gate.stats import power

if TYPE_CHECKING:
    from pathlib import Path

    from gate.inputs.reading import Inputs
    from gate.judgement.checks import Line

SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
"""Golden-set sizes that the table goes through."""


@dataclass(frozen=True, slots=True)
class Sizing:
    """Power of one check.

    Attributes:
        name: Metric and slice.
        n: Items it has now.
        units: Clusters among them, or the items where each stands alone.
        tolerance: In the metric's unit; ``None`` if it has none.
        spread: Standard deviation of the items' differences.
        assumed: Whether the spread is an assumption, for want of two runs that differ enough.
        detectable: Smallest drop seen in 4 of 5 cases with ``n`` items; NaN if unknown.
        beyond: Smallest drop shown to be larger than the tolerance in 4 of 5 cases; NaN if unknown.
        needed: Items that the tolerance would need; ``None`` without one.
        certified: Items at which ``strict`` passes a change that does no harm, in 4 of 5 cases; ``None``
            without a tolerance above 0.
        table: ``(items, smallest drop seen)`` pairs.
    """

    name: str
    n: int
    units: int
    tolerance: float | None
    spread: float
    assumed: bool
    detectable: float
    beyond: float
    needed: int | None
    certified: int | None
    table: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Sizings:
    """Power of a config.

    Attributes:
        name: The config's.
        config: Its path, as it was given.
        mode: How strictly it judges.
        alpha: Chance, over all checks together, of blocking a harmless change, in (0, 1).
        broken: How many more units must break than mend before one check alone can block; ``None`` where
            chance plays no part.
        checks: Every check that has a tolerance and may block.
    """

    name: str
    config: str
    mode: str
    alpha: float
    broken: int | None
    checks: tuple[Sizing, ...]


def power_of(
    path: Path,
    *,
    pilot: Path | None = None,
    other: Path | None = None,
    base: str | None = None,
    profile: str | None = None,
) -> Sizings:
    """Size every check that has a tolerance.

    The spread of the items' differences comes from the baseline and the run (``pilot``, or the
    config's own), or from two pilot runs, where at least ten items differ; otherwise it is assumed from
    how much the items differ among themselves, as if the two systems' items correlated at 0.9.

    Args:
        path: A config.
        pilot: A run to take as the second of the pair.
        other: A run to take as the first of the pair, instead of the baseline.
        base: Where the baseline is taken from.
        profile: One of the config's profiles.

    Raises:
        GateError: As :func:`gate.pipeline.check`.
    """
    if other is None:
        asked = reading.read(path, run=pilot, base=base, profile=profile)
        judged = pipeline.judge(asked, first_run_passes=True)
    else:
        asked = reading.read_system(path, run=pilot, base=base, profile=profile)
        first = reading.read_system(path, run=other, base=base, profile=profile)
        judged = _as_pair(replace(asked, baseline_run=first.run))
    config = asked.config
    tolerated = [line for line in judged.lines if line.blocks and line.rule.since is None]
    mode, alpha = config.decision.mode, config.decision.chance
    return Sizings(
        config.name,
        config.shown,
        mode,
        alpha,
        None if mode == "point" else power.broken_needed(alpha),
        tuple(_size(line, judged, len(tolerated)) for line in tolerated),
    )


def _as_pair(asked: Inputs) -> Judged:
    """Judge two runs that need no baseline to be compared."""
    lineup, interval = line_up(asked), asked.config.interval
    rules = pipeline.rules_of(asked)
    pipeline.refuse_unanswerable(rules, lineup.sample, asked.config)
    sampling = Sampling(interval.confidence, 0, interval.seed, levels=False)
    candidates, comparisons, _ = pipeline.measure_both(rules, lineup, sampling)
    cases = [Case(*each) for each in zip(rules, candidates, comparisons, strict=True)]
    lines = judge_all(cases, terms=pipeline.terms_of(asked.config, lineup))
    return Judged(asked, lineup, tuple(lines), None, {})


def _size(line: Line, judged: Judged, family: int) -> Sizing:
    comparison, lineup, config = line.comparison, judged.lineup, judged.inputs.config
    score = comparison.candidate.score if comparison else line.candidate.score
    clusters = comparison.clusters if comparison else lineup.clusters(lineup.sample)
    critical = critical_value(line.chance, alpha=config.decision.chance, family=family)
    before = comparison.baseline.score.value if comparison else score.value
    tolerance = tolerance_in_unit(line.rule, before)
    seen = line.power or of_level(score, clusters, tolerance=tolerance, critical=critical)
    units = len(by_unit(score.share, score.rows, clusters))
    known = seen.spread > 0 and units > 1
    beyond, certified = math.nan, None
    if known:
        beyond = power.beyond(seen.spread, units, tolerance=tolerance or 0.0, critical=critical)
    if known and tolerance:
        low, high = score.metric.bounds
        confidence = config.interval.confidence
        enough = power.certified(seen.spread, tolerance=tolerance, confidence=confidence, whole=high - low)
        certified = math.ceil(enough * score.n / units)
    return Sizing(
        line.rule.identity,
        score.n,
        units,
        tolerance,
        seen.spread,
        seen.assumed,
        seen.detectable,
        beyond,
        seen.needed,
        certified,
        _table(seen.spread, tolerance or 0.0, critical, items_per_unit=score.n / max(1, units)),
    )


def _table(
    spread: float, tolerance: float, critical: float, *, items_per_unit: float
) -> tuple[tuple[int, float], ...]:
    if not spread > 0:
        return ()
    units = [(n, max(1, round(n / items_per_unit))) for n in SIZES]
    return tuple((n, power.detectable(spread, g, tolerance=tolerance, critical=critical)) for n, g in units)
