"""Everything that one simulated change draws, from one numbered stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.stats.resample import uniform

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray, IntArray

_STREAMS = 1 << 32
"""Streams of one scenario."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The luck of one simulated change: four numbers in [0, 1) an item, and one more.

    Attributes:
        unit: ``(n,)`` cluster that each item belongs to, from 0; its own where items stand alone.
        units: Number of clusters.
        numbers: ``(4, n)`` what was drawn; the first ``units`` of a row also serve for clusters.
        single: The one more.
    """

    unit: IntArray
    units: int
    numbers: FloatArray
    single: float

    @classmethod
    def of(cls, unit: IntArray, *, seed: int, scenario: int, trial: int) -> Chance:
        """Draw for a trial of a scenario; other trials and scenarios do not overlap."""
        n = len(unit)
        drawn = uniform(4 * n + 1, seed=seed, stream=scenario * _STREAMS + trial)
        return cls(unit, int(unit.max(initial=-1)) + 1, drawn[:-1].reshape(4, n), float(drawn[-1]))

    def touched(self, share: float) -> BoolArray:
        """Return ``(n,)``: items of the clusters that a change touches, each with chance ``share``."""
        return np.asarray((self.numbers[0, : self.units] < share)[self.unit])

    def coin(self) -> BoolArray:
        """Return ``(n,)`` tosses of a fair coin, the same for all items of a cluster."""
        return np.asarray((self.numbers[1, : self.units] < 0.5)[self.unit])

    def one_of(self, count: int) -> IntArray:
        """Return ``(n,)`` whole numbers from 0 to below ``count``, each as likely."""
        return np.asarray(self.numbers[2] * count, dtype=np.int64)

    def hit(self, share: float) -> BoolArray:
        """Return ``(n,)`` items that a spread-out loss hits, each with chance ``share``."""
        return np.asarray(self.numbers[3] < share)

    def broken(self, share: float, rows: BoolArray) -> BoolArray:
        """Return ``(n,)``: a share of the clusters among ``rows``, rounded, and one at least."""
        inside = np.unique(self.unit[rows])
        count = taken(share, inside.size)
        order = np.argsort(self.numbers[3, inside], kind="stable")
        return np.asarray(rows & np.isin(self.unit, inside[order[:count]]))

    def drawn_again(self) -> IntArray:
        """Return ``units`` clusters drawn with replacement, ascending."""
        return np.sort(np.asarray(self.numbers[0, : self.units] * self.units, dtype=np.int64))


def taken(share: float, units: int) -> int:
    """Return how many of ``units`` a share is, rounded, and one at least where there is any.

    >>> taken(0.02, 24), taken(0.1, 24), taken(0.1, 0)
    (1, 2, 0)
    """
    return max(1, round(share * units)) if units else 0
