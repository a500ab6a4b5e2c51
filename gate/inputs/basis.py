"""What a change is compared with: the baseline, where it lies, and what the change did to it."""

from __future__ import annotations

from datetime import datetime
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate import git, surroundings
from gate.config.origins import PLUGIN, origins
from gate.digits import counted
from gate.errors import NoAnswerError
from gate.inputs.former import config_as_base_has_it, dropped
from gate.notice import Notice
from gate.stores import pair
from gate.stores.folder import FolderStore
from gate.stores.git import GitStore
from gate.surroundings import Base

if TYPE_CHECKING:
    from gate.config import Config
    from gate.stores.pair import Stored


def find_baseline(config: Config, base: str | None) -> tuple[Stored | None, Base]:
    """Look the baseline up where the config, or ``base``, says; also say where that was."""
    where = base_of(config, base)
    store = folder_store(config)
    if where.revision is None:
        return store.load(config.name), where
    top = surroundings.repository(config.path)
    inside = surroundings.relative(top, store.root) if top else None
    if top is None or inside is None:
        outside = f"{store.shown} lies outside the repository, so it has no history"
        return store.load(config.name), Base(None, "the folder itself", outside)
    return GitStore(top, where.revision, inside, where.revision[:12]).load(config.name), where


def truth_of(config: Config) -> Base:
    """Find the commit whose rules a change is held to, whatever the change's own config says.

    ``baseline.from`` is one of those rules: a change that writes ``worktree`` there would otherwise be its
    own measure.

    Raises:
        NoAnswerError: It cannot be told in a build. Elsewhere the work tree is taken, with a notice.
    """
    try:
        return surroundings.base(config.path)
    except NoAnswerError as error:
        if surroundings.environment("CI"):
            raise
        return Base(None, "the work tree", f"edits to the config go unnoticed: {error.problems[0].what}")


def base_of(config: Config, base: str | None) -> Base:
    """Find the commit that ``config`` is compared with, or the one that ``base`` names."""
    asked = (base, "--base") if base else (config.baseline.base, "baseline.from")
    return surroundings.base(config.path, asked[0], asker=asked[1])


def folder_store(config: Config) -> FolderStore:
    """Return the folder that the config keeps its baseline in."""
    root = Path(normpath(config.path.parent / config.baseline.store))
    return FolderStore(root, normpath(Path(config.shown).parent / config.baseline.store))


def laundered(config: Config, found: Stored, where: Base) -> list[Notice]:
    """Say aloud that a change edits the baseline, which does not help it: the base's is what counts."""
    path = folder_store(config).root / pair.summary_file(config.name)
    content = path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else None
    if content is not None and pair.summary_digest(content) == found.digest:
        return []
    did = "removes" if content is None else "edits"
    text = f"this change {did} the baseline {config.name!r}; compared with the one of the base ({where.how})"
    return [Notice("baseline_edited", text)]


def aged(config: Config, found: Stored, where: Base) -> list[Notice]:
    """Say that the baseline is old: more than ``baseline.max_age`` before the commit that is judged.

    No clock is read, so that the same commit is told the same for ever.
    """
    top = surroundings.repository(config.path) if not where.is_worktree else None
    committed = git.line(top, "log", "-1", "--format=%ct", "HEAD") if top is not None else None
    try:
        recorded = datetime.fromisoformat(found.summary.provenance.recorded_at).timestamp()
    except ValueError:
        return []
    days = int((int(committed or 0) - recorded) // 86_400)
    if days <= config.baseline.most_days:
        return []
    since = _commits_since(found, top) if top is not None else ""
    text = (
        f"the baseline was recorded {counted(days, 'day')}{since} before this commit, more than "
        "`baseline.max_age` of "
        f"{config.baseline.most_days:,}: does the nightly `gate refresh` still run?"
    )
    return [Notice("baseline_old", text)]


def _commits_since(found: Stored, top: Path) -> str:
    """Say how many commits were made since a baseline was recorded; empty where git does not know its own."""
    commit = found.summary.provenance.commit
    if not commit or not git.has(top, commit):
        return ""
    count = git.line(top, "rev-list", "--count", "--first-parent", f"{commit}..HEAD")
    return f" and {int(count):,} commits" if count else ""


def brought_along(config: Config, where: Base) -> tuple[Stored | None, list[Notice]]:
    """Take the work tree's baseline where the config itself is new: a gate has to start somewhere.

    Where the base has the config but no baseline of this name, or where the change drops another config, a
    change that brings a baseline is setting its own bar: that is no baseline at all, and a notice says how
    such a change can be merged.
    """
    found = folder_store(config).load(config.name)
    if found is None:
        return None, []
    gone = dropped(config, where)
    if config_as_base_has_it(config, where) is not None or gone:
        has = "has this config" if not gone else f"has the config {gone[0]!r}, which this change drops,"
        text = (
            f"the base ({where.how}) {has} and no baseline {config.name!r}; the one that this "
            "change brings is not used, since a change cannot set its own bar: "
            "merge it with `--first-run pass`"
        )
        return None, [Notice("baseline_not_used", text)]
    text = (
        f"the base ({where.how}) has no config like this and no baseline {config.name!r}: "
        "compared with the one that this change brings"
    )
    return found, [Notice("baseline_is_new", text)]


def told_of_dropped(config: Config, where: Base) -> list[Notice]:
    """Say aloud that a change drops configs: nothing asks any more what they asked."""
    gone = dropped(config, where)
    if not gone:
        return []
    names = ", ".join(map(repr, gone))
    text = f"this change drops {names} beside this config; the base ({where.how}) still asks it"
    return [Notice("config_dropped", text)]


def told_of_plugins(config: Config, found: Stored) -> list[Notice]:
    """Say aloud that a baseline was recorded with other plugins: its numbers may be others now.

    Nothing is stale for that, since both sides are scored by today's.
    """
    recorded = found.summary.conditions
    then = {key.removeprefix(PLUGIN): text for key, text in recorded.items() if key.startswith(PLUGIN)}
    now = dict(origins(config))
    changed = [
        f"{name} ({then.get(name, 'none')} → {now.get(name, 'none')})"
        for name in sorted({*then, *now})
        if then.get(name) != now.get(name)
    ]
    if not changed:
        return []
    text = (
        f"the baseline was recorded with other plugins: {', '.join(changed)}; both sides are scored with "
        "those of now"
    )
    return [Notice("plugin_changed", text)]
