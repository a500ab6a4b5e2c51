"""What the format knows and this version does not act on: refused, never ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics import FOLDERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.yaml_source import Path

_TASKS = ("recommendation",)


def not_yet(data: dict[str, object]) -> Iterator[tuple[Path, str]]:
    """Yield each place that holds what comes with a later version, and what can be done today."""
    if data.get("task") in _TASKS:
        *first, last = FOLDERS
        today = f"{', '.join(first)} and {last}"
        yield ("task",), f"{data['task']!r} is not supported yet; today, {today} are"
