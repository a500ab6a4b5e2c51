"""Scores of one set of items, evaluated on the same resamples."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from gate.engines import dense
from gate.samples.curve import Curve, interchangeable
from gate.stats import resample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.samples.clusters import Clusters
    from gate.scores import Score

CELLS_FROM = 20_000
"""Items from which tied scores are resampled by cell rather than by item."""

ITEMS_PER_CELL = 16
"""Items a cell must hold on average for that to be worth it."""


def replicate(
    scores: Sequence[Score],
    ids: Sequence[str],
    *,
    only: BoolArray,
    clusters: Clusters | None,
    resamples: int,
    seed: int,
    few: bool,
) -> list[FloatArray]:
    """Evaluate every score on the same resamples of the items: one product for all formulas.

    Scores of two runs on the same items stay paired, because they see the same weights.

    Args:
        scores: Scores on samples whose items are ``ids``, in this order.
        ids: ``n`` item ids, ascending.
        only: ``(n,)`` the items that are drawn from; every score takes its own rows from among these.
        clusters: Which items belong together and are drawn as one; ``None`` if all stand alone.
        resamples: Number of resamples, >= 1.
        seed: Of the config.
        few: Whether positives are so few that the exact multinomial law is needed.

    Returns:
        One ``(resamples,)`` array a score; NaN where a resample left the metric undefined.
    """
    found: dict[int, FloatArray] = {}
    by_item: list[_Walk] = []
    together = None if clusters is None else clusters.take(only)
    for walk in _walks(scores):
        cells = walk.in_cells() if together is None else None
        if cells is None:
            by_item.append(walk)
            continue
        for totals in resample.cell_totals(cells.sizes, resamples, seed=seed):
            cells.follow_cells(totals)
        found |= cells.values()
    formulas = [i for i, each in enumerate(scores) if not each.curves]
    if not formulas and not by_item:
        return [found[i] for i in range(len(scores))]

    units = together.names if together is not None else ids if only.all() else tuple(compress(ids, only))

    def blocks() -> Iterator[FloatArray]:
        for drawn in resample.weights(units, resamples, seed=seed, few=few):
            weights = together.spread(drawn) if together is not None and by_item else drawn
            for walk in by_item:
                walk.follow(weights, only)
            yield drawn

    distinct = {id(scores[i].columns): scores[i].columns for i in formulas}
    columns = np.hstack([*distinct.values(), np.zeros((len(ids), 0))])[only]
    totals = dense.totals(blocks(), columns if together is None else together.totals(columns))
    ends = np.cumsum([each.shape[1] for each in distinct.values()], dtype=np.int64)
    parts = dict(zip(distinct, np.hsplit(totals, ends), strict=False))
    for i in formulas:
        found[i] = scores[i].of_totals(parts[id(scores[i].columns)])
    for walk in by_item:
        found |= walk.values()
    return [found[i] for i in range(len(scores))]


class _Walk:
    """Curve metrics on the same rows, which are summed once a run for every block of weights."""

    def __init__(
        self,
        rows: BoolArray,
        curves: Sequence[Curve],
        scores: Mapping[int, tuple[Sequence[int], Score]],
        spreads: Sequence[IntArray | None],
    ) -> None:
        self.rows = rows
        self.sizes = np.zeros(0, np.int64)
        self._curves = curves
        self._scores = scores
        self._spreads = spreads
        self._found: dict[int, list[FloatArray]] = {i: [] for i in scores}

    def in_cells(self) -> _Walk | None:
        """Return the walk over groups of tied items, if there are few; depends on the data alone."""
        n = int(self.rows.sum())
        one_entry_an_item = all(curve.item is None for curve in self._curves)
        if n < CELLS_FROM or not one_entry_an_item or any(spread is not None for spread in self._spreads):
            return None
        sizes, curves = interchangeable(*self._curves)
        if ITEMS_PER_CELL * sizes.size > n:
            return None
        walk = _Walk(self.rows, curves, self._scores, self._spreads)
        walk.sizes = sizes
        return walk

    def follow(self, weights: FloatArray, only: BoolArray) -> None:
        """Evaluate every metric on one block of weights, a column an item of those that ``only`` marks."""
        rows = self.rows[only]
        of_items = weights if rows.all() else weights[:, rows]
        place = np.cumsum(only) - 1
        self._evaluate([of_items if each is None else weights[:, place[each]] for each in self._spreads])

    def follow_cells(self, totals: FloatArray) -> None:
        """Evaluate every metric on one block of totals, a column a group of tied items."""
        self._evaluate([totals] * len(self._curves))

    def values(self) -> dict[int, FloatArray]:
        """Return what was found so far, by score."""
        return {i: np.concatenate(parts) for i, parts in self._found.items()}

    def _evaluate(self, weights: Sequence[FloatArray]) -> None:
        cells = [curve.reduce(each) for curve, each in zip(self._curves, weights, strict=True)]
        for i, (sides, score) in self._scores.items():
            self._found[i].append(score.of_cells([cells[side] for side in sides]))


def _walks(scores: Sequence[Score]) -> list[_Walk]:
    together: dict[bytes, list[int]] = {}
    for i, each in enumerate(scores):
        if each.curves:
            together.setdefault(each.rows.tobytes(), []).append(i)
    walks = []
    for members in together.values():
        curves: dict[int, Curve] = {}
        spreads: dict[int, IntArray | None] = {}
        for i in members:
            for curve in scores[i].curves:
                curves.setdefault(id(curve), curve)
                spreads.setdefault(id(curve), scores[i].spread)
        side = {key: place for place, key in enumerate(curves)}
        told = {i: ([side[id(curve)] for curve in scores[i].curves], scores[i]) for i in members}
        rows = scores[members[0]].rows
        walks.append(_Walk(rows, list(curves.values()), told, list(spreads.values())))
    return walks
