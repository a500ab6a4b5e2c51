"""A Python file → its module, loaded once a process for each content."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError
from gate.plugins.quiet import quiet

if TYPE_CHECKING:
    from pathlib import Path

_DIGITS = 16
"""Hex digits of a digest that are kept: as many as of a golden set's fingerprint."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A loaded file.

    Attributes:
        module: What the file defines.
        shown: Its path as the user knows it, for messages and reports.
        digest: 16 hex digits; equal for equal content, whatever its line ends.
    """

    module: ModuleType
    shown: str
    digest: str

    @property
    def version(self) -> str:
        """What tells one content from another, for people."""
        return f"sha256 {self.digest}"


_loaded: dict[tuple[str, str], ModuleType] = {}


def digest_of(content: bytes) -> str:
    """Return 16 hex digits that are equal for equal content, whatever its line ends."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()[:_DIGITS]


def load(content: bytes, path: Path, shown: str) -> Plugin:
    """Execute a file, unless its content was executed before.

    What it prints is swallowed: the gate's standard output is read by programs, and a CI service takes
    commands from either stream.

    Args:
        content: The file's bytes, as one revision has them.
        path: Where the file lies.
        shown: Its path as the user knows it.

    Raises:
        QuestionError: It is not Python, or raises; with the line of the file that did.
    """
    digest = digest_of(content)
    key = str(path.absolute()), digest
    if key not in _loaded:
        _loaded[key] = _executed(content, path, shown, f"gate_plugin_{len(_loaded)}_{digest}")
    return Plugin(_loaded[key], shown, digest)


def line_in(error: BaseException, file: str | None) -> int | None:
    """Return the last line of ``file`` that an exception came through; ``None`` if through none."""
    found, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def said(error: BaseException) -> str:
    """Return an exception as one line: its type, and the first line of what it says."""
    first = next(iter(str(error).splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _executed(content: bytes, path: Path, shown: str, name: str) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = str(path)
    try:
        code = compile(content, module.__file__, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        at = error.lineno if isinstance(error, SyntaxError) else None
        why = error.msg if isinstance(error, SyntaxError) else str(error)
        raise QuestionError(
            Problem(f"the plugin is not Python: {why}", _at(shown, at), code="plugin_broken")
        ) from None
    sys.modules[name] = module  # where dataclasses look for the names in their annotations
    try:
        with quiet():
            exec(code, module.__dict__)  # noqa: S102 - it is what a plugin is for
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - what is executed can raise anything
        del sys.modules[name]
        what = f"the plugin cannot be loaded: {said(error)}"
        alone = "a plugin is one file, and imports only what is installed"
        fix = alone if isinstance(error, ImportError) else ""
        raise QuestionError(
            Problem(what, _at(shown, line_in(error, module.__file__)), fix, code="plugin_broken")
        ) from None
    return module


def _at(shown: str, line: int | None) -> str:
    return f"{shown}:{line}" if line else shown
