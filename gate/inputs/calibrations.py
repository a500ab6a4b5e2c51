"""What the judges that a config relies on were last measured on."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate import config as configs
from gate import readers, surroundings
from gate.config.absent import absent
from gate.config.agreement import disagreements
from gate.config.judge import identity_of
from gate.errors import Problem, QuestionError, raise_all
from gate.golden import GoldenSet
from gate.inputs.basis import brought_along, find_baseline
from gate.inputs.former import golden_as_base_has_it
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.config import CheckRule, Config
    from gate.run import Run
    from gate.stores.pair import Stored
    from gate.surroundings import Base


@dataclass(frozen=True, slots=True)
class Calibration:
    """A judge as its own config has it, and what its baseline says of it.

    Attributes:
        config: The judge's config, of `task: judge`.
        identity: Which judge it is today.
        golden: What people said, of the items that the baseline was asked; empty without one.
        run: What the judge said of them; ``None`` without a baseline.
        stored: The baseline; ``None`` if there is none.
    """

    config: Config
    identity: str
    golden: GoldenSet
    run: Run | None
    stored: Stored | None

    @property
    def recorded(self) -> str | None:
        """Which judge the baseline is of; ``None`` where it does not say."""
        return self.stored.summary.conditions.get("judge") if self.stored is not None else None


def calibrations(config: Config, where: Base) -> dict[str, Calibration]:
    """Read every judge that a config relies on, as the base has its baseline and its labels.

    A change can thereby not lift its own judge: neither by a new baseline, nor by other labels.

    Args:
        config: The question.
        where: Where its own baseline was looked for.

    Returns:
        ``{path as the config has it: what the judge was measured on}``.

    Raises:
        QuestionError: There is no such config, it is of another task, or it or its golden set is malformed.
        NoAnswerError: Its baseline is damaged.
    """
    rules = [*config.checks, *(each.check for each in config.slice_checks)]
    found: dict[str, Calibration] = {}
    for rule in rules:
        if rule.judge is None:
            continue
        if rule.judge.config not in found:
            found[rule.judge.config] = _read(config, rule, rule.judge.config, where)
        judge = found[rule.judge.config].config
        if "judge" in rule.metric.needs and judge.positive is None:
            what = f"{rule.spec} corrects a rate of passes, and this does not say which verdict is one"
            raise QuestionError(
                Problem(what, judge.shown, "write `positive: VERDICT`", code="judge_incomplete")
            )
    return found


def identities(config: Config, judges: Mapping[str, Calibration]) -> list[tuple[str, str]]:
    """Return which judges a config's numbers hang on, as conditions that reports and baselines hold."""
    own = identity_of(config.judge, config.path)
    found = [] if own is None else [("judge", own)]
    asked = {name_of(rule): rule.judge.config for rule in config.checks if rule.judge is not None}
    return found + [(name, judges[path].identity) for name, path in asked.items() if path in judges]


def name_of(rule: CheckRule) -> str:
    """Return what conditions call the judge of a check that relies on one, or that measures one."""
    return "judge" if rule.judge is None else f"judge of {rule.spec}"


def _read(config: Config, rule: CheckRule, named: str, where: Base) -> Calibration:
    path = Path(normpath(Path(config.shown).parent / named))
    judge = configs.parse(
        configs.text_of(config.path.parent / named),
        shown=str(path),
        folder=(config.path.parent / named).parent,
    )
    if judge.task != "judge":
        what = f"{named!r} is of task {judge.task!r}, and what measures a judge is of `task: judge`"
        fix = "name the config that measures the judge, or write `task: judge` there"
        raise QuestionError(Problem(what, f"{config.shown}:{rule.line}", fix, code="judge_incomplete"))
    raise_all(absent(judge, ("judge",)))
    identity = identity_of(judge.judge, judge.path)
    assert identity is not None, "a config of a judge says which one"
    stored, at_base = find_baseline(judge, where.revision or surroundings.WORKTREE)
    if stored is None and not at_base.is_worktree:
        stored, _ = brought_along(judge, at_base)
    golden = golden_as_base_has_it(judge.golden_source, "judge", at_base)
    if golden is None:
        raise_all(absent(judge, ("golden_set",)))
        golden = readers.read_golden(judge.golden_source, "judge")
    raise_all(disagreements(judge, golden))
    if stored is None:
        return Calibration(judge, identity, GoldenSet({}, golden.source), None, None)
    source = FileSource(Path(stored.shown), stored.summary.run.file, "jsonl")
    run = readers.parse_run(stored.answers, source, "judge")
    asked = {i: item for i, item in golden.items.items() if i in stored.summary.item_digests}
    return Calibration(judge, identity, GoldenSet(asked, golden.source), run, stored)
