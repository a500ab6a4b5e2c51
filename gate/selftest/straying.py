"""How the answers of a task go astray: a little, without harm; and by faults of growing severity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.run import Answer
    from gate.selftest.fault import Fault
    from gate.selftest.strength import Strength


class Straying(Protocol):
    """How answers of one kind can go astray."""

    def room(self, strength: Strength) -> int:
        """Return how many numbers in [0, 1) the noise of one answer takes, if it is no ranking."""

    def noise(self, answer: Answer, strength: Strength, luck: FloatArray) -> Answer:
        """Return another answer, which is as good where luck decides which side has it.

        Args:
            answer: An answer that is neither an error nor a ranking.
            strength: How far it may stray.
            luck: ``(room(strength),)`` numbers in [0, 1).
        """

    def faults(self) -> list[Fault]:
        """Return faults of growing severity; the last makes every answer wrong."""
