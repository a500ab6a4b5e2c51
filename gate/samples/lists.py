"""Lists: what of a catalogue each user was shown, and at which rank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.samples.exposure import Exposure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.catalogue import Catalogue
    from gate.run import Answer


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of ``n`` users as ``m`` rows, one an item of the catalogue that a user was shown.

    An item that the catalogue lacks keeps its rank and has no row.

    Attributes:
        catalogue: What could have been shown.
        n: Number of users.
        user: ``(m,)`` row of the user, ascending.
        rank: ``(m,)`` from 1, ascending within a user.
        item: ``(m,)`` place in the catalogue.
        strange: What the catalogue lacks and a list has, ascending.
    """

    catalogue: Catalogue
    n: int
    user: IntArray
    rank: IntArray
    item: IntArray
    strange: tuple[str, ...] = ()

    @classmethod
    def of(cls, catalogue: Catalogue, answers: Sequence[Answer | None], depth: int | None) -> Lists:
        """Look the first ``depth`` items of each answer up in the catalogue; all of them if ``None``."""
        user: list[int] = []
        rank: list[int] = []
        item: list[int] = []
        strange: set[str] = set()
        places = catalogue.places
        for row, answer in enumerate(answers):
            if answer is None or answer.ranking is None:
                continue
            for at, name in enumerate(answer.ranking.ordered(depth), start=1):
                place = places.get(name)
                if place is None:
                    strange.add(name)
                    continue
                user.append(row)
                rank.append(at)
                item.append(place)
        users, ranks, items = (np.array(column, dtype=np.int64) for column in (user, rank, item))
        return cls(catalogue, len(answers), users, ranks, items, tuple(sorted(strange)))

    @property
    def popularity(self) -> FloatArray:
        """``(N,)`` share of uses of each item of the catalogue; 0 for what nobody used."""
        known = self.catalogue.popularity
        assert known is not None, "the config was checked against the catalogue"
        shares = known.shares
        return np.fromiter((shares.get(item, 0.0) for item in self.catalogue.items), np.float64)

    @property
    def least_popular(self) -> float:
        """What an item that nobody used counts as where 0 means nothing: a single use."""
        assert self.catalogue.popularity is not None, "the config was checked against the catalogue"
        return self.catalogue.popularity.least

    def take(self, mask: BoolArray) -> Lists:
        """Keep the users where ``mask`` ``(n,)`` is true."""
        kept = mask[self.user]
        user = (np.cumsum(mask) - 1)[self.user[kept]]
        return replace(self, n=int(mask.sum()), user=user, rank=self.rank[kept], item=self.item[kept])

    def means(self, values: FloatArray, k: float) -> FloatArray:
        """Average ``(N,)`` values of the catalogue's items over each user's first ``k``.

        Returns:
            ``(n,)``; NaN for a user who was shown no item of the catalogue.
        """
        near = self.rank <= k
        return _averages(values[self.item[near]], self.user[near], self.n)

    def apart(self, k: float) -> FloatArray:
        """Average how different two items of each user's first ``k`` are: 1 less their similarity.

        Pairs whose similarity is unknown are left out.

        Returns:
            ``(n,)``; NaN for a user with no pair that something is known of.
        """
        similarity = self.catalogue.similarity
        assert similarity is not None, "the config was checked"
        near = self.rank <= k
        user, item = self.user[near], self.item[near]
        first, second, owner = [], [], []
        for step in range(1, int(np.bincount(user).max(initial=0))):
            same = user[step:] == user[:-step]
            first.append(item[:-step][same])
            second.append(item[step:][same])
            owner.append(user[step:][same])
        if not owner:
            return np.full(self.n, np.nan)
        one, other = np.concatenate(first), np.concatenate(second)
        size = len(self.catalogue)
        pairs, place = np.unique(np.minimum(one, other) * size + np.maximum(one, other), return_inverse=True)
        names = self.catalogue.items
        alike = similarity.between(
            [names[i] for i in (pairs // size).tolist()], [names[i] for i in (pairs % size).tolist()]
        )
        different = 1 - alike[place]
        known = ~np.isnan(different)
        return _averages(different[known], np.concatenate(owner)[known], self.n)

    def exposure(self, k: float, weight: FloatArray) -> Exposure:
        """Count what users of ``(n,)`` ``weight``, 0 for who takes no part, see among their first ``k``."""
        near = (self.rank <= k) & (weight[self.user] > 0)
        return Exposure(len(self.catalogue), weight, self.user[near], self.item[near])


def _averages(values: FloatArray, owner: IntArray, n: int) -> FloatArray:
    count = np.bincount(owner, minlength=n)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.bincount(owner, weights=values, minlength=n) / count, dtype=np.float64)
