"""Questions that are nearly the same.

Two texts are compared by the Jaccard similarity of their sets of character trigrams: what both have,
divided by what either has. Letters are folded in case and width, and everything else counts as one blank.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

SIMILARITY = 0.8
"""Similarity from which two questions are nearly the same."""

_SLACK = 1e-9
_OTHER = re.compile(r"[\W_]+")


class Match(NamedTuple):
    """An earlier text, by position, and how similar it is, in (0, 1]."""

    position: int
    similarity: float


def plain(text: str) -> str:
    """Return a text as it is compared: folded letters and digits, single blanks.

    >>> plain("  How do I CANCEL?! ")
    'how do i cancel'
    """
    return _OTHER.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()


def trigrams(text: str) -> frozenset[str]:
    """Return the character trigrams of a text, with a blank at both ends."""
    padded = f" {plain(text)} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))


def similarity(left: str, right: str) -> float:
    """Return the Jaccard similarity of two texts, in [0, 1]; 0 if one has neither letters nor digits.

    >>> similarity("reset password", "Reset password?"), similarity("abc", "xyz")
    (1.0, 0.0)
    """
    ours, theirs = trigrams(left), trigrams(right)
    either = len(ours | theirs)
    return len(ours & theirs) / either if either else 0.0


def most_similar_before(texts: Sequence[str], *, least: float = SIMILARITY) -> list[Match | None]:
    """Return, for each text, the most similar one before it; ``None`` where none is ``least`` similar.

    Of several equally similar ones the first. Texts are looked up by their rarest trigrams: two sets as
    similar as that share one of the first ``n - ceil(least * n) + 1`` in any order common to both.

    Args:
        texts: Any texts; those without letters and digits match nothing.
        least: Similarity from which two match, in (0, 1].

    >>> most_similar_before(["reset password", "cancel", "Reset password!"])
    [None, None, Match(position=0, similarity=1.0)]
    """
    known = Known(texts, least=least)
    found = []
    for i in range(len(texts)):
        found.append(known.most_similar(i))
        known.take(i)
    return found


class Known:
    """Those of some texts that others are compared with; arguments are those of most_similar_before."""

    def __init__(self, texts: Sequence[str], *, least: float = SIMILARITY) -> None:
        self._least = least
        self._sets = [trigrams(text) for text in texts]
        self._common = Counter(gram for grams in self._sets for gram in grams)
        self._index: dict[str, list[int]] = {}

    def take(self, position: int) -> None:
        """Compare later texts with this one, too."""
        for gram in self._rarest(position):
            self._index.setdefault(gram, []).append(position)

    def most_similar(self, position: int) -> Match | None:
        """Return which of those taken is most similar to a text; ``None`` where none is similar enough."""
        grams = self._sets[position]
        candidates = {j for gram in self._rarest(position) for j in self._index.get(gram, ())}
        best: Match | None = None
        for j in sorted(candidates):
            shared = len(grams & self._sets[j])
            alike = shared / (len(grams) + len(self._sets[j]) - shared)
            if alike >= self._least - _SLACK and (best is None or alike > best.similarity):
                best = Match(j, alike)
        return best

    def _rarest(self, position: int) -> list[str]:
        grams = sorted(self._sets[position], key=lambda gram: (self._common[gram], gram))
        return grams[: len(grams) - math.ceil(self._least * len(grams) - _SLACK) + 1]
