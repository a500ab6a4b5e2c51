"""A file as a commit has it, byte for byte; nothing is checked out."""

from __future__ import annotations

import os
from pathlib import Path

from gate.errors import NoAnswerError, Problem
from gate.git.commits import commit
from gate.git.process import run, unreadable

_KINDS = {"120000": "a symbolic link", "160000": "a submodule", "040000": "a folder"}


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
        NoAnswerError: A folder, a link or a submodule stands at ``path`` or above it, or git cannot read
            what the commit holds.
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
        raise unreadable(top, where, done)
    return done.stdout


def files(top: Path, hash_: str, path: str) -> list[str]:
    """Return the files at or below ``path`` as a commit has them, as paths from the top.

    Raises:
        NoAnswerError: git cannot read what the commit holds.
    """
    listed = _listed(top, hash_, path, "-r", "--name-only")
    return [os.fsdecode(name) for name in listed.split(b"\0") if name]


def _mode(top: Path, hash_: str, path: str) -> str | None:
    return _listed(top, hash_, path)[:6].decode() or None


def _listed(top: Path, hash_: str, path: str, *options: str) -> bytes:
    done = run(top, "ls-tree", "-z", "--full-tree", *options, hash_, "--", path)
    if done.returncode:
        raise unreadable(top, f"{hash_[:12]}:{path}", done)
    return done.stdout


def _not_a_file(where: str, why: str) -> Problem:
    return Problem(
        f"not a file that git can show: {why}",
        where,
        "keep it as a plain file in this repository",
        code="not_in_git",
    )
