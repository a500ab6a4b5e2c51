"""Holm's step-down correction for several tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """Return the corrected p of every test: whatever is at most α holds together at level α.

    Args:
        chances: p of each test, in any order; the tests may depend on each other in any way.

    Source: S. Holm, Scandinavian Journal of Statistics 6, 1979.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    found = [0.0] * len(chances)
    least = 0.0
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        least = max(least, min(1.0, chances[i] * (len(chances) - rank)))
        found[i] = least
    return tuple(found)
