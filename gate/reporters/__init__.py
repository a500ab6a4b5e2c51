"""Report → text, one format a file.

A reporter is a module with a function :func:`Reporter.render`. It is given facts that are already
decided; it rounds, escapes and draws, and it opens no file. Colour, width and size arrive as
arguments: a reporter reads no environment, so equal documents give equal text.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from gate.report import Document

FORMATS = {
    "terminal": "gate.reporters.terminal",
    "text": "gate.reporters.terminal",
    "markdown": "gate.reporters.markdown",
    "json": "gate.reporters.machine",
    "junit": "gate.reporters.junit",
    "openmetrics": "gate.reporters.openmetrics",
    "codequality": "gate.reporters.codequality",
    "sarif": "gate.reporters.sarif",
    "html": "gate.reporters.html",
}
"""Name of a format → the module that writes it. ``text`` is another name for ``terminal``."""

PLOTS = ("svg", "png")
"""Formats of single plots, of which an output is a folder; see :mod:`gate.reporters.plots`."""

PICTURED = frozenset({"json", "html", *PLOTS})
"""Formats that hold or draw :attr:`gate.report.Report.pictures`."""

TELLS_ERRORS = frozenset({"junit"})
"""Formats that are written even where a call ends in an error: their readers take no file for a success."""


class Reporter(Protocol):
    """What a module must offer to be a format."""

    def render(self, document: Document) -> str:
        """Return ``document`` as text that ends with one newline.

        A format may take further arguments by keyword, each with a default.
        """


def find(name: str) -> Reporter:
    """Return the reporter for the format called ``name``.

    Raises:
        QuestionError: There is no such format; the error lists those there are.
    """
    if name not in FORMATS:
        known = ", ".join(FORMATS)
        raise QuestionError(
            Problem(f"no report format is called {name!r}", fix=f"use one of: {known}", code="output_option")
        )
    return cast("Reporter", import_module(FORMATS[name]))
