"""Repeats: several answers to one item, which are averaged in the item before anything else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.golden import GoldenSet
from gate.run import Run

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.samples.kinds import Sample

_ANSWER = "\x1f"
"""Stands between an item's id and the number of its answer."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """All answers of a run whose items were asked more than once.

    An item's weight is split evenly over its answers. So a mean is the mean over items of their mean
    over answers, a formula is one of the average totals, and a curve runs over all answers; and however
    often an item was asked, it is one item.

    Attributes:
        rows: ``m`` answers as a sample of their own.
        item: ``(m,)`` row of the item that each answers, in the sample of items.
    """

    rows: Sample
    item: IntArray

    def take(self, kept: BoolArray) -> Repeated:
        """Keep the answers to the items where ``(n,)`` ``kept`` is true."""
        answers = kept[self.item]
        return Repeated(self.rows.take(answers), (np.cumsum(kept) - 1)[self.item[answers]])

    def means(self, values: FloatArray, n: int) -> FloatArray:
        """Average ``(m,)`` values inside each of ``n`` items, NaN left out; NaN where nothing is left."""
        there = ~np.isnan(values)
        with np.errstate(invalid="ignore", divide="ignore"):
            return self.totals(np.where(there, values, 0.0), n) / self.totals(there.astype(np.float64), n)

    def totals(self, values: FloatArray, n: int) -> FloatArray:
        """Sum ``(m,)`` values inside each of ``n`` items."""
        return np.bincount(self.item, weights=values, minlength=n).astype(np.float64)


def unfold(golden: GoldenSet, run: Run) -> tuple[GoldenSet, Run]:
    """Make an item of every answer, called after the golden item's id and a number.

    Items that were answered once, or not, are there once. :func:`owner_of` leads back.
    """
    items, answers = {}, {}
    for item in golden:
        given = run.repeats.get(item.id) or ([run.answers[item.id]] if item.id in run.answers else [])
        for i in range(max(1, len(given))):
            name = f"{item.id}{_ANSWER}{i:06d}"
            items[name] = replace(item, id=name, weight=item.weight / max(1, len(given)))
            if given:
                answers[name] = replace(given[i], id=name)
    return GoldenSet(items, golden.source, catalogue=golden.catalogue), Run(answers, run.source)


def owner_of(name: str) -> str:
    """Return the id of the golden item that an unfolded one was made of."""
    return name.rpartition(_ANSWER)[0]
