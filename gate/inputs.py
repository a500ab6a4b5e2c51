"""Everything a check reads, read once: config, golden set, run, baseline."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate import config as configs
from gate import readers, surroundings
from gate.config.agreement import disagreements
from gate.errors import Problem, QuestionError, SystemFailedError, raise_all
from gate.golden import Edits, GoldenSet, edits
from gate.notice import Notice
from gate.source import FileSource
from gate.stores.folder import FolderStore
from gate.stores.git import GitStore
from gate.surroundings import Base
from gate.systems import files

if TYPE_CHECKING:

    from gate.config import Config
    from gate.run import Run
    from gate.stores.pair import Stored

MAX_ERRORS = 0.02
"""Share of answers that may say ``error`` before the system counts as failed; a config can raise it."""


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
    """

    config: Config
    golden: GoldenSet
    run: Run
    stored: Stored | None
    baseline_run: Run | None
    edits: Edits | None
    base: Base
    notices: tuple[Notice, ...]


def read(path: Path, *, run: Path | None = None, base: str | None = None) -> Inputs:
    """Read everything that ``path`` asks for.

    Args:
        path: A config.
        run: A run file to judge instead of the config's own.
        base: Where the baseline is taken from: a git revision, or ``"worktree"``; the config's
            ``baseline.from`` by default.

    Raises:
        QuestionError: Config, golden set or run are malformed.
        NoAnswerError: The baseline is damaged, or its commit is not there.
        SystemFailedError: Too many answers of the run say ``error``.
    """
    config = configs.load(path)
    golden = readers.read_golden(config.golden_source, config.task)
    raise_all(disagreements(config, golden))
    candidate = files.produce(_run_source(config, run), config.task)
    _refuse_failures(candidate, config)
    found, where = find_baseline(config, base)
    notices = [*golden.notices, *candidate.notices]
    if where.notice:
        notices.append(Notice("base", where.notice))
    notices += _edited(config, where)
    if found is None and not where.is_worktree:
        found, extra = _brought_along(config, where)
        notices += extra
    stored_run, differing = None, None
    if found is not None:
        _refuse_other_task(found, config)
        source = FileSource(Path(found.shown), found.summary.run.file, "jsonl")
        stored_run = readers.parse_run(found.answers, source, config.task)
        differing = edits(golden, found.summary.item_digests)
    return Inputs(config, golden, candidate, found, stored_run, differing, where, tuple(notices))


def find_baseline(config: Config, base: str | None) -> tuple[Stored | None, Base]:
    """Look the baseline up where the config, or ``base``, says; also say where that was."""
    where = surroundings.base(config.path, base or config.baseline.base)
    store = folder_store(config)
    if where.revision is None:
        return store.load(config.name), where
    top = surroundings.repository(config.path)
    inside = surroundings.relative(top, store.root) if top else None
    if top is None or inside is None:
        outside = f"{store.shown} lies outside the repository, so it has no history"
        return store.load(config.name), Base(None, "the folder itself", outside)
    shown = f"{inside} at {where.revision[:12]}"
    return GitStore(top, where.revision, inside, shown).load(config.name), where


def folder_store(config: Config) -> FolderStore:
    """Return the folder that the config keeps its baseline in."""
    root = Path(normpath(config.path.parent / config.baseline.store))
    return FolderStore(root, normpath(Path(config.shown).parent / config.baseline.store))


def _run_source(config: Config, run: Path | None) -> FileSource:
    if run is not None:
        return FileSource(run, str(run))
    source = config.run_source
    if source is None:
        raise QuestionError(
            Problem(
                "no run to judge: the config names none",
                config.shown,
                "write `system: {run: PATH}`, or pass --run PATH",
            )
        )
    return source


def _refuse_failures(run: Run, config: Config) -> None:
    errored = [answer for answer in run if answer.error is not None]
    allowed = max(MAX_ERRORS, config.max_errors)
    if run.answers and len(errored) > allowed * len(run):
        example = errored[0]
        raise SystemFailedError(
            Problem(
                f"{len(errored):,} of {len(run):,} answers are errors, more than {100 * allowed:g} %; "
                f"{example.id!r} says {example.error!r}",
                run.source,
                "find out why the system failed, and run it again",
            )
        )


def _edited(config: Config, where: Base) -> list[Notice]:
    """Say aloud that a change edits the very rules or judgements it is judged by."""
    top = surroundings.repository(config.path) if where.revision is not None else None
    if top is None or where.revision is None:
        return []
    edited = []
    for path in (config.path, config.golden_source.path):
        inside = surroundings.relative(top, path)
        if inside is None or not path.is_file():
            continue
        before = surroundings.show(top, where.revision, inside)
        if before is not None and before.splitlines() != path.read_bytes().splitlines():
            edited.append(inside)
    if not edited:
        return []
    text = (
        f"this change edits what it is judged by: {' and '.join(edited)}; the rules and judgements are "
        "those of the change, so read its diff"
    )
    return [Notice("rules_edited", text)]


def _brought_along(config: Config, where: Base) -> tuple[Stored | None, list[Notice]]:
    """Take the work tree's baseline where the base never had one: a gate has to start somewhere."""
    found = folder_store(config).load(config.name)
    if found is None:
        return None, []
    text = (
        f"the base ({where.how}) has no baseline {config.name!r}: "
        "compared with the one that this change brings"
    )
    return found, [Notice("baseline_is_new", text)]


def _refuse_other_task(found: Stored, config: Config) -> None:
    if found.summary.task != config.task:
        raise QuestionError(
            Problem(
                f"the baseline is of task {found.summary.task!r}, the config of {config.task!r}",
                found.shown,
                "give the config another `name`",
            )
        )
