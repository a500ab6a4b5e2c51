"""Personalisation: how little the lists of two users have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.exposures import over_exposures
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_exposures(
    "users", "pairs", "total", "common", better="higher", bounds=(0.0, 1.0),
    steps=written("1 - common * users / (pairs * total)"),
)  # fmt: skip
def personalisation(
    *, users: FloatArray, pairs: FloatArray, total: FloatArray, common: FloatArray
) -> FloatArray:
    """How much of what a user is shown in the first ``k`` places another user is not shown, on average.

    ``personalisation@k = 1 - sum(e_i (e_i - 1)) / (U (U - 1) m)``, where ``e_i`` counts the users who are
    shown item i, ``U`` counts all users and ``m = sum(e) / U`` is the mean length of their lists: 1 less the
    mean overlap of two users' lists, whatever the order in them. 0 where everybody is shown the same, 1 where
    no item is shown to two. What is outside of the catalogue takes no place; a list shorter than ``k`` has as
    many places as items.

    Returns:
        ``(r,)`` values in [0, 1]; NaN for a single user, and where nothing is shown.

    Source:
        Zhou, Kuscsik, Liu, Medo, Wakeling & Zhang, PNAS 107(10), 2010, as the mean Hamming distance of two
        users' lists.

    Example:
        Two of three users share one of two items: of 3 * 2 ordered pairs of users 2 share one item, so
        1 - 2 / (3 * 2 * 2) = 0.8333

    >>> from gate.samples.recommended import RecommendedSample
    >>> sample = RecommendedSample.of_lists(["a", "b"], ["a", "c"], ["d", "e"], catalogue="abcdef")
    >>> found = sample.shown.exposure(2, sample.weight).statistics()
    >>> personalisation(**{name: found[name] for name in personalisation.columns}).round(4)  # 1 - 2 / 12
    array([0.8333])
    """
    import numpy as np

    return np.maximum(1 - common * users / (pairs * total), 0.0)
