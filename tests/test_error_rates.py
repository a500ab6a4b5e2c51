"""How often the whole rule is wrong: harmless changes that block, and real losses that do not."""

import numpy as np
import pytest

from gate import metrics
from gate.comparison import compare
from gate.judgement.family import judge_together
from gate.measuring.levels import Question, Sampling
from gate.samples.ranked import RankedSample
from gate.verdict import Facts, Mode, Outcome, Rule, judge

pytestmark = pytest.mark.slow

SPELLINGS = ("ndcg@10", "recall@10", "recall@5", "mrr", "map", "hit_rate@1", "precision@5", "ndcg@5")
TOLERANCE = 0.02
SAMPLING = Sampling(0.95, 100, 1)


def questions():
    found = [(metrics.of(text, "retrieval"), text) for text in SPELLINGS]
    return [Question(metric, metric.resolve(text, k=None), {}) for metric, text in found]


def pair(rng, n, *, churn, loss):
    """Make two systems that answer n queries alike but for noise; the second loses signal by ``loss``."""
    before, after = [], []
    for _ in range(n):
        documents = [f"d{i:02d}" for i in range(30)]
        relevant = rng.choice(30, 1 + rng.integers(3), replace=False)
        signal = rng.normal(size=30)
        signal[relevant] += 2.2
        grades = {documents[i]: 1.0 for i in relevant}
        noise = rng.normal(size=(2, 30)) * churn
        weaker = signal.copy()
        weaker[relevant] -= loss
        for samples, scores in ((before, signal + noise[0]), (after, weaker + noise[1])):
            samples.append(([documents[i] for i in np.argsort(-scores)], grades))
    return RankedSample.of(*before), RankedSample.of(*after)


def blocks(before, after):
    """Whether any of the checks would turn the build red."""
    found = compare(before, after, questions(), SAMPLING)
    chances = judge_together(found, blocking=[True] * len(found), alpha=0.01)
    for comparison, chance in zip(found, chances, strict=True):
        gain = comparison.gain
        facts = Facts(
            value=comparison.candidate.level.value,
            before=comparison.baseline.level.value,
            gain=gain.value,
            low=gain.low,
            high=gain.high,
            unchanged=not comparison.column.any(),
            n=gain.n,
            worse=chance.worse,
            better=chance.better,
        )
        verdict = judge(facts, Rule(Mode.SIGNIFICANT, 0.01, TOLERANCE, None))
        if verdict.outcome is Outcome.REGRESSED:
            return True
    return False


@pytest.mark.parametrize(("n", "churn"), [(50, 0.3), (200, 0.3), (200, 0.1)])
def test_harmless_changes_hardly_ever_block(n, churn):
    """Of 400 merges that only shuffle ranks, at most 1 % block, give or take the luck of 400 draws."""
    rng = np.random.default_rng(n)

    red = sum(blocks(*pair(rng, n, churn=churn, loss=0.0)) for _ in range(400))

    assert red <= 10, f"{red} of 400"


def test_a_real_loss_blocks():
    """A loss of about 5 points of nDCG on 200 queries blocks in at least 9 of 10 merges."""
    rng = np.random.default_rng(0)

    red = sum(blocks(*pair(rng, 200, churn=0.1, loss=0.25)) for _ in range(40))

    assert red >= 36, f"{red} of 40"
