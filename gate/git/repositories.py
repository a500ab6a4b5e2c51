"""Which repository a path lies in, and whether its whole history is there."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from gate.errors import NoAnswerError, Problem
from gate.git.process import line, run, said

UNSHALLOW = "fetch the whole history: `fetch-depth: 0` at actions/checkout, or `git fetch --unshallow`"
"""The way out of every clone that was cut off."""


def repository(path: Path) -> Path | None:
    """Return the top folder of the git work tree that holds ``path``; ``None`` outside of one.

    ``path`` need not exist; the nearest folder above it that does is asked.

    Raises:
        NoAnswerError: There is a repository, but git cannot read it.
    """
    folder = path.absolute()
    while not folder.is_dir():
        folder = folder.parent
    try:
        return _top(folder)
    except LookupError:
        return None


@cache
def _top(folder: Path) -> Path:
    """Return the top of the work tree that holds ``folder``; what was found is not asked for again."""
    done = run(folder, "rev-parse", "--show-toplevel")
    if done.returncode == 0:
        return Path(os.fsdecode(done.stdout).removesuffix("\n"))
    if done.stderr.startswith(b"fatal: not a git repository (or any"):
        damaged = next((up for up in (folder, *folder.parents) if _is_damaged(up)), None)
        if damaged is None:
            raise LookupError(folder)
        what = "there is a .git folder that git does not take for a repository: it is damaged"
        raise NoAnswerError(
            Problem(what, str(damaged), "clone it again, or check it out again", code="git_failed")
        )
    raise NoAnswerError(
        Problem(
            f"git cannot read the repository: {said(done)}",
            str(folder),
            "`git status` in that folder says it, too: mend what it names",
            code="git_failed",
        )
    )


def _is_damaged(top: Path) -> bool:
    """Whether there is a repository that git cannot even open; not whether git was told to look past it."""
    inside = top / ".git"
    # Path.exists would raise for a folder above that is none of our business.
    there = any(os.path.exists(inside / part) for part in ("HEAD", "objects"))  # noqa: PTH110
    return there and run(top, f"--git-dir={inside}", "rev-parse").returncode != 0


def is_shallow(top: Path) -> bool:
    """Say whether the history of this clone was cut off."""
    return line(top, "rev-parse", "--is-shallow-repository") == "true"
