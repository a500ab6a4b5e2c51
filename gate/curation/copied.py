"""How much of a question stands in a document, word by word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gate.curation.similar import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAKED = 0.8
"""Share of a question's runs that stand in a relevant document, from which it was copied."""

FEWEST_WORDS, WORDS = 5, 3
"""Shorter questions are not looked for: a few words in a row are no copy. And the words of a run."""

FEWEST_CHARACTERS, CHARACTERS = 10, 5
"""The same in scripts that put no blanks between words."""

_NO_BLANKS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese."""

Runs = frozenset[tuple[str, ...]]


class Copies:
    """The runs of words, or of characters, that documents hold; each is cut up once.

    Args:
        corpus: ``{document: text}``.
    """

    def __init__(self, corpus: Mapping[str, str]) -> None:
        self._corpus = corpus
        self._known: dict[tuple[str, bool], Runs] = {}

    def share(self, query: str, document: str) -> float:
        """Return the share of the question's runs that the document holds, in [0, 1]; 0 if it is too short.

        >>> Copies({"d": "Press the red button to stop."}).share("press the red button now", "d")
        0.6666666666666666
        """
        by_character = _by_character(query)
        units = _units(query, by_character=by_character)
        if len(units) < (FEWEST_CHARACTERS if by_character else FEWEST_WORDS):
            return 0.0
        runs, key = _runs(units, by_character=by_character), (document, by_character)
        if key not in self._known:
            whole = _units(self._corpus[document], by_character=by_character)
            self._known[key] = _runs(whole, by_character=by_character)
        return len(runs & self._known[key]) / len(runs)

    def unit(self, query: str) -> str:
        """Say what the runs of a question consist of."""
        return "five characters" if _by_character(query) else "three words"


def _by_character(text: str) -> bool:
    """Say whether most letters of a text are of scripts without blanks between words."""
    letters = "".join(plain(text).split())
    return 2 * len(_NO_BLANKS.findall(letters)) > len(letters)


def _units(text: str, *, by_character: bool) -> Sequence[str]:
    words = plain(text).split()
    return "".join(words) if by_character else words


def _runs(units: Sequence[str], *, by_character: bool) -> Runs:
    length = CHARACTERS if by_character else WORDS
    return frozenset(zip(*(units[i:] for i in range(length)), strict=False))
