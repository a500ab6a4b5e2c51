"""Which answers a task has, and so how they go astray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.config.classes import known_classes
from gate.selftest.classes import AnyOf, OneOf
from gate.selftest.lists import Shelves
from gate.selftest.texts import Texts
from gate.selftest.verdicts import Verdicts

if TYPE_CHECKING:
    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.selftest.straying import Straying


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
