"""One long-lived process that is asked by JSON lines: started when it is needed, ended when it hangs."""

from __future__ import annotations

import subprocess
import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from gate.errors import GateError, Problem, QuestionError, SystemFailedError
from gate.surroundings import environment_for_others
from gate.systems.asking import FailedError
from gate.systems.life import DiedError, Life, SupersededError
from gate.systems.quoting import quoted_lines
from gate.systems.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from pathlib import Path

KEPT_LINES = 20
"""Lines of standard error that are kept to explain a failure."""

GRACE = 1.0
"""Seconds that a process is given to end by itself once its input is closed."""


class Process:
    """A program that answers each line ``{"id": …}`` with a line that has the same id, in any order.

    A call that takes too long ends the process, because nothing else frees it; what else was under way is
    asked again of a new one, and does not count as failed. A line that is no answer ends it as well.

    Which of several questions made a process end nobody can tell. So each that was under way is then asked
    alone, and has failed only if it ends a process that was asked nothing else: what fails does not depend
    on how many questions are under way, nor on when they came.

    Args:
        command: Program and arguments; no shell.
        folder: Where it is started.
        shown: How messages name it.
        greet: Called with the first process's lines before any question: what it must say first; raises
            :class:`~gate.errors.GateError` if it says something else. ``None`` if it need not say anything.
        hello: The first line it is sent; ``None`` for none.
        startup: Seconds from the start to the greeting, or added to the limit of the first answer.
        timeout: Seconds an answer may take.
        slack: Seconds more that are waited, for a program that keeps the limit by itself.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        shown: str,
        *,
        startup: float,
        timeout: float,
        slack: float = 0.0,
        hello: Mapping[str, Any] | None = None,
        greet: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self._command, self._folder, self.shown = command, folder, shown
        self._startup, self._timeout, self._slack = startup, timeout, slack
        self._hello, self._greet = hello, greet
        self._said: deque[str] = deque(maxlen=KEPT_LINES)
        self._lock = threading.Lock()
        self._life: Life | None = None
        self._closed = False
        self._turns = Turns()
        self._deadly: set[Hashable] = set()

    def call(self, request: Mapping[str, Any], name: Hashable = None) -> tuple[dict[str, Any], float | None]:
        """Send ``request`` and return the reply, and how many milliseconds it took if that can be told.

        Args:
            request: What is asked, under an ``id`` that no other call has that is under way.
            name: What tells the question from others whenever it is asked; ``None`` for the ``id``.

        Raises:
            FailedError: No answer in time, no sensible one, or the process ended.
            GateError: It cannot be started, does not greet, or its greeting says that it is of no use.
        """
        name = request["id"] if name is None else name
        if name not in self._deadly:
            try:
                with self._turns.shared():
                    return self._called(request, name)
            except DiedError:
                pass  # whoever did it; now it is asked alone
        with self._turns.alone():
            return self._called_alone(request, name)

    def _called(self, request: Mapping[str, Any], name: Hashable) -> tuple[dict[str, Any], float | None]:
        """Ask whichever process there is until one is not ended because of another call."""
        while True:
            life = self._alive()
            try:
                return life.call(request)
            except SupersededError:
                self._go_on()
            except DiedError as died:
                self._go_on()
                if life.asked > 1:
                    raise
                self._deadly.add(name)
                raise FailedError(str(died)) from None

    def _called_alone(
        self, request: Mapping[str, Any], name: Hashable
    ) -> tuple[dict[str, Any], float | None]:
        """Ask while nothing else is asked: at last a process that was asked nothing else before."""
        if name in self._deadly and self._life is not None and self._life.asked:
            self._life.end(GRACE)
        while True:
            try:
                return self._called(request, name)
            except DiedError:
                continue  # it may have been what was asked before: a new process tells

    def _go_on(self) -> None:
        if self._closed:
            raise FailedError("interrupted", again=False)

    def last_words(self) -> Sequence[str]:
        """Return the last lines of standard error, oldest first."""
        return list(self._said)

    def close(self) -> None:
        """End the process: by closing its input, then by force."""
        self._closed = True  # without the lock: another thread may hold it until a process has started
        if self._life is not None:
            self._life.end(GRACE)

    def _alive(self) -> Life:
        with self._lock:
            if self._closed:
                raise FailedError("interrupted", again=False)
            if self._life is None or self._life.is_over:
                self._start()
            assert self._life is not None
            return self._life

    def _start(self) -> None:
        try:
            child = subprocess.Popen(  # noqa: S603 - what the config names, without a shell
                list(self._command),
                cwd=self._folder,
                env=environment_for_others(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the gate, which then ends the process
            )
        except OSError as error:
            reason = error.strerror or str(error)
            fix = "check `system.command`, and `system.folder`, where it is started"
            raise QuestionError(
                Problem(f"cannot be started: {reason}", self.shown, fix, code="system_not_started")
            ) from None
        self._life = life = Life(
            child,
            self._said,
            startup=self._startup,
            timeout=self._timeout,
            slack=self._slack,
            greets=self._greet is not None,
        )
        if self._closed:
            life.end(0)
        if self._hello is not None:
            life.send(self._hello)
        if self._greet is not None:
            self._welcome(life, self._greet)

    def _welcome(self, life: Life, greet: Callable[[dict[str, Any]], None]) -> None:
        """Wait for the greeting; a process that does not even come so far is not started again."""
        first = life.greeting(self._startup)
        try:
            if first is not None:
                greet(first)
            elif not self._closed:
                why = life.over or f"it did not start within {self._startup:g} seconds"
                said = "\n".join(quoted_lines(self._said))
                fix = "find out why, or give it more time as `system.startup`"
                raise SystemFailedError(Problem(why, self.shown, fix, said, code="system_failed"))
        except GateError:
            life.end(0)
            raise
