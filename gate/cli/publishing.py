"""Options and glue for telling the forge whose CI job this is."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from gate.cli.outputs import STDOUT
from gate.cli.rows import print_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gate.cli.outputs import Output
    from gate.errors import Problem
    from gate.forges.publish import Voice
    from gate.report import Document
    from gate.reporters.markdown import Image

_FILES = {"markdown": "report-markdown", "json": "report-json"}

summary_option = click.option(
    "--summary/--no-summary", default=False, help="In GitHub Actions, show the report on the job's page."
)
"""The option of every command whose report can stand on a job's page."""

comment_id_option = click.option(
    "--comment-id",
    default="",
    metavar="ID",
    help="Keep a comment apart from that of another job which judges the same configs.",
)
"""The option of every command that comments."""

_OPTIONS = (
    click.option(
        "--comment/--no-comment",
        default=False,
        help="In CI, write the report as the one comment on the pull request.",
    ),
    comment_id_option,
    summary_option,
    click.option(
        "--annotations/--no-annotations",
        default=None,
        help="Print remarks for the lines of the config as GitHub reads them. [default: in GitHub Actions]",
    ),
)


def forge_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what a forge is told."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def publish(
    document: Document | None,
    exit_code: int,
    *,
    problems: Sequence[Problem] = (),
    outputs: Sequence[Output],
    comment: bool,
    summary: bool,
    annotations: bool | None,
    key: str = "none",
    images: Sequence[Image] = (),
) -> None:
    """Tell the forge, if there is one, what came out.

    Args:
        document: The reports; ``None`` if there is none.
        exit_code: What the process is going to end with.
        problems: Why some or all of it has no answer.
        outputs: Files that were written.
        comment: Whether a comment is wanted.
        summary: Whether a summary is wanted.
        annotations: Whether remarks beside lines are wanted; by default in GitHub Actions.
        key: Which gate a comment is of; only needed where one is wanted.
        images: Plots to link.
    """
    if not (comment or summary or annotations) and not os.environ.get("GITHUB_ACTIONS"):
        return
    from gate.forges import job, publish

    files = {
        _FILES[output.format]: os.path.realpath(output.path)
        for output in outputs
        if document is not None and output.format in _FILES and output.path != STDOUT
    }
    here = job.find()
    is_github = here is not None and here.forge == "github"
    wishes = publish.Wishes(summary, is_github if annotations is None else annotations, comment)
    told = publish.Told(document, exit_code, problems, files, key, images)
    publish.publish(told, here, wishes, voice(outputs))


def voice(outputs: Sequence[Output] = ()) -> Voice:
    """Return how the forge's runner and people are spoken to.

    Commands go to standard output, or to standard error where a report has taken that; the runner reads
    both.
    """
    from gate.forges.publish import Voice

    taken = any(output.path == STDOUT for output in outputs)
    return Voice(partial(click.echo, err=taken), lambda text: print_rows([f"gate: {text}"], err=True))


@contextmanager
def nothing_commanded(outputs: Sequence[Output]) -> Iterator[None]:
    """Print a report in GitHub Actions so that no text in it is taken for a command to the runner."""
    if os.environ.get("GITHUB_ACTIONS") != "true" or any(output.path == STDOUT for output in outputs):
        yield
        return
    from gate.forges.commands import stopped

    with stopped(click.echo):
        yield
