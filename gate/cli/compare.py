"""`gate compare`: one run file against another."""

from __future__ import annotations

from pathlib import Path

import click

from gate.cli.options import profile_option
from gate.cli.outputs import output_option

_run = click.Path(path_type=Path)


@click.command()
@click.argument("before", metavar="RUN_A", type=_run)
@click.argument("after", metavar="RUN_B", type=_run)
@click.option(
    "--config",
    required=True,
    metavar="CONFIG",
    type=click.Path(path_type=Path),
    help="Config that says what is right, what is measured, and how much worse is fine.",
)
@profile_option
@output_option
@click.pass_context
def compare(
    context: click.Context,
    before: Path,
    after: Path,
    config: Path,
    profile: str | None,
    output: tuple[str, ...],
) -> None:
    """Judge RUN_B as if RUN_A were the baseline: is it worse?

    No stored baseline is read, and none is written. The report and the exit codes are those of
    `gate check`.

    \b
    Example:
      gate compare runs/bm25.jsonl runs/dense.jsonl --config configs/search.yaml
    """
    from gate import pipeline
    from gate.cli.outputs import deliver, parse_outputs, pictured
    from gate.cli.overwriting import refuse_overwriting
    from gate.comparing import compare as compared

    wanted = parse_outputs(output)
    refuse_overwriting((each.path for each in wanted), [config], before, after)
    found = compared(config, before, after, profile=profile, pictured=pictured(wanted))
    document = pipeline.document([found])
    deliver(document, wanted)
    context.exit(document.exit_code)
