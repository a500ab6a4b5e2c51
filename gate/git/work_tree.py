"""What of the work tree differs from a commit, and what git is told to look past."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError, Problem
from gate.git.process import run, said

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def is_edited(top: Path, path: str) -> bool:
    """Say whether ``path`` differs from the last commit, or is not in it."""
    return bool(run(top, "status", "--porcelain", "--", path).stdout.strip())


def touched(top: Path, since: str, patterns: Sequence[str] = ()) -> list[str]:
    """Return the files that differ between a commit and the work tree, as paths from the top.

    Untracked files count, unless they are ignored. A file that was moved counts at both places.

    Args:
        top: Top folder of the repository.
        since: Full hash of the commit.
        patterns: Only files that match one of these pathspecs; all if there is none.

    Raises:
        NoAnswerError: git cannot tell.
    """
    whole = ("--no-renames", "--no-ext-diff", "--ignore-submodules=none")
    differing = ("diff", "--name-only", "-z", *whole, since)
    untracked = ("ls-files", "-z", "--others", "--exclude-standard")
    return sorted({*_names(top, differing, patterns), *_names(top, untracked, patterns)})


def ignored(top: Path, path: str) -> list[str]:
    """Return the files at or below ``path`` that are there and that git is told to ignore.

    Raises:
        NoAnswerError: git cannot tell.
    """
    return _names(
        top, ("ls-files", "-z", "--others", "--ignored", "--exclude-standard"), [f":(literal){path}"]
    )


def _names(top: Path, arguments: Sequence[str], patterns: Sequence[str]) -> list[str]:
    done = run(top, *arguments, "--", *patterns, patterns=True)
    if done.returncode:
        raise NoAnswerError(
            Problem(
                f"git cannot tell what changed: {said(done)}",
                str(top),
                "`git status` in that folder says it, too: mend what it names",
                code="git_failed",
            )
        )
    return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]
