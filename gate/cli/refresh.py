"""`gate refresh`: raise the baseline, never lower it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from gate.cli.options import configs_argument, refuse_run_for_many, run_option
from gate.cli.outputs import output_option
from gate.cli.publishing import summary_option

if TYPE_CHECKING:
    from pathlib import Path

    from gate.errors import ExitCode, Problem
    from gate.proposing import Proposed
    from gate.recording import Recorded
    from gate.report import Report


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

    Where one CONFIG cannot be answered, the others are refreshed all the same.

    Exit code 0 if the baseline is as good as the run, 1 if the run regressed and was refused.
    """
    from gate import pipeline
    from gate.cli.outputs import parse_outputs, write_all
    from gate.cli.overwriting import refuse_overwriting
    from gate.cli.promoted import say, say_proposed
    from gate.cli.publishing import publish
    from gate.errors import ExitCode, SystemFailedError, raise_all
    from gate.promotion import Step
    from gate.reporters import TELLS_ERRORS

    wanted = parse_outputs(output)
    refuse_overwriting((each.path for each in wanted), configs, run)
    refuse_run_for_many(configs, run)
    found = _Found()
    for path in configs:  # one that is wrong must not keep the others from their baseline
        found.ask(path, run=run, pull_request=pull_request)
    done = found.done
    reports = [*(each.report for each in done), *found.missed]
    document = pipeline.document(reports)
    if found.errors:
        whole = pipeline.document([*reports, *found.errors])
        write_all(whole, [each for each in wanted if each.format in TELLS_ERRORS])
        wanted = tuple(each for each in wanted if each.format not in TELLS_ERRORS)
    if reports:
        write_all(document, wanted)
    for recorded in done:
        say(recorded, staged=pull_request)
    for each in found.proposed:
        say_proposed(each)
    refused = any(each.promotion.step is Step.REFUSE for each in done)
    code = int(found.code) or (document.exit_code or ExitCode.NO_ANSWER if refused or found.missed else 0)
    publish(
        document if reports else None,
        int(code),
        problems=[*found.problems, *found.failures],
        outputs=wanted,
        comment=False,
        summary=summary,
        annotations=None,
    )
    if found.problems:
        raise_all([*found.problems, *found.failures])
    if found.failures:
        raise SystemFailedError(*found.failures)
    context.exit(int(code))


@dataclass(slots=True)
class _Found:
    """What became of each config: recorded, without a fair answer, or in error."""

    done: list[Recorded] = field(default_factory=list)
    proposed: list[Proposed] = field(default_factory=list)
    missed: list[Report] = field(default_factory=list)
    errors: list[Report] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    failures: list[Problem] = field(default_factory=list)

    @property
    def code(self) -> ExitCode:
        """The exit code of the errors; 0 without any."""
        from gate.errors import ExitCode

        if self.problems:
            return ExitCode.QUESTION
        return ExitCode.SYSTEM_FAILED if self.failures else ExitCode.OK

    def ask(self, path: Path, *, run: Path | None, pull_request: bool) -> None:
        """Refresh one config, and keep what came of it."""
        from gate.errors import NoAnswerError, QuestionError, SystemFailedError
        from gate.reporters.escaping import harmless
        from gate.telling.story import unanswered

        try:
            self._refresh(path, run=run, pull_request=pull_request)
        except NoAnswerError as error:
            click.echo(f"gate: {harmless(str(error))}", err=True)
            self.missed.append(unanswered(path, error))
        except QuestionError as error:
            self.problems += error.problems
            self.errors.append(unanswered(path, error))
        except SystemFailedError as error:
            self.failures += error.problems
            self.errors.append(unanswered(path, error))

    def _refresh(self, path: Path, *, run: Path | None, pull_request: bool) -> None:
        if not pull_request:
            from gate import recording

            self.done.append(recording.refresh(path, run=run))
            return
        from gate.proposing import propose

        proposed = propose(path, run=run)
        self.proposed.append(proposed)
        self.done.append(proposed.recorded)
