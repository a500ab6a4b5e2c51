"""Readers of the user: modules with ``FORMATS``, ``TASKS``, ``read_golden`` and ``read_run``, from anywhere.

What they return may be a golden set or a run, or simply objects of our own JSON Lines format, which are then
checked as lines of such a file are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from gate.errors import GateError, Problem, QuestionError
from gate.golden import GoldenSet
from gate.plugins import installed
from gate.plugins.files import line_in, said
from gate.plugins.quiet import quiet
from gate.readers import jsonl
from gate.readers.findings import Findings
from gate.run import Run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from gate.readers.jsonl import Numbered
    from gate.source import FileSource

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SUFFIX = re.compile(r"\.[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class OwnReader:
    """A reader of the user; what it does wrong is said with its line.

    Attributes:
        module: What has its functions.
        shown: The plugin's file, or the distribution, for messages.
        FORMATS: ``{name: suffixes}``.
        TASKS: What its files can be about.
        origin: What is recorded of it.
    """

    module: Any
    shown: str
    FORMATS: Mapping[str, tuple[str, ...]]
    TASKS: tuple[str, ...]
    origin: tuple[str, str]

    def read_golden(self, source: FileSource, data: bytes, task: str) -> GoldenSet:
        """Read a golden set; see :class:`gate.readers.Reader`."""
        found = self._called("read_golden", source, data, task)
        if isinstance(found, GoldenSet):
            return found
        findings = Findings(source.shown)
        return jsonl.golden_of(_numbered(found), source, task, findings)

    def read_run(self, source: FileSource, data: bytes, task: str) -> Run:
        """Read a run; see :class:`gate.readers.Reader`."""
        found = self._called("read_run", source, data, task)
        if isinstance(found, Run):
            return found
        findings = Findings(source.shown)
        return jsonl.run_of(_numbered(found), source, task, findings)

    def _called(self, name: str, source: FileSource, data: bytes, task: str) -> GoldenSet | Run | list[Any]:
        function = getattr(self.module, name, None)
        what = "runs" if name == "read_run" else "golden sets"
        if function is None:
            what = f"the format {source.format} of {self.shown} is none of {what}"
            fix = f"write `{name}` in the reader, or name another format"
            raise QuestionError(Problem(what, source.shown, fix, code="wrong_format"))
        try:
            with quiet():
                found = function(source, data, task)
                if isinstance(found, GoldenSet | Run):
                    return found
                rows = list(found)
        except (GateError, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001 - a reader of the user can raise anything
            line = line_in(error, getattr(self.module, "__file__", None))
            at = f" at {self.shown}:{line}" if line else f" ({self.shown})"
            what, fix = f"{name} raised {said(error)}{at}", "mend the file, or the reader"
            raise QuestionError(Problem(what, source.shown, fix, code="plugin_failed")) from None
        wrong = next((row for row in rows if not isinstance(_object(row), dict)), None)
        if wrong is not None:
            what = (
                f"{name} of {self.shown} gives {type(wrong).__name__}, not objects like those of JSON Lines"
            )
            fix = f"let {name} yield dicts such as {{'id': …}}"
            raise QuestionError(Problem(what, source.shown, fix, code="plugin_failed"))
        return rows


def reader_of(
    module: Any,
    origin: tuple[str, str],
    shown: str,
    *,
    taken: Mapping[str, tuple[str, ...]],
    tasks: Collection[str],
) -> OwnReader:
    """Return the reader that a module with ``FORMATS`` is.

    Args:
        module: It.
        origin: What is recorded of it.
        shown: The plugin's file, or the distribution, for messages.
        taken: The formats that there are, with their suffixes.
        tasks: What it is for.

    Raises:
        QuestionError: Its formats are malformed or taken, or it reads nothing.
    """
    wrong = _wrong_formats(module.FORMATS, taken)
    problems = [Problem(what, shown, code="plugin_unfit") for what in wrong]
    if not any(callable(getattr(module, name, None)) for name in ("read_golden", "read_run")):
        what = "it has FORMATS, and neither read_golden nor read_run"
        problems.append(Problem(what, shown, "write the one that its files need", code="plugin_unfit"))
    if problems:
        raise QuestionError(*problems)
    formats = {name: tuple(suffixes) for name, suffixes in module.FORMATS.items()}
    return OwnReader(module, shown, formats, tuple(tasks), origin)


@cache
def installed_reader(name: str, tasks: tuple[str, ...]) -> OwnReader | None:
    """Return what an installed distribution offers for the format ``name``; ``None`` if none does.

    Raises:
        QuestionError: It does not load, or does not read that format.
    """
    offered = installed.find("gate.readers", name)
    if offered is None:
        return None
    where, found = f"entry point {name} of gate.readers", offered.found
    if name not in getattr(found, "FORMATS", ()):
        what = f"{offered.distribution} offers no reader with that name in its FORMATS"
        fix = "it has to name a module with FORMATS, TASKS and a function"
        raise QuestionError(Problem(what, where, fix, code="plugin_unfit"))
    origin = offered.distribution, offered.version
    having = tuple(task for task in getattr(found, "TASKS", tasks) if task in tasks)
    return reader_of(found, origin, offered.distribution, taken={}, tasks=having)


def _wrong_formats(formats: Any, taken: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    if not isinstance(formats, dict) or not formats:
        yield f"FORMATS is {formats!r}, not {{name: suffixes}}"
        return
    of_suffix = {suffix: name for name, suffixes in taken.items() for suffix in suffixes}
    for name, suffixes in formats.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield f"FORMATS: {name!r} cannot be a format's name: small letters, digits and underscores"
        elif name in taken:
            yield f"FORMATS: {name!r} is a format already; call it otherwise"
        if not isinstance(suffixes, tuple | list) or not all(
            isinstance(each, str) and _SUFFIX.fullmatch(each) for each in suffixes
        ):
            yield f"FORMATS: the suffixes of {name!r} are {suffixes!r}, not a tuple like ('.log',)"
            continue
        for suffix in suffixes:
            if suffix in of_suffix:
                yield f"FORMATS: the suffix {suffix!r} stands for {of_suffix[suffix]} already"


def _object(row: Any) -> Any:
    """Return the object of a row that may say its line."""
    match row:
        case (int(), dict() as found):
            return found
        case _:
            return row


def _numbered(rows: Iterable[Any]) -> Iterator[Numbered]:
    """Yield each object with its line: the one it says, or its place among the objects."""
    for place, row in enumerate(rows, start=1):
        line = row[0] if isinstance(row, tuple) else place
        yield line, cast("dict[str, Any]", _object(row))
