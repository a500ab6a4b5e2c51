"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from gate.errors import Problem, QuestionError


def replace_file(path: Path, content: bytes) -> None:
    """Draft ``content`` beside ``path`` and move it there.

    What is no file, such as ``/dev/stdout``, is written directly, since it must not be replaced by one.

    Raises:
        OSError: It cannot be written; what was there is as it was.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_file(path: Path, content: bytes, *, overwrite: bool) -> None:
    """Write ``content`` to ``path``; missing folders are made, and a link is followed.

    Raises:
        QuestionError: It is there already and ``overwrite`` is false, is a folder, or cannot be written.
    """
    shown = str(path)
    try:
        path = Path(shown).resolve()
        if path.is_dir():
            raise QuestionError(
                Problem(
                    "cannot be written: it is a folder", shown, "name a file inside it", code="cannot_write"
                )
            )
        if path.exists() and not overwrite:
            fix = "choose another path, or pass --force to replace it"
            raise QuestionError(
                Problem("is there already, so nothing was written", shown, fix, code="would_overwrite")
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, content)
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise QuestionError(
            Problem(f"cannot be written: {reason}", shown, "choose another path", code="cannot_write")
        ) from None
