"""The files by which a step tells GitHub's runner its outputs and its summary."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SUMMARY = 1 << 20
"""Bytes of all summaries of one step; with more, the runner shows none of them."""


def set_outputs(path: Path, outputs: Mapping[str, str]) -> None:
    """Add outputs of the step, each between two lines of a word that no value can hold.

    Raises:
        OSError: The file cannot be written.
    """
    text = ""
    for name, value in outputs.items():
        word = f"end-{secrets.token_hex(16)}"
        text += f"{name}<<{word}\n{value}\n{word}\n"
    _append(path, text)


def room(path: Path) -> int:
    """Return the bytes that the summary of the step may still grow by."""
    return SUMMARY - (path.stat().st_size if path.exists() else 0)


def add_summary(path: Path, text: str) -> bool:
    """Add to the summary of the step; ``False`` if there is no room for it.

    Raises:
        OSError: The file cannot be written.
    """
    if len(text.encode()) + 1 > room(path):
        return False
    _append(path, f"{text}\n")
    return True


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)
