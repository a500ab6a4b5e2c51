"""`gate check`: judge a system against its baseline."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from gate.cli.linking import images_option
from gate.cli.options import base_option, configs_argument, profile_option, run_option
from gate.cli.outputs import output_option
from gate.cli.publishing import forge_options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.cli.outputs import Output
    from gate.report import Document, Report
    from gate.reporters.markdown import Image


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
@click.option(
    "--changed-only",
    is_flag=True,
    help="Judge nothing where the change touches none of the files that the config's `paths` names.",
)
@click.option(
    "--fail-on",
    multiple=True,
    metavar="KIND",
    help="A kind of unclear result that stops the build, beside those of the config; `never` lets nothing "
    "stop it. May be given several times.",
)
@click.option("--record", is_flag=True, help="Append the outcome to the history; see `gate history`.")
@output_option
@images_option
@forge_options
@click.pass_context
def check(
    context: click.Context,
    configs: tuple[Path, ...],
    run: Path | None,
    base: str | None,
    profile: str | None,
    first_run: str,
    changed_only: bool,
    fail_on: tuple[str, ...],
    record: bool,
    output: tuple[str, ...],
    images: str | None,
    comment: bool,
    summary: bool,
    annotations: bool | None,
    comment_id: str,
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
    from gate.cli.outputs import parse_outputs, pictured, write_all
    from gate.cli.overwriting import refuse_overwriting
    from gate.cli.publishing import publish
    from gate.errors import ExitCode, NoAnswerError, Problem, QuestionError, SystemFailedError, raise_all
    from gate.forges.stamp import key_of
    from gate.reporters import TELLS_ERRORS
    from gate.reporters.escaping import harmless
    from gate.telling import failing
    from gate.telling.story import unanswered

    wanted = parse_outputs(output, images=images)
    refuse_overwriting((each.path for each in wanted), configs, run)
    _refuse_unknown(fail_on, failing.WORDS)
    refuse_run_for_many(configs, run)
    reports: list[Report] = []
    errors: list[Report] = []
    problems: list[Problem] = []
    failed: SystemFailedError | None = None
    for path in configs:  # one config that is wrong must not hide what another one found
        try:
            quiet = _not_affected(path, run, base, profile) if changed_only else None
            if quiet is not None:
                reports.append(quiet)
                continue
            found = pipeline.check_all(
                path,
                run=run,
                base=base,
                first_run_passes=first_run == "pass",
                profile=profile,
                identified=record,
                pictured=pictured(wanted),
            )
            reports += remembering.remember(path, found, asked=record)
        except NoAnswerError as error:
            click.echo(f"gate: {harmless(str(error))}", err=True)
            reports += remembering.remember(path, [unanswered(path, error)], asked=record)
        except QuestionError as error:
            problems += error.problems
            errors.append(unanswered(path, error))
        except SystemFailedError as error:
            failed = error
            errors.append(unanswered(path, error))
    reports = [
        failing.asked(_as_asked(report, profile, [e.config for e in errors]), fail_on) for report in reports
    ]
    document = pipeline.document(reports)
    if errors:
        whole = pipeline.document([*reports, *errors])
        write_all(whole, [each for each in wanted if each.format in TELLS_ERRORS])
        wanted = tuple(each for each in wanted if each.format not in TELLS_ERRORS)
    linked = _deliver(document, wanted, images) if reports else ()
    code = ExitCode.QUESTION if problems else failed.exit_code if failed else document.exit_code
    publish(
        document if reports else None,
        code,
        problems=[*problems, *(failed.problems if failed else ())],
        outputs=wanted,
        comment=comment,
        summary=summary,
        annotations=annotations,
        key=key_of(map(str, configs), profile or "", comment_id),
        images=linked,
    )
    raise_all(problems)
    if failed is not None:
        raise failed
    context.exit(document.exit_code)


def _deliver(document: Document, wanted: Sequence[Output], images: str | None) -> Sequence[Image]:
    from gate.cli.outputs import deliver
    from gate.cli.publishing import nothing_commanded

    with nothing_commanded(wanted):
        return deliver(document, wanted, images=images)


def _as_asked(report: Report, profile: str | None, others: Sequence[str]) -> Report:
    """Note what else was asked, by which a job that tells the report later finds its comment."""
    noted = (("profile", profile or ""), ("without answer", ", ".join(others)))
    facts = (*report.provenance.facts, *((name, value) for name, value in noted if value))
    return replace(report, provenance=replace(report.provenance, facts=facts))


def _not_affected(path: Path, run: Path | None, base: str | None, profile: str | None) -> Report | None:
    from gate import config
    from gate.inputs import affected
    from gate.telling.story import not_affected

    found = config.load(path, profile=profile)
    quiet = affected.untouched(found, run=run, base=base)
    return not_affected(found, quiet) if quiet else None


def _refuse_unknown(words: Sequence[str], known: Sequence[str]) -> None:
    for word in words:
        if word not in known:
            raise click.UsageError(f"--fail-on {word!r}: no such kind; there are {', '.join(known)}")
