"""One process from its start to its end: lines in, lines out, and how it came to an end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
from queue import SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

from gate.readers.values import quoted
from gate.systems.asking import FailedError

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Mapping

_LAST_WORDS = 0.5
"""Seconds that are waited for the rest of standard error when a process has ended."""

LONGEST_LINE = 64 << 20
"""Bytes of a line above which it is no answer to one question."""


class SupersededError(Exception):
    """The process was ended for the sake of another call: this one is made again, and has not failed."""


class DiedError(Exception):
    """The process ended or broke the agreement while a call was under way; says how.

    Which call did it cannot be told, unless :attr:`Life.asked` is 1.
    """


class Life:
    """One process from its start to its end.

    Threads write, read and listen, so that a process that reads or writes nothing blocks nobody.

    Args:
        child: The process, just started.
        said: Takes what it writes to standard error.
        startup: Seconds that are added to the limit of the first answer.
        timeout: Seconds an answer may take.
        slack: Seconds more that are waited, for a process that keeps the limit by itself.
        greets: Whether its first line is a greeting, and not an answer.

    Attributes:
        over: Why it answers no more: ``""`` if one call was to blame, ``None`` while it does.
        asked: How many calls were made to it.
    """

    def __init__(
        self,
        child: subprocess.Popen[bytes],
        said: deque[str],
        *,
        startup: float,
        timeout: float,
        slack: float,
        greets: bool,
    ) -> None:
        self._child, self._said = child, said
        self._startup, self._timeout, self._slack = startup, timeout, slack
        self._greets = greets
        self._answers_since: float | None = None
        self._changed = threading.Condition()
        self._replies: dict[str, dict[str, Any]] = {}
        self._waiting: dict[str, float] = {}  # when each was sent, the first one first
        self._overdue: str | None = None
        self._first: dict[str, Any] | None = None
        self.over: str | None = None
        self.asked = 0
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    @property
    def is_over(self) -> bool:
        """Whether it takes no more questions; :attr:`over` says why, or nothing where it is not to blame."""
        return self.over is not None

    def send(self, line: Mapping[str, Any]) -> None:
        """Hand a line to the process, without waiting until it reads it."""
        self._outbox.put(json.dumps(line).encode() + b"\n")

    def greeting(self, patience: float) -> dict[str, Any] | None:
        """Wait for the first line, ``None`` if there is none; the time until then is no answer's."""
        with self._changed:
            self._changed.wait_for(lambda: self._first is not None or self.is_over, patience)
            self._answers_since = monotonic() if self._first is not None else None
            return self._first

    def call(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], float | None]:
        """Send a request and return its reply, and the milliseconds until it came if they can be told.

        Raises:
            FailedError: It is the call that hangs.
            DiedError: The process came to an end.
            SupersededError: It was ended because another call hangs.
        """
        ident = request["id"]
        with self._changed:
            # The same item a second time (a repeat) waits for the first: replies are told apart by id.
            self._changed.wait_for(lambda: ident not in self._waiting or self.is_over)
            if self.is_over:
                raise SupersededError
            is_first = self._answers_since is None
            self.asked += 1
            self._waiting[ident] = started = monotonic()
            self.send(request)
            while ident not in self._replies and not self.is_over:
                left = self._deadline(ident) - monotonic()
                if left <= 0:
                    # Deadlines come in the order of sending: what was sent first holds up the others.
                    self._overdue = next(each for each in self._waiting if each not in self._replies)
                    self.over = ""
                else:
                    self._changed.wait(left)
            self._waiting.pop(ident)
            reply = self._replies.pop(ident, None)
            self._changed.notify_all()
        if reply is not None:
            return reply, None if is_first else 1000 * (monotonic() - started)
        if self._overdue == ident:
            self.end(0)
            limit = self._timeout + (self._startup if self._answers_since is None else 0.0)
            raise FailedError(f"no answer within {limit:g} seconds")
        if self.over:
            raise DiedError(self.over)
        raise SupersededError

    def _deadline(self, ident: str) -> float:
        """Return until when a call may take; until the first answer the process may still be loading."""
        sent, since = self._waiting[ident], self._answers_since
        begun = sent + self._startup if since is None else max(sent, since)
        return begun + self._timeout + self._slack

    def end(self, grace: float) -> None:
        """End the process and whatever it has started."""
        self._finish("")
        self._outbox.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            if grace:
                self._child.wait(grace)
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)
            else:
                self._child.kill()
        self._child.wait()

    def _finish(self, why: str) -> None:
        with self._changed:
            if self.over is None:
                self.over = why
            self._changed.notify_all()

    def _write(self) -> None:
        pipe = self._child.stdin
        assert pipe is not None
        with contextlib.suppress(OSError):
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with contextlib.suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._child.stdout
        assert pipe is not None
        with pipe:
            for line in iter(lambda: pipe.readline(LONGEST_LINE), b""):
                if not line.strip():
                    continue
                problem = self._understand(line)
                if problem:
                    self._finish(problem)
                    self.end(0)
                    return
        code = self._child.wait()
        self._listener.join(_LAST_WORDS)
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        self._finish(f"it ended with {how}")

    def _understand(self, line: bytes) -> str | None:
        """Take a line in; return what is wrong with it."""
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            return f"it wrote {quoted(line.decode('utf-8', 'replace').rstrip())}, which is not JSON"
        if not isinstance(reply, dict):
            return f"it wrote {quoted(reply)}, which is no JSON object"
        with self._changed:
            if self._greets and self._first is None:
                self._first = reply
                self._changed.notify_all()
                return None
            ident = reply.get("id")
            ident = str(ident) if isinstance(ident, int) else ident
            if ident not in self._waiting or ident in self._replies:
                return f"it answered {quoted(reply.get('id'))}, which was not asked"
            if self._answers_since is None:
                self._answers_since = monotonic()
            self._replies[ident] = reply
            self._changed.notify_all()
        return None

    def _listen(self) -> None:
        pipe = self._child.stderr
        assert pipe is not None
        with pipe:
            for line in iter(lambda: pipe.readline(1 << 16), b""):
                self._said.append(line.decode("utf-8", "replace").rstrip())
