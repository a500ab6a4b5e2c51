"""Report → text, one format a file.

A reporter is a module with a function :func:`Reporter.render`. It is given facts that are already
decided; it rounds, escapes and draws, and it opens no file. Colour, width and size arrive as
arguments: a reporter reads no environment, so equal documents give equal text.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from gate.errors import GateError, Problem, QuestionError
from gate.plugins import installed
from gate.plugins.files import said
from gate.plugins.quiet import quiet

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

_MEND = "mend the distribution that offers it, or ask for another format"

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


@dataclass(frozen=True, slots=True)
class OwnReporter:
    """A reporter of an installed distribution; what it does wrong is said.

    Attributes:
        module: What has its ``render``.
        shown: Its format and distribution, for messages.
    """

    module: Any
    shown: str

    def render(self, document: Document) -> str:
        """Render ``document``.

        Raises:
            QuestionError: It raises, or returns no text.
        """
        try:
            with quiet():
                text = self.module.render(document)
        except (GateError, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001 - whoever is called can raise anything
            what = f"the report cannot be written: it raised {said(error)}"
            raise QuestionError(Problem(what, self.shown, _MEND, code="plugin_failed")) from None
        if not isinstance(text, str):
            what = f"the report cannot be written: render returned {type(text).__name__}, not text"
            raise QuestionError(Problem(what, self.shown, _MEND, code="plugin_failed"))
        return text


def formats() -> tuple[str, ...]:
    """Return the names of all report formats: ours, and those that are installed, without loading any."""
    return tuple(dict.fromkeys([*FORMATS, *installed.names("gate.reporters")]))


def find(name: str) -> Reporter:
    """Return the reporter for the format called ``name``: ours, else an installed one.

    Raises:
        QuestionError: There is no such format, or it does not load; the error lists those there are.
    """
    if name in FORMATS:
        return cast("Reporter", import_module(FORMATS[name]))
    offered = installed.find("gate.reporters", name)
    if offered is None:
        known = ", ".join(formats())
        raise QuestionError(
            Problem(f"no report format is called {name!r}", fix=f"use one of: {known}", code="output_option")
        )
    shown = f"report format {name} of {offered.distribution}"
    if not callable(getattr(offered.found, "render", None)):
        what = "it has no function render(document)"
        raise QuestionError(Problem(what, shown, _MEND, code="plugin_unfit"))
    return OwnReporter(offered.found, shown)
