"""Everything that was decided about one config, with what it was decided from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gate.verdict import Mode, Outcome, Reason, Verdict, exit_code

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.errors import ExitCode
    from gate.inputs.reading import Inputs
    from gate.judgement.bounds import Bounds
    from gate.judgement.checks import Line
    from gate.judgement.critical import Critical
    from gate.judgement.standing import Standing
    from gate.lineup import Lineup
    from gate.run import Run
    from gate.samples.kinds import Sample
    from gate.stores.summary import Level as RecordedLevel


@dataclass(frozen=True, slots=True)
class Judged:
    """What was read, how it was lined up, and the decision on every check.

    Attributes:
        inputs: What was read.
        lineup: The runs as samples.
        lines: One a check: the config's own in its order, then slices, then those against the anchor.
        critical: What became of the critical items; ``None`` where there are none.
        bounds: Of each check, by name, what unanswered items could have turned it into.
        standings: Of each check that relies on a judge, by name, whether the judge may be relied on.
    """

    inputs: Inputs
    lineup: Lineup
    lines: tuple[Line, ...]
    critical: Critical | None
    bounds: Mapping[str, Bounds]
    standings: Mapping[str, Standing] = field(default_factory=dict)

    def sides(self, line: Line) -> tuple[tuple[Run, Sample], tuple[Run, Sample]]:
        """Return run and sample of both sides of a line that has a comparison, on the paired items."""
        if line.rule.since is not None:
            assert self.inputs.anchor is not None
            assert self.lineup.anchored is not None
            before, samples = self.inputs.anchor.run, self.lineup.anchored
        else:
            assert self.inputs.baseline_run is not None
            assert self.lineup.shared is not None
            before, samples = self.inputs.baseline_run, self.lineup.shared
        return (before, samples[0]), (self.inputs.run, samples[1])

    @property
    def vanished(self) -> tuple[RecordedLevel, ...]:
        """The baseline's checks that the config no longer asks for; a profile may ask for fewer."""
        if self.inputs.stored is None or self.inputs.config.profile is not None:
            return ()
        asked = {line.rule.identity for line in self.lines} | {"error_rate"}
        return tuple(c for c in self.inputs.stored.summary.checks if c.name not in asked)

    @property
    def code(self) -> ExitCode:
        """What the process should end with, ``report_only`` not yet applied."""
        told = [(line.verdict, line.rule.role) for line in self.lines]
        if self.critical is not None:
            told.append((self.critical.verdict, "guard"))
        gone = Verdict(Outcome.NOT_COMPARABLE, Reason.VANISHED, "")
        told += [(gone, "guard") for _ in self.vanished]
        decision = self.inputs.config.decision
        return exit_code(told, mode=Mode(decision.mode), fail_on=decision.fail_on)
