"""What the ``plugins:`` of a config bring along: metrics and readers of the user's."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate import metrics, readers, surroundings
from gate.errors import Problem, QuestionError
from gate.metrics.own import Origin, Owned, declared, tasks_of
from gate.plugins import files
from gate.readers.own import OwnReader, reader_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gate.plugins.files import Plugin
    from gate.surroundings import Base
    from gate.yaml_source import Document

FROM_BASE = "base"
"""What ``GATE_PLUGINS`` says where only plugins that the base of a change has are executed."""


@dataclass(frozen=True, slots=True)
class Own:
    """What plugins bring along.

    Attributes:
        metrics: Their metrics, by name.
        readers: Their readers.
        origins: Name and digest of each, in the config's order.
        paths: The files.
        is_whole: Whether all of them could be loaded; where not, a name that is unknown may be one of theirs.
    """

    metrics: Mapping[str, Owned] = field(default_factory=dict)
    readers: tuple[OwnReader, ...] = ()
    origins: tuple[Origin, ...] = ()
    paths: tuple[Path, ...] = ()
    is_whole: bool = True

    @property
    def formats(self) -> tuple[str, ...]:
        """Names of the formats that they read."""
        return tuple(name for reader in self.readers for name in reader.FORMATS)


def own_of(
    document: Document, data: dict[str, object], folder: Path, at: Base | None
) -> tuple[Own, list[Problem]]:
    """Load what ``plugins:`` names.

    Args:
        document: The config.
        data: The same as it was read.
        folder: What its paths are relative to.
        at: The commit whose files are meant; ``None`` for those of the work tree.
    """
    given = data.get("plugins")
    if not isinstance(given, list) or not given:
        return Own(), []
    found: list[tuple[int, str, Plugin]] = []
    problems: list[Problem] = []
    for i, text in enumerate(given):
        if not isinstance(text, str):
            continue
        if text in given[:i]:
            problems.append(
                document.problem(("plugins", i), f"{text!r} is named twice", fix="keep one", code="key_twice")
            )
            continue
        shown = Path(normpath(Path(document.shown).parent / text)).as_posix()
        try:
            content, how = _content(folder / text, text, at)
        except LookupError as error:
            fix = "its path is relative to the config"
            problems.append(
                document.problem(("plugins", i), str(error.args[0]), fix=fix, code="plugin_missing")
            )
            continue
        try:
            found.append((i, text, files.load(content, folder / text, f"{shown}{how}")))
        except QuestionError as error:
            problems += error.problems
    own, wrong = _together(found, document)
    paths = tuple(folder / text for _, text, _ in found)
    return replace(own, paths=paths, is_whole=own.is_whole and not problems), [*problems, *wrong]


def _content(path: Path, text: str, at: Base | None) -> tuple[bytes, str]:
    """Return a plugin's bytes, and of which revision they are where that is not the work tree's.

    Raises:
        LookupError: There is no such file.
        NoAnswerError: Only the base's plugins are executed, and there is no telling the base.
    """
    only_base = _only_base()
    where = surroundings.base(path) if only_base and at is None else at
    if where is not None and where.revision is not None:
        top = surroundings.repository(path)
        inside = surroundings.relative(top, path) if top is not None else None
        if top is not None and inside is not None:
            before = surroundings.show(top, where.revision, inside)
            if before is None:
                raise LookupError(f"the base ({where.how}) has no plugin {text!r}")
            return before, f" at {where.revision[:12]}"
    if only_base:
        raise LookupError(f"no base has the plugin {text!r}, and GATE_PLUGINS={FROM_BASE} allows no other")
    try:
        return path.read_bytes(), ""
    except FileNotFoundError:
        raise LookupError(f"there is no plugin {text!r}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise LookupError(f"the plugin {text!r} cannot be read: {why}") from None


def _only_base() -> bool:
    """Whether nothing may be executed but plugins of the base.

    Raises:
        QuestionError: The variable says something else: a slip must not allow what it should forbid.
    """
    said = surroundings.environment("GATE_PLUGINS")
    if said not in {None, FROM_BASE}:
        raise QuestionError(
            Problem(
                f"{said!r} is not {FROM_BASE!r}", "GATE_PLUGINS", "correct or unset it", code="option_value"
            )
        )
    return said == FROM_BASE


def _together(found: Iterable[tuple[int, str, Plugin]], document: Document) -> tuple[Own, list[Problem]]:
    """Return what several plugins bring along; no two may bring the same."""
    mine: dict[str, Owned] = {}
    reading: list[OwnReader] = []
    origins: list[Origin] = []
    problems: list[Problem] = []
    taken = {form.name: form.suffixes for form in readers.formats()}
    for i, text, plugin in found:
        origin = text, plugin.version
        origins.append(origin)
        try:
            has_reader = hasattr(plugin.module, "FORMATS")
            own = declared(plugin.module, origin, plugin.shown, tasks=metrics.FOLDERS)
            if has_reader:
                tasks = tasks_of(plugin.module, plugin.shown, tuple(metrics.FOLDERS))
                reader = reader_of(plugin.module, origin, plugin.shown, taken=taken, tasks=tasks)
                taken |= reader.FORMATS
                reading.append(reader)
        except QuestionError as error:
            problems += error.problems
            continue
        if not own and not has_reader:
            what = f"{text!r} has neither a metric nor a reader"
            fix = "put a function under a decorator of gate.metrics.declare, or add FORMATS"
            problems.append(document.problem(("plugins", i), what, fix=fix, code="plugin_unfit"))
        for name, one in own.items():
            if metrics.is_ours(name):
                what, fix = f"{name!r} is a metric of the gate", "give yours another name"
                problems.append(Problem(what, _line(one, plugin), fix, code="plugin_unfit"))
            elif name in mine:
                what = f"{name!r} is a metric of {mine[name].origin[0]}, too"
                fix = "give one of them another name"
                problems.append(Problem(what, _line(one, plugin), fix, code="plugin_unfit"))
            mine.setdefault(name, one)
    return Own(mine, tuple(reading), tuple(origins), is_whole=not problems), problems


def _line(one: Owned, plugin: Plugin) -> str:
    formula = getattr(one.metric.formula, "__wrapped__", one.metric.formula)
    return f"{plugin.shown}:{formula.__code__.co_firstlineno}"
