"""One writer at a time: a lock file beside what is written."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gate.errors import Problem

_PAUSE = 0.005


@contextmanager
def locked(lock: Path, *, patience: float, busy: Problem) -> Iterator[None]:
    """Hold the file ``lock`` while the block runs; wait for another process that holds it.

    Args:
        lock: A file that exists only while somebody writes.
        patience: Seconds to wait.
        busy: What to say if it is still there by then; a process that was killed leaves it behind.

    Raises:
        NoAnswerError: The lock was not to be had.
        OSError: The folder cannot be written to.
    """
    until = time.monotonic() + patience
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            if time.monotonic() > until:
                raise NoAnswerError(busy) from None
            time.sleep(_PAUSE)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
