"""How far the asking is, on standard error: a bar for a person, a line now and then for a log."""

from __future__ import annotations

import contextlib
import os
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from gate.digits import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REDRAWN = 0.1
"""Seconds between two drawings of the bar."""

REPORTED = 15.0
"""Seconds between two lines in a log."""

WIDTH = 30
"""Cells of the bar."""


@contextlib.contextmanager
def apart(stream: TextIO | None) -> Iterator[TextIO | None]:
    """Yield what writes where ``stream`` does, also while the streams of this process are silenced."""
    try:
        number = os.dup(stream.fileno()) if stream is not None else None
    except (OSError, ValueError, AttributeError):  # it is no file
        number = None
    if stream is None or number is None:
        yield stream
        return
    stream.flush()
    with os.fdopen(number, "w", encoding=stream.encoding, errors=stream.errors) as own:
        yield own


class Progress:
    """Tells how far a run is.

    Args:
        stream: Where it is told; ``None`` tells nobody.
        shown: How the system is named.
        total: Questions altogether.
        clock: Seconds that never go back.
    """

    def __init__(
        self,
        stream: TextIO | None,
        shown: str,
        total: int,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._stream, self._shown, self._total = stream, shown, total
        self._done, self._known, self._errors, self._again = 0, 0, 0, 0
        self._clock = clock
        self._started = self._told = clock()
        self._is_bar = stream is not None and stream.isatty()
        self._drawn = 0

    def knows(self, known: int) -> None:
        """Take in how many were answered before."""
        self._done = self._known = known

    def say(self, text: str) -> None:
        """Write a line of its own."""
        self._wipe()
        self._write(f"gate: {text}\n")

    def answered(self, *, is_error: bool, again: int) -> None:
        """Count one outcome."""
        self._done += 1
        self._errors += is_error
        self._again += again
        self.tick()

    def tick(self) -> None:
        """Tell how far it is, if it is time to."""
        now = self._clock()
        if now - self._told < (REDRAWN if self._is_bar else REPORTED):
            return
        self._told = now
        if self._is_bar:
            self._draw(now)
        else:
            self._write(f"gate: {self._shown}: {self._counts()}{self._rest(now)}\n")

    def finished(self) -> None:
        """Sum up; the same sentence whether it went well or not."""
        self._wipe()
        known = f", {self._known:,} of them kept from before" if self._known else ""
        again = f", {self._again:,} asked again" if self._again else ""
        spent = self._clock() - self._started
        self._write(f"gate: {self._shown}: {self._counts()}{known}{again}, in {spent:.1f} s\n")

    def _counts(self) -> str:
        errors = f", {counted(self._errors, 'error')}" if self._errors else ""
        return f"{self._done:,} of {counted(self._total, 'question')} asked{errors}"

    def _rest(self, now: float) -> str:
        fresh = self._done - self._known
        if not fresh or self._done >= self._total:
            return ""
        left = (now - self._started) * (self._total - self._done) / fresh
        return f", about {left:.0f} s left" if left < 120 else f", about {left / 60:.0f} min left"

    def _draw(self, now: float) -> None:
        full = WIDTH * self._done // max(1, self._total)
        text = f"[{'=' * full}{' ' * (WIDTH - full)}] {self._counts()}{self._rest(now)}"
        self._write("\r" + text + " " * max(0, self._drawn - len(text)))
        self._drawn = len(text)

    def _wipe(self) -> None:
        if self._drawn:
            self._write("\r" + " " * self._drawn + "\r")
            self._drawn = 0

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()
