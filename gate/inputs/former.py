"""What the base of a change has of the files that the change is judged by."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from gate import git, readers, surroundings
from gate.errors import QuestionError
from gate.golden import GoldenSet
from gate.notice import Notice

if TYPE_CHECKING:
    from gate.config import Config
    from gate.golden import Edits, GoldenItem
    from gate.source import FileSource
    from gate.surroundings import Base

_NAME = re.compile(r"""^name:\s*(["']?)(?P<name>[a-z][a-z0-9_-]*)\1\s*(#.*)?$""")
_YAML = (".yaml", ".yml")
_UNREAD = "corpus."
"""Begins the file of a BEIR folder that no judgement stands in; it may be large."""


@dataclass(frozen=True, slots=True)
class Place:
    """A path in a repository, as the base of a change has it.

    Attributes:
        top: Top folder of the repository.
        revision: Full hash of the base.
        inside: The path from the top, with ``/``.
    """

    top: Path
    revision: str
    inside: str

    @classmethod
    def of(cls, path: Path, where: Base) -> Place | None:
        """Find ``path`` at the base; ``None`` outside of git or of the repository."""
        top = surroundings.repository(path) if where.revision is not None else None
        inside = surroundings.relative(top, path) if top is not None else None
        if top is None or inside is None or where.revision is None:
            return None
        return cls(top, where.revision, inside)

    def files(self) -> list[str]:
        """Return the files at or below the path, as the base has them, from the top."""
        return git.files(self.top, self.revision, self.inside)


def as_base_has_it(path: Path, where: Base) -> bytes | None:
    """Return a file as the base has it; ``None`` outside the repository, or where it is new or a folder."""
    place = Place.of(path, where)
    if place is None or place.files() != [place.inside]:
        return None
    return surroundings.show(place.top, place.revision, place.inside)


def edited(config: Config, where: Base) -> list[str]:
    """Return which of config, golden set (file or folder), catalogue and plugins a change edits.

    A config that the base has elsewhere counts as edited. What is new altogether does not.
    """
    found = [path.name for path in dict.fromkeys(_rules(config)) if _differs(path, where)]
    if config.path.name not in found and config_as_base_has_it(config, where) is not None:
        moved = Place.of(config.path, where)
        if moved is not None and not moved.files():
            found.insert(0, config.path.name)
    return found


def told_of_edits(config: Config, where: Base) -> list[Notice]:
    """Say aloud what a change edits of what it is judged by, and that the base's rules count as well."""
    found = edited(config, where)
    if not found:
        return []
    edit = f"this change edits what it is judged by: {' and '.join(found)}"
    if config_as_base_has_it(config, where) is None:
        return [Notice("rules_edited", f"{edit}; the config is new, so the base has no rules to hold it to")]
    text = f"{edit}; it is judged by its own rules and once more by those of the base, and the worse counts"
    return [Notice("rules_edited", text)]


def config_as_base_has_it(config: Config, where: Base) -> tuple[str, Path] | None:
    """Return the text of the config of this name at the base, and where it lies there.

    The same path counts first; else the config that carries the same ``name``, since moving a config must
    not let it shed its rules. ``None`` where the base has neither.

    Raises:
        QuestionError: The text at the base is not UTF-8.
    """
    from gate.yaml_source import decode

    place = Place.of(config.path, where)
    if place is None:
        return None
    same = as_base_has_it(config.path, where)
    if same is not None:
        return decode(same, shown=config.shown), config.path
    for name, path in _configs(place):
        if name == config.name:
            text = surroundings.show(place.top, place.revision, path)
            if text is not None:
                return decode(text, shown=path), place.top / path
    return None


def golden_as_base_has_it(source: FileSource, task: str, where: Base) -> GoldenSet | None:
    """Read a golden set, file or folder, as the base has it; ``None`` where the base has none there.

    Raises:
        QuestionError: What the base has cannot be read.
    """
    place = Place.of(source.path, where)
    files = place.files() if place is not None else []
    if place is None or not files:
        return None
    if files == [place.inside]:
        data = surroundings.show(place.top, place.revision, place.inside)
        return None if data is None else readers.parse_golden(data, source, task)
    with TemporaryDirectory() as folder:
        for name in files:
            below = name.removeprefix(f"{place.inside}/")
            if below.startswith(_UNREAD):
                continue
            data = surroundings.show(place.top, place.revision, name)
            target = Path(folder) / below
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data or b"")
        whole = readers.read_golden(replace(source, path=Path(folder)), task)
        return GoldenSet(whole.items, source.shown)


def removed(config: Config, differing: Edits, truth: Base) -> tuple[GoldenItem, ...]:
    """Return the golden items that a change removed, where the base can still tell what they were."""
    if not differing.removed:
        return ()
    try:
        whole = golden_as_base_has_it(config.golden_source, config.task, truth)
    except QuestionError:
        return ()
    known = whole.items if whole is not None else {}
    return tuple(known[i] for i in differing.removed if i in known)


def dropped(config: Config, where: Base) -> list[str]:
    """Return the names of configs in the same folder that the base has and the change lacks, ascending.

    What no longer asks can no longer fail.
    """
    place = Place.of(config.path.parent, where)
    if place is None:
        return []
    before = {name for name, path in _configs(place) if Path(path).parent == Path(place.inside)}
    now = {_name_in(path.read_text("utf-8", "replace")) for path in _yaml_files(config.path.parent)}
    return sorted(before - now)


def _rules(config: Config) -> tuple[Path, ...]:
    """Return the files that a change is judged by."""
    catalogue = (source.path for source in config.catalogue_sources)
    return config.path, config.golden_source.path, *catalogue, *config.own.paths


def _differs(path: Path, where: Base) -> bool:
    place = Place.of(path, where)
    if place is None:
        return False
    files = place.files()
    if not files:
        return False
    if files == [place.inside] and path.is_file():
        before = surroundings.show(place.top, place.revision, place.inside)
        return before is not None and before.splitlines() != path.read_bytes().splitlines()
    changed = git.touched(place.top, place.revision, [f":(literal){place.inside}"])
    return any(not Path(name).name.startswith(_UNREAD) for name in changed)


def _configs(place: Place) -> list[tuple[str, str]]:
    """Return ``(name, path)`` of what looks like a config at the base, by path."""
    found = git.run(place.top, "grep", "-I", "-z", "-E", "^name:", place.revision)
    if found.returncode > 1:  # 1: there is none
        raise git.unreadable(place.top, place.revision[:12], found)
    configs = []
    for row in found.stdout.decode("utf-8", "replace").splitlines():
        path, _, line = row.partition("\0")
        path = path.removeprefix(f"{place.revision}:")
        match = _NAME.match(line)
        if match is not None and path.endswith(_YAML):
            configs.append((match["name"], path))
    return sorted(configs, key=lambda each: each[1])


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in _YAML and path.is_file())


def _name_in(text: str) -> str | None:
    return next((m["name"] for line in text.splitlines() if (m := _NAME.match(line))), None)
