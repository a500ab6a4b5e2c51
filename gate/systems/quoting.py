"""What a system said, made harmless for a log: CI services take some lines for commands."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST = 300
"""Characters of a line that are shown."""

_INVISIBLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


_TRACEBACK = "Traceback (most recent call last):"


def quoted(text: str) -> str:
    r"""Return ``text`` on one line: without characters that move the cursor, and without ``##[`` or ``::``.

    GitHub takes ``::`` at the start of a line and ``##[`` anywhere for a command, Azure ``##vso[`` and
    TeamCity ``##teamcity[`` anywhere.

    >>> quoted("::error::broken\n##[group]x")
    ': :error: :broken ##·[group]x'
    """
    plain = _INVISIBLE.sub(" ", text).strip()
    plain = plain.replace("::", ": :")
    plain = re.sub(r"##(?=\w*\[)", "##·", plain)
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"


def quoted_lines(lines: Iterable[str]) -> Iterator[str]:
    """Return lines that a system printed, each behind a bar and harmless; equal tracebacks once.

    The first lines may be the rest of a traceback whose beginning was lost; those are told with the whole.

    >>> list(quoted_lines(["E: no", _TRACEBACK, "E: no", _TRACEBACK, "E: no"]))
    ['| Traceback (most recent call last):', '| E: no']
    """
    parts = [part for line in lines for part in re.split(r"[\r\n]+", line) if part.strip()]
    starts = [0, *(i for i, part in enumerate(parts) if part.strip() == _TRACEBACK), len(parts)]
    first, *blocks = (tuple(parts[start:end]) for start, end in pairwise(starts))
    told = dict.fromkeys(blocks)
    if not any(first and first == block[-len(first) :] for block in told):
        told = dict.fromkeys([first, *told])
    for block in told:
        for part in block:
            yield f"| {quoted(part)}"
