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
"""Errors that show what is wrong: a system beyond its budget is not asked further after so many."""


class Budget:
    """Counts errors against what a config allows.

    Errors of a call that did not come to its end are pooled with those of the call that goes on from
    there, so that nobody gets below the limit by calling again and again.

    Args:
        share: Of the questions, that may end in an error; in [0, 1].
        questions: Questions altogether.
        before: Errors of earlier calls; those questions are asked once more.
    """

    def __init__(self, share: float, questions: int, before: int) -> None:
        self._share, self._asked, self._before = share, questions + before, before
        self._errors: Counter[str] = Counter()

    def add(self, error: str) -> None:
        """Count an error."""
        self._errors[error] += 1

    @property
    def is_spent(self) -> bool:
        """Whether there are more errors than allowed."""
        return self._errors.total() + self._before > self._share * self._asked

    @property
    def is_hopeless(self) -> bool:
        """Whether it is spent, and enough was seen to say why."""
        return self.is_spent and self._errors.total() >= ENOUGH

    def failure(self, shown: str, system: System, *, way_on: str) -> SystemFailedError:
        """Say that it is spent: how often, the commonest error, and what the system printed last.

        Args:
            shown: How the system is named.
            system: What was asked.
            way_on: What becomes of the answers that did come.
        """
        failed = self._errors.total() + self._before
        what = f"{failed:,} of {counted(self._asked, 'question')} ended in an error, more than "
        what += f"{100 * self._share:g} %"
        if self._errors:
            (commonest, _), *others = sorted(self._errors.items(), key=lambda pair: (-pair[1], pair[0]))
            what += f"; most often: {quoted(commonest)}"
            what += f" (and {counted(len(others), 'other error')})" if others else ""
        said = "\n".join(quoted_lines(system.last_words()))
        fix = f"find out why the system failed, and ask it again{way_on}"
        return SystemFailedError(Problem(what, shown, fix, said))
