"""`gate accept`: a person makes a run the baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import config_argument, run_option
from gate.cli.outputs import output_option
from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@config_argument
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept in the baseline.")
@run_option
@click.option("--retune", is_flag=True, help="Freeze the cheapest threshold of this run as well.")
@output_option
def accept(config: Path, reason: str, run: Path | None, retune: bool, output: tuple[str, ...]) -> None:
    """Make the run of CONFIG the baseline, even where it is worse.

    This is how a baseline is lowered, a check is dropped, or a golden set is replaced: by a person,
    for a reason, in a commit that can be reviewed.

    \b
    Example:
      gate accept configs/search.yaml --reason "the old index held withdrawn pages"
    """
    from gate import pipeline, recording, remembering
    from gate.cli.outputs import parse_outputs, write_all
    from gate.cli.overwriting import refuse_overwriting
    from gate.cli.promoted import say

    wanted = parse_outputs(output)
    refuse_overwriting((each.path for each in wanted), [config], run)
    done = recording.accept(config, reason=reason, run=run, retune=retune)
    write_all(pipeline.document([done.report]), wanted)
    say(done)
    for notice in remembering.acceptance(config, reason=reason):
        print_rows([f"gate: {notice.where}: {notice.text}"], err=True)
