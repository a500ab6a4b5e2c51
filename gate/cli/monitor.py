"""`gate monitor`: does production still look like what the gate judges by?"""

from __future__ import annotations

from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.options import config_argument

if TYPE_CHECKING:
    from gate.drift import Report
    from gate.errors import ExitCode, Problem

FORMATS = ("terminal", "markdown", "html", "json")


@click.command()
@config_argument
@click.option(
    "--window",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Look at this file of production records instead of the one the config names.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="terminal",
    show_default=True,
    help="What to print.",
)
@click.option(
    "--output",
    multiple=True,
    metavar="FORMAT:PATH",
    help=f"Write the report to a file as well; may be given several times. Formats: {', '.join(FORMATS)}.",
)
@click.pass_context
def monitor(
    context: click.Context, config: Path, window: Path | None, form: str, output: tuple[str, ...]
) -> None:
    """Compare a window of production with the golden set, or with an earlier window.

    CONFIG says which fields, embeddings and rates are compared. Run it on a schedule: a pull request has no
    part in what production asks. Ends with 1 for an alarm, with 3 where there is too little to compare, and
    with 0 otherwise, warnings included. No other command reads what it found.

    \b
    Examples:
      gate monitor configs/monitor/docs_traffic.yaml
      gate monitor configs/monitor/docs_traffic.yaml --window july.jsonl --output markdown:drift.md
    """
    from gate.cli.outputs import look
    from gate.cli.overwriting import refuse_overwriting
    from gate.cli.whole_file import write_file
    from gate.errors import QuestionError, raise_all
    from gate.monitoring import monitor as compare

    wanted = _outputs(output)
    refuse_overwriting(wanted, [config], window)
    report = compare(config, window=window)
    code = _code(report)
    if form == "terminal":
        from gate.reporters import drift

        how = look()
        text = drift.terminal(report, width=how.width, ascii_only=how.ascii_only)
        click.echo(text, nl=False)
    else:
        click.echo(_rendered(report, form, code), nl=False)
    problems: list[Problem] = []
    for path, to in wanted.items():
        try:
            write_file(Path(path), _rendered(report, to, code), overwrite=True)
        except QuestionError as error:
            problems += error.problems
    raise_all(problems)
    context.exit(code)


def _rendered(report: Report, form: str, code: int) -> bytes:
    from gate.reporters import drift
    from gate.stores.canonical import dumps

    if form == "json":
        return f"{dumps(drift.machine(report, code), indent=2)}\n".encode()
    if form == "html":
        from gate.reporters import drift_page

        return drift_page.render(report, code).encode()
    return (drift.markdown(report) if form == "markdown" else drift.terminal(report)).encode()


def _code(report: Report) -> ExitCode:
    from gate.drift import Outcome
    from gate.errors import ExitCode

    codes = {Outcome.ALARM: ExitCode.REGRESSED, Outcome.NO_ANSWER: ExitCode.NO_ANSWER}
    return codes.get(report.outcome, ExitCode.OK)


def _outputs(texts: tuple[str, ...]) -> dict[str, str]:
    """Return ``{path: format}``.

    Raises:
        QuestionError: One is not FORMAT:PATH, has a format that there is not, or is standard output, or
            two go to one place.
    """
    from gate.errors import Problem, raise_all

    found: dict[str, str] = {}
    places: dict[str, str] = {}
    problems = []
    known = ", ".join(FORMATS)
    for text in texts:
        form, _, path = text.partition(":")
        if not path:
            fix = f"write --output markdown:drift.md, for example; formats: {known}"
            problems.append(Problem(f"--output {text!r} is not FORMAT:PATH", fix=fix, code="output_option"))
        elif form not in FORMATS:
            what, fix = f"--output {text!r}: no report format is called {form!r}", f"use one of: {known}"
            problems.append(Problem(what, fix=fix, code="output_option"))
        elif path == "-":
            what, fix = f"--output {text!r}: standard output is no file", f"print it so: --format {form}"
            problems.append(Problem(what, fix=fix, code="output_option"))
        elif realpath(path) in places:
            problems.append(
                Problem(
                    f"--output {text!r}: {path} is written by {places[realpath(path)]!r} already",
                    fix="give each report a file of its own",
                    code="output_option",
                )
            )
        else:
            found[path] = places[realpath(path)] = form
    raise_all(problems)
    return found
