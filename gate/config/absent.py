"""Files and folders that a config, or a call, names, and which of them are not there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gate.config.catalogue import Function
from gate.config.load import line_of
from gate.config.system import FILES
from gate.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from gate import yaml_source
    from gate.config.models import Config
    from gate.config.monitor import MonitorConfig
    from gate.source import FileSource

    _Named = tuple[yaml_source.Path, FileSource, str]

QUESTION = ("golden_set", "catalogue", "judge", "metrics")
"""Keys whose files every check needs; `system` is left to those who ask it, or read its run."""


def absent(config: Config, keys: Container[str] = QUESTION) -> list[Problem]:
    """Return what is named under ``keys`` and is not there, each with its line, in the order of the lines."""
    return _problems(config, (named for named in _named(config) if named[0][0] in keys))


def paths_of(config: Config) -> list[Path]:
    """Return every file and folder that ``config`` names."""
    return [*(source.path for _, source, _ in _named(config)), *config.own.paths]


def absent_windows(config: MonitorConfig, window: Path | None) -> list[Problem]:
    """Return what a config of `gate monitor` names and is not there, like :func:`absent`.

    Args:
        config: The config.
        window: A file that the call names instead of the config's window.
    """
    given: dict[yaml_source.Path, str | None] = {("golden",): config.golden, ("reference",): config.reference}
    if window is None:
        given["window",] = config.window
    if (vectors := config.embeddings) is not None:
        given |= {("embeddings", "reference"): vectors.reference, ("embeddings", "window"): vectors.window}
    words = {"golden": "config", "reference": "reference", "window": "window"}
    named = [(at, config.beside(path), words[str(at[-1])]) for at, path in given.items() if path is not None]
    return [*_problems(config, named), *absent_arguments("window", *([] if window is None else [window]))]


def absent_arguments(what: str, *paths: Path) -> list[Problem]:
    """Return what a call names and is not there; ``what`` is what it should be, as in "run"."""
    fix = "check the path; it is relative to the working directory"
    missing = [str(path) for path in paths if not is_there(path)]
    return [Problem(f"there is no such {what}", path, fix, code="file_missing") for path in missing]


def is_there(path: Path) -> bool:
    """Say whether there is anything at ``path``; where that cannot be told, its reader says why."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True


def _problems(config: Config | MonitorConfig, named: Iterable[_Named]) -> list[Problem]:
    found = []
    for place, source, what in named:
        if not is_there(source.path):
            fix = "check the path; it is relative to the config"
            fix += "; a rubric of one word is taken for a path" if what == "rubric" else ""
            text = f"{source.shown}: there is no such {what}"
            found.append(config.problem(place, text, fix=fix, code="file_missing"))
    return sorted(found, key=line_of)


def _named(config: Config) -> Iterator[_Named]:
    """Yield where the config names a file or folder, the path, and what it should be."""
    yield ("golden_set", "path"), config.golden_source, "golden set"
    system = config.system
    if system is not None and system.file is not None:
        key = next(key for key in FILES if getattr(system, key) is not None)
        yield ("system", key, "path"), config.source_of(system.file), "run"
    elif system is not None and system.kind is not None and system.http is None:
        yield ("system", "folder"), config.beside(system.folder), "folder"
    for key in ("items", "interactions", "similarity"):
        file = getattr(config.catalogue, key, None)
        if isinstance(file, Function):
            yield ("catalogue", key, "folder"), config.beside(file.folder), "folder"
        elif file is not None:
            yield ("catalogue", key, "path"), config.source_of(file), "catalogue"
    if config.judge is not None and config.judge.rubric_file(Path()) is not None:
        yield ("judge", "rubric"), config.beside(str(config.judge.rubric)), "rubric"
    for key, rule in config.by_key.items():
        if rule.judge is not None:
            place = ("metrics", key, "requires_judge", "config")
            yield place, config.beside(rule.judge.config), "config of a judge"
