"""Names that are unique: readers of test results and metrics keep only the first of two equal ones.

People are told the path of a config whose name occurs twice.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gate.reporters.escaping import line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gate.report import Report

LONGEST = 1_000
"""Characters of a name; a longer one is cut, and says so."""


def title(name: str) -> str:
    r"""Spell a name in one line in which nothing acts unseen, and no log obeys.

    >>> title("a\x1b[31m\nb")
    'a⟨U+001B⟩[31m⏎b'
    """
    return line(name, LONGEST)


def paths(reports: Sequence[Report]) -> list[str]:
    """Return the path of each report's config where another has the same name, else an empty text."""
    times = Counter(report.name for report in reports)
    return [report.config if times[report.name] > 1 else "" for report in reports]


def unique(names: Iterable[str]) -> list[str]:
    """Number what occurs again; a name that is made up is never one of those given.

    >>> unique(["a", "b", "a", "a", "a (2)"])
    ['a', 'b', 'a (3)', 'a (4)', 'a (2)']
    """
    given = list(names)
    taken = set(given)
    counts: dict[str, int] = {}
    found = []
    for name in given:
        counts[name] = counts.get(name, 0) + 1
        fresh = name
        while counts[name] > 1 and fresh in taken:
            fresh = f"{name} ({counts[name]})"
            counts[name] += fresh in taken
        taken.add(fresh)
        found.append(fresh)
    return found
