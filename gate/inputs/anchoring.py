"""The anchor: a fixed reference beside the rolling baseline, found in history."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import git, surroundings
from gate.errors import QuestionError
from gate.inputs.basis import folder_store
from gate.notice import Notice
from gate.stores import pair
from gate.stores.git import GitStore

if TYPE_CHECKING:
    from pathlib import Path

    from gate.config import Config
    from gate.stores.pair import Stored

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_DIGEST = re.compile(r"sha256:([0-9a-f]{8,64})")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A baseline as some earlier commit has it.

    Attributes:
        stored: The baseline.
        name: What the config calls it: a tag, a day, a digest.
        revision: Full hash of the commit it was taken from.
    """

    stored: Stored
    name: str
    revision: str


def find_anchor(config: Config, head: str | None) -> tuple[Anchor | None, list[Notice]]:
    """Look the anchor up that the config names; where it cannot be found, say so.

    Args:
        config: The question.
        head: Revision whose history counts for a day or a digest: the base of the change; ``None`` for
            HEAD.

    Raises:
        NoAnswerError: The baseline is there and damaged, or git cannot read the repository.
    """
    if config.anchor is None:
        return None, []
    name = config.anchor.at
    store = folder_store(config)
    top = surroundings.repository(config.path) if git.installed() else None
    inside = surroundings.relative(top, store.root) if top is not None else None
    if top is None or inside is None:
        return None, [_missing(name, "the baseline does not lie in a git repository")]
    revision, why = _revision(name, config.name, top, inside, head or "HEAD")
    if revision is None:
        return None, [_missing(name, why)]
    stored = GitStore(top, revision, inside, name).load(config.name)
    if stored is None:
        return None, [_missing(name, f"there was no baseline {config.name!r} at {revision[:12]}")]
    return Anchor(stored, name, revision), []


def _revision(name: str, config: str, top: Path, folder: str, head: str) -> tuple[str | None, str]:
    """Return the commit that ``name`` means, or why there is none."""
    digest = _DIGEST.fullmatch(name)
    if digest is not None:
        found = _with_digest(digest[1], config, top, folder, head)
        return found, "no commit in this history has a baseline with this digest" + _cut(top)
    if _DAY.fullmatch(name):
        # The last moment of that day, in UTC, whatever the clock of the machine says.
        found = git.line(top, "rev-list", "-1", "--first-parent", f"--before={name}T23:59:59Z", head)
        return found, f"no commit is older than the end of {name}" + _cut(top)
    try:
        return git.commit(top, name, where="anchor.at"), ""
    except QuestionError:
        return None, f"there is no tag or commit {name!r}; fetch the tags, or release first"


def _with_digest(digest: str, config: str, top: Path, folder: str, head: str) -> str | None:
    if git.line(top, "rev-parse", "--verify", "--quiet", head) is None:
        return None  # before the first commit
    path = f"{folder}/{pair.summary_file(config)}" if folder not in {"", "."} else pair.summary_file(config)
    listed = git.run(top, "rev-list", head, "--", path)
    if listed.returncode:
        raise git.unreadable(top, path, listed)
    for revision in listed.stdout.decode().split():
        content = git.show(top, revision, path)
        if content is not None and pair.summary_digest(content).startswith(digest):
            return revision
    return None


def _cut(top: Path) -> str:
    return f"; the history of this clone was cut off: {git.UNSHALLOW}" if git.is_shallow(top) else ""


def _missing(name: str, why: str) -> Notice:
    return Notice("no_anchor", f"nothing is compared with the anchor {name}: {why}")
