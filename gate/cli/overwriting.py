"""Files that a call reads and must not replace by what it writes."""

from __future__ import annotations

from os.path import isfile, realpath
from typing import TYPE_CHECKING

from gate.errors import GateError, Problem, raise_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def refuse_overwriting(outputs: Iterable[str], configs: Iterable[Path], *given: Path | None) -> None:
    """Refuse to write to what the call reads: a config, a file that one names, or another argument.

    Configs are looked into only where an output is a file that is there.

    Args:
        outputs: Paths to be written.
        configs: The configs of the call; what is wrong with one is left to its reader.
        *given: Other files that it reads.

    Raises:
        QuestionError: With every such output.
    """
    there = {realpath(path): path for path in outputs if isfile(path)}  # noqa: PTH113 - it never raises
    if not there:
        return
    read = {realpath(path) for path in (*_of_configs(configs), *given) if path is not None}
    fix = "choose another path"
    raise_all(
        Problem("it is read here, and would be replaced", path, fix, code="would_overwrite")
        for place, path in there.items()
        if place in read
    )


def _of_configs(configs: Iterable[Path]) -> Iterator[Path]:
    for path in configs:
        yield path
        for named in (_of_check, _of_monitor):
            try:
                yield from named(path)
            except GateError:
                continue


def _of_check(path: Path) -> list[Path]:
    from gate import config
    from gate.config.absent import paths_of
    from gate.inputs.basis import folder_store
    from gate.stores import pair

    found = config.load(path)
    baseline = (pair.summary_file(found.name), *pair.run_files(found.name))
    return [*paths_of(found), *(folder_store(found).root / name for name in baseline)]


def _of_monitor(path: Path) -> list[Path]:
    from gate import config

    found = config.load_monitor(path)
    return [source.path for source in (found.reference_source, found.window_source) if source is not None]
