"""Everything a check reads, read once: config, golden set, run, baseline."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gate import config as configs
from gate import readers, systems
from gate.config.absent import absent, absent_arguments
from gate.config.agreement import disagreements
from gate.config.classes import with_keys
from gate.errors import NoAnswerError, Problem, QuestionError, raise_all
from gate.golden import Edits, GoldenItem, GoldenSet, edits
from gate.history import place, tallies
from gate.inputs.anchoring import find_anchor
from gate.inputs.basis import (
    aged,
    brought_along,
    find_baseline,
    laundered,
    told_of_dropped,
    told_of_plugins,
    truth_of,
)
from gate.inputs.calibrations import calibrations
from gate.inputs.catalogues import golden_with_catalogue, unfit_catalogue
from gate.inputs.former import as_base_has_it, removed, told_of_edits
from gate.inputs.outage import refuse_outage
from gate.inputs.plausible import implausible
from gate.notice import Notice
from gate.source import FileSource
from gate.systems import files
from gate.systems.checks import checked, edited

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.config import Config
    from gate.inputs.calibrations import Calibration
    from gate.run import Run
    from gate.stats.breakage import Tally
    from gate.stores.pair import Stored
    from gate.surroundings import Base


@dataclass(frozen=True, slots=True)
class Reference:
    """A fixed run to compare with, beside the baseline.

    Attributes:
        stored: As it was found.
        run: What it answered.
        edits: How the golden set differs from the one it was recorded on.
        name: What the config calls it.
    """

    stored: Stored
    run: Run
    edits: Edits
    name: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """What one config is about, as it was found.

    Attributes:
        config: The question.
        golden: What is right.
        run: What the candidate answered.
        stored: The baseline; ``None`` if there is none.
        baseline_run: What the baseline answered; ``None`` if there is none.
        edits: How the golden set differs from the baseline's; ``None`` without one.
        base: Where the baseline was looked for.
        notices: What a reader should know about the base and the files.
        truth: The commit whose rules the change is held to, whatever its own config says.
        anchor: The fixed reference; ``None`` if the config names none, or it was not found.
        removed: Golden items that the baseline knows and the change removed, as far as the base has them.
        judges: What the judges that its metrics rely on were measured on, by the path of their config.
        accepted: What harmless accepted changes did to the items of each check; empty unless the config
            learns from its history.
        sources: Digest of the source of each function that checks answers.
    """

    config: Config
    golden: GoldenSet
    run: Run
    stored: Stored | None
    baseline_run: Run | None
    edits: Edits | None
    base: Base
    notices: tuple[Notice, ...]
    truth: Base
    anchor: Reference | None = None
    removed: tuple[GoldenItem, ...] = ()
    accepted: Mapping[str, Sequence[Tally]] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    judges: Mapping[str, Calibration] = field(default_factory=dict)


def read(
    path: Path, *, run: Path | None = None, base: str | None = None, profile: str | None = None
) -> Inputs:
    """Read everything that ``path`` asks for.

    Args:
        path: A config.
        run: A run file to judge instead of the config's own.
        base: Where the baseline is taken from: a git revision, or ``"worktree"``; the config's
            ``baseline.from`` by default.
        profile: One of the config's profiles.

    Raises:
        QuestionError: Config, golden set or run are malformed.
        NoAnswerError: The baseline is damaged, or its commit is not there.
        SystemFailedError: Too many answers of the run say ``error``.
    """
    config = configs.load(path, profile=profile)
    golden = golden_with_catalogue(
        config, absent(config, ("system",)) if run is None else absent_arguments("run", run)
    )
    raise_all([*disagreements(config, golden), *unfit_catalogue(config, golden)])
    candidate = systems.answers(config, golden) if run is None else _run_of(run, config, golden)
    raise_all(implausible(config, golden, candidate))
    refuse_outage(candidate, golden, config)
    found, where = find_baseline(config, base)
    truth = where if base or config.baseline.base is None else truth_of(config)
    notices = [*golden.notices, *candidate.notices]
    if where.notice:
        notices.append(Notice("base", where.notice))
    notices += [*told_of_edits(config, truth), *told_of_dropped(config, truth)]
    if found is not None and not where.is_worktree:
        notices += [*laundered(config, found, where), *aged(config, found, where)]
    elif not where.is_worktree:
        found, extra = brought_along(config, where)
        notices += extra
    return join(config, golden, candidate, found, where, notices, truth=truth)


def read_system(
    path: Path, *, run: Path | None = None, base: str | None = None, profile: str | None = None
) -> Inputs:
    """Read one system to stand on both sides, and the golden items that it was asked.

    That is what the stored baseline answered; without one, the config's own run.

    Args:
        path: A config.
        run: A run file to take instead.
        base: Where the baseline is taken from, as in :func:`read`.
        profile: One of the config's profiles.

    Raises:
        QuestionError: Config, golden set or run are malformed.
        NoAnswerError: The baseline is damaged, or the system was asked none of the golden items.
        SystemFailedError: Too many answers of the run say ``error``.
    """
    config = configs.load(path, profile=profile)
    golden = golden_with_catalogue(config, absent_arguments("run", run) if run is not None else ())
    raise_all([*disagreements(config, golden), *unfit_catalogue(config, golden)])
    found, where = find_baseline(config, base)
    if found is None and not where.is_worktree:
        found, _ = brought_along(config, where)
    if run is None and found is not None:
        system, differing = _of_stored(found, config, golden)
        if not differing.shared:
            fix = f"`gate accept {config.shown} --reason …` records a baseline on today's golden set"
            raise NoAnswerError(
                Problem(
                    "the baseline was asked none of today's golden items",
                    found.shown,
                    fix,
                    code="unknown_ids",
                )
            )
        kept = {i: golden.items[i] for i in differing.shared}
        golden = GoldenSet(kept, golden.source, catalogue=golden.catalogue)
    else:
        system = systems.answers(config, golden) if run is None else _run_of(run, config, golden)
        refuse_outage(system, golden, config)
    raise_all(implausible(config, golden, system))
    system = system.only(golden.items)
    if not system.answers:
        fix = "compare the ids in both files"
        raise NoAnswerError(
            Problem("it answers none of the golden items", system.source, fix, code="unknown_ids")
        )
    same = edits(golden, golden.digests)
    judges = calibrations(config, where)
    return with_checks(Inputs(config, golden, system, found, system, same, where, (), where, judges=judges))


def join(
    config: Config,
    golden: GoldenSet,
    run: Run,
    found: Stored | None,
    where: Base,
    notices: list[Notice],
    *,
    truth: Base,
) -> Inputs:
    """Put together what was read: the baseline's answers, the anchor's, and how the golden set was edited.

    Args:
        config: The question.
        golden: What is right.
        run: What the candidate answered.
        found: The baseline; ``None`` if there is none.
        where: Where it was looked for.
        notices: What a reader should know.
        truth: The commit whose rules the change is held to.

    Raises:
        QuestionError: The baseline is of another task.
        NoAnswerError: The anchor is damaged.
    """
    anchor, told = find_anchor(config, where.revision)
    notices = [*notices, *told]
    then = None
    if anchor is not None:
        then = Reference(anchor.stored, *_of_stored(anchor.stored, config, golden), anchor.name)
    before, differing = _of_stored(found, config, golden) if found is not None else (None, None)
    accepted, learnt = _accepted(config, truth)
    notices += learnt
    notices += told_of_plugins(config, found) if found is not None else []
    gone = removed(config, differing, truth) if differing is not None else ()
    judges = calibrations(config, where)
    found_out = (found, before, differing, where, tuple(notices), truth)
    asked = Inputs(
        config, golden, run, *found_out, anchor=then, removed=gone, accepted=accepted, judges=judges
    )
    return with_checks(asked)


def with_checks(asked: Inputs) -> Inputs:
    """Put beside every answer what the user's functions say of it, where the config asks for such.

    Raises:
        QuestionError: There is no such function, or it fails on every item.
    """
    anchored = asked.anchor.run if asked.anchor is not None else None
    given = [run for run in (asked.run, asked.baseline_run, anchored) if run is not None]
    found = checked(asked.config, asked.golden, given)
    runs = iter(found.runs)
    before = asked.stored.summary.conditions if asked.stored is not None else {}
    return replace(
        asked,
        run=next(runs),
        baseline_run=None if asked.baseline_run is None else next(runs),
        anchor=None if asked.anchor is None else replace(asked.anchor, run=next(runs)),
        sources=found.sources,
        notices=(*asked.notices, *found.notices, *edited(found.sources, before)),
    )


def _accepted(config: Config, where: Base) -> tuple[dict[str, list[Tally]], list[Notice]]:
    """Learn from the history as the base has it, so that neither a change nor a rerun adds to it."""
    if not config.decision.learn:
        return {}, []
    file = place(config)
    if where.revision is None:
        return tallies(file.read().entries, config.name), []
    data = as_base_has_it(file.path, where)
    if data is None:
        text = (
            f"`decision.learn` is set, and the base ({where.how}) has no history {file.shown}: nothing was "
            "learnt from accepted changes; commit it"
        )
        return {}, [Notice("nothing_to_learn_from", text)]
    return tallies(file.parse(data).entries, config.name), []


def _of_stored(found: Stored, config: Config, golden: GoldenSet) -> tuple[Run, Edits]:
    """Return what a stored baseline answered, and how the golden set was edited since."""
    _refuse_other_task(found, config)
    source = FileSource(Path(found.shown), found.summary.run.file, "jsonl")
    run = readers.parse_run(found.answers, source, config.task)
    return run, edits(golden, found.summary.item_digests)


def _run_of(run: Path, config: Config, golden: GoldenSet) -> Run:
    source = FileSource(run, str(run), readers=config.own.readers)
    return files.produce(with_keys(source, config, golden), config.task)


def _refuse_other_task(found: Stored, config: Config) -> None:
    if found.summary.task != config.task:
        raise QuestionError(
            Problem(
                f"the baseline is of task {found.summary.task!r}, the config of {config.task!r}",
                found.shown,
                "give the config another `name`",
                code="baseline_of_another_task",
            )
        )
