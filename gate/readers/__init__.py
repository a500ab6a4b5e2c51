"""Files → golden sets and runs, one format a file.

The suffix of a path says the format, ``format:`` in the config overrules it. What a file holds never
chooses a format, it only suggests one where reading fails. Every format can be gzipped. A reader tells
of all problems of a file at once, each with its line, or returns a whole value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

from gate.errors import Problem, QuestionError
from gate.plugins import installed
from gate.readers import (
    beir,
    content,
    jsonl,
    mapped,
    neighbours,
    parquet,
    ranked_json,
    ranx,
    shards,
    tables,
    trec,
)
from gate.readers.fields import Fields, suggestion
from gate.readers.own import OwnReader, installed_reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.source import FileSource


class Reader(Protocol):
    """A module that reads one format, or several that are nearly the same.

    ``source.format`` is one of its formats by the time a function is called.
    """

    @property
    def FORMATS(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802
        """``{name: suffixes}``; a name is what ``format:`` in a config says."""

    @property
    def TASKS(self) -> tuple[str, ...]:  # noqa: N802
        """What its files can be about."""

    def read_golden(self, source: FileSource, data: bytes, task: str) -> GoldenSet:
        r"""Read a golden set from UTF-8 ``data`` with lines ended by ``\n``."""

    def read_run(self, source: FileSource, data: bytes, task: str) -> Run:
        r"""Read a run from UTF-8 ``data`` with lines ended by ``\n``."""


_READERS: tuple[Reader, ...] = (jsonl, tables, trec, ranked_json, parquet, neighbours, ranx, mapped)


@dataclass(frozen=True, slots=True)
class Format:
    """A format, for messages and documentation.

    Attributes:
        name: What ``format:`` in a config says.
        suffixes: Suffixes that stand for it, each also with ``.gz`` behind; none for a folder, and none
            where only ``format:`` says it.
    """

    name: str
    suffixes: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.suffixes) or 'a folder'})"


def formats() -> tuple[Format, ...]:
    """Return every format of ours that can be read."""
    known = [*(reader.FORMATS for reader in _READERS), beir.FORMATS]
    return tuple(Format(name, suffixes) for some in known for name, suffixes in some.items())


def reader_named(name: str) -> OwnReader | None:
    """Return what an installed distribution offers for the format ``name``; ``None`` if none does.

    Raises:
        QuestionError: It does not load, or does not read that format.
    """
    return installed_reader(name, jsonl.TASKS)


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
            raise QuestionError(_wrong_task("beir", task, source))
        return beir.read_golden(source)
    name = _named(source)
    if name in neighbours.FORMATS:
        return neighbours.read_golden(_array(source, name, task), None, task)
    return _golden(content.load(source, "golden set"), source, name, task)


def parse_golden(data: bytes, source: FileSource, task: str) -> GoldenSet:
    """Read a golden set from bytes that came from elsewhere, as :func:`read_golden` does; packed or not.

    Arguments and errors are those of :func:`parse_run`.
    """
    name, task = _named(source), _as_read(task)
    if name in neighbours.FORMATS:
        return neighbours.read_golden(_array(source, name, task), data, task)
    return _golden(content.plain(data, source), source, name, task)


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
    name = _named(source)
    if name in neighbours.FORMATS:
        return neighbours.read_run(_array(source, name, task), None, task)
    quick = _regular(source, name) if task == "retrieval" else None
    return _run(content.load(source, "run"), source, name, task) if quick is None else quick


def _regular(source: FileSource, name: str) -> Run | None:
    """Read a ranked run without holding its file, where it is as regular as most are; or decline."""
    reader = next((reader for reader in (trec, parquet) if name in reader.FORMATS), None)
    return reader.read_regular(source) if reader is not None else None


def parse_run(data: bytes, source: FileSource, task: str) -> Run:
    """Read a run from bytes that came from elsewhere, as :func:`read_run` does; packed or not.

    Args:
        data: The file's content.
        source: What it would be as a file: its suffix or ``format`` says how to read it.
        task: The config's ``task``.

    Raises:
        QuestionError: It is empty or malformed, or in a format we do not know.
    """
    name, task = _named(source), _as_read(task)
    if name in neighbours.FORMATS:
        return neighbours.read_run(_array(source, name, task), data, task)
    return _run(content.plain(data, source), source, name, task)


def _as_read(task: str) -> str:
    """Return the task whose files those of ``task`` are like: users are queries, and items documents."""
    return "retrieval" if task == "recommendation" else task


def _array(source: FileSource, name: str, task: str) -> FileSource:
    """Return a file of an array, which is no text, with its format."""
    if task not in neighbours.TASKS:
        raise QuestionError(_wrong_task(name, task, source))
    return replace(source, format=name)


def _golden(data: bytes, source: FileSource, name: str, task: str) -> GoldenSet:
    reader, chosen = _chosen(source, name, data, task, headless=4)
    try:
        return reader.read_golden(chosen, data, task)
    except QuestionError as error:
        raise _suggesting(error, source, data) from None


def _run(data: bytes, source: FileSource, name: str, task: str) -> Run:
    reader, chosen = _chosen(source, name, data, task, headless=6)
    try:
        return reader.read_run(chosen, data, task)
    except QuestionError as error:
        raise _suggesting(error, source, data) from None


def _suggesting(error: QuestionError, source: FileSource, data: bytes) -> QuestionError:
    """Add what the file looks like, where nobody said what it is; alone, if its very shape is another."""
    if source.format is not None:
        return error
    from gate.readers.mapped.likeness import is_lines, looks_like

    name = looks_like(source, data)
    if name is None:
        return QuestionError(_lines(source)) if is_lines(source, data) else error
    fix = source.with_format(name)
    return QuestionError(
        *error.problems, Problem(f"this looks like a file of {name}", source.shown, fix, code="wrong_format")
    )


def _lines(source: FileSource) -> Problem:
    fix = f"{source.with_format('jsonl')}, or call it .jsonl"
    return Problem(
        "this looks like JSON Lines, which its suffix does not say", source.shown, fix, code="wrong_format"
    )


def _named(source: FileSource) -> str:
    """Return the format's name as the config or the suffix has it."""
    known = {form.name: form for form in (*formats(), *_formats_of(source))}
    if source.format is not None:
        if source.format in known and source.format != "beir":
            return source.format
        if source.format != "beir" and reader_named(source.format) is not None:
            return source.format
        what = f"no format for a file is called {source.format!r}"
        names = [name for name in (*known, *installed.names("gate.readers")) if name != "beir"]
        raise QuestionError(
            Problem(what, source.shown, suggestion(source.format, names), code="unknown_format")
        )
    suffix = PurePath(source.path.name.lower().removesuffix(".gz")).suffix
    for form in known.values():
        if suffix in form.suffixes:
            return form.name
    listed = ", ".join(str(form) for form in known.values() if form.suffixes or form.name == "beir")
    by_name = [form.name for form in known.values() if not form.suffixes and form.name != "beir"]
    listed += f"; and, by name alone, {', '.join(by_name)}"
    what = f"the suffix {suffix!r} says no format" if suffix else "no suffix says the format"
    fix = f"{source.with_format('NAME')}; formats are {listed}"
    raise QuestionError(Problem(what, source.shown, fix, code="unknown_format"))


def _formats_of(source: FileSource) -> tuple[Format, ...]:
    """Return the formats of the plugins that come with a source."""
    return tuple(Format(name, suffixes) for own in source.readers for name, suffixes in own.FORMATS.items())


def _reader(source: FileSource, name: str) -> Reader:
    """Return the reader of a format that is known to have one."""
    known: tuple[Reader, ...] = (*_READERS, *source.readers)
    for reader in known:
        if name in reader.FORMATS:
            return reader
    found = reader_named(name)
    assert found is not None, name
    return found


def _chosen(
    source: FileSource, name: str, data: bytes, task: str, *, headless: int
) -> tuple[Reader, FileSource]:
    """Return the reader, and the source with the format that it was chosen for.

    A ``.tsv`` file without a header row that has as many cells as a TREC file is one.
    """
    if name == "tsv" and source.format is None and task == "retrieval":
        cells = data.partition(b"\n")[0].decode().split("\t")
        if len(cells) == headless and Fields(source).find("id", cells) is None:
            name = "trec"
    reader = _reader(source, name)
    if content.is_parquet(data) and reader in (jsonl, tables, trec, ranked_json):
        fix = source.with_format("parquet")
        raise QuestionError(
            Problem(f"this is a Parquet file, not {name}", source.shown, fix, code="wrong_format")
        )
    if task not in reader.TASKS and isinstance(reader, OwnReader):
        what = (
            f"the format {name} of {reader.shown} is for {' and '.join(reader.TASKS)}, and the task is {task}"
        )
        fix = "name another format, or add the task to its TASKS"
        raise QuestionError(Problem(what, source.shown, fix, code="wrong_format"))
    if task not in reader.TASKS:
        raise _suggesting(QuestionError(_wrong_task(name, task, source)), source, data)
    return reader, replace(source, format=name)


def _wrong_task(name: str, task: str, source: FileSource) -> Problem:
    fix = "give a .jsonl, .csv or .tsv file, or set `format:`"
    return Problem(
        f"the format {name} holds rankings, and the task is {task}", source.shown, fix, code="wrong_task"
    )
