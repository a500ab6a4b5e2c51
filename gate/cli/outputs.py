"""Where reports go: ``FORMAT:PATH`` on the command line, files written whole or not at all.

Paths are relative to the working directory; ``-`` is standard output. Files and the machine formats
are UTF-8 whatever the console speaks; the terminal format adapts to the console.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from gate.cli.linking import link, refuse_images
from gate.cli.whole_file import replace_file
from gate.errors import Problem, QuestionError, raise_all
from gate.reporters import FORMATS, PICTURED, PLOTS, find, formats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gate.report import Document
    from gate.reporters.markdown import Image
    from gate.reporters.plots import Drawing

STDOUT = "-"
"""The path that means standard output."""

_NEEDED = "⟨✗✓…−±→"


output_option = click.option(
    "--output",
    multiple=True,
    metavar="FORMAT:PATH",
    help=f"Write the report to a file as well; may be given several times. Formats: {', '.join(FORMATS)}; "
    f"{' and '.join(PLOTS)} write the plots into a folder. A path of - is standard output.",
)
"""The option of every command that has a report; :func:`parse_outputs` reads its values."""


@dataclass(frozen=True, slots=True)
class Output:
    """One report to write.

    Attributes:
        format: Name of a reporter, as in :data:`gate.reporters.FORMATS`, or of a kind of plots.
        path: File, or folder of plots, as typed; ``"-"`` for standard output.
    """

    format: str
    path: str


@dataclass(frozen=True, slots=True)
class Look:
    """What a console can show: whether colour, how many cells a line, whether ASCII alone."""

    colour: bool
    width: int
    ascii_only: bool


def parse_output(text: str) -> Output:
    """Take ``FORMAT:PATH`` apart.

    Raises:
        QuestionError: It has another shape, or no format is called that.

    >>> parse_output("markdown:out/gate.md")
    Output(format='markdown', path='out/gate.md')
    """
    form, colon, path = text.partition(":")
    known = ", ".join([*FORMATS, *PLOTS])
    if not colon or not path:
        raise QuestionError(
            Problem(
                f"--output {text!r} is not FORMAT:PATH",
                fix=f"write --output markdown:report.md, for example; formats: {known}",
                code="output_option",
            )
        )
    if form not in FORMATS and form not in PLOTS:
        if form not in formats():
            known = ", ".join([*formats(), *PLOTS])
            raise QuestionError(
                Problem(
                    f"--output {text!r}: no report format is called {form!r}",
                    fix=f"use one of: {known}",
                    code="output_option",
                )
            )
        find(form)  # before anything is judged
    if form in PLOTS:
        _refuse_plots(text, form, path)
    return Output(form, path)


def pictured(outputs: Iterable[Output]) -> bool:
    """Return whether any of ``outputs`` holds or draws plots, whose numbers take a moment to work out."""
    return any(output.format in PICTURED for output in outputs)


def parse_outputs(texts: Iterable[str], *, images: str | None = None) -> tuple[Output, ...]:
    """Take several apart, and refuse two that go to one place, or an address of plots that are not written.

    Raises:
        QuestionError: With everything that is wrong, not just the first.
    """
    found: dict[str, Output] = {}
    problems: list[Problem] = []
    for text in texts:
        try:
            output = parse_output(text)
        except QuestionError as error:
            problems += error.problems
            continue
        place = _place(output.path)
        if place in found:
            where = "standard output" if output.path == STDOUT else output.path
            what = f"--output {text!r}: {where} is written by {found[place].format!r} already"
            problems.append(Problem(what, fix="give every report a path of its own", code="output_option"))
        found.setdefault(place, output)
    raise_all(problems)
    refuse_images(images, (output.format for output in found.values()))
    return tuple(found.values())


def look(stream: TextIO | None = None, environment: Mapping[str, str] | None = None) -> Look:
    """Find out what ``stream`` (standard output) can show.

    ``NO_COLOR`` forbids colour and ``FORCE_COLOR`` asks for it, in that order; otherwise a terminal
    that is not ``dumb`` has it. ``COLUMNS`` sets the width; where nobody knows it, it is 100.
    """
    stream = sys.stdout if stream is None else stream
    environment = os.environ if environment is None else environment
    shows = stream.isatty() and environment.get("TERM") != "dumb"
    colour = not environment.get("NO_COLOR") and (bool(environment.get("FORCE_COLOR")) or shows)
    columns = environment.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns[:6]) > 0:
        width = int(columns[:6])
    else:
        width = shutil.get_terminal_size((100, 24)).columns if stream.isatty() else 100
    return Look(colour, width, ascii_only=not _can_encode(stream))


def render(document: Document, form: str, how: Look | None = None, *, images: Sequence[Image] = ()) -> str:
    """Render ``document``: the terminal format as ``how`` says, plain without it; HTML with its plots.

    Markdown links ``images``.
    """
    if form == "markdown":
        from gate.reporters import markdown

        return markdown.render(document, images=images)
    if form == "html":
        from gate.reporters import html, plots

        drawn = [list(plots.draw(report)) for report in document.reports] if plots.can_draw() else None
        return html.render(document, plots=drawn)
    if FORMATS.get(form) != FORMATS["terminal"] or how is None:
        return find(form).render(document)
    from gate.reporters import terminal

    return terminal.render(document, colour=how.colour, width=how.width, ascii_only=how.ascii_only)


def print_report(document: Document, form: str, *, images: Sequence[Image] = ()) -> None:
    """Print ``document`` on standard output."""
    text = render(document, form, look(), images=images)
    if FORMATS.get(form) == FORMATS["terminal"]:
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        text = text.encode(encoding, "backslashreplace").decode(encoding)
        click.echo(text, nl=False, color=True)
    else:
        click.echo(text.encode("utf-8"), nl=False)


def deliver(document: Document, outputs: Sequence[Output], *, images: str | None = None) -> tuple[Image, ...]:
    """Print ``document`` for people and write it to every output.

    What is printed stands on standard output before any file is written; it is left out where an
    output takes standard output for itself. Arguments and errors are those of :func:`write_all`.
    """
    if all(output.path != STDOUT for output in outputs):
        print_report(document, "terminal")
    return write_all(document, outputs, images=images)


def write_all(
    document: Document, outputs: Sequence[Output], *, images: str | None = None
) -> tuple[Image, ...]:
    """Write ``document`` to every output; each file whole or not at all.

    Everything is rendered before anything is written. A file is drafted beside its place and then moved
    there; missing folders are made. Something that is no file, such as ``/dev/stdout``, is written directly.

    Args:
        document: What is written.
        outputs: Where.
        images: Address below which the plots that are written will lie; ``None`` if nobody can see them.

    Returns:
        The plots that Markdown links, those of the first kind that is written.

    Raises:
        QuestionError: With every path that cannot be written.
    """
    drawn = {output: _drawn(document, output) for output in outputs if output.format in PLOTS}
    linked = link(next(iter(drawn.values()), []), images)
    texts = [
        (Output(output.format, str(Path(output.path) / each.name)), each.content)
        for output, found in drawn.items()
        for each in found
    ]
    texts += [
        (output, render(document, output.format, images=linked).encode("utf-8"))
        for output in outputs
        if output not in drawn and output.path != STDOUT
    ]
    problems = [problem for output, content in texts if (problem := _write(output, content))]
    for output in outputs:
        if output.path == STDOUT:
            print_report(document, output.format, images=linked)
    raise_all(problems)
    return linked


def _drawn(document: Document, output: Output) -> list[Drawing]:
    from gate.reporters import plots

    return plots.files(document, output.format)


def _refuse_plots(text: str, form: str, path: str) -> None:
    """Refuse plots on standard output, and where nothing can draw them."""
    if path == STDOUT:
        fix = f"name a folder: --output {form}:plots"
        raise QuestionError(
            Problem(f"--output {text!r}: plots are several files", fix=fix, code="output_option")
        )
    from gate.reporters import plots

    plots.refuse_undrawable(form)


def _write(output: Output, content: bytes) -> Problem | None:
    path = Path(output.path)
    try:
        path = path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            return Problem(
                "cannot be written: it is a folder", output.path, "name a file inside it", code="cannot_write"
            )
        replace_file(path, content)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Problem(
            f"the {output.format} report cannot be written: {reason}",
            output.path,
            "choose another path",
            code="cannot_write",
        )
    return None


def _place(path: str) -> str:
    return path if path == STDOUT else os.path.realpath(path)


def _can_encode(stream: TextIO) -> bool:
    try:
        _NEEDED.encode(getattr(stream, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
