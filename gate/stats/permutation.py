"""Labels dealt anew: what two windows would look like if chance had filled them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.stats import resample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.arrays import BoolArray, FloatArray, IntArray

BLOCK = 256
"""Labellings that share a stream; changing it changes every chance."""

_SHUFFLES = 1 << 40
# The stream of :func:`shuffled`, far from those of the labellings.


def cell_splits(sizes: IntArray, share: float, draws: int, *, seed: int) -> Iterator[FloatArray]:
    """Draw how many items of each group fall on one of two sides, each with chance ``share``.

    It is the law under which two histograms differ by chance alone.

    Args:
        sizes: ``(g,)`` items in each group, >= 0, in an order that the data alone decide.
        share: Chance of the side, in (0, 1).
        draws: Number of draws, >= 1.
        seed: Any whole number; its lowest 64 bits count.

    Yields:
        ``(b, g)`` whole numbers, none above its group's size; ``b`` sums to ``draws``.
    """
    laws = [(np.flatnonzero(sizes == size), *_binomial_law(int(size), share)) for size in np.unique(sizes)]
    for numbers in _blocks(sizes.size, draws, seed):
        counts = np.empty_like(numbers)
        for columns, lowest, cumulative in laws:
            counts[:, columns] = lowest + np.searchsorted(cumulative, numbers[:, columns], side="right")
        yield counts


def labels(n: int, chosen: int, draws: int, *, seed: int) -> Iterator[BoolArray]:
    """Draw which ``chosen`` of ``n`` rows carry a label, each choice as likely as any other.

    Yields:
        ``(b, n)`` arrays with ``chosen`` times true in each row; ``b`` sums to ``draws``.
    """
    for numbers in _blocks(n, draws, seed):
        ranks = numbers.argsort(axis=1, kind="stable")
        drawn = np.zeros(numbers.shape, dtype=np.bool_)
        np.put_along_axis(drawn, ranks[:, :chosen], values=True, axis=1)
        yield drawn


def shuffled(n: int, *, seed: int) -> IntArray:
    """Return the numbers from 0 to ``n - 1`` in an order drawn at random."""
    return resample.uniform(n, seed=seed, stream=_SHUFFLES).argsort(kind="stable")


def _blocks(columns: int, draws: int, seed: int) -> Iterator[FloatArray]:
    """Yield ``draws`` rows of numbers in [0, 1) in all; every block of rows has a stream of its own."""
    for block, first in enumerate(range(0, draws, BLOCK)):
        rows = min(BLOCK, draws - first)
        yield resample.uniform(rows * columns, seed=seed, stream=block).reshape(rows, columns)


def _binomial_law(trials: int, share: float) -> tuple[int, FloatArray]:
    """Return the smallest count worth naming and the distribution function from there on.

    Ratios of neighbouring chances are multiplied outwards from the mode; what lies beyond ten standard
    deviations is left out.
    """
    mode = min(trials, int((trials + 1) * share))
    reach = int(10 * (trials * share * (1 - share)) ** 0.5) + 20
    lowest, highest = max(0, mode - reach), min(trials, mode + reach)
    odds = share / (1 - share)
    above = np.arange(mode + 1.0, highest + 1)
    below = np.arange(float(mode), lowest, -1)
    up = np.cumprod((trials - above + 1) / above * odds)
    down = np.cumprod(below / (trials - below + 1) / odds)
    cumulative = np.cumsum(np.concatenate([down[::-1], [1.0], up]))
    return lowest, cumulative[:-1] / cumulative[-1]
