"""How often an interval of coverage, evenness, entropy or overlap holds what other such users would give."""

import numpy as np
import pytest

from gate.catalogue import Catalogue
from gate.comparison import compare
from gate.golden import GoldenItem, GoldenSet
from gate.measuring.levels import Question, Sampling
from gate.metrics import find
from gate.run import Answer, Ranking, Run
from gate.samples.recommended import RecommendedSample

SAMPLING = Sampling(0.95, 0, 1)
NAMES = ("coverage", "gini_catalogue", "gini_shown", "exposure_entropy", "personalisation")
REPEATS = 500

# users, items, places in a list, how steeply popularity falls, and whether both systems agree
SHOPS = [
    pytest.param(50, 100, 5, 1.0, True, id="few users"),
    pytest.param(100, 80, 5, 0.5, False, id="nearly all is shown"),
    pytest.param(200, 1000, 5, 0.3, True, id="large catalogue"),
    pytest.param(100, 60, 5, 0.0, True, id="all is shown"),
]


def shop(chance, users, size, places, steepness, *, alike):
    """Draw lists of one shop from two systems, the second somewhat keener on what is popular."""
    items = np.arange(1, size + 1)
    golden, runs = {}, ({}, {})
    for u in range(users):
        luck = [chance.gumbel(size=size)] * 2 if alike else chance.gumbel(size=(2, size))
        name = f"u{u:03}"
        golden[name] = GoldenItem(name, relevant={})
        for run, noise, more in zip(runs, luck, (0.0, 0.15), strict=True):
            best = np.argsort(-(noise - (steepness + more) * np.log(items)))[:places]
            run[name] = Answer(name, Ranking(tuple(f"i{i}" for i in best)))
    catalogue = Catalogue(tuple(f"i{i}" for i in range(size)))
    users_of = GoldenSet(golden, catalogue=catalogue)
    return [RecommendedSample.of_users(users_of, Run(run), relevant_grade=1) for run in runs]


@pytest.mark.slow
@pytest.mark.parametrize(("users", "size", "places", "steepness", "alike"), SHOPS)
def test_intervals_hold_what_other_users_would_give(users, size, places, steepness, alike):
    """At least 93 of 100 intervals at 95 %, of levels and of gains, hold the mean over many shops.

    The mean is that of shops with as many users: with more users more is shown, so another number of them
    has another coverage. Intervals are on the safe side, as the jackknife is.
    """
    chance = np.random.default_rng([users, size])
    questions = []
    for name in NAMES:
        metric = find(name, "recommendation")
        questions.append(Question(metric, metric.resolve(f"{name}@{places}", k=None), {}))
    found = [
        compare(*shop(chance, users, size, places, steepness, alike=alike), questions, SAMPLING)
        for _ in range(REPEATS)
    ]

    for i, name in enumerate(NAMES):
        for which in ("level", "gain"):
            each = [shown[i].candidate.level if which == "level" else shown[i].gain for shown in found]
            truth = np.mean([one.value for one in each])
            held = np.mean([one.low - 1e-12 <= truth <= one.high + 1e-12 for one in each])
            assert held >= 0.93, (name, which, held)
            errors = np.mean([one.standard_error for one in each])
            assert errors >= 0.95 * np.std([one.value for one in each]), (name, which)


def test_a_bootstrap_would_be_wrong():
    """Why nothing is resampled: a resample lacks a third of the users, so less is shown on it."""
    chance = np.random.default_rng(3)
    _, sample = shop(chance, 100, 400, 5, 0.3, alike=True)
    exposure = sample.shown.exposure(5, sample.weight)
    now = exposure.statistics()["shown"][0]
    drawn = []
    for _ in range(200):
        weight = np.bincount(chance.integers(0, 100, 100), minlength=100).astype(float)
        drawn.append(sample.shown.exposure(5, weight).statistics()["shown"][0])

    assert max(drawn) < now
