"""What the code of others is given while it runs inside the gate: to read, not to write."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


class Tampered(Exception):  # noqa: N818 - it reads as the sentence it is
    """What was given to read was changed."""


@contextlib.contextmanager
def sealed(*given: object) -> Iterator[None]:
    """Make every array in ``given`` read-only for a while.

    All metrics of a config read the same sample: one that writes into it would change the others.

    Args:
        given: Arrays, data classes, and tuples, lists or mappings of them.

    Raises:
        Tampered: An entry of a mapping was replaced or taken away; it is put back.
    """
    arrays: list[NDArray[Any]] = []
    mappings: list[tuple[Mapping[Any, Any], dict[Any, Any]]] = []
    seen: set[int] = set()
    for each in given:
        _collect(each, arrays, mappings, seen)
    # A view can be made writable again only once what it is a view of is.
    arrays = sorted((each for each in arrays if each.flags.writeable), key=lambda each: each.base is not None)
    for array in arrays:
        array.setflags(write=False)
    try:
        yield
    finally:
        for array in arrays:
            array.setflags(write=True)
    changed = [(now, before) for now, before in mappings if _differs(now, before)]
    for now, before in changed:
        if isinstance(now, dict):
            now.update(before)
    if changed:
        raise Tampered("it changed what it was given; a sample is shared by all metrics, and to read only")


def _collect(
    given: object,
    arrays: list[NDArray[Any]],
    mappings: list[tuple[Mapping[Any, Any], dict[Any, Any]]],
    seen: set[int],
) -> None:
    import numpy as np

    if id(given) in seen:
        return
    seen.add(id(given))
    inside: list[object] = []
    if isinstance(given, np.ndarray):
        arrays.append(given)
    elif isinstance(given, Mapping):
        mappings.append((given, dict(given)))
        inside = list(given.values())
    elif is_dataclass(given) and not isinstance(given, type):
        inside = [getattr(given, each.name) for each in fields(given)]
        inside += vars(given).values() if hasattr(given, "__dict__") else ()  # what was worked out before
    elif isinstance(given, tuple | list) and given and _may_hold(given[0]):
        inside = list(given)
    for each in inside:
        _collect(each, arrays, mappings, seen)


def _may_hold(first: object) -> bool:
    """Whether a sequence that begins like this is worth a look: not thousands of ids and texts."""
    import numpy as np

    return isinstance(first, np.ndarray | Mapping) or is_dataclass(first)


def _differs(now: Mapping[Any, Any], before: dict[Any, Any]) -> bool:
    return any(key not in now or now[key] is not value for key, value in before.items())
