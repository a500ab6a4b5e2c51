"""Simulations of the error rates that the rules were chosen for; minutes, so only with ``-m slow``."""

import numpy as np
import pytest

from gate.stats import interval
from gate.stats.signflip import family_test

pytestmark = pytest.mark.slow

UNIT = (0.0, 1.0)


def rankings(rng, n, churn):
    """Reciprocal ranks and discounted gains of ``n`` queries under two interchangeable systems.

    ``(n, 2)`` each: noise of the two systems around one latent strength, with correlation ``churn``.
    """
    latent = rng.normal(1.2, 1.2, n)
    shared = rng.normal(0, 0.8, n)
    sides = []
    for _ in range(2):
        noise = churn * shared + np.sqrt(1 - churn**2) * rng.normal(0, 0.8, n)
        rank = 1 + np.floor(np.exp(np.clip(1.5 - latent - noise, -5, 4)))
        sides.append(np.where(rank <= 10, 1 / rank, 0.0))
    first = np.column_stack(sides)
    return first, np.where(first > 0, 1 / np.log2(1 + 1 / np.maximum(first, 1e-9)), 0.0)


@pytest.mark.parametrize("kind", [0, 1])
def test_level_coverage_at_fifty(kind):
    """BCa levels cover between 94 and 96.5 % at n = 50 (goal: 94 to 96.5)."""
    truth = rankings(np.random.default_rng(1), 2_000_000, 0.9)[kind][:, 0].mean()
    rng = np.random.default_rng(2)
    runs = 8_000
    held = 0
    for _ in range(runs):
        found = interval.level_mean(rankings(rng, 50, 0.9)[kind][:, 0], bounds=UNIT, confidence=0.95)
        held += found.low <= truth <= found.high
    assert 0.94 - 0.004 <= held / runs <= 0.965 + 0.004


@pytest.mark.parametrize("n", [20, 200])
def test_gain_coverage(n):
    """The t interval of a gain covers at least 94.5 % under churn, and is not absurdly wide at n = 200."""
    rng = np.random.default_rng(n)
    runs = 8_000
    held = 0
    for _ in range(runs):
        ranked = rankings(rng, n, 0.95)[1]
        column = ranked[:, 1] - ranked[:, 0]
        found = interval.gain(float(column.mean()), column, confidence=0.95)
        held += found.low <= 1e-12 and found.high >= -1e-12
    assert held / runs >= 0.945 - 0.005
    if n == 200:
        assert held / runs <= 0.965 + 0.005


@pytest.mark.parametrize("n", [40, 200])
def test_harmless_changes_rarely_block(n):
    """Two metrics in three slices, interchangeable systems: the family test fires at most 1.3 % at 1 %."""
    rng = np.random.default_rng(n + 1)
    ids = [f"q{i:04d}" for i in range(n)]
    thirds = np.arange(n) % 3
    blocking = np.ones(8, bool)
    runs = 2_500 if n == 40 else 1_500
    fired = suspect = 0
    for run in range(runs):
        apart = np.column_stack([side[:, 1] - side[:, 0] for side in rankings(rng, n, 0.9)])
        columns = np.hstack([apart, *(apart * (thirds == s)[:, None] for s in range(3))])
        found = family_test(columns, ids, seed=run, blocking=blocking, alpha=0.01, draws=2_000)
        fired += bool((found.worse_adjusted <= 0.01).any())
        suspect += bool((found.worse_adjusted <= 0.05).any())
    error = np.sqrt(0.01 * 0.99 / runs)
    assert fired / runs <= 0.013 + 2 * error
    assert 0.03 <= suspect / runs <= 0.055 + 2 * np.sqrt(0.05 * 0.95 / runs)


def test_planted_drops_are_found():
    """At n = 200 a drop of 10 % of the queries to nothing is all but always significant at 1 %."""
    rng = np.random.default_rng(11)
    ids = [f"q{i:04d}" for i in range(200)]
    found = 0
    for run in range(200):
        ranked = rankings(rng, 200, 0.97)[1]
        broken = rng.random(200) < 0.1
        column = np.where(broken, 0.0, ranked[:, 1]) - ranked[:, 0]
        test = family_test(column[:, None], ids, seed=run, blocking=np.ones(1, bool), alpha=0.01, draws=2_000)
        found += test.worse_adjusted[0] <= 0.01
    assert found >= 190
