"""The one place that starts git: no shell, no password asked for, and an end to waiting.

git is told to speak English, so that two of its sentences can be recognised.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PATIENCE = 60.0
"""Seconds after which a call of git is given up."""

_OPTIONS = (
    *("-c", "core.quotepath=off"),
    *("-c", "core.fsmonitor=false"),
    "--no-pager",
    "--no-optional-locks",
)

# A hook inherits these, and they would overrule the folder we ask about.
_INHERITED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")


def installed() -> bool:
    """Say whether there is a git to ask."""
    return shutil.which("git") is not None


def run(
    at: Path,
    *arguments: str,
    patterns: bool = False,
    extra: Mapping[str, str] | None = None,
    given: bytes | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``git ARGUMENTS`` in the folder ``at`` and return what it printed and how it ended.

    Args:
        at: Where to run.
        arguments: What to run.
        patterns: Whether paths may be patterns; literal otherwise.
        extra: Variables for git alone, for what must not be seen in a list of processes.
        given: Standard input; nothing by default.

    Raises:
        NoAnswerError: git is not installed, does not end, or does not trust the repository's owner.
    """
    program = shutil.which("git")
    if program is None:
        raise NoAnswerError(
            Problem("git is not installed", fix="install git, or give `--base worktree`", code="git_missing")
        )
    # Handed on to git, not read.
    surroundings = {k: v for k, v in os.environ.items() if k not in _INHERITED}  # noqa: TID251
    surroundings |= {"LC_ALL": "C", "LANGUAGE": "", "GIT_TERMINAL_PROMPT": "0", **(extra or {})}
    options = _OPTIONS if patterns else (*_OPTIONS, "--literal-pathspecs")
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and no argument of a stranger begins with "-"
            [program, *options, *arguments],
            cwd=at,
            env=surroundings,
            input=given or b"",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NoAnswerError(
            Problem(
                f"`git {arguments[0]}` did not end within {PATIENCE:g} seconds",
                str(at),
                "run it there by hand: it may wait for something, or the disk is slow",
                code="git_failed",
            )
        ) from None
    if done.returncode and b"dubious ownership" in done.stderr:
        raise NoAnswerError(
            Problem(
                "git refuses to read this repository, because somebody else owns its folder",
                where=str(at),
                fix=f"if you trust it: `git config --global --add safe.directory {at}`",
                code="git_refuses",
            )
        )
    return done


def line(at: Path, *arguments: str) -> str | None:
    """Return the one line that ``git ARGUMENTS`` prints, or ``None`` if it fails or prints none."""
    done = run(at, *arguments)
    return os.fsdecode(done.stdout).removesuffix("\n") or None if done.returncode == 0 else None


def said(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the first line of what git complained of, or how it ended if it said nothing."""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0] if lines else f"exit code {done.returncode}"


def unreadable(top: Path, where: str, done: subprocess.CompletedProcess[bytes]) -> NoAnswerError:
    """Return the error that git cannot read what a commit holds: nobody knows what there is, or is not."""
    fix = "`git fsck` says more"
    if line(top, "config", "--get-regexp", r"^remote\..*\.promisor$"):
        fix = (
            "this clone was made with a filter and fetches what it lacks: let the checkout keep its "
            "credentials, or leave out the filter"
        )
    return NoAnswerError(Problem(f"git cannot read it: {said(done)}", where, fix, code="git_failed"))
