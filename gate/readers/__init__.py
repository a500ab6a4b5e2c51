"""Files → golden sets and runs, one format a file.

The suffix of a path says the format, ``format:`` in the config overrules it. What a file holds never
chooses a format, it only suggests one where reading fails. Every format can be gzipped. A reader tells
of all problems of a file at once, each with its line, or returns a whole value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError
from gate.readers import beir, choosing, content, neighbours, parquet, shards, trec
from gate.readers.choosing import Format, formats, reader_named
from gate.readers.uncollected import uncollected

if TYPE_CHECKING:
    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.source import FileSource

__all__ = [
    "Format",
    "formats",
    "parse_golden",
    "parse_run",
    "read_golden",
    "read_run",
    "reader_named",
]


@uncollected()
def read_golden(source: FileSource, task: str) -> GoldenSet:
    """Read a golden set from a file or a BEIR folder.

    Args:
        source: Where, and what the config says about it.
        task: The config's ``task``.

    Raises:
        QuestionError: It is missing, empty or malformed, or in a format we do not know.
    """
    task = _as_read(task)
    if shards.is_sharded(source):
        return _golden(shards.joined(source), source, "parquet", task)
    if source.path.is_dir() or source.format == "beir":
        if task != "retrieval":
            raise QuestionError(choosing.wrong_task("beir", task, source))
        return beir.read_golden(source)
    name = choosing.named(source)
    if name in neighbours.FORMATS:
        return neighbours.read_golden(_array(source, name, task), None, task)
    return _golden(content.load(source, "golden set"), source, name, task)


@uncollected()
def parse_golden(data: bytes, source: FileSource, task: str) -> GoldenSet:
    """Read a golden set from bytes that came from elsewhere, as :func:`read_golden` does; packed or not.

    Arguments and errors are those of :func:`parse_run`.
    """
    name, task = choosing.named(source), _as_read(task)
    if name in neighbours.FORMATS:
        return neighbours.read_golden(_array(source, name, task), data, task)
    return _golden(content.plain(data, source), source, name, task)


@uncollected()
def read_run(source: FileSource, task: str) -> Run:
    """Read a run from a file.

    Args:
        source: Where, and what the config says about it.
        task: The config's ``task``.

    Raises:
        QuestionError: It is missing, empty or malformed, or in a format we do not know.
    """
    task = _as_read(task)
    if shards.is_sharded(source):
        return _run(shards.joined(source), source, "parquet", task)
    if source.path.is_dir():
        fix = "a run is one file; a BEIR folder holds only judgements"
        raise QuestionError(Problem("a folder is not a run", source.shown, fix, code="wrong_format"))
    name = choosing.named(source)
    if name in neighbours.FORMATS:
        return neighbours.read_run(_array(source, name, task), None, task)
    quick = _regular(source, name) if task == "retrieval" else None
    return _run(content.load(source, "run"), source, name, task) if quick is None else quick


def _regular(source: FileSource, name: str) -> Run | None:
    """Read a ranked run without holding its file, where it is as regular as most are; or decline."""
    reader = next((reader for reader in (trec, parquet) if name in reader.FORMATS), None)
    return reader.read_regular(source) if reader is not None else None


@uncollected()
def parse_run(data: bytes, source: FileSource, task: str) -> Run:
    """Read a run from bytes that came from elsewhere, as :func:`read_run` does; packed or not.

    Args:
        data: The file's content.
        source: What it would be as a file: its suffix or ``format`` says how to read it.
        task: The config's ``task``.

    Raises:
        QuestionError: It is empty or malformed, or in a format we do not know.
    """
    name, task = choosing.named(source), _as_read(task)
    if name in neighbours.FORMATS:
        return neighbours.read_run(_array(source, name, task), data, task)
    return _run(content.plain(data, source), source, name, task)


def _as_read(task: str) -> str:
    """Return the task whose files those of ``task`` are like: users are queries, and items documents."""
    return "retrieval" if task == "recommendation" else task


def _array(source: FileSource, name: str, task: str) -> FileSource:
    """Return a file of an array, which is no text, with its format."""
    if task not in neighbours.TASKS:
        raise QuestionError(choosing.wrong_task(name, task, source))
    return replace(source, format=name)


def _golden(data: bytes, source: FileSource, name: str, task: str) -> GoldenSet:
    reader, chosen = choosing.chosen(source, name, data, task, headless=4)
    try:
        return reader.read_golden(chosen, data, task)
    except QuestionError as error:
        raise choosing.suggesting(error, source, data) from None


def _run(data: bytes, source: FileSource, name: str, task: str) -> Run:
    reader, chosen = choosing.chosen(source, name, data, task, headless=6)
    try:
        return reader.read_run(chosen, data, task)
    except QuestionError as error:
        raise choosing.suggesting(error, source, data) from None
