"""`gate check`: judge a system against its baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gate.cli.options import base_option, configs_argument, profile_option, run_option
from gate.cli.outputs import output_option

if TYPE_CHECKING:
    from pathlib import Path

    from gate.report import Report


@click.command()
@configs_argument
@run_option
@base_option
@profile_option
@click.option(
    "--first-run",
    type=click.Choice(["fail", "pass"]),
    default="fail",
    show_default=True,
    help="What a missing baseline means: no answer (exit 3), or a pass.",
)
@click.option("--record", is_flag=True, help="Append the outcome to the history; see `gate history`.")
@output_option
@click.pass_context
def check(
    context: click.Context,
    configs: tuple[Path, ...],
    run: Path | None,
    base: str | None,
    profile: str | None,
    first_run: str,
    record: bool,
    output: tuple[str, ...],
) -> None:
    """Judge one or more CONFIGs: is the system worse than its baseline?

    Reads each config, lines its golden set up with what the system answered, compares the answers in
    pairs with the stored baseline, and ends with a verdict: exit code 0 if nothing got worse than
    tolerated, 1 if something regressed, 3 if there is no fair answer.

    \b
    Examples:
      gate check configs/search.yaml
      gate check configs/*.yaml --output markdown:report.md --output json:report.json
      gate check configs/search.yaml --run runs/experiment.jsonl --base worktree
    """
    from gate import pipeline, remembering
    from gate.cli.options import refuse_run_for_many
    from gate.cli.outputs import deliver, parse_outputs, write_all
    from gate.errors import NoAnswerError, Problem, QuestionError, SystemFailedError, raise_all
    from gate.reporters import TELLS_ERRORS
    from gate.telling.story import unanswered

    wanted = parse_outputs(output)
    refuse_run_for_many(configs, run)
    reports: list[Report] = []
    errors: list[Report] = []
    problems: list[Problem] = []
    failed: SystemFailedError | None = None
    for path in configs:  # one config that is wrong must not hide what another one found
        try:
            found = pipeline.check_all(
                path,
                run=run,
                base=base,
                first_run_passes=first_run == "pass",
                profile=profile,
                identified=record,
            )
            reports += remembering.remember(path, found, asked=record)
        except NoAnswerError as error:
            click.echo(f"gate: {error}", err=True)
            reports += remembering.remember(path, [unanswered(path, error)], asked=record)
        except QuestionError as error:
            problems += error.problems
            errors.append(unanswered(path, error))
        except SystemFailedError as error:
            failed = error
            errors.append(unanswered(path, error))
    document = pipeline.document(reports)
    if errors:
        whole = pipeline.document([*reports, *errors])
        write_all(whole, [each for each in wanted if each.format in TELLS_ERRORS])
        wanted = tuple(each for each in wanted if each.format not in TELLS_ERRORS)
    if reports:
        deliver(document, wanted)
    raise_all(problems)
    if failed is not None:
        raise failed
    context.exit(document.exit_code)
