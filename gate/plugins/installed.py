"""Entry points: what installed distributions offer, found by name and loaded when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from gate.errors import Problem, QuestionError
from gate.plugins.files import said
from gate.plugins.quiet import quiet

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Group = Literal["gate.metrics", "gate.readers", "gate.systems", "gate.reporters"]


@dataclass(frozen=True, slots=True)
class Installed:
    """What an entry point names.

    Attributes:
        found: The object, or the module.
        distribution: Name of what it was installed with.
        version: Its version.
    """

    found: Any
    distribution: str
    version: str


@cache
def _points(group: Group) -> dict[str, tuple[EntryPoint, ...]]:
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    # A distribution that is met twice on the search path is still one.
    each = {(point.name, _owner(point), point.value): point for point in entry_points(group=group)}
    for (name, *_), point in sorted(each.items()):
        found.setdefault(name, []).append(point)
    return {name: tuple(points) for name, points in found.items()}


def names(group: Group) -> tuple[str, ...]:
    """Return the names that installed distributions offer, ascending, without loading any."""
    return tuple(_points(group))


def distributions(group: Group, name: str) -> tuple[str, ...]:
    """Return the distributions that offer ``name``, ascending."""
    return tuple(dict.fromkeys(map(_owner, _points(group).get(name, ()))))


@cache
def find(group: Group, name: str) -> Installed | None:
    """Load what an installed distribution offers under ``name``; ``None`` if none does.

    Raises:
        QuestionError: It does not load, or several distributions offer it.
    """
    points = _points(group).get(name, ())
    if not points:
        return None
    owners = distributions(group, name)
    where = f"entry point {name} of {group}"
    if len(points) > 1:
        what = f"it is offered {len(points)} times, by {' and '.join(owners)}"
        raise QuestionError(Problem(what, where, "uninstall all but one", code="plugin_unfit"))
    (point,) = points
    try:
        with quiet():
            found = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whoever is imported can raise anything
        what = f"{point.value}, installed with {owners[0]}, cannot be loaded: {said(error)}"
        raise QuestionError(
            Problem(what, where, f"mend or uninstall {owners[0]}", code="plugin_broken")
        ) from None
    version = point.dist.version if point.dist is not None else ""
    return Installed(found, owners[0], version)


def _owner(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "an unnamed distribution"
