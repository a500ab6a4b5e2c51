"""Answers on disk: the journal of a call that may be interrupted, and the cache for later calls.

Both lie in one folder, which tells git to leave it alone. Neither is needed: where the folder cannot be
written, answers are simply not kept, and that is said.
"""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path
    from types import TracebackType
    from typing import Literal, Self


def ready(folder: Path) -> None:
    """Make the folder, and tell git to leave it alone.

    Raises:
        OSError: It cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("# made by gate: kept answers\n*\n", "utf-8")


class Journal:
    """What was answered so far, one JSON line an answer: ``{"key": …, "line": …}``.

    The line is ``null`` for an error, and ``false`` takes the last error of its question back.

    A line is written with one call, so a process that is killed tears at most the last one. Lines that
    cannot be read are questions that are asked again. A call that has asked everything throws its journal
    away.

    Args:
        path: The file; made with the first answer.
        complain: Called once, with a sentence, if it cannot be written.

    Attributes:
        failures: Keys of the questions that earlier calls got errors for, once :meth:`read`; one that got
            several is there as often.
        taken_back: Keys of those whose errors no longer count, once :meth:`read`.
    """

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        self.path = path
        self.failures: list[str] = []
        self.taken_back: list[str] = []
        self._in_a_row: list[str] = []
        self._complain = complain
        self._file: int | None = None
        self._broken = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def throw_away(self) -> None:
        """Remove the file: everything was asked."""
        self._close()
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def read(self, wanted: Collection[str]) -> dict[str, str]:
        """Return ``{key: line}`` of what an interrupted call was told on ``wanted``; see :attr:`failures`."""
        self.failures, self.taken_back = [], []
        try:
            text = self.path.read_text("utf-8", "replace")
        except OSError:
            return {}
        found: dict[str, str] = {}
        for written in text.split("\n"):
            with contextlib.suppress(ValueError, RecursionError):
                entry = json.loads(written)
                if not isinstance(entry, dict) or entry.get("key") not in wanted:
                    continue
                line = entry.get("line")
                if isinstance(line, str):
                    found[entry["key"]] = line
                elif line is False:
                    self.failures.remove(entry["key"])
                    self.taken_back.append(entry["key"])
                else:
                    self.failures.append(entry["key"])
        return found

    def write(self, key: str, line: str | None) -> None:
        """Keep an answer, or with ``None`` that there was none, before anything else happens."""
        self._in_a_row = [*self._in_a_row, key] if line is None else []
        self._append(key, line=line)

    def take_back(self, errors: int) -> None:
        """Let the last ``errors`` errors, which came in a row, count no more; they are still asked again."""
        for key in self._in_a_row[len(self._in_a_row) - errors :]:
            self._append(key, line=False)

    def _append(self, key: str, *, line: str | Literal[False] | None) -> None:
        if self._broken:
            return
        try:
            if self._file is None:
                self._file = self._open()
            os.write(self._file, json.dumps({"key": key, "line": line}).encode() + b"\n")
        except OSError as error:
            self._broken = True
            self._complain(f"answers are not kept in case of an interruption: {self.path}: {error.strerror}")

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> int:
        ready(self.path.parent)
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        if os.lseek(file, 0, os.SEEK_END):
            os.lseek(file, -1, os.SEEK_END)
            if os.read(file, 1) != b"\n":  # the last line was torn
                os.write(file, b"\n")
        return file


class Answers:
    """The cache: one file an answer, named by its key.

    Args:
        folder: Where the files lie, two hex digits of the key a sub-folder.
        complain: Called once, with a sentence, if one cannot be written.
    """

    def __init__(self, folder: Path, complain: Callable[[str], None]) -> None:
        self._folder = folder
        self._complain = complain
        self._broken = False

    def read(self, key: str) -> str | None:
        """Return the answer kept for ``key``; ``None`` if there is none, or the file is damaged."""
        try:
            line, end, rest = self._path(key).read_text("utf-8").partition("\n")
            is_whole = bool(end) and not rest and isinstance(json.loads(line), dict)
        except (OSError, ValueError, RecursionError):
            return None
        return line if is_whole else None

    def write(self, key: str, line: str) -> None:
        """Keep an answer: the file is written whole or not at all."""
        if self._broken:
            return
        path = self._path(key)
        draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
        try:
            if not path.parent.is_dir():
                ready(self._folder.parent)
                path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(f"{line}\n", "utf-8")
            draft.replace(path)
        except OSError as error:
            self._broken = True
            self._complain(f"answers are not kept for later calls: {path.parent}: {error.strerror}")

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key[2:]}.json"
