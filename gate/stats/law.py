"""The bootstrap law of a mean, computed instead of sampled."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gate.arrays import FloatArray, IntArray

WINDOW = 20.0
"""Width of the lattice in standard deviations of the sum; what lies outside wraps around."""

FINENESS = 512
"""Lattice points per square root of n: spreads mass by less than 0.1 % of the variance."""

LARGEST_REFINEMENT = 8
"""How many times finer than that a lattice may be for the data to lie on it exactly."""


@dataclass(frozen=True, slots=True)
class MeanLaw:
    """A discrete distribution of the resampled mean.

    Attributes:
        points: ``(m,)`` values of the mean, ascending.
        mass: ``(m,)`` their probabilities; sum 1.
    """

    points: FloatArray
    mass: FloatArray

    def quantile(self, p: float) -> float:
        """Return the smallest point that at least a share ``p`` of resamples do not exceed."""
        at = int(np.searchsorted(np.cumsum(self.mass), p))
        return float(self.points[min(at, self.points.size - 1)])

    def below(self, x: float) -> float:
        """Return P(mean < x) + P(mean = x) / 2, linear between the points."""
        middle = np.cumsum(self.mass) - self.mass / 2
        return float(np.interp(x, self.points, middle))


def mean_law(values: FloatArray) -> MeanLaw:
    """Return the law of the mean of ``n`` draws with replacement from ``values``.

    The n-fold convolution of the empirical distribution, by the fast Fourier transform on a wrapped
    lattice. Values that share a lattice (0/1, tenths, sixtieths) are placed on it exactly; others are
    split between their two neighbours, which keeps the mean and adds less than 0.1 % of variance.
    Deterministic, needs no seed, and does not depend on the order of ``values``.

    Args:
        values: ``(n,)`` finite values, ``n >= 1``.

    Returns:
        The law; a single point if the values do not vary.

    Source:
        Efron & Tibshirani, An Introduction to the Bootstrap, 1993, section 23 (exact bootstrap
        distributions); Cooley & Tukey, 1965.

    >>> law = mean_law(np.array([0.0, 1.0]))        # two draws: 0, 1/2, 1 with 1/4, 1/2, 1/4
    >>> law.quantile(0.25), law.quantile(0.26), round(law.below(0.5), 12)
    (0.0, 0.5, 0.5)
    """
    n = values.size
    distinct, counts = np.unique(values, return_counts=True)
    if distinct.size == 1:
        return MeanLaw(np.array([float(distinct[0])]), np.ones(1))
    lowest = float(distinct[0])
    above = distinct - lowest
    mean = float((above * counts).sum()) / n
    window = WINDOW * math.sqrt(n * float(((above - mean) ** 2 * counts).sum()) / n)
    size = _power_of_two(FINENESS * math.sqrt(n))
    step = _shared_lattice(above, finest=window / (LARGEST_REFINEMENT * size))
    if step:
        size = _power_of_two(window / step + 2)
    else:
        step = window / size
    one = _on_lattice(above / step, counts, size) / n
    together = np.fft.irfft(_power(np.fft.rfft(one), n), size)
    first = round(n * mean / step) - size // 2
    mass = np.maximum(np.roll(together, -(first % size)), 0.0)
    points = lowest + (first + np.arange(size, dtype=np.float64)) * (step / n)
    return MeanLaw(points, np.asarray(mass / mass.sum(), dtype=np.float64))


def _shared_lattice(above: FloatArray, *, finest: float) -> float:
    """Return the widest step that all values are whole multiples of; 0 if it is below ``finest``.

    Euclid's algorithm on the gaps, with float error of up to 1e-9 of the range.
    """
    close = 1e-9 * float(above[-1])
    step = float(above[-1])
    for gap in np.diff(above).tolist():
        small = gap
        while small > close:
            step, small = small, abs(math.remainder(step, small))
        if step < finest:
            return 0.0
    multiples = above / step
    return step if np.abs(multiples - np.rint(multiples)).max() < 1e-6 else 0.0


def _on_lattice(positions: FloatArray, counts: IntArray, size: int) -> FloatArray:
    nearest = np.rint(positions)
    positions = np.where(np.abs(positions - nearest) < 1e-6, nearest, positions)
    left = np.floor(positions)
    right_share = positions - left
    index = left.astype(np.int64)
    mass = np.zeros(size)
    mass += np.bincount(index % size, (1 - right_share) * counts, size)
    mass += np.bincount((index + 1) % size, right_share * counts, size)
    return mass


def _power(base: NDArray[np.complex128], n: int) -> NDArray[np.complex128]:
    """Raise to a whole power by squaring: a third of the time of ``**``, and plain arithmetic."""
    power = np.ones_like(base)
    while n:
        if n & 1:
            power = power * base
        base = base * base
        n >>= 1
    return power


def _power_of_two(least: float) -> int:
    return 1 << math.ceil(math.log2(max(least, 64)))
