"""`gate comment`: write a stored report as the comment on a pull request."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.cli.publishing import comment_id_option

if TYPE_CHECKING:
    from gate.report import Document


@click.command()
@click.argument("file", metavar="REPORT.JSON", type=click.Path(path_type=Path))
@click.option(
    "--pull-request",
    type=click.IntRange(min=1),
    metavar="NUMBER",
    help="The pull request. [default: the one that the event is about]",
)
@comment_id_option
def comment(file: Path, pull_request: int | None, comment_id: str) -> None:
    """Write a report that another job stored as the one comment on its pull request.

    For pull requests from forks: their job may only read, so it stores its report, and a job of the
    default branch (event `workflow_run`) comments. Nothing in the file is trusted: it has to be a report of
    modest size that speaks of the pull request and the commit which the forge names, and it is rendered
    anew. Reads the token from GATE_TOKEN or GITHUB_TOKEN.

    \b
    Example:
      gate comment gate-out/report.json
    """
    from dataclasses import replace

    from gate.errors import Problem, QuestionError
    from gate.forges import github, job, publish, stored
    from gate.forges.stamp import key_of
    from gate.forges.sticky import Posted
    from gate.forges.web import ForgeError
    from gate.surroundings import at, event

    document = stored.read(file)
    here = job.find()
    if here is None or here.forge != "github":
        raise QuestionError(
            Problem(
                "this is no job of GitHub Actions",
                fix="elsewhere, use `gate check --comment`",
                code="no_forge",
            )
        )
    if not here.token:
        raise QuestionError(Problem(publish.NO_TOKEN[here.forge], code="no_token"))
    forge = github.connect(here)
    run = at(event(), "workflow_run")
    try:
        pull = stored.named(here, forge, pull_request) if pull_request else stored.origin(here, forge)
        if pull is None:
            click.echo("gate: no open pull request has the commit of that run: nothing to comment on")
            return
        stored.claims(document, pull, str(file))
        done = publish.comment(
            document,
            key=key_of(*_asked(document), comment_id),
            job=replace(here, pull=pull, run=at(run, "id") or here.run, attempt=at(run, "run_attempt") or 1),
            remark="told by a run that could only read: its check decides, not this comment",
            url=at(run, "html_url") or here.url,
        )
    except ForgeError as error:
        raise ForgeError(publish.refusal(error, here), status=error.status) from None
    late = done is Posted.STALE
    click.echo(f"gate: {'a later run has commented already' if late else f'comment {done}'}")


def _asked(document: Document) -> tuple[list[str], str]:
    """Return the configs that a document's run was asked for, and the profile; empty without one."""
    said = dict(document.reports[0].provenance.facts)
    others = said.get("without answer", "")
    configs = [report.config for report in document.reports]
    return [*configs, *(others.split(", ") if others else ())], said.get("profile", "")
