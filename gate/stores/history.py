"""What checks found, kept between builds: a file of JSON Lines that only ever grows.

Whole lines are appended under a lock, so processes that record at the same time lose nothing. Two copies
of a history are merged by putting their lines together; lines that say the same count once.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gate.errors import NoAnswerError, Problem
from gate.notice import Notice
from gate.stores.lock import locked
from gate.stores.records import Entry, from_line, to_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import BinaryIO

PATIENCE = 10.0
"""Seconds to wait for other processes that are recording."""

SHOWN = 20
"""Bad lines that a message names before it only counts."""

_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Remembered:
    """Everything in a history.

    Attributes:
        entries: In the order in which they were recorded.
        notices: What a reader should know about the file.
    """

    entries: tuple[Entry, ...]
    notices: tuple[Notice, ...] = ()


class History(Protocol):
    """What keeps the outcomes of checks."""

    @property
    def shown(self) -> str:
        """The place as messages print it."""

    def append(self, entry: Entry) -> Sequence[Notice]:
        """Remember one thing more; return what a reader should know.

        Raises:
            NoAnswerError: It cannot be written, or others keep writing.
        """

    def read(self) -> Remembered:
        """Return everything that was remembered; nothing where nothing ever was.

        Raises:
            NoAnswerError: It is damaged, cannot be read, or a later gate wrote it.
        """


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """A history in one file.

    Attributes:
        path: The file; made, with its folder, when something is recorded.
        shown: The file as messages print it.
    """

    path: Path
    shown: str

    def append(self, entry: Entry) -> tuple[Notice, ...]:
        """Append one whole line and sync it; where that fails, the file is as it was.

        What a writer that was stopped half-way left at the end is no line. It is cut off, and a notice says
        so.

        Raises:
            NoAnswerError: The file cannot be written, or others keep writing.
        """
        lock = f".{self.path.name}.lock"
        busy = Problem(
            "another process is recording in this history",
            self.shown,
            f"wait for it; if none is, one was stopped half-way: delete {lock} beside it",
            code="locked",
        )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.path.with_name(lock), patience=PATIENCE, busy=busy), self._opened() as file:
                return self._append(file, to_line(entry).encode())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise NoAnswerError(
                Problem(
                    f"this history cannot be written: {reason}",
                    self.shown,
                    "make it writable, or set `history:` to a file that is",
                    code="cannot_write",
                )
            ) from None

    def read(self) -> Remembered:
        """Return all entries; a last line that was cut short is left out, and a notice says so.

        Raises:
            NoAnswerError: A line is damaged, a later gate wrote one, or the file cannot be read. Every bad
                line is named.
        """
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Remembered(())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            fix = "check the path, which `history:` sets, and its permissions"
            raise NoAnswerError(
                Problem(f"cannot be read: {reason}", self.shown, fix, code="cannot_read")
            ) from None
        return self.parse(data)

    def parse(self, data: bytes) -> Remembered:
        """Read a history from the file's bytes, as another revision has them for example.

        Raises:
            NoAnswerError: As for :meth:`read`.
        """
        entries: list[Entry] = []
        notices: list[Notice] = []
        problems: list[Problem] = []
        lines = data.split(b"\n")
        for number, raw in enumerate(lines, start=1):
            if not raw.strip():
                continue
            where = f"{self.shown}:{number}"
            try:
                entries.append(from_line(raw.decode()))
            except ValueError as error:
                if number == len(lines) and _is_fragment(raw):
                    notices.append(_torn(where, "is left out"))
                else:
                    problems.append(_bad_line(raw, where, error))
        if problems:
            more = len(problems) - SHOWN
            rest = (
                [Problem(f"and {more:,} more", self.shown, code="more_problems", count=more)]
                if more > 0
                else []
            )
            raise NoAnswerError(*problems[:SHOWN], *rest)
        return Remembered(tuple(entries), tuple(notices))

    def _opened(self) -> BinaryIO:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        return os.fdopen(handle, "r+b", buffering=0)

    def _append(self, file: BinaryIO, line: bytes) -> tuple[Notice, ...]:
        end = file.seek(0, os.SEEK_END)
        rest = _after_last_line_end(file, end)
        notices: tuple[Notice, ...] = ()
        if rest and _is_fragment(rest):
            end -= len(rest)
            notices = (_torn(self.shown, "was cut off"),)
        elif rest:
            line = b"\n" + line
        try:
            file.truncate(end)
            file.seek(end)
            _write(file, line)
            os.fsync(file.fileno())
        except OSError:
            file.truncate(end)
            raise
        return notices


def _write(file: BinaryIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]


def _after_last_line_end(file: BinaryIO, end: int) -> bytes:
    """Return what stands behind the last line end of the first ``end`` bytes."""
    rest, start = b"", end
    while start > 0 and b"\n" not in rest:
        size = min(_BLOCK, start)
        start = file.seek(start - size)
        rest = file.read(size) + rest
    return rest.rpartition(b"\n")[2]


def _is_fragment(raw: bytes) -> bool:
    """Whether a line was cut short: it is no JSON."""
    try:
        from_line(raw.decode())
    except UnicodeDecodeError:
        return True
    except ValueError as error:
        return str(error).startswith("not JSON")
    return False


def _torn(where: str, done: str) -> Notice:
    text = f"the last line of the history is cut short, by a writer that was stopped: it {done}"
    return Notice("history_torn", text, where)


def _bad_line(raw: bytes, where: str, error: ValueError) -> Problem:
    if raw.startswith((b"<<<<<<< ", b"=======", b">>>>>>> ", b"||||||| ")):
        fix = "keep the lines of both sides and delete the marks; `merge=union` in .gitattributes does it"
        return Problem(
            "a damaged history: the marks of an unfinished merge", where, fix, code="history_damaged"
        )
    reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
    fix = "upgrade mergegate" if reason.startswith("a later gate") else "restore the line, or delete it"
    return Problem(f"a damaged history: {reason}", where, fix, code="history_damaged")
