"""Which reader reads a file: what the config names, or else the suffix, never what the file holds."""

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


def suggesting(error: QuestionError, source: FileSource, data: bytes) -> QuestionError:
    """Add what the file looks like, where nobody said what it is; alone, if its very shape is another.

    Args:
        error: What the reader found.
        source: The file.
        data: What it holds.
    """
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


def named(source: FileSource) -> str:
    """Return the format's name as the config or the suffix has it.

    Raises:
        QuestionError: The config names none of ours, or the suffix says none.
    """
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


def chosen(
    source: FileSource, name: str, data: bytes, task: str, *, headless: int
) -> tuple[Reader, FileSource]:
    """Return the reader, and the source with the format that it was chosen for.

    A ``.tsv`` file without a header row that has as many cells as a TREC file is one.

    Args:
        source: The file.
        name: Its format, as :func:`named` has it.
        data: What it holds.
        task: The config's ``task``.
        headless: Fields of a TREC line.

    Raises:
        QuestionError: The format is not for the task, or the file is Parquet under another name.
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
        raise suggesting(QuestionError(wrong_task(name, task, source)), source, data)
    return reader, replace(source, format=name)


def wrong_task(name: str, task: str, source: FileSource) -> Problem:
    """Say that a format holds rankings, and the task asks for something else."""
    fix = "give a .jsonl, .csv or .tsv file, or set `format:`"
    return Problem(
        f"the format {name} holds rankings, and the task is {task}", source.shown, fix, code="wrong_task"
    )
