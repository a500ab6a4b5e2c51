"""Walk: the order in which a curve sums the weights of its items, and the running sums along it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Walk:
    """The order in which the weights of items are summed.

    Attributes:
        positives: Items of the positives, from the first step to the last.
        negatives: Items of the negatives: unanswered first, then down the steps, and on a step those
            above it before those tied with it.
        tp_ends: ``(s,)`` how many of ``positives`` are at or above each step.
        fp_ends: ``(s,)`` how many of ``negatives`` are.
        above_ends: ``(s,)`` the same without the tied ones; ``None`` if there are no ties.
        lost: How many of ``negatives`` are unanswered.
    """

    positives: IntArray
    negatives: IntArray
    tp_ends: IntArray
    fp_ends: IntArray
    above_ends: IntArray | None
    lost: int


class Running:
    """Sums of the first 0, 1, … c of some columns, in memory that is used again for every chunk."""

    def __init__(self, columns: IntArray, rows: int) -> None:
        self._columns = columns
        self._picked = np.empty((rows, columns.size))
        self._sums = np.zeros((rows, 1 + columns.size))
        self._rows = rows

    def add_up(self, weights: FloatArray) -> None:
        """Sum ``(r, n)`` weights along the columns."""
        self._rows = len(weights)
        picked = self._picked[: self._rows]
        np.take(weights, self._columns, axis=1, out=picked, mode="clip")
        np.cumsum(picked, axis=1, out=self._sums[: self._rows, 1:])

    def take(self, counts: IntArray | int, *, out: FloatArray) -> None:
        """Write the sums of the first ``counts`` columns to ``out``."""
        np.take(self._sums[: self._rows], counts, axis=1, out=out, mode="wrap")
