"""`gate convert`: any golden set or run as JSON Lines of ours."""

from __future__ import annotations

from pathlib import Path

import click

from gate.cli.options import TASKS, field_option, fields_of, print_lines
from gate.cli.rows import print_rows


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--to", type=click.Choice(["jsonl"]), required=True, help="The format to write.")
@click.option(
    "--output",
    required=True,
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="The file to write; compressed where it ends in .gz. - is standard output.",
)
@click.option(
    "--kind",
    type=click.Choice(["golden", "run"]),
    default="golden",
    help="What FILE is: what is right, or what a system answered. [default: golden]",
)
@click.option(
    "--task",
    type=click.Choice(TASKS),
    default="retrieval",
    help="What FILE is about. [default: retrieval]",
)
@click.option("--format", "form", metavar="NAME", help="FILE's format, where its suffix does not say it.")
@field_option
@click.option("--force", is_flag=True, help="Replace the output if it is there already.")
def convert(
    file: Path,
    to: str,
    output: Path,
    kind: str,
    task: str,
    form: str | None,
    field: tuple[str, ...],
    force: bool,
) -> None:
    """Write FILE, a golden set or a run in any format that can be read, as one of ours.

    The output is written whole or not at all. Reading it gives the same values as reading FILE; fields
    that the gate does not use are not carried over.

    \b
    Examples:
      gate convert qrels.trec --to jsonl --output golden.jsonl
      gate convert goldens.json --format deepeval --to jsonl --output golden.jsonl
      gate convert bm25.run --kind run --to jsonl --output run.jsonl.gz
    """
    from gate import readers
    from gate.cli.whole_file import write_file
    from gate.curation.lines import golden_lines, run_lines
    from gate.digits import counted
    from gate.source import FileSource
    from gate.stores.pair import pack

    del to  # there is one
    source = FileSource(file, str(file), form, fields_of(field), said_by="options")
    if kind == "golden":
        golden = readers.read_golden(source, task)
        content, told, notices = golden_lines(golden), counted(len(golden), "item"), golden.notices
    else:
        run = readers.read_run(source, task)
        content, told, notices = run_lines(run), counted(len(run), "answer"), run.notices
    if str(output) == "-":
        print_lines(content.decode())
    else:
        write_file(output, pack(content) if output.suffix == ".gz" else content, overwrite=force)
        click.echo(f"{output}: {told}")
    for notice in notices:
        where = f"{notice.where}: " if notice.where else ""
        print_rows([f"  notice  {where}{notice.text}"], err=True)
