"""Faults of lists that are recommended out of a catalogue."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from gate.run import Ranking
from gate.selftest.fault import Fault
from gate.selftest.plant import lost, slides

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.run import Answer, Run
    from gate.selftest.strength import Strength

REPLACED = (0.2, 0.5, 1.0)
"""Shares of a list, from its end, that give way to what is shown most, the mildest fault first."""


@dataclass(frozen=True, slots=True)
class Shelves:
    """Answers that are lists, whose items come from one catalogue for all.

    Attributes:
        most: Every item that is shown, the most shown first, of equal ones the first in order of its id.
        relevant_grade: Least grade of what counts as relevant.
    """

    most: tuple[str, ...]
    relevant_grade: float

    @classmethod
    def of(cls, run: Run, relevant_grade: float) -> Shelves:
        """Set up for the answers of a run."""
        shown = Counter(name for a in run if a.ranking is not None for name in a.ranking.documents)
        return cls(tuple(sorted(shown, key=lambda name: (-shown[name], name))), relevant_grade)

    def room(self, strength: Strength) -> int:  # noqa: ARG002
        """Return 0: lists are rankings, whose neighbours change places."""
        return 0

    def noise(self, answer: Answer, strength: Strength, luck: FloatArray) -> Answer:  # noqa: ARG002
        """Return the answer, which is no list."""
        return answer

    def faults(self) -> list[Fault]:
        """Return later places for what is relevant, then what all are shown; at the end that without it.

        The former costs the metrics of rankings, and the latter those of the catalogue as well.
        """
        return [
            *slides(self.relevant_grade),
            *(Fault(_words(share), partial(self._alike, share=share)) for share in REPLACED),
            Fault("everybody is shown the same, and nothing relevant", self._useless),
        ]

    def _alike(self, item: GoldenItem, answer: Answer, *, share: float) -> Answer:  # noqa: ARG002
        """Put the most shown items in the place of the last ones of a list."""
        if answer.ranking is None:
            return answer
        own = answer.ranking.ordered()
        kept = own[: len(own) - round(share * len(own))]
        filled = [name for name in self.most if name not in set(kept)]
        return replace(answer, ranking=Ranking([*kept, *filled[: len(own) - len(kept)]]))

    def _useless(self, item: GoldenItem, answer: Answer) -> Answer:
        return lost(item, self._alike(item, answer, share=1.0))


def _words(share: float) -> str:
    part = "lists are" if share == 1 else f"the last {100 * share:g} % of lists are"
    return f"{part} what is shown most"
