"""``gate report``: render a report again, later and elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from gate.cli.linking import images_option
from gate.cli.outputs import output_option
from gate.reporters import FORMATS


@click.command()
@click.argument("file", metavar="REPORT.JSON")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default=None,
    help="What to print on standard output. [default: terminal, unless --output is given]",
)
@output_option
@images_option
def report(file: str, form: str | None, output: tuple[str, ...], images: str | None) -> None:
    """Render a report that `gate check --output json:FILE` wrote.

    Nothing is computed again: the verdict is the one in the file, and this command ends with 0 whatever it
    says. A file from a stranger is checked before it is shown.

    \b
    Examples:
      gate report report.json
      gate report report.json --format markdown > comment.md
      gate report report.json --output markdown:comment.md
    """
    from gate.cli.outputs import parse_outputs, print_report, write_all
    from gate.cli.overwriting import refuse_overwriting
    from gate.reporters.machine import read

    wanted = parse_outputs(output, images=images)
    refuse_overwriting((each.path for each in wanted if each.format != "json"), (), Path(file))
    document = read(_content(file), file)
    if form is not None or not wanted:
        print_report(document, form or "terminal")
    write_all(document, wanted, images=images)


def _content(file: str) -> bytes:
    from gate.errors import Problem, QuestionError

    try:
        with click.open_file(file, "rb") as stream:
            content: bytes = stream.read()
    except OSError as error:
        fix = "give a file that `gate check --output json:FILE` wrote"
        raise QuestionError(
            Problem(f"cannot be read: {error.strerror}", file, fix, code="cannot_read")
        ) from None
    return content
