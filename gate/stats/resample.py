"""Resamples and sign flips: the only place where random numbers are drawn.

A weight belongs to an item, not to a position. From 200 items on, the weight of an item in a resample
depends on nothing but (seed, resample number, item id): each id is hashed once, each block of 64
resamples has offsets from Philox, and a mixed sum of the two is cut into pieces that look up a
Poisson(1) count. Below that, exact multinomial counts are drawn over the ids in sorted order. Either
way the numbers are raw Philox bits and integer arithmetic, so they are the same on every machine and
NumPy version. The block is part of that promise; how many rows are yielded at once is not.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gate.arrays import FloatArray, IntArray

BLOCK = 64
"""Resamples that share a key; changing it changes every interval."""

MULTINOMIAL_BELOW = 200
"""Items below which the Poisson law is not close enough to the multinomial."""

ELEMENTS = 1 << 18
"""Weights held at once (rows times items), so that a chunk stays in the cache of one core."""

LEAST_ROWS = 16
"""Poisson rows held at once at least: a product with fewer rows reads its columns too often."""

_TILE = 1 << 14
# Hashed words worked on at once.

_Words = NDArray[np.uint64]

_CELLS_OF_COUNT = (24109, 24110, 12055, 4017, 1005, 201, 34, 4, 1)
# How many of the 65,536 possible 16-bit pieces stand for a count of 0, 1, 2, …: Poisson(1) rounded so
# that mean and variance are exactly 1.
_COUNT_OF_PIECE: FloatArray = np.repeat(np.arange(9.0), _CELLS_OF_COUNT)

_PIECES = 4
_PIECE_BITS = np.uint64(16)
_PIECE_MASK = np.uint64(0xFFFF)

_ITEMS, _OFFSETS, _FLIPS, _CELLS, _UNIFORM = range(5)
# Streams of one key that must not overlap.


def weights(ids: Sequence[str], resamples: int, *, seed: int, few: bool = False) -> Iterator[FloatArray]:
    """Draw how often each item occurs in each bootstrap resample.

    Args:
        ids: ``n`` item ids, ascending.
        resamples: Number of resamples, >= 1.
        seed: Any whole number; its lowest 64 bits count.
        few: Ask for the exact multinomial law whatever ``n``, e.g. because one class is rare.

    Yields:
        ``(b, n)`` whole-number weights; ``b`` sums to ``resamples``. Multinomial rows sum to ``n``;
        Poisson rows sum to ``n`` on average, so a statistic must divide by the total weight.

    Source:
        Efron, Annals of Statistics 7, 1979; Chamandy, Muralidharan, Najmi & Naidu, Estimating
        Uncertainty for Massive Data Streams, 2012 (Poisson weights).
    """
    if not ids:
        return iter(())
    if few or len(ids) < MULTINOMIAL_BELOW:
        return _multinomial(len(ids), resamples, seed)
    return _poisson(ids, resamples, seed)


def signs(ids: Sequence[str], draws: int, *, seed: int) -> Iterator[FloatArray]:
    """Draw sign flips: +1 or -1 with equal chance, a function of (seed, draw, item id) alone.

    Args:
        ids: ``n`` item ids.
        draws: Number of draws, >= 1; draw 0 flips nothing.
        seed: Any whole number; its lowest 64 bits count.

    Yields:
        ``(b, n)`` arrays of +1 and -1; ``b`` sums to ``draws``.
    """
    n = len(ids)
    if not n:
        return
    hashes = _hashes(ids, seed, b"signs")
    rows = max(1, ELEMENTS // n)
    blocks = max(1, rows // BLOCK)
    offsets = _offsets(-(-draws // BLOCK), 1, seed, _FLIPS)
    for first in range(0, len(offsets), blocks):
        words = _mixed(hashes[:, None] + offsets[first : first + blocks])
        bits = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        if first == 0:
            bits[:, 0] = 0
        bits = bits[:, : draws - first * BLOCK]
        for at in range(0, bits.shape[1], rows):
            flipped = bits[:, at : at + rows].astype(np.float64)
            flipped *= -2
            flipped += 1
            yield flipped.T


def cell_totals(sizes: IntArray, resamples: int, *, seed: int) -> Iterator[FloatArray]:
    """Draw the total weight of groups of interchangeable items in each resample.

    The total of ``m`` Poisson(1) weights is Poisson(m): items with the same score and label need one
    draw a group. Below 200 items the totals of multinomial weights are drawn instead.

    Args:
        sizes: ``(g,)`` items in each group, >= 0, in an order that the data alone decide.
        resamples: Number of resamples, >= 1.
        seed: Any whole number; its lowest 64 bits count.

    Yields:
        ``(b, g)`` whole-number totals; ``b`` sums to ``resamples``.
    """
    n = int(sizes.sum())
    if not n:
        return iter(())
    if n < MULTINOMIAL_BELOW:
        cell = np.repeat(np.arange(sizes.size), sizes)
        ones = np.equal.outer(cell, np.arange(sizes.size)).astype(np.float64)
        return (block @ ones for block in _multinomial(n, resamples, seed))
    return _poisson_totals(sizes, resamples, seed)


def uniform(count: int, *, seed: int, stream: int) -> FloatArray:
    """Draw ``count`` numbers in [0, 1), a function of (seed, stream) and their place alone.

    Args:
        count: How many, >= 0.
        seed: Any whole number; its lowest 64 bits count.
        stream: Whole number from 0; streams of one seed do not overlap.
    """
    words = _stream(seed, stream, _UNIFORM).random_raw(count)
    return np.asarray((words >> np.uint64(11)) * 2.0**-53)


def _multinomial(n: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """Draw ``n`` picks a row by multiply-and-shift of 32 bits, and count them."""
    for words in _raw(-(-n // 2), resamples, seed, _ITEMS):
        rows = len(words)
        halves = words.astype("<u8").view("<u4")[:, :n].astype(np.uint64)
        picks = ((halves * np.uint64(n)) >> np.uint64(32)).astype(np.intp)
        picks += np.arange(rows)[:, None] * n
        counts = np.bincount(picks.ravel(), minlength=rows * n)
        yield counts.reshape(rows, n).astype(np.float64)


def _poisson(ids: Sequence[str], resamples: int, seed: int) -> Iterator[FloatArray]:
    n = len(ids)
    hashes = _hashes(ids, seed, b"weights")
    offsets = _offsets(-(-resamples // BLOCK), BLOCK // _PIECES, seed, _OFFSETS)
    at_once = max(LEAST_ROWS, ELEMENTS // n) // _PIECES
    tile = max(1, _TILE // at_once)
    for first in range(0, -(-resamples // _PIECES), at_once):
        these = offsets[first : first + at_once, None]
        counts = np.empty((len(these), _PIECES, n))
        for left in range(0, n, tile):
            words = _mixed(hashes[left : left + tile] + these)
            for piece in range(_PIECES):
                found = (words & _PIECE_MASK).astype(np.intp)
                counts[:, piece, left : left + tile] = _COUNT_OF_PIECE.take(found, mode="clip")
                words >>= _PIECE_BITS
        yield counts.reshape(-1, n)[: resamples - first * _PIECES]


def _poisson_totals(sizes: IntArray, resamples: int, seed: int) -> Iterator[FloatArray]:
    """Invert the Poisson distribution function, one table for each size that occurs."""
    laws = [(np.flatnonzero(sizes == size), *_poisson_law(int(size))) for size in np.unique(sizes)]
    for words in _raw(sizes.size, resamples, seed, _CELLS):
        uniform = (words >> np.uint64(11)) * 2.0**-53
        totals = np.empty_like(uniform)
        for columns, lowest, cumulative in laws:
            totals[:, columns] = lowest + np.searchsorted(cumulative, uniform[:, columns], side="right")
        yield totals


def _poisson_law(mean: int) -> tuple[int, FloatArray]:
    """Return the smallest count worth naming and the distribution function from there on.

    Ratios of neighbouring probabilities are multiplied outwards from the mode: plain arithmetic, so
    the table has the same bits everywhere. What lies beyond ten standard deviations is below 1e-16.
    """
    reach = int(10 * mean**0.5) + 20
    lowest = max(0, mean - reach)
    up = np.cumprod(mean / np.arange(mean + 1.0, mean + reach + 1))
    down = np.cumprod(np.arange(mean, lowest, -1.0) / mean) if mean else np.empty(0)
    mass = np.concatenate([down[::-1], [1.0], up])
    cumulative = np.cumsum(mass)
    return lowest, cumulative[:-1] / cumulative[-1]


def _hashes(ids: Sequence[str], seed: int, purpose: bytes) -> _Words:
    """Return ``(n,)`` 64-bit hashes of the ids under this seed."""
    keyed = blake2b(digest_size=8, key=_low64(seed).to_bytes(8, "little"), person=purpose)

    def digest(item: str) -> bytes:
        state = keyed.copy()
        state.update(item.encode("utf-8", "surrogatepass"))
        return state.digest()

    return np.frombuffer(b"".join(map(digest, ids)), dtype="<u8").astype(np.uint64)


def _raw(words: int, rows: int, seed: int, purpose: int) -> Iterator[_Words]:
    """Yield ``rows`` rows of random words in all; every block of 64 rows has a stream of its own."""
    at_once = max(1, ELEMENTS // words)
    together = max(1, at_once // BLOCK)
    streams = [_stream(seed, block, purpose) for block in range(-(-rows // BLOCK))]
    for first in range(0, len(streams), together):
        end = min(rows - first * BLOCK, together * BLOCK)
        if together > 1:
            drawn = [stream.random_raw(BLOCK * words) for stream in streams[first : first + together]]
            yield np.concatenate(drawn).reshape(-1, words)[:end]
        else:
            for at in range(0, end, at_once):
                some = min(at_once, end - at)
                yield streams[first].random_raw(some * words).reshape(some, words)


def _offsets(blocks: int, each: int, seed: int, purpose: int) -> _Words:
    return np.concatenate([_stream(seed, block, purpose).random_raw(each) for block in range(blocks)])


def _stream(seed: int, block: int, purpose: int) -> np.random.Philox:
    key = np.array([_low64(seed), block], dtype=np.uint64)
    return np.random.Philox(key=key, counter=np.array([0, 0, 0, purpose], dtype=np.uint64))


def _low64(seed: int) -> int:
    return seed & 0xFFFF_FFFF_FFFF_FFFF


def _mixed(words: _Words) -> _Words:
    """Scramble in place so that every output bit depends on every input bit.

    Source: the finaliser of SplitMix64; Steele, Lea & Flood, OOPSLA 2014.
    """
    words ^= words >> np.uint64(30)
    words *= np.uint64(0xBF58476D1CE4E5B9)
    words ^= words >> np.uint64(27)
    words *= np.uint64(0x94D049BB133111EB)
    words ^= words >> np.uint64(31)
    return words
