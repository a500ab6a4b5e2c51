"""Where the code of others prints to while it runs inside the gate: nowhere."""

from __future__ import annotations

import contextlib
import ctypes
import io
import os
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_OUTPUTS = (1, 2)
"""File descriptors of standard output and standard error."""


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow what is printed to either stream, by Python, by C or by a process that is started meanwhile.

    Reports go to standard output, and a line of a plugin there, or a command to a CI service on either
    stream, would be taken for the gate's. Blocks may overlap, in one thread or in several: all of the process
    is quiet until the last one ends.
    """
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        _descriptors,
    ):
        yield


class _Descriptors:
    """File descriptors 1 and 2, led to nowhere while at least one block is open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = 0
        self._kept: dict[int, int] = {}

    def __enter__(self) -> None:
        with self._lock:
            if self._open == 0:
                _flush()
                self._lead_away()
            self._open += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._open -= 1
            if self._open == 0:
                _flush()
                self._lead_back()

    def _lead_away(self) -> None:
        nothing = os.open(os.devnull, os.O_WRONLY)
        for number in _OUTPUTS:
            with contextlib.suppress(OSError):  # a process may be started with either of them closed
                self._kept[number] = os.dup(number)
                os.dup2(nothing, number)
        if nothing not in _OUTPUTS:  # it takes the place of one that was closed
            os.close(nothing)

    def _lead_back(self) -> None:
        for number, kept in self._kept.items():
            os.dup2(kept, number)
            os.close(kept)
        self._kept.clear()


_descriptors = _Descriptors()


def _flush() -> None:
    """Write out what is still held back, by Python and by C, so that it ends where it was meant to."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):  # its reader is gone, or it is closed
                stream.flush()
    flush = getattr(ctypes.pythonapi, "fflush", None)
    if flush is not None:
        flush(None)
