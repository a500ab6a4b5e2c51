"""Dotted paths into a record of another tool."""

from __future__ import annotations

from typing import Any

from gate.readers.mapped.cells import written


def at(data: object, path: str) -> Any:
    """Return what stands at a dotted path; ``None`` if nothing does. A key with dots comes first."""
    return find(data, path)[1]


def find(data: object, path: str) -> tuple[bool, Any]:
    """Return whether something stands at a dotted path, be it null, and what; a cell may hold it as JSON."""
    if isinstance(data, str) and data.lstrip().startswith("{"):
        data = written(data.strip())
    if not isinstance(data, dict):
        return False, None
    if path in data:
        return True, data[path]
    head, dot, rest = path.partition(".")
    return find(data[head], rest) if dot and head in data else (False, None)
