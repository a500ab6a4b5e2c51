"""How often intervals of classifier metrics hold the true value.

Scores are normal, with mean 0 for negatives and 2.0 or 1.85 for positives, and correlate at 0.9 between
the two models. Costs balance the classes; the threshold is the cheapest one of the first model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from benchmarks.rates.population import item_ids
from benchmarks.rates.tables import Table, error, percent
from gate import metrics
from gate.comparison import compare
from gate.golden import GoldenItem, GoldenSet
from gate.measuring.levels import Question, Sampling
from gate.run import Answer, Run
from gate.samples.labelled import Costs, LabelledSample

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray

SPELLINGS = ("pr_auc", "roc_auc", "f1", "expected_cost", "accuracy", "brier")
APART = (2.0, 1.85)
ALIKE = 0.9
SAMPLING = Sampling(confidence=0.95, resamples=500, seed=1)


@dataclass(frozen=True, slots=True)
class Task:
    """Items, the share of positives, and what follows from both: price and threshold."""

    n: int
    share: float

    @property
    def costs(self) -> Costs:
        """Price of a miss so that both classes weigh alike at a half."""
        return Costs((1 - self.share) / self.share * 0.5, 1.0)

    @property
    def threshold(self) -> float:
        """Cheapest threshold of the first model."""
        odds = self.costs.false_positive * (1 - self.share) / (self.costs.false_negative * self.share)
        return APART[0] / 2 + math.log(odds) / APART[0]

    def truth(self, apart: float) -> dict[str, float]:
        """Return each metric's value on infinitely many items."""
        at = np.linspace(-9.0, apart + 9.0, 200_001)
        found, false = stats.norm.sf(at - apart), stats.norm.sf(at)
        precise = self.share * found / (self.share * found + (1 - self.share) * false)
        hit, alarm = stats.norm.sf(self.threshold - apart), stats.norm.sf(self.threshold)
        p, q = self.share, 1 - self.share
        chance = 1 / (1 + np.exp(-at))
        return {
            "pr_auc": float(np.trapezoid(precise * stats.norm.pdf(at - apart), at)),
            "roc_auc": float(stats.norm.cdf(apart / math.sqrt(2))),
            "f1": float(2 * p * hit / (2 * p * hit + q * alarm + p * (1 - hit))),
            "expected_cost": float(
                self.costs.false_negative * p * (1 - hit) + self.costs.false_positive * q * alarm
            ),
            "accuracy": float(p * hit + q * (1 - alarm)),
            "brier": float(
                np.trapezoid(
                    p * (1 - chance) ** 2 * stats.norm.pdf(at - apart) + q * chance**2 * stats.norm.pdf(at),
                    at,
                )
            ),
        }

    def draw(self, rng: np.random.Generator) -> tuple[LabelledSample, LabelledSample]:
        """Draw one golden set and both models' scores."""
        positive = rng.random(self.n) < self.share
        own = rng.standard_normal((2, self.n))
        first = APART[0] * positive + own[0]
        second = APART[1] * positive + ALIKE * own[0] + math.sqrt(1 - ALIKE**2) * own[1]
        return self._sample(positive, first), self._sample(positive, second)

    def _sample(self, positive: BoolArray, score: FloatArray) -> LabelledSample:
        ids = item_ids(self.n)
        golden = {i: GoldenItem(i, label="yes" if p else "no") for i, p in zip(ids, positive, strict=True)}
        chance = (1 / (1 + np.exp(-score))).tolist()
        run = {i: Answer(i, score=s) for i, s in zip(ids, chance, strict=True)}
        return LabelledSample.build(
            GoldenSet(golden),
            Run(run),
            positive="yes",
            threshold=1 / (1 + math.exp(-self.threshold)),
            costs=self.costs,
        )


TASKS = (Task(1_000, 0.01), Task(200, 0.10), Task(1_000, 0.03), Task(1_000, 0.10))


def coverage(runs: int) -> Table:
    """Coverage of levels and gains."""
    found = [(metrics.of(name, "classification"), name) for name in SPELLINGS]
    questions = [Question(metric, metric.resolve(name, k=None), {}) for metric, name in found]
    level = np.zeros((len(SPELLINGS), len(TASKS)))
    gain = np.zeros_like(level)
    for at, task in enumerate(TASKS):
        rng = np.random.default_rng([34, at])
        before, after = task.truth(APART[0]), task.truth(APART[1])
        for _ in range(runs):
            for row, (name, c) in enumerate(
                zip(SPELLINGS, compare(*task.draw(rng), questions, SAMPLING), strict=True)
            ):
                turn = 1 if c.candidate.score.metric.better == "higher" else -1
                change = turn * (after[name] - before[name])
                level[row, at] += c.candidate.level.low <= after[name] <= c.candidate.level.high
                gain[row, at] += c.gain.low <= change <= c.gain.high
    cells = [
        [f"{percent(level[row, at], runs)} / {percent(gain[row, at], runs)}" for at in range(len(TASKS))]
        for row in range(len(SPELLINGS))
    ]
    return Table(
        "Intervals of classifier metrics",
        f"Per cent of {runs:,} golden sets whose 95 % interval holds the true value: level / gain; "
        f"Monte-Carlo error {error(0.95, runs):.1f} points. Below 30 positives the gate prints these "
        "intervals and does not judge by them.",
        ["metric", *(f"{t.n * t.share:.0f} positives of {t.n:,}" for t in TASKS)],
        [[name, *row] for name, row in zip(SPELLINGS, cells, strict=True)],
    )
