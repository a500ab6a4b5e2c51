"""Plots of a report, one kind a file, drawn with the extra ``mergegate[plots]``.

Each kind is a module with a function ``plots(report)`` that yields what it can draw from the report's own
numbers. Equal reports give equal bytes with one release of matplotlib: nothing is dated, and ids are made of
what they name.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError
from gate.reporters.escaping import slug
from gate.reporters.naming import unique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Document, Report
    from gate.reporters.plots.drawing import Plot

KINDS = ("forest", "waterfall", "slices", "curves", "cost", "scores", "reliability", "sight")
"""Modules of this package, in the order of the page."""

INSTALL = "pip install 'mergegate[plots]'"
"""What is missing where nothing can be drawn."""

NAME = 100
"""Longest stem of a file, in characters."""


def can_draw() -> bool:
    """Return whether matplotlib is there; it is not imported."""
    return find_spec("matplotlib") is not None


def refuse_undrawable(form: str) -> None:
    """Refuse an output that needs matplotlib where it is not installed.

    Raises:
        QuestionError: It says what to install.
    """
    if not can_draw():
        raise QuestionError(
            Problem(
                f"{form} plots need matplotlib, which is not installed", fix=INSTALL, code="extra_missing"
            )
        )


def draw(report: Report) -> Iterator[Plot]:
    """Draw everything that ``report`` has the numbers for."""
    for kind in KINDS:
        yield from import_module(f"{__name__}.{kind}").plots(report)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One plot as a file.

    Attributes:
        report: Place of its report in the document.
        title: What it shows.
        name: Of the file.
        content: Of the file.
    """

    report: int
    title: str
    name: str
    content: bytes


def files(document: Document, form: str) -> list[Drawing]:
    """Draw every plot of a document as a file of its own.

    Args:
        document: What is drawn.
        form: ``"svg"`` or ``"png"``.

    Returns:
        Report by report; a name is made of the config's name and the plot's, so that equal calls give equal
        names.
    """
    found = [
        (place, f"{slug(report.name)[:NAME]}.{slug(plot.name.replace('@', '-at-'))[:NAME]}", plot)
        for place, report in enumerate(document.reports)
        for plot in draw(report)
    ]
    names = unique(name for _, name, _ in found)
    return [
        Drawing(
            place, plot.title, f"{name}.{form}", plot.svg.encode("utf-8") if form == "svg" else plot.png()
        )
        for name, (place, _, plot) in zip(names, found, strict=True)
    ]
