"""Threads that ask: how far they may run ahead of whoever takes their outcomes in."""

import threading
import time
from contextlib import closing

import pytest

from gate.systems.asking import Question, Reply
from gate.systems.engine import Terms, ask_all
from tests.systems.interruptions import wait_until


class Counting:
    """A system that answers at once and counts what it was asked."""

    def __init__(self):
        self.asked = 0
        self.is_closed = False
        self._lock = threading.Lock()

    def ask(self, questions):
        with self._lock:
            self.asked += len(questions)
        return [Reply("yes", None) for _ in questions]

    def hide(self, text):
        return text

    def last_words(self):
        return []

    def close(self):
        self.is_closed = True


def outcomes_of(system, *, concurrency, batch=1):
    return ask_all(
        system,
        [Question(str(i), "?") for i in range(200)],
        Terms(concurrency, retries=0, batch=batch),
        line_of=lambda question, reply: question.id,
        failure_of=lambda question, why: why,
        tick=lambda: None,
    )


@pytest.mark.parametrize("batch", [1, 5])
@pytest.mark.parametrize("concurrency", [1, 4])
def test_nobody_asks_far_ahead_of_what_was_taken_in(concurrency, batch):
    """With three outcomes taken, one may wait for its turn and every thread hold the rest of one call."""
    system = Counting()
    with closing(outcomes_of(system, concurrency=concurrency, batch=batch)) as outcomes:
        for _ in range(3):
            next(outcomes)
        most = 3 + 1 + concurrency * batch
        wait_until(lambda: system.asked > 3)
        time.sleep(0.05)  # whoever ran ahead would by now have asked all 200
        assert system.asked <= most
        assert sum(1 for _ in outcomes) == 197
    assert system.asked == 200
    assert system.is_closed


def test_threads_end_when_nobody_takes_their_outcomes():
    """A call that is given up leaves no thread behind that waits for room."""
    before = set(threading.enumerate())
    with closing(outcomes_of(Counting(), concurrency=8)) as outcomes:
        next(outcomes)
        assert set(threading.enumerate()) - before
    wait_until(lambda: set(threading.enumerate()) <= before)
