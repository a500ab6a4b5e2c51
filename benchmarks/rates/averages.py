"""How often averages over classes turn a merge red where some classes are rare.

A classifier of several classes is right with a probability, else it says another class. Two systems share
most answers; of a share of the items each draws its answer anew, from the same law: a harmless change. Or
the second one says the wrong class for some items: a loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.population import item_ids
from benchmarks.rates.tables import Table, error, percent
from gate import metrics
from gate.comparison import compare
from gate.golden import GoldenItem, GoldenSet
from gate.judgement.evidence import of_candidate, of_pair
from gate.judgement.family import judge_together
from gate.judgement.sensitivity import critical_value, what_it_could_see
from gate.measuring import exchange
from gate.measuring.levels import Question, Sampling
from gate.run import Answer, Run
from gate.samples.categorical import CategoricalSample
from gate.verdict import Mode, Outcome, Rule, judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import IntArray

SPELLINGS = ("macro_f1", "balanced_accuracy", "macro_pr_auc", "macro_roc_auc")
SAMPLING = Sampling(confidence=0.95, resamples=20, seed=1, levels=False)
ALPHA, TOLERANCE = 0.01, 0.02


@dataclass(frozen=True, slots=True)
class Classes:
    """A golden set and how good a classifier is on it.

    Attributes:
        name: In the table.
        counts: Items of each class.
        right: Probability that an answer is right.
    """

    name: str
    counts: tuple[int, ...]
    right: float = 0.9

    @property
    def truth(self) -> IntArray:
        """Class of every item."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def answers(self, rng: np.random.Generator) -> IntArray:
        """Draw what the classifier says of each item."""
        truth, c = self.truth, len(self.counts)
        other = (truth + rng.integers(1, c, len(truth))) % c
        return np.where(rng.random(len(truth)) < self.right, truth, other)

    def sample(self, said: IntArray, rng: np.random.Generator) -> CategoricalSample:
        """Return a run that says these classes, with probabilities that are the surer the luckier."""
        c, ids, sure = len(self.counts), item_ids(len(said)), rng.uniform(0.5, 1.0, len(said))
        golden = {i: GoldenItem(i, label=f"c{t:02d}") for i, t in zip(ids, self.truth.tolist(), strict=True)}
        run = {}
        for i, s, p in zip(ids, said.tolist(), sure.tolist(), strict=True):
            shares = {f"c{k:02d}": p if k == s else (1 - p) / (c - 1) for k in range(c)}
            run[i] = Answer(i, predicted=f"c{s:02d}", probabilities=shares)
        names = tuple(f"c{k:02d}" for k in range(c))
        return CategoricalSample.build(GoldenSet(golden), Run(run), classes=(names, ()))


SETS = (
    Classes("100, 98 and 2", (100, 98, 2)),
    Classes("100, 100 and 10 classes of 1", (100, 100, *(1,) * 10)),
    Classes("9 classes of 40 and one of 1", (*(40,) * 9, 1)),
    Classes("10 classes of 10", (10,) * 10),
)


def pairs(
    of: Classes, runs: int, seed: int, *, redrawn: float, lost: Sequence[int] = ()
) -> list[tuple[CategoricalSample, CategoricalSample]]:
    """Draw merges: of two systems that differ by chance, or of which the second loses all of some classes."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(runs):
        shared, surely = of.answers(rng), rng.bit_generator.state
        sides = []
        for is_second in (False, True):
            said = np.where(rng.random(len(shared)) < redrawn, of.answers(rng), shared)
            if is_second and lost:
                said = np.where(np.isin(of.truth, lost), (of.truth + 1) % len(of.counts), said)
            same = np.random.default_rng(seed)
            same.bit_generator.state = surely
            sides.append(of.sample(said, same))
        found.append((sides[0], sides[1]))
    return found


def red(before: CategoricalSample, after: CategoricalSample, *, guarded: bool) -> list[bool]:
    """Return whether each metric alone turns a merge red.

    Without guard an item's part is its influence, and no number of items is too few.
    """
    asked = [(metrics.of(name, "multiclass"), name) for name in SPELLINGS]
    questions = [Question(metric, metric.resolve(name, k=None), {}) for metric, name in asked]
    usual = exchange.UNDERSTATED
    exchange.UNDERSTATED = usual if guarded else np.inf
    try:
        compared = compare(before, after, questions, SAMPLING)
    finally:
        exchange.UNDERSTATED = usual
    found = []
    for each in compared:
        (chance,) = judge_together([each], blocking=[True], alpha=ALPHA)
        critical = critical_value(chance, alpha=ALPHA, family=1)
        seen = what_it_could_see(each, tolerance=TOLERANCE, critical=critical)
        alone = of_candidate(each.candidate, max_lost=0.02)
        facts = of_pair(alone, each, chance, seen, confidence=0.95, max_lost=0.02)
        least = each.candidate.score.metric.min_positives if guarded else 0
        rule = Rule(Mode.SIGNIFICANT, ALPHA, TOLERANCE, None, min_positives=least)
        found.append(judge(facts, rule).outcome is Outcome.REGRESSED)
    return found


CASES: tuple[tuple[str, Classes, float, tuple[int, ...]], ...] = (
    *((f"{of.name}: {share:.0%} drawn anew", of, share, ()) for of in SETS for share in (0.05, 0.2)),
    ("100, 98 and 2: the class of 2 lost", SETS[0], 0.0, (2,)),
    ("10 classes of 10: one of them lost", SETS[3], 0.0, (9,)),
)


def rates(of: Classes, runs: int, *, redrawn: float, lost: Sequence[int] = ()) -> tuple[list[float], ...]:
    """Return the share of merges that each metric turns red, by influences alone and by the gate."""
    told = np.array(
        [
            [red(*merge, guarded=guarded) for guarded in (False, True)]
            for merge in pairs(of, runs, 41, redrawn=redrawn, lost=lost)
        ]
    )
    return tuple(told.mean(axis=0).tolist())


def table(runs: int) -> Table:
    """Averages over classes, with and without what guards them."""
    rows = []
    for name, of, redrawn, lost in CASES:
        plain, gate = rates(of, runs, redrawn=redrawn, lost=lost)
        cells = [
            f"{percent(a * runs, runs, 0)} / {percent(b * runs, runs, 0)}"
            for a, b in zip(plain, gate, strict=True)
        ]
        rows.append([name, *cells])
    return Table(
        "Averages over classes, some of them rare",
        f"Per cent of {runs:,} merges that one metric turns red at a tolerance of {TOLERANCE:g}: by "
        "influences alone / by the gate, which exchanges answers and counts effective items. "
        f"0 of {runs:,} means under {100 * (1 - 0.05 ** (1 / runs)):.1f} % (at 95 % confidence); the "
        f"Monte-Carlo error of 1 % is {error(0.01, runs):.1f} points. Answers are right with probability "
        "0.9; those drawn anew are a harmless change, and a class that is lost is given another one "
        "throughout.",
        ["golden set and change", *SPELLINGS],
        rows,
    )
