"""Which commit a revision names, whether it is there, and what it was made from."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError, Problem, QuestionError
from gate.git.process import line, run, unreadable
from gate.git.repositories import UNSHALLOW, is_shallow

if TYPE_CHECKING:
    from pathlib import Path

_FULL = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")


def commit(top: Path, revision: str, *, where: str = "") -> str:
    """Return the full hash of the commit that ``revision`` names; tags are followed.

    Args:
        top: Top folder of the repository.
        revision: A branch, tag, hash, or any other spelling git knows.
        where: Who asked, for the error: ``"--base"``.

    Raises:
        QuestionError: There is no such commit, or ``revision`` begins with ``-``.
        NoAnswerError: There is no such commit in this clone, whose history was cut off.
    """
    if revision.startswith("-"):
        raise QuestionError(
            Problem(
                f"{revision!r} begins with '-': not a revision",
                where,
                "name a branch, tag or hash",
                code="unknown_commit",
            )
        )
    if _FULL.fullmatch(revision) and has(top, revision):
        return revision
    found = None
    if "\0" not in revision:
        found = line(top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found is not None and has(top, found):
        return found
    if is_shallow(top):
        raise NoAnswerError(
            Problem(
                f"no commit {revision!r} in this clone, whose history was cut off",
                where,
                UNSHALLOW,
                code="shallow_clone",
            )
        )
    raise QuestionError(
        Problem(
            f"no commit {revision!r} in this repository", where, "`git log` lists them", code="unknown_commit"
        )
    )


def has(top: Path, hash_: str) -> bool:
    """Say whether the commit with this full hash is really there; a spelling alone proves nothing."""
    try:
        return _seen(top, hash_)
    except LookupError:
        return False


@cache
def _seen(top: Path, hash_: str) -> bool:
    """Say that a commit is there: it stays. One that is not there may come, and is asked for again."""
    if run(top, "cat-file", "-t", hash_).stdout.strip() != b"commit":
        raise LookupError(hash_)
    return True


def parents(top: Path, hash_: str) -> list[str]:
    """Return the parents a commit was made with, present in this clone or not.

    Raises:
        NoAnswerError: git cannot read the commit.
    """
    done = run(top, "cat-file", "commit", hash_)
    if done.returncode:
        raise unreadable(top, hash_[:12], done)
    header = done.stdout.partition(b"\n\n")[0]
    return [row[7:].decode() for row in header.split(b"\n") if row.startswith(b"parent ")]


def changed_at(top: Path, path: str) -> str:
    """Return when the last commit that touched ``path`` was made, ISO 8601; empty if none did.

    In a clone whose history was cut off, what lies before the cut looks as young as the cut.
    """
    return line(top, "log", "-1", "--format=%cI", "--", path) or ""
