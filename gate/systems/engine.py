"""Every question asked once: so many at a time, and failures again, later.

Threads, because most systems are calls that block, and a thread can wait for code that knows nothing of an
event loop; a system that does know one runs it in its own process. The main thread only takes answers in,
so it is there when somebody presses Ctrl-C.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING

from gate.systems.asking import FailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from gate.systems.asking import Question, Reply, System

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds before the second attempt, doubled before each further one; and the most of them."""

PATIENCE = 300.0
"""Seconds that a system may ask to be left alone; beyond, an attempt has failed for good."""

_MOMENT = 0.1
"""Seconds between two looks at the clock while something is awaited."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a system is asked.

    Attributes:
        concurrency: Calls under way at the same time, from 1.
        retries: Further attempts after a failed one.
        batch: Questions a call.
    """

    concurrency: int
    retries: int
    batch: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question and its line in the run.

    Attributes:
        question: What was asked.
        line: The answer, or the error.
        error: Why there is no answer; ``None`` if there is one.
        again: How often it had to be asked again.
    """

    question: Question
    line: str
    error: str | None
    again: int


def ask_all(
    system: System,
    questions: Sequence[Question],
    terms: Terms,
    *,
    line_of: Callable[[Question, Reply], str],
    failure_of: Callable[[Question, str], str],
    tick: Callable[[], None],
) -> Generator[Outcome]:
    """Ask ``questions``; yield an outcome a question, as they come.

    A thread makes its next call once its last outcome has been handed over, and there is room for one. So
    whoever writes outcomes down is never more than ``concurrency`` calls and two outcomes behind, and a kill
    loses no more. No further call is made once the iterator is closed; those under way are let go of.

    Args:
        system: What is asked; it is closed at the end.
        questions: What is asked of it.
        terms: How.
        line_of: From a reply to its line; ``ValueError`` says that it is no answer.
        failure_of: From an error to its line.
        tick: Called now and then while nothing happens.

    Raises:
        GateError: What the system itself raised.
    """
    crew = _Crew(system, questions, terms, line_of, failure_of)
    try:
        for _ in questions:
            yield crew.next_outcome(tick)
    finally:
        crew.stop()
        system.close()


class _Crew:
    """Threads that work questions off."""

    def __init__(
        self,
        system: System,
        questions: Sequence[Question],
        terms: Terms,
        line_of: Callable[[Question, Reply], str],
        failure_of: Callable[[Question, str], str],
    ) -> None:
        self._system, self._terms = system, terms
        self._line_of, self._failure_of = line_of, failure_of
        size = terms.batch
        self._batches = iter([questions[i : i + size] for i in range(0, len(questions), size)])
        self._taking = threading.Lock()
        self._outcomes: Queue[Outcome | BaseException] = Queue(maxsize=1)
        self._stopped = threading.Event()
        for _ in range(min(terms.concurrency, len(questions))):
            threading.Thread(target=self._work, daemon=True).start()

    def next_outcome(self, tick: Callable[[], None]) -> Outcome:
        """Wait for the next outcome, looking at the clock now and then."""
        while True:
            try:
                found = self._outcomes.get(timeout=_MOMENT)
            except Empty:
                tick()
                continue
            if isinstance(found, BaseException):
                raise found
            return found

    def stop(self) -> None:
        """Let no further call be made."""
        self._stopped.set()

    def _work(self) -> None:
        try:
            while not self._stopped.is_set():
                with self._taking:
                    batch = next(self._batches, None)
                if batch is None:
                    return
                self._ask(batch)
        except BaseException as error:  # noqa: BLE001 - raised again where answers are taken in
            self._put(error)

    def _ask(self, batch: Sequence[Question]) -> None:
        replies: Sequence[Reply] | None = None
        again = 0
        while replies is None:
            try:
                replies = self._system.ask(batch)
            except FailedError as failed:
                wait = failed.wait if failed.wait is not None else min(FIRST_WAIT * 2**again, LONGEST_WAIT)
                gives_up = not failed.again or again >= self._terms.retries or wait > PATIENCE
                if gives_up and len(batch) > 1:
                    for question in batch:  # one that cannot be answered must not take the others with it
                        self._ask([question])
                    return
                if gives_up or self._stopped.wait(wait):
                    self._put(Outcome(batch[0], self._failure_of(batch[0], str(failed)), str(failed), again))
                    return
                again += 1
        for question, reply in zip(batch, replies, strict=True):
            try:
                line, error = self._line_of(question, reply), None
            except ValueError as wrong:
                error = self._system.hide(str(wrong))
                line = self._failure_of(question, error)
            self._put(Outcome(question, line, error, again))

    def _put(self, outcome: Outcome | BaseException) -> None:
        """Hand an outcome over, once there is room; without avail when nobody takes any more."""
        while not self._stopped.is_set():
            try:
                self._outcomes.put(outcome, timeout=_MOMENT)
            except Full:
                continue
            return
