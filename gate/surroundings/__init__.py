"""Commit, versions, CI, time, and which commit to compare with: recorded, never computed on."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from pathlib import Path

from gate import git
from gate.errors import NoAnswerError
from gate.git import repository, show
from gate.surroundings.change import MERGE_BASE, WORKTREE, Base, base
from gate.surroundings.process import at, environment, environment_for_others, event, now, one_blas_thread

__all__ = [
    "MERGE_BASE",
    "VERSION",
    "WORKTREE",
    "Base",
    "at",
    "base",
    "environment",
    "environment_for_others",
    "event",
    "facts",
    "now",
    "one_blas_thread",
    "person",
    "relative",
    "repository",
    "show",
    "state",
    "version",
]

VERSION = "0.1.0"
"""Version of this package; the build reads it here."""


def version() -> str:
    """Return the version of this package."""
    return VERSION


def facts(path: Path | None = None) -> tuple[tuple[str, str], ...]:
    """Return what a reader of a report may want to know of the machine, as ``(name, value)`` pairs.

    Args:
        path: A file of the repository whose commit is meant; the working directory if not given.
    """
    found = [("gate", version()), ("python", platform.python_version())]
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        found.append(("numpy", str(numpy.__version__)))
    found.append(("platform", f"{platform.system()} {platform.machine()}"))
    found += _commit(path or Path())
    if environment("GITHUB_ACTIONS"):
        found.append(("ci", "GitHub Actions"))
        parts = [environment(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY", "RUN_ID")]
        if all(parts):
            found.append(("ci_run", "{}/{}/actions/runs/{}".format(*parts)))
        pull = at(event(), "pull_request")
        found += _told_of_pull(at(pull, "number"), at(pull, "head", "sha"))
    elif environment("GITLAB_CI"):
        found.append(("ci", "GitLab CI"))
        branch = environment("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") or environment("CI_COMMIT_SHA")
        found += _told_of_pull(environment("CI_MERGE_REQUEST_IID"), branch)
        found += [("ci_run", url)] if (url := environment("CI_JOB_URL")) else []
    elif environment("CI"):
        found.append(("ci", "unknown"))
    return tuple(found)


def state(path: Path) -> str | None:
    """Return what tells two states of a repository's files apart; ``None`` outside git.

    Equal commits with equal edits give equal text. Of the files that git does not track, only Python's own
    are looked at, unless they are ignored: others may be written while something runs.
    """
    try:
        top = repository(path) if git.installed() else None
        if top is None:
            return None
        head = git.line(top, "rev-parse", "--verify", "--quiet", "HEAD") or ""
        found = hashlib.sha256(
            git.run(top, "diff", "--binary", "--no-ext-diff", "--no-textconv", "HEAD").stdout
        )
        untracked = git.run(top, "ls-files", "--others", "--exclude-standard", "-z").stdout
        for name in sorted(untracked.split(b"\0")):
            if name.endswith(b".py"):
                found.update(name + b"\0" + (top / os.fsdecode(name)).read_bytes() + b"\0")
    except (NoAnswerError, OSError):
        return None
    return f"{head} {found.hexdigest()}"


def person(path: Path) -> str:
    """Return who is at work: the account at the forge, else git's ``user.name``, else nothing."""
    account = environment("GITHUB_ACTOR") or environment("GITLAB_USER_LOGIN")
    if account or not git.installed():
        return account or ""
    top = repository(path)
    return git.line(top, "config", "user.name") or "" if top else ""


def relative(top: Path, path: Path) -> str | None:
    """Return ``path`` from the top of a repository, with ``/``; ``None`` if it lies outside."""
    try:
        return path.resolve().relative_to(top.resolve()).as_posix()
    except ValueError:
        return None


def _told_of_pull(number: object, head: object) -> list[tuple[str, str]]:
    """Return which pull request this is about, and its newest commit; the one checked out is a merge."""
    return [("pull_request", str(number)), ("head", str(head))] if number and head else []


def _commit(path: Path) -> list[tuple[str, str]]:
    """Return commit and dirtiness; nothing outside git or where git cannot tell."""
    try:
        top = repository(path) if git.installed() else None
        head = git.line(top, "rev-parse", "--verify", "--quiet", "HEAD") if top else None
        if top is None or head is None:
            return []
        changed = git.line(top, "status", "--porcelain", "--untracked-files=no")
    except NoAnswerError:
        return []
    return [("commit", head), ("dirty", "yes" if changed else "no")]
