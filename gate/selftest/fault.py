"""One kind of damage to the answers of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.selftest.answers import of_answers

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.golden import GoldenItem, GoldenSet
    from gate.run import Answer, Run


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of damage to an answer.

    Attributes:
        words: What it does, as it is printed.
        spoil: The damage itself.
    """

    words: str
    spoil: Callable[[GoldenItem, Answer], Answer]

    def of(self, run: Run, golden: GoldenSet) -> Run:
        """Return a run in which every answer is damaged; errors stay as they are."""
        answers = [
            [
                answer if answer.error is not None else self.spoil(golden.items[i], answer)
                for answer in run.repeats.get(i, (first,))
            ]
            for i, first in run.answers.items()
        ]
        return of_answers(run, answers)
