"""`gate init`: the first files of a project."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gate.init import NO_SYSTEM, SYSTEMS, TASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.init import Wish


@click.command()
@click.option("--task", type=click.Choice(list(TASKS)), help="What the system does. [default: retrieval]")
@click.option("--name", metavar="NAME", help="What the config is called. [default: the folder's name]")
@click.option(
    "--ci",
    type=click.Choice([*SYSTEMS, NO_SYSTEM]),
    help="Whose CI job is written. [default: whose traces are found here; else github]",
)
@click.option("--yes", is_flag=True, help="Ask nothing: take the defaults for what is not given.")
@click.option("--force", is_flag=True, help="Overwrite files that are there already.")
def init(task: str | None, name: str | None, ci: str | None, *, yes: bool, force: bool) -> None:
    """Write a config, a golden set and a run to fill in, and the CI job.

    Asks on a terminal for what no option says. Nothing that exists is overwritten unasked: without a
    terminal, and without --force, that ends with exit code 2 and a list.

    \b
    Examples:
      gate init
      gate init --task classification --name fraud --ci gitlab --yes
    """
    from gate import init as start
    from gate.surroundings import version

    top = Path()
    ask = sys.stdin.isatty() and sys.stdout.isatty() and not yes
    if not ask and not yes:
        given = (("--task", task), ("--name", name), ("--ci", ci))
        _refuse_to_guess([option for option, value in given if value is None])
    task = task or _asked("What does the system do?", list(TASKS), "retrieval", ask=ask)
    name = _asked_name(start.likely_name(top, task), ask=ask) if name is None else name
    _refuse_name(name)
    ci = ci or _asked("Which CI?", [*SYSTEMS, NO_SYSTEM], start.likely_system(top), ask=ask)
    wish = start.Wish(task, name, ci, version())
    content = start.plan(wish)
    there = start.existing(top, content)
    if there and not force:
        _allow(there, ask=ask)
    start.write(top, content)
    for path in content:
        click.echo(f"wrote {path}")
    click.echo(_next(wish, list(content)))


def _asked(question: str, choices: Sequence[str], default: str, *, ask: bool) -> str:
    if not ask:
        return default
    answer: str = click.prompt(question, default=default, type=click.Choice(choices))
    return answer


def _asked_name(default: str, *, ask: bool) -> str:
    return str(click.prompt("What is it called?", default=default)) if ask else default


def _refuse_to_guess(missing: Sequence[str]) -> None:
    from gate.errors import Problem, QuestionError

    if missing:
        what = f"there is no terminal to ask for {', '.join(missing)}"
        fix = (
            "give it, or --yes for the default"
            if len(missing) == 1
            else "give them, or --yes for the defaults"
        )
        raise QuestionError(Problem(what, fix=fix, code="option_value"))


def _refuse_name(name: str) -> None:
    from gate.config.values import NAME
    from gate.errors import Problem, QuestionError

    if not re.fullmatch(NAME, name) or name in {"null", "true", "false"}:  # which YAML takes for others
        fix = "small letters, digits, - and _, beginning with a letter"
        raise QuestionError(Problem(f"{name!r} is no name for a config", "--name", fix, code="option_value"))


def _allow(there: Sequence[str], *, ask: bool) -> None:
    from gate.errors import Problem, QuestionError

    if ask and click.confirm(f"There already: {', '.join(there)}. Overwrite?", default=False):
        return
    fix = "choose another --name, or --ci none; --force overwrites"
    raise QuestionError(
        *[Problem("exists already; nothing was written", path, fix, code="would_overwrite") for path in there]
    )


def _next(wish: Wish, paths: Sequence[str]) -> str:
    from gate import git

    config, golden, run = paths[:3]
    lines = [
        "",
        "next:",
        f"  1. put your own items into {golden}; the ones in it are examples",
        f"  2. let your system answer them, and write {run} as it is",
        f"  3. gate validate {config}",
        f"  4. gate refresh {config}   # today's answers are the baseline",
        "  5. commit all of it; from then on the CI job runs `gate check`",
    ]
    top = git.repository(Path(config)) if wish.system != NO_SYSTEM and git.installed() else None
    if top is not None and os.path.realpath(top) != os.path.realpath(Path()):
        lines.append(f"note: {paths[-1]} belongs to the top of the repository, {top}; its paths start there")
    return "\n".join(lines)
