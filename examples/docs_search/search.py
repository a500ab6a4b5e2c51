"""BM25 over the sections of the documentation: the small retriever that `docs_search` judges.

It is an ordinary keyword search, with the library `bm25s` for the scores. What can be set is what
people change in such a system, and what they get wrong: how much a title counts, how words are
reduced to stems, how much of a section is indexed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import bm25s
from snapshot import Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

DEPTH = 20
"""Results a query, deeper than the metrics look: a report can say where a lost section went."""

_WORD = re.compile(r"[a-z0-9]+")

_STOP_WORDS = frozenset(
    _WORD.findall(
        """
        a an and are as at be by can do does for from has have how i if in into is it its my no not of on or
        our so that the their them there they this to was we what when where which who why will with you your
        """
    )
)


@dataclass(frozen=True, slots=True)
class Settings:
    """How sections and queries become words.

    Attributes:
        title_weight: How often the title's words are counted, >= 0.
        stem_sections: Whether words of sections are reduced to stems.
        stem_queries: The same for queries; both sides have to agree.
        words: Words of a section's text that are indexed; ``None`` for all of them.
    """

    title_weight: int = 1
    stem_sections: bool = True
    stem_queries: bool = True
    words: int | None = None


def read(corpus: Path) -> list[Section]:
    """Read the snapshot that `snapshot.py` wrote."""
    with corpus.open(encoding="utf-8") as lines:
        return [Section(**json.loads(line)) for line in lines]


def tokens(text: str, *, stemmed: bool) -> list[str]:
    """Split text into lower-case words without the commonest ones.

    >>> tokens("Which queries failed?", stemmed=True)
    ['query', 'fail']
    """
    words = [word for word in _WORD.findall(text.lower()) if word not in _STOP_WORDS]
    return [stem(word) for word in words] if stemmed else words


def stem(word: str) -> str:
    """Take the commonest endings off a word: plural, then -ing or -ed.

    >>> [stem(w) for w in ("queries", "baselines", "running", "stored", "process", "red")]
    ['query', 'baseline', 'run', 'stor', 'process', 'red']
    """
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us")) and len(word) > 3:
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls"
            return word[:-1] if doubled else word
    return word


class Search:
    """An index of sections.

    Args:
        sections: What is searched.
        settings: How sections and queries become words.
    """

    def __init__(self, sections: Iterable[Section], settings: Settings) -> None:
        self._settings = settings
        self._sections = list(sections)
        self._scorer = bm25s.BM25(k1=1.2, b=0.75)
        self._scorer.index([self._words(s) for s in self._sections], show_progress=False)

    def _words(self, section: Section) -> list[str]:
        settings = self._settings
        title = tokens(section.title, stemmed=settings.stem_sections)
        body = " ".join(section.text.split()[: settings.words])
        return title * settings.title_weight + tokens(body, stemmed=settings.stem_sections)

    def __call__(self, query: str) -> list[tuple[str, float]]:
        """Return the best sections with their scores, best first; equal scores by id, descending."""
        words = tokens(query, stemmed=self._settings.stem_queries)
        known = [word for word in words if word in self._scorer.vocab_dict]
        if not known:
            return []
        scores: Sequence[float] = self._scorer.get_scores(known).tolist()
        found = [
            (round(score, 6), section.id)
            for score, section in zip(scores, self._sections, strict=True)
            if score > 0
        ]
        return [(id_, score) for score, id_ in sorted(found, reverse=True)[:DEPTH]]
