"""This process: its environment, its clock, and the event its job was started for."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gate.errors import Problem, QuestionError

_BLAS_THREADS = "OPENBLAS_NUM_THREADS"

_SET_BY_US: set[str] = set()


def environment(name: str) -> str | None:
    """Return an environment variable; ``None`` if it is unset or empty."""
    return os.environ.get(name) or None


def one_blas_thread() -> None:
    """Ask for one BLAS thread, unless the user asked for another number; before numpy is imported.

    The products of a check are small: more threads would only wait for each other. No result depends on
    their number.
    """
    if _BLAS_THREADS not in os.environ:
        os.environ[_BLAS_THREADS] = "1"
        _SET_BY_US.add(_BLAS_THREADS)


def environment_for_others() -> dict[str, str]:
    """Return the environment for a program that the gate starts: without what the gate set for itself."""
    return {name: value for name, value in os.environ.items() if name not in _SET_BY_US}


def now() -> str:
    """Return the time in UTC, ``"2025-03-01T12:00:00Z"``; ``SOURCE_DATE_EPOCH`` sets it.

    Raises:
        QuestionError: ``SOURCE_DATE_EPOCH`` is not a number of seconds.
    """
    fixed = environment("SOURCE_DATE_EPOCH")
    try:
        moment = datetime.now(UTC) if fixed is None else datetime.fromtimestamp(int(fixed), UTC)
    except (ValueError, OverflowError, OSError):
        raise QuestionError(
            Problem(
                f"{fixed!r} is not a number of seconds since 1970",
                "SOURCE_DATE_EPOCH",
                "set it to a whole number, or unset it",
                code="option_value",
            )
        ) from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def event() -> dict[str, Any]:
    """Return the event GitHub started this job for; nothing where there is none that can be read."""
    path = environment("GITHUB_EVENT_PATH")
    try:
        told = json.loads(Path(path).read_bytes()) if path else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def at(value: object, *path: str) -> Any:
    """Return what lies at ``path`` in nested mappings; ``None`` where something else stands in the way.

    >>> at({"a": {"b": 1}}, "a", "b"), at({"a": 1}, "a", "b")
    (1, None)
    """
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value
