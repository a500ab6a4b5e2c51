"""Clusters: which items belong together, so that they are resampled, flipped and counted as one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray

_TOGETHER = "\x1f"
"""Begins the name of a cluster, so that it is never the id of an item that stands alone."""


@dataclass(frozen=True)
class Clusters:
    """The cluster of every item of a sample.

    Questions about one document, or the turns of one conversation, are not independent: what is
    drawn, flipped and counted is the cluster. An item that belongs to none is its own.

    Attributes:
        names: ``G`` distinct names, ascending.
        index: ``(n,)`` place of each item's cluster in ``names``.
    """

    names: tuple[str, ...]
    index: IntArray

    @classmethod
    def of(cls, ids: Sequence[str], labels: Sequence[str | None]) -> Clusters | None:
        """Group ``n`` items by their labels; ``None`` if no two of them share one.

        >>> Clusters.of(["a", "b", "c"], ["doc", None, "doc"]).index.tolist()
        [0, 1, 0]
        """
        named = [i if label is None else _TOGETHER + label for i, label in zip(ids, labels, strict=True)]
        names = sorted(set(named))
        if len(names) == len(named):
            return None
        place = {name: i for i, name in enumerate(names)}
        return cls(tuple(names), np.fromiter((place[name] for name in named), np.int64, len(named)))

    def take(self, rows: BoolArray) -> Clusters:
        """Keep the items that ``rows`` marks, and the clusters they belong to."""
        kept, index = np.unique(self.index[rows], return_inverse=True)
        return Clusters(tuple(self.names[i] for i in kept.tolist()), index.reshape(-1))

    def totals(self, columns: FloatArray) -> FloatArray:
        """Sum ``(n, ...)`` values inside each cluster: ``(G, ...)``, items added in their own order."""
        return np.asarray(np.add.reduceat(columns[self._order], self._starts, axis=0))

    def spread(self, weights: FloatArray) -> FloatArray:
        """Give every item the weight of its cluster: ``(r, G)`` to ``(r, n)``."""
        return np.asarray(weights[:, self.index])

    @cached_property
    def _order(self) -> IntArray:
        return np.argsort(self.index, kind="stable")

    @cached_property
    def _starts(self) -> IntArray:
        return np.searchsorted(self.index[self._order], np.arange(len(self.names)))
