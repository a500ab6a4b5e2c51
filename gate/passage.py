"""Passage: a stretch of a document's text, and how one is spelt as an id."""

from __future__ import annotations

import re
from typing import NamedTuple

_SPELT = re.compile(r"(.+)\[([0-9]{1,18}):([0-9]{1,18})\]", re.DOTALL)
_PART = re.compile(r"(.+)\[[^\[\]]*\]", re.DOTALL)


class Passage(NamedTuple):
    """Characters ``start`` to ``end`` of a document, from 0, the end not included; ``start < end``.

    >>> str(Passage("guide", 10, 80))
    'guide[10:80]'
    """

    document: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.document}[{self.start}:{self.end}]"


def parse(text: str) -> Passage | None:
    """Return the passage that an id spells; ``None`` if it spells none.

    >>> parse("guide[10:80]")
    Passage(document='guide', start=10, end=80)
    >>> parse("guide[80:10]") is parse("guide[3]") is None
    True
    """
    found = _SPELT.fullmatch(text)
    if found is None or int(found[2]) >= int(found[3]):
        return None
    return Passage(found[1], int(found[2]), int(found[3]))


def part(document: str, name: str) -> str:
    """Spell the part of a document that is called ``name``, as a chunk's id.

    >>> part("guide", "7")
    'guide[7]'
    """
    return f"{document}[{name}]"


def whole(text: str) -> str | None:
    """Return the document of a passage or a part; ``None`` if an id spells neither.

    >>> whole("guide[10:80]"), whole("guide[7]"), whole("guide#7")
    ('guide', 'guide', None)
    """
    found = _PART.fullmatch(text)
    return found[1] if found else None
