"""Calls into code that knows no time limit: in threads that are let go of when it is over."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class OverdueError(Exception):
    """A call took longer than it may; says so in a sentence."""


@dataclass(slots=True)
class _Call:
    """One call, and what became of it."""

    work: Callable[[], Any]
    over: threading.Event = field(default_factory=threading.Event)
    found: Any = None
    raised: BaseException | None = None


class Threads:
    """Threads that make calls for others; one whose call hangs is replaced, and ends with that call.

    A thread makes one call after the other, so that what a system keeps a thread, such as a connection, is
    made once and not for each call.

    Args:
        limit: Seconds that a call may take.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._idle: SimpleQueue[SimpleQueue[_Call | None]] = SimpleQueue()

    def call(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns.

        Raises:
            OverdueError: It takes longer; the call goes on, and nobody waits for it.
            BaseException: What it raises.
        """
        try:
            inbox = self._idle.get_nowait()
        except Empty:
            inbox = SimpleQueue()
            threading.Thread(target=_work, args=(inbox,), daemon=True).start()
        call = _Call(work)
        inbox.put(call)
        if not call.over.wait(self._limit):
            inbox.put(None)
            raise OverdueError(f"no answer within {self._limit:g} seconds")
        self._idle.put(inbox)
        if call.raised is not None:
            raise call.raised
        found: T = call.found
        return found

    def close(self) -> None:
        """Let the threads end that wait for a call."""
        while not self._idle.empty():
            self._idle.get().put(None)


def _work(inbox: SimpleQueue[_Call | None]) -> None:
    while (call := inbox.get()) is not None:
        try:
            call.found = call.work()
        except BaseException as error:  # noqa: BLE001 - raised again where the call is waited for
            call.raised = error
        call.over.set()
