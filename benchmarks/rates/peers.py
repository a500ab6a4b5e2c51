"""Rules that other tools use, written anew from their descriptions, on the same merges as the gate.

Each answers for one golden set whether the build fails. ``one`` looks at the first metric on all
queries, ``any`` at every metric on the whole set and on every slice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.gated import TOLERANCE, slice_columns

if TYPE_CHECKING:
    from benchmarks.rates.merges import Merge
    from gate.arrays import BoolArray, FloatArray

DRAWS = 2_000
EXACT = 1e-9

RULES = (
    "point drop, one metric",
    "point drop, any of 30",
    "paired bootstrap p < 0.05 and drop, one metric",
    "paired bootstrap p < 0.05 and drop, any of 30",
    "permutation p < 0.05 and drop, any of 30, uncorrected",
)


def fails(merge: Merge) -> list[bool]:
    """Return for each of :data:`RULES` whether it fails the build."""
    gains = slice_columns(merge.gains, merge.inside)
    rows = np.repeat(merge.inside.sum(axis=0), merge.gains.shape[1])
    means = gains.sum(axis=0) / np.maximum(rows, 1)
    dropped = (means < -TOLERANCE - EXACT) & (rows > 0)
    if not dropped.any():
        return [False] * len(RULES)
    live = np.flatnonzero(dropped)
    sure = np.zeros(len(means), dtype=np.bool_)
    sure[live] = _bootstrap(gains[:, live], len(gains))
    swapped = np.zeros_like(sure)
    swapped[live] = _permutation(gains[:, live], len(gains))
    return [
        bool(dropped[0]),
        True,
        bool(sure[0]),
        bool(sure.any()),
        bool(swapped.any()),
    ]


def sure_drops(gains: FloatArray) -> BoolArray:
    """Return for each of ``(n, m)`` whether it drops beyond the tolerance with a bootstrap p < 0.05."""
    return np.asarray((gains.mean(axis=0) < -TOLERANCE - EXACT) & _bootstrap(gains, len(gains)))


def _bootstrap(gains: FloatArray, n: int) -> BoolArray:
    """Whether fewer than 5 % of the resampled means show no drop.

    A resampled mean is below 0 exactly if its sum is, so the sizes of slices do not matter.
    """
    return np.asarray(((_weights(n) @ gains) >= -EXACT).mean(axis=0) < 0.05)


def _permutation(gains: FloatArray, n: int) -> BoolArray:
    """Whether fewer than 5 % of the swapped sums are as low as the observed one."""
    sums = _signs(n) @ gains
    return np.asarray((sums <= gains.sum(axis=0) + EXACT).mean(axis=0) < 0.05)


@lru_cache(maxsize=8)
def _weights(n: int) -> FloatArray:
    rng = np.random.default_rng(6)
    return np.array([np.bincount(rng.integers(0, n, n), minlength=n) for _ in range(DRAWS)], dtype=np.float64)


@lru_cache(maxsize=8)
def _signs(n: int) -> FloatArray:
    signs = np.random.default_rng(5).integers(0, 2, (DRAWS, n)) * 2.0 - 1
    signs[0] = 1.0
    return signs
