"""Answers of small commands as JSON: strict, UTF-8 whatever the console speaks, null where undefined."""

from __future__ import annotations

import math
from typing import Any

from gate.cli.options import print_lines


def print_json(answer: dict[str, Any]) -> None:
    """Print ``answer`` on standard output, two blanks a level; NaN and infinity become null."""
    from gate.stores.canonical import dumps

    print_lines(f"{dumps(_defined(answer), indent=2)}\n")


def _defined(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _defined(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_defined(inside) for inside in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
