"""What two systems wrote for one item, cut down to where they differ."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gate.report import Mover

SHOWN = 160
"""Characters of a text that are worth looking at in a table."""

_LEAD = 40
"""Characters before the first difference that stay, so that it can be read."""


def told(mover: Mover) -> tuple[tuple[str, str], ...]:
    """Return ``(what it is, text)`` of the reference and of both answers, unescaped and not cut at the end.

    Empty where the item is no text. What both answers begin with is left out as far as it would push the
    difference out of sight.
    """
    before, after = mover.baseline.text, mover.candidate.text
    found = []
    if mover.references:
        more = len(mover.references) - 1
        also = f" (and {more} more)" if more else ""
        found.append((f"reference{also}", mover.references[0]))
    if before is not None and before == after:
        found.append(("baseline and candidate", before))
    else:
        texts = [("baseline", before), ("candidate", after)]
        skipped = _common(before, after) if before is not None and after is not None else 0
        found += [(side, _from(text, skipped)) for side, text in texts if text is not None]
    return tuple(found)


def _common(one: str, other: str) -> int:
    """Return how many characters of two texts are left out, up to the beginning of a word.

    >>> _common("a" * 200 + " b", "a" * 200 + " c"), _common("short b", "short c")
    (0, 0)
    """
    if max(len(one), len(other)) <= SHOWN:
        return 0
    same = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    words = [match.start() for match in re.finditer(r"(?<=\s)\S", one[: max(0, same - _LEAD)])]
    return words[-1] if same > SHOWN // 2 and words else 0


def _from(text: str, start: int) -> str:
    return f"… {text[start:]}" if start else text
