"""Keys that the format knows and this version does not act on: refused, never ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics import FOLDERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.yaml_source import Path

_KEYS: dict[Path, str] = {
    ("plugins",): "gate a number that your run carries with `mean(field, better=higher)`",
}

_TASKS = ("judge", "recommendation")


def not_yet(data: dict[str, object]) -> Iterator[tuple[Path, str]]:
    """Yield each place that holds what comes with a later version, and what can be done today."""
    for path, today in _KEYS.items():
        value: object = data
        for key in path:
            value = value.get(key, _ABSENT) if isinstance(value, dict) else _ABSENT
        if value is not _ABSENT:
            yield path, f"not supported yet; today, {today}"
    if data.get("task") in _TASKS:
        *first, last = FOLDERS
        today = f"{', '.join(first)} and {last}"
        yield ("task",), f"{data['task']!r} is not supported yet; today, {today} are"


_ABSENT = object()
