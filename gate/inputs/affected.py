"""Whether a change can move an answer at all, by the files it touches."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate import git
from gate.config import load
from gate.errors import QuestionError
from gate.inputs.basis import base_of, folder_store
from gate.stores import pair
from gate.surroundings import relative, repository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.config import Config
    from gate.surroundings import Base


@dataclass(frozen=True, slots=True)
class Untouched:
    """A change that touches nothing a config rests on.

    Attributes:
        base: What it is counted from.
        changed: Files it touches.
    """

    base: Base
    changed: int


def untouched(config: Config, *, run: Path | None = None, base: str | None = None) -> Untouched | None:
    """Say that a change cannot move an answer; ``None`` where it can, or where nobody knows.

    The config, its golden set, its baseline and its run always count, besides what ``paths`` names, and so
    do the configs of judges that it relies on, with theirs. A
    config without ``paths`` is always affected, and so is everything outside git and on the default branch,
    where a push may hold more commits than the last. A file that git does not keep counts as changed
    if it is there: it may have been made for this very check.

    Args:
        config: The question, with its ``paths``.
        run: A run file to judge instead of the config's own.
        base: As for :func:`gate.surroundings.base`.

    Raises:
        QuestionError: A pattern leads out of the repository, or begins with ``!``.
        NoAnswerError: There is no base.
    """
    top = repository(config.path) if config.paths else None
    if top is None:
        return None
    patterns = [_pattern(text, config, top) for text in config.paths]
    where = base_of(config, base)
    if where.revision is None or not where.is_whole:
        return None
    changed = git.touched(top, where.revision)
    if git.touched(top, where.revision, patterns):
        return None
    for path in _own(config, run):
        if _may_differ(path, top, changed):
            return None
    return Untouched(where, len(changed))


def _pattern(text: str, config: Config, top: Path) -> str:
    """Turn a pattern relative to the config into one of git's, relative to the top."""
    if text.startswith("!"):
        fix = "name what can change an answer; everything else cannot"
        raise QuestionError(config.problem(("paths",), f"{text!r} excludes, which is not possible", fix=fix))
    folder = os.path.relpath(config.path.parent.resolve(), top.resolve()).replace(os.sep, "/")
    joined = normpath(f"{folder}/{text}").replace(os.sep, "/")
    if text.startswith("/") or joined == ".." or joined.startswith("../"):
        fix = "patterns are relative to the config: '../src/**'"
        raise QuestionError(config.problem(("paths",), f"{text!r} leads out of the repository", fix=fix))
    return f":(top,glob){joined}"


def _own(config: Config, run: Path | None) -> Iterator[Path]:
    """Yield what a check reads, whatever ``paths`` says."""
    yield from _bar(config)
    for name in dict.fromkeys(rule.judge.config for rule in config.checks if rule.judge is not None):
        path = config.path.parent / name
        yield path
        with suppress(QuestionError):  # what is wrong with it, the check itself says
            yield from _bar(load(path))
    source = config.run_source
    if run is not None:
        yield run
    elif source is not None:
        yield source.path
    yield from config.own.paths


def _bar(config: Config) -> Iterator[Path]:
    """Yield what answers are held to: config, golden set, catalogue, baseline, and a judge's rubric."""
    yield config.path
    yield config.golden_source.path
    yield from (source.path for source in config.catalogue_sources)
    root = folder_store(config).root
    yield from (root / name for name in (pair.summary_file(config.name), *pair.run_files(config.name)))
    rubric = config.judge.rubric_file(config.path.parent) if config.judge is not None else None
    if rubric is not None:
        yield rubric


def _may_differ(path: Path, top: Path, changed: list[str]) -> bool:
    """Whether a file, or anything in a folder, may differ from what the base has."""
    for each in {Path(os.path.abspath(path)), path.resolve()}:  # noqa: PTH100 - a link itself counts, too
        inside = _as_written(top, each)
        if inside is None or (each.exists() and repository(each) != repository(top)):
            if each.exists():
                return True
            continue
        if any(name == inside or name.startswith(f"{inside}/") for name in changed):
            return True
        if each.exists() and git.ignored(top, inside):
            return True
    return False


def _as_written(top: Path, path: Path) -> str | None:
    """Return ``path`` from the top of a repository without following a link at its end."""
    folder = relative(top, path.parent)
    return None if folder is None else normpath(f"{folder}/{path.name}").replace(os.sep, "/")
