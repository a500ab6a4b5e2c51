"""Exposure: how often each item of a catalogue was shown, and what each user's list has to do with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray

STATISTICS = ("shown", "size", "total", "apart", "surprise", "users", "pairs", "common")
"""What a formula over exposures may ask for; see :class:`Exposure`."""

_SLACK = 1e-9
"""Share of a user's weight that may be left of an exposure by rounding when the user is taken out."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """Which items of a catalogue ``n`` users were shown, one row a place in a list.

    The exposure of an item is the weight of all users who were shown it. Eight statistics of the exposures
    ``e`` of all ``size`` items, and of the weights ``w`` of the users, say everything that the metrics ask:

    * ``shown``: items with ``e > 0``;
    * ``size``: items of the catalogue;
    * ``total``: ``sum(e)``;
    * ``apart``: ``sum(|e_i - e_j|)`` over all ordered pairs of items of the catalogue;
    * ``surprise``: ``-sum(e log2(e))``;
    * ``users``: ``sum(w)``;
    * ``pairs``: ``sum(w_u w_v)`` over all ordered pairs of two users;
    * ``common``: the same over the pairs that were both shown an item, summed over the items.

    Attributes:
        size: Items of the catalogue, > 0.
        weight: ``(n,)`` of the users; 0 for those who take no part.
        user: ``(m,)`` row of the user who was shown something, ascending.
        item: ``(m,)`` what was shown, as its place in the catalogue; no user is shown one twice.

    >>> three = Exposure(4, np.ones(3), np.array([0, 0, 1, 2]), np.array([0, 1, 0, 2]))
    >>> {name: values.tolist() for name, values in three.statistics().items()}
    {'shown': [3.0], 'size': [4.0], 'total': [4.0], 'apart': [12.0], 'surprise': [-2.0],
     'users': [3.0], 'pairs': [6.0], 'common': [2.0]}
    >>> three.without_each()["shown"].tolist()  # the first user alone was shown item 1
    [2.0, 3.0, 2.0]
    >>> three.shares()["shown"].tolist()  # both users of item 0 have half of it
    [1.5, 0.5, 1.0]
    """

    size: int
    weight: FloatArray
    user: IntArray
    item: IntArray
    _place: IntArray = field(init=False, repr=False)
    _exposures: FloatArray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        items, place = np.unique(self.item, return_inverse=True)
        exposures = np.bincount(place, weights=self.weight[self.user], minlength=len(items))
        object.__setattr__(self, "_place", place)
        object.__setattr__(self, "_exposures", exposures.astype(np.float64))

    @property
    def every(self) -> FloatArray:
        """``(s,)`` exposure of each item that is shown to anybody, ascending by its place."""
        return self._exposures

    @property
    def theirs(self) -> FloatArray:
        """``(m,)`` exposure of the item that each row shows."""
        return np.asarray(self._exposures[self._place])

    def statistics(self) -> dict[str, FloatArray]:
        """Return the eight statistics, each as ``(1,)``."""
        rising = np.sort(self._exposures)
        shown, total = len(rising), float(rising.sum())
        # Items that were never shown stand below all others.
        ranks = np.arange(self.size - shown + 1, self.size + 1)
        values = {
            "shown": shown,
            "size": self.size,
            "total": total,
            "apart": 2 * float(((2 * ranks - self.size - 1) * rising).sum()),
            "surprise": -float(_times_log(rising).sum()),
            "users": float(self.weight.sum()),
            "pairs": float(self.weight.sum()) ** 2 - float((self.weight**2).sum()),
            "common": float((rising**2).sum()) - float((self.weight[self.user] ** 2).sum()),
        }
        return {name: np.array([value], dtype=np.float64) for name, value in values.items()}

    def shares(self) -> dict[str, FloatArray]:
        """Split each statistic among the users, ``(n,)``: the parts add up to it; ``size`` has none.

        An item that was shown to several users counts for each of them in proportion to their weights.
        """
        mine = self._exposures[self._place]
        users = float(self.weight.sum())
        rising = np.sort(self._exposures)
        first, last = rising.searchsorted(mine), rising.searchsorted(mine, side="right")
        ranks = self.size - len(rising) + (first + 1 + last) / 2
        parts = {
            "shown": 1 / mine,
            "size": np.zeros(len(mine)),
            "total": np.ones(len(mine)),
            "apart": 2 * (2 * ranks - self.size - 1),
            "surprise": -np.log2(mine),
            "common": mine - self.weight[self.user],
        }
        return {name: self.weight * self._of_users(part) for name, part in parts.items()} | {
            "users": self.weight,
            "pairs": self.weight * (users - self.weight),
        }

    def without_each(self) -> dict[str, FloatArray]:
        """Return the statistics without each of the users in turn, ``(n,)``; exact, not linearised."""
        now = {name: values[0] for name, values in self.statistics().items()}
        theirs = self.weight[self.user]
        mine = self._exposures[self._place]
        left = np.where(mine - theirs <= _SLACK * theirs, 0.0, mine - theirs)
        size = np.full(len(self.weight), float(self.size))
        users = now["users"] - self.weight
        pairs = now["pairs"] - 2 * self.weight * users
        return {
            "shown": now["shown"] - self._of_users(left == 0),
            "size": size,
            "total": now["total"] - self.weight * self._of_users(np.ones(len(mine))),
            "apart": now["apart"] + 2 * self._apart_without(mine, left),
            "surprise": now["surprise"] - self._of_users(_times_log(left) - _times_log(mine)),
            "users": users,
            "pairs": np.where(pairs <= _SLACK * now["pairs"], 0.0, pairs),
            "common": now["common"] - 2 * self.weight * self._of_users(mine - theirs),
        }

    def influences(
        self, formula: Callable[..., FloatArray], names: Sequence[str]
    ) -> tuple[float, FloatArray, FloatArray]:
        """Evaluate a formula over the statistics, and what each user does to it.

        Two columns say the latter, each centred, so that its mean, weighted by the users, is 0. The first is
        the jackknife: the formula without each user in turn. The second splits what several users were
        shown among them, which the first does not see: an item that two users were shown is there without
        either of them.

        Returns:
            The value, NaN if undefined, and both columns, each ``(n,)``; 0 for users who take no part.
        """
        now, without, shares = self.statistics(), self.without_each(), self.shares()
        rest = {name: now[name] - shares[name] for name in now}
        with np.errstate(invalid="ignore", divide="ignore"):
            whole, *left = (
                np.asarray(formula(**{name: each[name] for name in names}), dtype=np.float64)
                for each in (now, without, rest)
            )
        value = float(whole[0])
        first, second = (self._centred(np.where(np.isnan(each), 0.0, value - each)) for each in left)
        return value, first, second

    def _centred(self, effect: FloatArray) -> FloatArray:
        """Turn what the value loses without each user into influences, as if there were always n users."""
        part = self.weight > 0
        n, total = int(part.sum()), float(self.weight.sum())
        share = self.weight / total if total else self.weight
        effect = np.where(part, np.nan_to_num((n - 1) * effect), 0.0)
        centred = effect - share * float(effect.sum())
        return np.asarray(np.divide(centred, share * n, out=np.zeros_like(centred), where=part))

    def differs_from(self, other: Exposure) -> BoolArray:
        """Return ``(n,)``: whether a user was shown another set of items."""
        n = len(self.weight)
        base = max(self.size, other.size)
        mine, theirs = (np.unique(each.user * base + each.item) for each in (self, other))
        found = np.zeros(n, dtype=np.bool_)
        found[np.setxor1d(mine, theirs, assume_unique=True) // base] = True
        return found

    def _of_users(self, values: FloatArray | BoolArray) -> FloatArray:
        sums = np.bincount(self.user, weights=values, minlength=len(self.weight))
        return np.asarray(sums, dtype=np.float64)

    def _distance(self, exposures: FloatArray) -> FloatArray:
        """Return ``sum_j |x - e_j|`` over the catalogue for every ``x``."""
        rising = np.sort(self._exposures)
        below = np.concatenate(([0.0], np.cumsum(rising)))
        count = rising.searchsorted(exposures)
        unseen = self.size - len(rising)
        inside = exposures * (2 * count - len(rising)) + below[-1] - 2 * below[count]
        return np.asarray(inside + unseen * exposures)

    def _apart_without(self, mine: FloatArray, left: FloatArray) -> FloatArray:
        """Return ``(n,)`` what half of ``apart`` changes by if a user's items all lose the user's weight.

        Items of one list lose the same and stay as far apart as they were.
        """
        change = self._of_users(self._distance(left) - self._distance(mine))
        among_left, among_mine = self._apart_within(left), self._apart_within(mine)
        across = (self._apart_within(np.concatenate([left, mine])) - among_left - among_mine) / 2
        return np.asarray(change - (across - among_mine))

    def _apart_within(self, values: FloatArray) -> FloatArray:
        """Return ``(n,)`` the sum of ``|x - y|`` over all ordered pairs of a user's values.

        There is one value a row, or one more a row behind them.
        """
        user = np.tile(self.user, len(values) // max(1, len(self.user)))
        order = np.lexsort((values, user))
        user, values = user[order], values[order]
        count = np.bincount(user, minlength=len(self.weight))
        first = np.cumsum(count) - count
        ranks = np.arange(1, len(user) + 1) - first[user]
        sums = np.bincount(user, weights=(2 * ranks - count[user] - 1) * values, minlength=len(self.weight))
        return np.asarray(2 * sums, dtype=np.float64)


def _times_log(values: FloatArray) -> FloatArray:
    """Return ``x log2(x)``, which is 0 at 0."""
    return np.asarray(values * np.log2(np.where(values > 0, values, 1.0)))
