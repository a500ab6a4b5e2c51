"""Rounds of answers: how much a mean differs from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Rounds:
    """How much a value differs from one round of answers to the next.

    Attributes:
        count: Rounds; every item was answered once in each.
        variance: Variance of the mean over rounds, as the rounds' values show it.
        noise: What of it the items' own scatter explains, in the mean over independent items.
    """

    count: int
    variance: float
    noise: float

    @classmethod
    def of(cls, item: IntArray, values: FloatArray) -> Rounds | None:
        """Compare rounds; ``None`` if some item was asked more often than another, or all once.

        Args:
            item: ``(m,)`` item of each answer, ascending.
            values: ``(m,)`` what each answer contributes.
        """
        times = np.unique(item, return_counts=True)[1]
        if not times.size or times[0] < 2 or (times != times[0]).any():
            return None
        table = values.reshape(-1, int(times[0]))
        n, k = table.shape
        variance = float(table.mean(axis=0).var(ddof=1)) / k
        scatter = float(((table - table.mean(axis=1, keepdims=True)) ** 2).mean())
        return cls(k, variance, scatter * k / (k - 1) / (n * k))
