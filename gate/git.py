"""git, asked safely: the one place that starts it.

Nothing here checks out, or goes through a shell. git is told to speak English, so that two
of its sentences can be recognised, and never to ask for a password.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError, Problem, QuestionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PATIENCE = 60.0
"""Seconds after which a call of git is given up."""

UNSHALLOW = "fetch the whole history: `fetch-depth: 0` at actions/checkout, or `git fetch --unshallow`"
"""The way out of every clone that was cut off."""

_OPTIONS = (
    *("-c", "core.quotepath=off"),
    *("-c", "core.fsmonitor=false"),
    "--no-pager",
    "--no-optional-locks",
)

# A hook inherits these, and they would overrule the folder we ask about.
_INHERITED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR")

_FULL = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")

_KINDS = {"120000": "a symbolic link", "160000": "a submodule", "040000": "a folder"}


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
                where=str(at),
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
        Problem(f"git cannot read the repository: {_said(done)}", where=str(folder), code="git_failed")
    )


def _is_damaged(top: Path) -> bool:
    """Whether there is a repository that git cannot even open; not whether git was told to look past it."""
    inside = top / ".git"
    # Path.exists would raise for a folder above that is none of our business.
    there = os.path.exists(inside / "HEAD")  # noqa: PTH110
    return there and run(top, f"--git-dir={inside}", "rev-parse").returncode != 0


def is_shallow(top: Path) -> bool:
    """Say whether the history of this clone was cut off."""
    return line(top, "rev-parse", "--is-shallow-repository") == "true"


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
    """Return the parents a commit was made with, present in this clone or not."""
    header = run(top, "cat-file", "commit", hash_).stdout.partition(b"\n\n")[0]
    return [row[7:].decode() for row in header.split(b"\n") if row.startswith(b"parent ")]


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
            Problem(f"git cannot tell what changed: {_said(done)}", where=str(top), code="git_failed")
        )
    return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]


def show(top: Path, revision: str, path: str) -> bytes | None:
    """Return a file as ``revision`` has it, byte for byte; nothing is checked out.

    Args:
        top: Top folder of the repository.
        revision: What :func:`commit` accepts.
        path: Path from the top, with ``/``.

    Returns:
        The content; ``None`` where the revision has no such file.

    Raises:
        QuestionError: There is no such revision.
        NoAnswerError: A folder, a link or a submodule stands at ``path`` or above it, or the object is
            damaged.
    """
    hash_ = commit(top, revision)
    mode = _mode(top, hash_, path)
    where = f"{hash_[:12]}:{path}"
    if mode is None:
        for above in reversed(Path(path).parents[:-1]):
            kind = _mode(top, hash_, above.as_posix())
            if kind in {"120000", "160000"}:
                raise NoAnswerError(_not_a_file(where, f"{above.as_posix()} is {_KINDS[kind]}"))
        return None
    if mode in _KINDS:
        raise NoAnswerError(_not_a_file(where, f"it is {_KINDS[mode]}"))
    done = run(top, "cat-file", "blob", f"{hash_}:{path}")
    if done.returncode:
        raise NoAnswerError(
            Problem(f"git cannot read it: {_said(done)}", where, "`git fsck` says more", code="git_failed")
        )
    return done.stdout


def changed_at(top: Path, path: str) -> str:
    """Return when the last commit that touched ``path`` was made, ISO 8601; empty if none did.

    In a clone whose history was cut off, what lies before the cut looks as young as the cut.
    """
    return line(top, "log", "-1", "--format=%cI", "--", path) or ""


def is_edited(top: Path, path: str) -> bool:
    """Say whether ``path`` differs from the last commit, or is not in it."""
    return bool(run(top, "status", "--porcelain", "--", path).stdout.strip())


def _mode(top: Path, hash_: str, path: str) -> str | None:
    listed = run(top, "ls-tree", "-z", "--full-tree", hash_, "--", path)
    return listed.stdout[:6].decode() or None


def _not_a_file(where: str, why: str) -> Problem:
    return Problem(
        f"not a file that git can show: {why}",
        where,
        "keep it as a plain file in this repository",
        code="not_in_git",
    )


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0] if lines else f"exit code {done.returncode}"
