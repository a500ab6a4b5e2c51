"""How many errors a system may have, and what is said when it has more."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.errors import Problem, SystemFailedError
from gate.systems.quoting import quoted, quoted_lines

if TYPE_CHECKING:
    from gate.systems.asking import System

ENOUGH = 10
"""Errors that show what is wrong: of a system that is beyond its budget, or that are all in a row."""


class Budget:
    """Counts errors against what a config allows.

    Errors of a call that did not come to its end are pooled with those of the call that goes on from
    there, so that nobody gets below the limit by calling again and again. Left out are those of an outage,
    which say when the system was down and not how often it fails. Once the others spend it, the next call
    asks everything anew.

    Args:
        share: Of the questions, that may end in an error; in [0, 1].
        questions: Questions altogether.
        known: Those answered before.
        before: Errors of earlier calls; those questions are asked once more.
    """

    def __init__(self, share: float, questions: int, *, known: int = 0, before: int = 0) -> None:
        self._share, self._asked, self._before = share, questions + before, before
        self._left, self._in_a_row = questions - known, 0
        self._errors: Counter[str] = Counter()

    def take(self, error: str | None) -> None:
        """Count an outcome: an error, or with ``None`` an answer."""
        self._left -= 1
        self._in_a_row = 0 if error is None else self._in_a_row + 1
        if error is not None:
            self._errors[error] += 1

    @property
    def _failed(self) -> int:
        return self._errors.total() + self._before

    @property
    def is_spent(self) -> bool:
        """Whether there are more errors than allowed."""
        return self._failed > self._share * self._asked

    @property
    def outage(self) -> int:
        """The errors that came last, if there are enough in a row to say that the system is down; else 0."""
        return self._in_a_row if self._in_a_row >= ENOUGH else 0

    @property
    def is_beyond_an_outage(self) -> bool:
        """Whether there are more errors than allowed, even without those of the outage at the end."""
        return self._failed - self.outage > self._share * self._asked

    @property
    def is_hopeless(self) -> bool:
        """Whether it is of no use to ask on: enough was seen, and it is spent, or the system is down.

        Errors in a row end nothing where all that is left could fail without spending it; where they alone
        spend it, the next outcomes tell whether this is an outage.
        """
        if not self._left or self._errors.total() < ENOUGH:
            return False
        is_down = self.outage > 0 and self._failed + self._left > self._share * self._asked
        return is_down or self._failed - self._in_a_row > self._share * self._asked

    def failure(self, shown: str, system: System, *, way_on: str = "") -> SystemFailedError:
        """Say what is wrong: how many errors, the commonest one, and what the system printed last.

        Args:
            shown: How the system is named.
            system: What was asked.
            way_on: What becomes of the answers that did come.
        """
        if self.is_spent:
            what = f"{self._failed:,} of {counted(self._asked, 'question')} ended in an error, more than "
            what += f"{100 * self._share:g} %"
        else:
            what = f"the last {self._in_a_row} questions ended in an error, one after the other"
        if self._errors:
            (commonest, _), *others = sorted(self._errors.items(), key=lambda pair: (-pair[1], pair[0]))
            what += f"; most often: {quoted(commonest)}"
            what += f" (and {counted(len(others), 'other error')})" if others else ""
        said = "\n".join(quoted_lines(system.last_words()))
        fix = f"find out why the system failed, and ask it again{way_on}"
        return SystemFailedError(Problem(what, shown, fix, said, code="system_failed"))
