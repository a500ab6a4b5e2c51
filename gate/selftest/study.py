"""The whole self-test of one config: what it runs, and what that says of the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.inputs import reading
from gate.report.simulated import Study
from gate.selftest.scenarios import Scenarios

if TYPE_CHECKING:
    from pathlib import Path

    from gate.inputs.reading import Inputs

PLANTED = 4
"""Harmless changes to one faulty change: rare alarms take many to count, and power few."""


def simulate(
    path: Path,
    *,
    simulations: int,
    seed: int = 1,
    run: Path | None = None,
    base: str | None = None,
    profile: str | None = None,
) -> Study:
    """Try a config's gate on its own golden set: with nothing changed, with noise, with planted faults.

    Args:
        path: A config.
        simulations: Harmless changes of each kind, at least 1; of faulty ones there is one to four.
        seed: Any whole number.
        run: A run to take as the system instead of the baseline.
        base: Where the baseline is taken from.
        profile: One of the config's profiles.

    Raises:
        GateError: As :func:`gate.inputs.reading.read_system`.
    """
    asked = reading.read_system(path, run=run, base=base, profile=profile)
    config = asked.config
    planted = max(1, simulations // PLANTED)
    scenarios = Scenarios(asked, simulations=simulations, planted=planted, seed=seed)
    bench = scenarios.bench
    rows = tuple(scenarios.rows()) if bench.names else ()
    return Study(
        name=config.name,
        system=_system(asked, run),
        items=len(bench.lineup.sample.ids),
        clusters=None if bench.clusters is None else len(bench.clusters.names),
        mode=config.decision.mode,
        alpha=config.decision.chance,
        seed=seed,
        headline=None if bench.headline is None else bench.headline.identity,
        tolerance=scenarios.tolerance(),
        points=bench.headline is not None and bench.headline.metric.bounds == (0, 1),
        rows=rows,
        remarks=(*scenarios.remarks, *_left_out(asked)),
    )


def _system(asked: Inputs, run: Path | None) -> str:
    if run is None and asked.stored is not None:
        return f"the stored baseline, {asked.stored.shown}"
    return f"the run {asked.run.source}" + ("" if run is not None else ", since there is no baseline")


def _left_out(asked: Inputs) -> list[str]:
    found = []
    if asked.config.anchor is not None:
        found.append("checks against the anchor are left out")
    if asked.config.decision.learn:
        found.append("what was learnt from accepted changes plays no part")
    return found
