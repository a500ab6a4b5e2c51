"""The branch of a proposal: whether it is worth moving, and moving it without losing a race."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gate import git
from gate.errors import NoAnswerError, Problem
from gate.forges import branch
from gate.stores.folder import FolderStore
from gate.stores.git import GitStore

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gate.proposing.place import Place

TRIES = 3
"""Times a push is tried where other jobs are faster."""

TRAILER = "Measured-at"
"""The line of a commit's message that names the commit whose answers it records."""


def push(place: Place, files: Mapping[str, bytes | None], stage: Path, because: str) -> tuple[bool, str]:
    """Put a new baseline on the branch.

    Args:
        place: Where.
        files: Its files by path from the top; ``None`` for one that is gone.
        stage: Folder that holds it.
        because: Why, for the commit's message.

    Returns:
        Whether the branch was moved, and why this refresh comes too late, if it does.

    Raises:
        NoAnswerError: The commit that was measured is not part of the branch to merge into, or the push was
            refused.
    """
    for _ in range(TRIES):
        tip = place.remote.tip(place.branch)
        place.remote.fetch(place.target, *([place.branch] if tip else []))
        why_not = _overtaken(place, tip)
        if why_not:
            return False, why_not
        if tip is not None and _holds(place, tip, stage):
            return False, ""
        told = f"Raise the baseline of {place.config.name}\n\n{because}\n\n{TRAILER}: {place.head}\n"
        made = branch.commit(place.top, place.head, files, told, forge=place.job.forge)
        if place.remote.push(place.branch, made, expecting=tip):
            return True, ""
    return False, f"other jobs kept pushing {place.branch}; theirs stands"


def _overtaken(place: Place, tip: str | None) -> str:
    """Return why this refresh comes too late; nothing if it does not.

    Raises:
        NoAnswerError: The commit that was measured is not part of the branch to merge into.
    """
    target = place.remote.tip(place.target)
    if target is None or not _is_part(place, place.head, target):
        raise NoAnswerError(
            Problem(
                f"{place.head[:12]} is not part of {place.target}, and only what was merged can be its bar",
                str(place.top),
                f"run the refresh on {place.target}",
                code="not_merged",
            )
        )
    if _blobs(place, target) != _blobs(place, place.head):
        return f"{place.target} has another baseline by now; the next refresh starts from there"
    measured = _measured(place, tip) if tip is not None else None
    if measured is None or measured == place.head or not _is_part(place, measured, target):
        return ""
    if _is_part(place, place.head, measured):
        return f"{place.branch} holds the answers of a later commit, {measured[:12]}"
    return ""


def _is_part(place: Place, commit: str, of: str) -> bool:
    return commit == of or git.run(place.top, "merge-base", "--is-ancestor", commit, of).returncode == 0


def _blobs(place: Place, commit: str) -> bytes:
    done = git.run(place.top, "ls-tree", "--full-tree", commit, "--", *place.names)
    if done.returncode:
        raise git.unreadable(place.top, commit[:12], done)
    return done.stdout


def _measured(place: Place, tip: str) -> str | None:
    message = git.run(place.top, "log", "-1", "--format=%B", tip).stdout.decode("utf-8", "replace")
    found = re.search(rf"^{TRAILER}: ([0-9a-f]{{40,64}})$", message, re.MULTILINE)
    return found[1] if found else None


def _holds(place: Place, tip: str, stage: Path) -> bool:
    """Whether the branch proposes this very baseline already, on top of the one that still counts."""
    parents = git.parents(place.top, tip)
    if (
        not parents
        or not git.has(place.top, parents[0])
        or _blobs(place, parents[0]) != _blobs(place, place.head)
    ):
        return False
    try:
        there = GitStore(place.top, tip, place.folder, place.branch).load(place.config.name)
    except NoAnswerError:
        return False
    ours = FolderStore(stage, str(stage)).load(place.config.name)
    return there is not None and ours is not None and ours.summary.equals(there.summary)
