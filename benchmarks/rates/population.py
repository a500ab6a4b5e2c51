"""Populations of queries that two versions of a search system answer.

A query has 100 competing documents and one to five relevant ones (55 % have one). Each document has a
latent score; a system sees it through noise of its own. The two systems' noises have the same law and a
given correlation, so with no loss of signal they are interchangeable and no metric differs in truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gate.samples.accounting import Accounting
from gate.samples.ranked import RankedSample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray

COMPETITORS = 100
RELEVANT = (0.55, 0.20, 0.12, 0.08, 0.05)
"""Chance of 1, 2, … relevant documents."""

SIGNAL, SIGNAL_SPREAD, NOISE = 2.75, 1.0, 0.6
"""How far relevant documents stand out: mean and spread over queries; and the systems' noise."""

RESULTS = 10
"""Length of the result lists, as a retriever feeds them to a language model."""

QUERIES = 60_000
CHUNK = 4_000


@dataclass(frozen=True, slots=True)
class Population:
    """Many queries, answered twice.

    Attributes:
        relevant: ``(N,)`` relevant documents of each query.
        before: ``(N, 5)`` their ranks in the first system, ascending; infinity if not returned.
        after: ``(N, 5)`` the same in the second.
    """

    relevant: IntArray
    before: FloatArray
    after: FloatArray

    @property
    def swapped(self) -> Population:
        """The same queries with the systems' places changed."""
        return Population(self.relevant, self.after, self.before)

    def joined(self, other: Population) -> Population:
        """Return both populations as one."""
        return Population(
            np.concatenate([self.relevant, other.relevant]),
            np.concatenate([self.before, other.before]),
            np.concatenate([self.after, other.after]),
        )


@lru_cache(maxsize=16)
def population(correlation: float, loss: float = 0.0, *, queries: int = QUERIES, seed: int = 1) -> Population:
    """Draw a population.

    Args:
        correlation: Of the two systems' noises, in [0, 1].
        loss: Signal that every relevant document loses in the second system, in standard deviations. At 0
            every query stands in the population both ways round, so that the true gain is exactly 0.
        queries: How many.
        seed: Of the draw.
    """
    rng = np.random.default_rng(seed)
    parts = [_drawn(rng, min(CHUNK, queries - at), correlation, loss) for at in range(0, queries, CHUNK)]
    whole = Population(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    return whole.joined(whole.swapped) if loss == 0 else whole


def _drawn(
    rng: np.random.Generator, n: int, correlation: float, loss: float
) -> tuple[IntArray, FloatArray, FloatArray]:
    relevant = 1 + np.searchsorted(np.cumsum(RELEVANT)[:-1], rng.random(n))
    strength = rng.normal(SIGNAL, SIGNAL_SPREAD, (n, 1))
    width = len(RELEVANT)
    latent = rng.standard_normal((n, COMPETITORS + width), dtype=np.float32)
    own = rng.standard_normal((2, *latent.shape), dtype=np.float32)
    first = own[0]
    second = correlation * own[0] + np.sqrt(1 - correlation**2) * own[1]
    latent[:, COMPETITORS:] += strength
    sides = []
    for noise, lost in ((first, 0.0), (second, loss)):
        seen = latent + np.float32(NOISE) * noise
        seen[:, COMPETITORS:] -= np.float32(lost)
        sides.append(ranks_of(seen, relevant))
    return relevant, sides[0], sides[1]


def ranks_of(seen: FloatArray, relevant: IntArray) -> FloatArray:
    """Return ``(n, 5)`` ranks of the relevant documents, which are the last five columns."""
    width = len(RELEVANT)
    mine = np.where(np.arange(width) < relevant[:, None], seen[:, COMPETITORS:], -np.inf)
    mine = -np.sort(-mine, axis=1)
    above = (seen[:, None, :COMPETITORS] > mine[:, :, None]).sum(axis=2)
    ranks = above + np.arange(1.0, width + 1)
    return np.where((np.arange(width) < relevant[:, None]) & (ranks <= RESULTS), ranks, np.inf)


def sample(ranks: FloatArray, relevant: IntArray, areas: Sequence[str]) -> RankedSample:
    """Turn ``(n, 5)`` ranks into the sample that the gate scores.

    Args:
        ranks: Ascending in each row; infinity for what was not returned.
        relevant: ``(n,)`` relevant documents of each query.
        areas: ``n`` values of the slice field ``area``.
    """
    n = len(relevant)
    there: BoolArray = np.arange(ranks.shape[1]) < relevant[:, None]
    place = np.broadcast_to(np.arange(1.0, ranks.shape[1] + 1), ranks.shape)
    return RankedSample(
        ids=item_ids(n),
        weight=np.ones(n),
        query=np.repeat(np.arange(n), relevant),
        rank=ranks[there],
        grade=np.ones(int(relevant.sum())),
        ideal_rank=place[there],
        returned=np.full(n, RESULTS),
        relevant_grade=1.0,
        numbers={},
        answered=np.ones(n, dtype=np.bool_),
        groups={"area": tuple(areas)},
        accounting=Accounting(),
    )


@lru_cache(maxsize=16)
def item_ids(n: int) -> tuple[str, ...]:
    """Name ``n`` items; the same golden set at every merge, so the same sign flips."""
    return tuple(f"q{i:06}" for i in range(n))
