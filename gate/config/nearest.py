"""What is known, named in a message: the nearest name, or some of all."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHOWN = 10
"""How many known values a message names."""


def near(value: str, known: Sequence[str]) -> str:
    """Return "did you mean …?", or what there is, as the end of a sentence.

    >>> near("frod", ["fraud", "ok"]), near("x", [])
    (", did you mean 'fraud'?", '; it has none')
    """
    found = difflib.get_close_matches(value, known, n=1)
    if found:
        return f", did you mean {found[0]!r}?"
    return f"; there is {some(known)}" if known else "; it has none"


def some(values: Iterable[str]) -> str:
    """Return the first values quoted, and the number of the others."""
    listed = list(values)
    more = f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return ", ".join(repr(value) for value in listed[:SHOWN]) + more
