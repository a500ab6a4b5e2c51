"""Files that a call reads and must not replace by what it writes."""

from __future__ import annotations

from contextlib import suppress
from os.path import isdir, isfile, realpath
from typing import TYPE_CHECKING

from gate.errors import GateError, Problem, raise_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_IN_A_FOLDER = ("*.parquet", "queries.jsonl*", "corpus.jsonl*", "qrels/*")
"""Files of a golden set or run that is a folder: shards, or BEIR. A report may lie beside them."""


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
    read = {realpath(path) for path in _of_configs(configs)}
    read |= {realpath(file) for path in given if path is not None for file in (path, *_within(path))}
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
            with suppress(GateError):
                yield from named(path)


def _within(path: Path) -> Iterator[Path]:
    """Yield what a golden set or run holds that is a folder; nothing of a file."""
    for pattern in _IN_A_FOLDER if isdir(path) else ():  # noqa: PTH112 - it never raises
        yield from path.glob(pattern)


def _of_check(path: Path, *, of_judge: bool = False) -> Iterator[Path]:
    from gate import config
    from gate.config.absent import paths_of
    from gate.history import place
    from gate.inputs.basis import folder_store
    from gate.stores import pair

    found = config.load(path)
    yield from paths_of(found)
    yield place(found).path
    for source in (found.golden_source, found.run_source):
        if source is not None:
            yield from _within(source.path)
    store = folder_store(found).root
    yield from (store / name for name in (pair.summary_file(found.name), *pair.run_files(found.name)))
    judges = () if of_judge else {rule.judge.config: None for rule in found.by_key.values() if rule.judge}
    for judge in judges:
        with suppress(GateError):
            yield from _of_check(found.beside(judge).path, of_judge=True)


def _of_monitor(path: Path) -> Iterator[Path]:
    from gate import config

    found = config.load_monitor(path)
    vectors = found.embeddings
    arrays = () if vectors is None else (vectors.reference, vectors.window)
    named = (found.golden, found.reference, found.window, *arrays)
    yield from (found.beside(each).path for each in named if each is not None)
    if found.golden_config is not None:
        yield from _of_check(found.golden_config)
