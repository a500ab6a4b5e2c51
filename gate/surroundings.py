"""Commit, versions, CI, time, and which commit to compare with: recorded, never computed on."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gate import git
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.git import repository, show

__all__ = [
    "Base",
    "base",
    "environment",
    "environment_for_others",
    "facts",
    "now",
    "person",
    "relative",
    "repository",
    "show",
    "state",
    "version",
]

VERSION = "0.1.0"
"""Version of this package; the build reads it here."""

WORKTREE = "worktree"
"""The base that means the files as they lie there."""

MERGE_BASE = "merge-base"
"""The base that means: find it, whatever ``GATE_BASE`` says."""


_BLAS_THREADS = "OPENBLAS_NUM_THREADS"

_SET_BY_US: set[str] = set()


@dataclass(frozen=True, slots=True)
class Base:
    """What a change is compared with.

    Attributes:
        revision: Full hash of a commit; ``None`` for the work tree.
        how: How it was found, as one phrase: ``"merge base of HEAD and origin/main"``.
        notice: What a reader should know about it; empty if nothing.
    """

    revision: str | None
    how: str
    notice: str = ""

    @property
    def is_worktree(self) -> bool:
        """Whether the files themselves are the base, so that a change can move its own bar."""
        return self.revision is None


def version() -> str:
    """Return the version of this package."""
    return VERSION


def one_blas_thread() -> None:
    """Ask for one BLAS thread, unless the user asked for another number; before numpy is imported.

    The products of a check are small: more threads would only wait for each other. No result depends on
    their number.
    """
    if _BLAS_THREADS not in os.environ:
        os.environ[_BLAS_THREADS] = "1"
        _SET_BY_US.add(_BLAS_THREADS)


def environment_for_others() -> dict[str, str]:
    """Return the environment for a program that the gate starts: without what the gate set for itself."""
    return {name: value for name, value in os.environ.items() if name not in _SET_BY_US}


def now() -> str:
    """Return the time in UTC, ``"2025-03-01T12:00:00Z"``; ``SOURCE_DATE_EPOCH`` sets it.

    Raises:
        QuestionError: ``SOURCE_DATE_EPOCH`` is not a number of seconds.
    """
    fixed = environment("SOURCE_DATE_EPOCH")
    try:
        moment = datetime.now(UTC) if fixed is None else datetime.fromtimestamp(int(fixed), UTC)
    except (ValueError, OverflowError, OSError):
        raise QuestionError(
            Problem(
                f"{fixed!r} is not a number of seconds since 1970",
                "SOURCE_DATE_EPOCH",
                "set it to a whole number, or unset it",
            )
        ) from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def environment(name: str) -> str | None:
    """Return an environment variable; ``None`` if it is unset or empty."""
    return os.environ.get(name) or None


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
    elif environment("GITLAB_CI"):
        found.append(("ci", "GitLab CI"))
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


def base(path: Path, explicit: str | None = None, *, asker: str = "--base") -> Base:
    """Find the commit that a change is compared with.

    The first that applies: ``explicit``, ``GATE_BASE``, the pull request the forge's event is about, the
    merge base with the remote's default branch (without a remote, the local one), and on the default
    branch itself the first parent of HEAD. A revision that is named is taken as it is.

    Args:
        path: A file or folder of the repository, the config for example.
        explicit: A revision, ``"worktree"``, or ``"merge-base"``.
        asker: Who says so, for messages.

    Returns:
        The base. It is the work tree, with a notice, outside git and where HEAD has no parent.

    Raises:
        QuestionError: No such revision.
        NoAnswerError: The clone was cut off before the base, the default branch is not known, HEAD has no
            history in common with it, or git cannot read the repository.
    """
    asked, asker = (explicit, asker) if explicit else (environment("GATE_BASE"), "GATE_BASE")
    if asked == WORKTREE:
        return Base(None, f"the work tree, as {asker} says")
    named = None if asked == MERGE_BASE else asked
    if named is None and not git.installed():
        if any((folder / ".git").exists() for folder in path.resolve().parents):
            raise NoAnswerError(
                Problem(
                    "git is not installed, so the base of this repository cannot be read",
                    fix="install git, or say `--base worktree` to compare with the files as they lie there",
                )
            )
        return _worktree("git is not installed")
    top = repository(path)
    if top is None:
        if named is not None:
            raise QuestionError(
                Problem(f"no commit {named!r}: {path} is not in a git repository", asker, "name `worktree`")
            )
        return _worktree("this is not a git repository")
    if named is not None:
        return Base(git.commit(top, named, where=asker), f"{named}, as {asker} says")
    head = git.line(top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    if head is None:
        return _worktree("nothing has been committed yet")
    return _of_event(top, head) or _of_default_branch(top, head)


def _worktree(why: str) -> Base:
    return Base(
        None,
        "the work tree",
        f"compared with the work tree, because {why}: a change to the baseline or the config goes unnoticed",
    )


def _of_event(top: Path, head: str) -> Base | None:
    """Return the base of the pull request, merge request or merge group that is being tested."""
    event, kind = _event(), environment("GITHUB_EVENT_NAME")
    group = event.get("merge_group")
    if kind == "merge_group" and isinstance(group, dict) and group.get("base_sha"):
        start = git.commit(top, str(group["base_sha"]), where="merge_group.base_sha")
        return Base(start, "base of the merge group")
    target = environment("GITHUB_BASE_REF")
    if target:
        # On a branch's own commit, itself perhaps a merge, the first parent would be the wrong one.
        testing_merge = kind == "pull_request" and environment("GITHUB_SHA") in {None, head}
        if testing_merge and len(git.parents(top, head)) > 1:
            return _first_parent(top, head, "first parent of the pull request's merge commit")
        return _merge_base(top, head, f"refs/remotes/origin/{target}")
    for name in ("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_MERGE_REQUEST_DIFF_BASE_SHA"):
        if hash_ := environment(name):
            return Base(git.commit(top, hash_, where=name), "base of the merge request")
    return None


def _of_default_branch(top: Path, head: str) -> Base:
    usual = ("main", "master")
    told = _event().get("repository", {})
    said = [told.get("default_branch") if isinstance(told, dict) else None, environment("CI_DEFAULT_BRANCH")]
    remote = git.line(top, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    for ref in [remote, *(f"refs/remotes/origin/{name}" for name in (*said, *usual) if name)]:
        if ref and _exists(top, ref):
            return _merge_base(top, head, ref)
    if git.is_shallow(top):
        raise _cut_off("the default branch is not in this clone")
    branch = git.line(top, "symbolic-ref", "--quiet", "--short", "HEAD")
    names = [name for name in (git.line(top, "config", "init.defaultBranch"), *usual) if name]
    if branch in names:
        return _first_parent(top, head, f"first parent of HEAD, on {branch}")
    for name in names:
        if _exists(top, f"refs/heads/{name}"):
            return _merge_base(top, head, f"refs/heads/{name}")
    branches = git.run(top, "for-each-ref", "--format=x", "refs/heads", "refs/remotes").stdout
    if branch and branches.count(b"x") == 1 and git.line(top, "remote") is None:
        return _first_parent(top, head, f"first parent of HEAD, on {branch}")
    raise NoAnswerError(
        Problem(
            "the default branch is not known, so there is no base to compare with",
            str(top),
            "`git remote set-head origin --auto`, or name a revision with `--base`",
        )
    )


def _merge_base(top: Path, head: str, ref: str) -> Base:
    branch = ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")
    if not _exists(top, ref):
        raise _cut_off(f"{branch}, which this change is to be merged into, is not in this clone")
    found = git.line(top, "merge-base", head, ref)
    if found == head:
        return _first_parent(top, head, f"first parent of HEAD, which is part of {branch}")
    if found is not None:
        return Base(found, f"merge base of HEAD and {branch}")
    if git.is_shallow(top):
        raise _cut_off(f"where HEAD and {branch} part is not in this clone")
    raise NoAnswerError(
        Problem(f"HEAD and {branch} have no commit in common", str(top), "name a revision with `--base`")
    )


def _first_parent(top: Path, head: str, how: str) -> Base:
    parents = git.parents(top, head)
    if not parents:
        return _worktree("HEAD is the first commit")
    if not git.has(top, parents[0]):
        raise _cut_off("the first parent of HEAD is not in this clone")
    return Base(parents[0], how)


def _exists(top: Path, ref: str) -> bool:
    return git.line(top, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}") is not None


def _cut_off(why: str) -> NoAnswerError:
    return NoAnswerError(Problem(f"no base to compare with: {why}", fix=git.UNSHALLOW))


def _event() -> dict[str, Any]:
    """Return the event GitHub started this job for; nothing where there is none that can be read."""
    path = environment("GITHUB_EVENT_PATH")
    try:
        event = json.loads(Path(path).read_bytes()) if path else {}
    except (OSError, ValueError):
        return {}
    return event if isinstance(event, dict) else {}


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
