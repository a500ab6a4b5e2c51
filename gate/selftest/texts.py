"""Noise and faults of texts that a system wrote."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from gate.selftest.fault import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.run import Answer, Run
    from gate.selftest.strength import Strength

CUTS = (0.05, 0.1, 0.2, 0.4)
"""Shares of a text that are cut off its end, the mildest fault first."""

FEWEST = 3
"""Words from which on words are left out; of shorter texts, and of those without blanks, characters are."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Answers that are texts.

    Attributes:
        others: ``{id: text of the next item}``, the first item's for the last.
        often: How often each word, or character, stands in all of them.
    """

    others: Mapping[str, str]
    often: Mapping[str, int]

    @classmethod
    def of(cls, run: Run) -> Texts:
        """Set up for the answers of a run."""
        given = [(answer.id, answer.text) for answer in run if answer.text is not None]
        turned = [*given, *given[:1]]
        often = Counter(part for _, text in given for part in _parts(text)[0])
        return cls({ident: text for (ident, _), (_, text) in pairwise(turned)}, often)

    def room(self, strength: Strength) -> int:  # noqa: ARG002
        """Return 1: for the first word that is left out."""
        return 1

    def noise(self, answer: Answer, strength: Strength, luck: FloatArray) -> Answer:
        """Leave words out, one at least, of that half which is used most in all answers.

        What an answer says that others do not, its names and numbers, is mostly in the other half.
        """
        if not answer.text or not answer.text.strip():
            return answer
        words, between = _parts(answer.text)
        order = sorted(range(len(words)), key=lambda i: (-self.often.get(words[i], 0), i))
        common = order[: max(1, len(words) // 2)]
        first = int(luck[0] * len(common))
        count = min(len(common), max(1, round(strength.drift * len(words))))
        gone = {common[(first + i) % len(common)] for i in range(count)}
        return replace(answer, text=between.join(word for i, word in enumerate(words) if i not in gone))

    def faults(self) -> list[Fault]:
        """Return ends that are cut off, answers to other questions, and answers without a character."""
        return [
            *(Fault(f"answers lose their last {100 * cut:g} %", partial(_cut, share=cut)) for cut in CUTS),
            Fault("answers are those of other items", self._swapped),
            Fault("answers are empty", _blank),
        ]

    def _swapped(self, item: GoldenItem, answer: Answer) -> Answer:
        return answer if answer.text is None else replace(answer, text=self.others.get(item.id, ""))


def _parts(text: str) -> tuple[Sequence[str], str]:
    words = text.split()
    return (words, " ") if len(words) >= FEWEST else (text, "")


def _cut(item: GoldenItem, answer: Answer, *, share: float) -> Answer:  # noqa: ARG001
    if not answer.text:
        return answer
    kept = len(answer.text) - max(1, round(share * len(answer.text)))
    return replace(answer, text=answer.text[:kept])


def _blank(item: GoldenItem, answer: Answer) -> Answer:  # noqa: ARG001
    return answer if answer.text is None else replace(answer, text="")
