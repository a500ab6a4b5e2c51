"""`gate refresh`: raise the baseline, never lower it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import configs_argument, refuse_run_for_many, run_option
from gate.cli.outputs import output_option
from gate.cli.publishing import summary_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@configs_argument
@run_option
@click.option(
    "--pull-request",
    is_flag=True,
    help="In CI, write the new baseline on a branch of its own and open or update one pull request a config.",
)
@output_option
@summary_option
@click.pass_context
def refresh(
    context: click.Context,
    configs: tuple[Path, ...],
    run: Path | None,
    pull_request: bool,
    output: tuple[str, ...],
    summary: bool,
) -> None:
    """Record the first baseline of each CONFIG, or raise it if a run earned it.

    The baseline's answers are replaced only if a headline check improved and no check dropped beyond
    noise. Answers to golden items that are new are added. A refresh never lowers a baseline: a person
    does that with `gate accept --reason`. What changes no answer and no rule writes nothing.

    With --pull-request nothing is written here: the new baseline goes to the branch `gate/refresh-NAME`,
    and a person merges it. Reads the token from GATE_TOKEN or GITHUB_TOKEN.

    Exit code 0 if the baseline is as good as the run, 1 if the run regressed and was refused.
    """
    from gate import pipeline, recording
    from gate.cli.outputs import parse_outputs, write_all
    from gate.cli.promoted import say, say_proposed
    from gate.cli.publishing import publish
    from gate.promotion import Step

    wanted = parse_outputs(output)
    refuse_run_for_many(configs, run)
    if pull_request:
        from gate.proposing import propose

        proposed = [propose(path, run=run) for path in configs]
        done = [each.recorded for each in proposed]
    else:
        proposed, done = [], [recording.refresh(path, run=run) for path in configs]
    document = pipeline.document([each.report for each in done])
    write_all(document, wanted)
    for recorded in done:
        say(recorded, staged=pull_request)
    for each in proposed:
        say_proposed(each)
    refused = any(each.promotion.step is Step.REFUSE for each in done)
    code = (document.exit_code or 3) if refused else 0
    publish(document, code, outputs=wanted, comment=False, summary=summary, annotations=None)
    context.exit(code)
