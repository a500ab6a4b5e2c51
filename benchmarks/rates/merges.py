"""Merges: what a change did to a golden set of n queries, drawn from a population."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.population import Population, population, sample
from gate import metrics
from gate.scoring import score

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray
    from gate.metrics.metric import Metric
    from gate.samples.ranked import RankedSample
    from gate.spec import MetricSpec

SPELLINGS = ("ndcg@10", "recall@10", "recall@5", "mrr@10", "map", "hit_rate@1")
"""The metrics that are gated; rules that look at one metric look at the first."""

AREAS = {"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1}
"""Values of the slice field, and the share of the queries that has each."""

TINY, SMALL, LARGE = 0.999, 0.99, 0.8
"""Correlations of the systems' noises: about 10, 23 and 46 % of the queries get another nDCG."""


@dataclass(frozen=True, slots=True)
class Merge:
    """One golden set before and after a change.

    Attributes:
        before: The baseline's answers.
        after: The candidate's.
        values: ``(n, 6)`` the baseline's score of each query in each of :data:`SPELLINGS`.
        gains: ``(n, 6)`` what each query gained.
        inside: ``(n, 5)`` whether a query lies in the whole set and in each area.
    """

    before: RankedSample
    after: RankedSample
    values: FloatArray
    gains: FloatArray
    inside: BoolArray


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of change.

    Attributes:
        name: For the table.
        correlation: Of the two systems' noises; 1 for identical answers.
        loss: Signal that every relevant document loses, in standard deviations.
        broken: Chance that a query finds nothing at all afterwards.
        only: The area that queries break in; everywhere if empty.
    """

    name: str
    correlation: float
    loss: float = 0.0
    broken: float = 0.0
    only: str = ""

    def draw(self, n: int, rng: np.random.Generator) -> Merge:
        """Draw ``n`` queries and let the change happen to them."""
        drawn, before, after = scored(self.correlation, self.loss)
        rows = rng.integers(0, len(drawn.relevant), n)
        areas = rng.choice(list(AREAS), n, p=list(AREAS.values()))
        hit = rng.random(n) < self.broken
        if self.only:
            hit &= areas == self.only
        relevant = drawn.relevant[rows]
        ranks = np.where(hit[:, None], np.inf, drawn.after[rows])
        gains = np.where(hit[:, None], 0.0, after[rows]) - before[rows]
        inside = np.column_stack([np.ones(n, dtype=np.bool_), *(areas == name for name in AREAS)])
        return Merge(
            sample(drawn.before[rows], relevant, areas.tolist()),
            sample(ranks, relevant, areas.tolist()),
            before[rows],
            gains,
            inside,
        )

    def true_gain(self, column: int = 0) -> float:
        """Return what a metric gains in the population, up to the population's own size."""
        _, before, after = scored(self.correlation, self.loss)
        share = AREAS[self.only] if self.only else 1.0
        kept = 1 - share * self.broken
        return float(after[:, column].mean() * kept - before[:, column].mean())


def spelt(spelling: str) -> tuple[Metric, MetricSpec]:
    """Look a metric of rankings up."""
    metric = metrics.of(spelling, "retrieval")
    return metric, metric.resolve(spelling, k=None)


@lru_cache(maxsize=24)
def scored(correlation: float, loss: float) -> tuple[Population, FloatArray, FloatArray]:
    """Return a population and ``(N, 6)`` scores of both of its systems."""
    drawn = population(correlation, loss)
    everywhere = ["a"] * len(drawn.relevant)
    sides = []
    for ranks in (drawn.before, drawn.after):
        found = sample(ranks, drawn.relevant, everywhere)
        sides.append(np.column_stack([score(found, *spelt(name)).parts for name in SPELLINGS]))
    return drawn, sides[0], sides[1]
