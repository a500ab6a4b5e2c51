"""The whole self-test of one config: what it runs, and what that says of the gate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import inputs
from gate.errors import Problem, QuestionError
from gate.selftest.rates import Rate
from gate.selftest.scenarios import Scenarios

if TYPE_CHECKING:
    from pathlib import Path

    from gate.inputs import Inputs
    from gate.selftest.rates import Row

PLANTED = 4
"""Harmless changes to one faulty change: rare alarms take many to count, and power few."""

TASKS = ("retrieval", "classification", "multiclass", "multilabel")
"""Tasks whose answers can be perturbed."""


@dataclass(frozen=True, slots=True)
class Study:
    """What a self-test found.

    Attributes:
        name: The config's.
        system: What stood on both sides, in words.
        items: Items behind the checks.
        clusters: Clusters among them; ``None`` where items stand alone.
        mode: How strictly the config judges.
        alpha: Chance, over all checks together, of blocking a harmless change, that the config allows.
        seed: Of all simulations.
        headline: The check whose drops are planted; ``None`` if nothing is compared on the whole set.
        points: Whether that check lies between 0 and 1, so that people count it in points.
        rows: What was tried, in order.
        remarks: What was left out, and why.
    """

    name: str
    system: str
    items: int
    clusters: int | None
    mode: str
    alpha: float
    seed: int
    headline: str | None
    points: bool
    rows: tuple[Row, ...]
    remarks: tuple[str, ...]

    def of_kind(self, kind: str) -> list[Row]:
        """Return the rows of one kind."""
        return [row for row in self.rows if row.kind == kind]

    @property
    def false_alarms(self) -> Rate:
        """Harmless changes that were blocked, all strengths together."""
        return sum((row.red for row in self.of_kind("harmless")), Rate(0, 0))

    @property
    def typical(self) -> Row | None:
        """The planted drop that stands for all in a sentence: five points, or two tolerances."""
        rows = self.of_kind("diffuse")
        return rows[min(len(rows) - 1, 2 if self.points else 1)] if rows else None

    @property
    def over_budget(self) -> list[Row]:
        """Kinds of harmless change that are surely blocked more often than alpha allows."""
        rows = [*self.of_kind("identical"), *self.of_kind("harmless")]
        return [row for row in rows if row.red.low > (0 if row.kind == "identical" else self.alpha)]

    @property
    def promise(self) -> Rate | None:
        """How often the headline saw what it calls its smallest detectable drop; ``None`` if not tried."""
        rows = self.of_kind("detectable")
        return rows[0].checks[self.headline] if rows and self.headline is not None else None


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
        GateError: As :func:`gate.inputs.read_system`; or the task's answers cannot be perturbed.
    """
    asked = inputs.read_system(path, run=run, base=base, profile=profile)
    config = asked.config
    if config.task not in TASKS:
        what = f"the self-test knows {' and '.join(TASKS)}, not {config.task}"
        raise QuestionError(Problem(what, config.shown, code="selftest_unfit"))
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
