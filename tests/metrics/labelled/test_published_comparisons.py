"""Published comparisons of two classifiers: McNemar's test, and what resamples said of the gain."""

import json

import numpy as np
import pytest

from gate import metrics
from gate.comparison import compare
from gate.measuring.levels import Question, Sampling
from gate.stats import binomial
from gate.stats.signflip import family_test

SETS = ("breast-cancer", "credit-default-imbalanced", "lending-club-imbalanced")
LEVELS = Sampling(confidence=0.95, resamples=0, seed=1)


@pytest.fixture(scope="module")
def pairs(shared, table, sample_of):
    """Give the function from a data set to its comparisons, each with both samples."""

    def read(name):
        folder = shared("data", "classification", name)
        expected = json.loads((folder / "expected.json").read_text("utf-8"))
        labels = table(folder / expected["labels"])
        samples = {
            system: sample_of(labels, table(folder / facts["file"]))
            for system, facts in expected["systems"].items()
        }
        for each in expected["comparisons"]:
            yield each, samples[each["baseline"]], samples[each["candidate"]]

    return read


@pytest.mark.parametrize("name", SETS)
def test_mcnemar(pairs, name):
    """Who alone is right how often, and the exact p, twice the binomial tail; signs drawn say half of it."""
    for expected, baseline, candidate in pairs(name):
        before, after = (side.flagged == side.positive for side in (baseline, candidate))
        lost, gained = int((before & ~after).sum()), int((after & ~before).sum())
        wanted = expected["mcnemar_at_0.5"]
        assert (lost, gained) == (wanted["only_baseline_right"], wanted["only_candidate_right"])
        exact = min(1.0, 2 * binomial.tail(max(lost, gained), lost + gained, 0.5)) if lost + gained else 1.0
        assert exact == pytest.approx(wanted["p_exact_two_sided"], rel=1e-9)

        column = (after.astype(np.float64) - before)[:, None]
        blocking = np.ones(1, dtype=np.bool_)
        drawn = family_test(column, baseline.ids, seed=1, blocking=blocking, alpha=0.01)
        one_sided = min(float(drawn.worse[0]), float(drawn.better[0]))
        if exact > 0.02:
            assert 2 * one_sided == pytest.approx(exact, abs=0.02 + 2 * binomial_point(lost, gained))


def binomial_point(lost, gained):
    """Chance of exactly this split, which a tie at the edge may add or not."""
    n, k = lost + gained, max(lost, gained)
    return binomial.tail(k, n, 0.5) - binomial.tail(k + 1, n, 0.5)


@pytest.mark.parametrize("name", SETS)
def test_gains_and_their_intervals(pairs, name):
    """The gain is that of the reference's resamples on average, and the interval as wide as theirs."""
    asked = {"average_precision": "pr_auc", "roc_auc": "roc_auc"}
    for expected, baseline, candidate in pairs(name):
        for theirs, ours in asked.items():
            metric = metrics.find(ours, "classification")
            question = Question(metric, metric.resolve(ours, k=None), {})
            (found,) = compare(baseline, candidate, [question], LEVELS)
            low, high = expected[theirs]["percentile_95ci"]
            noise = (high - low) / 4 / expected[theirs]["resamples"] ** 0.5
            bias = 0.1 * (high - low)  # a percentage of the width, of a mean over resamples
            assert found.gain.value == pytest.approx(
                expected[theirs]["mean_difference"], abs=4 * noise + bias
            ), (theirs, expected["what"])
            assert found.gain.high - found.gain.low == pytest.approx(high - low, rel=0.2)
