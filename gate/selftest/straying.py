"""How the answers of a task go astray: a little, without harm; and by faults of growing severity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from gate.config.classes import known_classes
from gate.selftest.classes import AnyOf, OneOf
from gate.selftest.lists import Shelves
from gate.selftest.texts import Texts
from gate.selftest.verdicts import Verdicts

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.run import Answer, Run
    from gate.selftest.perturb import Strength
    from gate.selftest.plant import Fault


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


def straying(config: Config, golden: GoldenSet, run: Run) -> Straying | None:
    """Return how answers of a task go astray; ``None`` for rankings and two classes, which need nothing."""
    match config.task:
        case "multiclass":
            return OneOf.of(run, known_classes(config, golden))
        case "multilabel":
            return AnyOf.of(run, known_classes(config, golden))
        case "generation":
            return Texts.of(run)
        case "judge":
            return Verdicts.of(config, golden, run)
        case "recommendation":
            return Shelves.of(run, config.relevant_grade)
        case _:
            return None
