"""How often nothing is taken for something, and how often something is seen."""

import math

import numpy as np
import pytest

from gate.config.monitor import Embeddings, Levels
from gate.drift import Outcome, decide
from gate.drift.categories import categories
from gate.drift.embeddings import embeddings
from gate.drift.levels import share_level
from gate.drift.numbers import deciles, numbers
from gate.readers.windows import Column
from gate.stats import kolmogorov_smirnov as ks
from gate.stats.population_stability import critical, population_stability

LEVELS = Levels()


def stability(rng, m, n):
    """Return the index of two normal windows, in bins at the reference's deciles."""
    old, new = np.sort(rng.normal(size=m)), rng.normal(size=n)
    edges = deciles(old)
    counts = (np.bincount(np.searchsorted(edges, x), minlength=10).astype(float) for x in (new, old))
    return float(population_stability(*counts))


@pytest.mark.parametrize(
    ("n", "mean", "above"), [(100, 0.10, (0.42, 0.52)), (200, 0.054, (0.04, 0.09)), (1000, 0.018, (0, 0.001))]
)
def test_the_stability_index_without_drift(n, mean, above):
    """Its mean and how often it is above 0.1 by chance are as published for a reference of 1,000."""
    rng = np.random.default_rng(n)
    found = np.array([stability(rng, 1000, n) for _ in range(2000)])
    assert found.mean() == pytest.approx(mean, rel=0.15)
    assert above[0] <= (found > 0.1).mean() <= above[1]
    assert (found > max(0.1, critical(10, 1000, n, p=0.001))).mean() <= 0.006


@pytest.mark.parametrize("n", [5_000, 50_000, 500_000])
def test_a_shift_that_nobody_minds_is_quiet(n):
    """A shift of 0.02 standard deviations is no alarm, however many records show it."""
    rng = np.random.default_rng(n)
    old, new = rng.normal(size=n), rng.normal(0.02, 1, size=n)
    d = ks.distance(old, new)
    assert d < LEVELS.kolmogorov_smirnov
    if n == 500_000:
        assert ks.tail(d, n, n) < 0.001
        assert ks.tail(d, 10_000, 10_000) > 0.001


def column(values):
    """Return values as a column, each for one record."""
    return Column(tuple(values), (1,) * len(values), 0)


def alarms(rng, m, n, *, shift=0.0, draws=1999):
    """Return which statistics of two windows are alarms: a category of 12 skewed values, and a number."""
    shares = 1 / np.arange(1, 13)
    old, new = ([f"{c}" for c in rng.choice(12, size, p=shares / shares.sum())] for size in (m, n))
    found = categories("c", column(old), column(new), LEVELS, draws=draws, seed=1)
    x, y = rng.normal(size=m).tolist(), rng.normal(shift, 1, size=n).tolist()
    found += numbers("x", "number", column(x), column(y), LEVELS, draws=draws, seed=1)
    return [each.statistic for each in decide(found, p=LEVELS.p) if each.outcome is Outcome.ALARM]


def rate(repeats, m, n, **more):
    """Return the share of pairs of windows with an alarm of any statistic."""
    rng = np.random.default_rng(m + n)
    return np.mean([bool(alarms(rng, m, n, **more)) for _ in range(repeats)])


@pytest.mark.parametrize(("m", "n"), [(1000, 200), (150, 150)])
def test_windows_without_drift_are_quiet(m, n):
    """Of 60 pairs of windows, at most two alarm; more would be a chance of 1 in 250 at the promised rate."""
    assert rate(60, m, n) <= 2 / 60


def test_windows_with_drift_are_seen():
    """Half a standard deviation is seen nearly always with 400 records against 1,000."""
    assert rate(20, 1000, 400, shift=0.5) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize(("m", "n"), [(1000, 100), (1000, 200), (1000, 1000), (150, 150), (30, 30)])
def test_the_rate_of_false_alarms(m, n):
    """Over all statistics of two fields, one pair of windows in 125 alarms at most, but for luck."""
    assert rate(300, m, n) <= 0.008 + 2.5 * math.sqrt(0.008 * 0.992 / 300)


@pytest.mark.slow
def test_embeddings_without_drift_are_quiet():
    """Clouds of one law alarm in at most 1 of 100 pairs, by any of three statistics, but for luck."""
    rng = np.random.default_rng(0)
    rule = Embeddings(column="v", draws=999)
    found = [
        decide(
            embeddings(rule, rng.normal(size=(60, 8)), rng.normal(size=(50, 8)), LEVELS, draws=1999, seed=1),
            p=LEVELS.p,
        )
        for _ in range(60)
    ]
    alarms = np.mean([any(each.outcome is Outcome.ALARM for each in some) for some in found])
    assert alarms <= 0.01 + 2.5 * math.sqrt(0.01 * 0.99 / 60)
    chances = np.array([[each.p for each in some] for some in found])
    assert (np.abs(chances.mean(axis=0) - 0.5) < 0.15).all()


def test_rare_shares_have_a_smaller_level():
    """Two points are the level from a tenth upwards, a fifth of the share below."""
    assert share_level(0.9, 0.02) == 0.02
    assert share_level(0.1, 0.02) == pytest.approx(0.02)
    assert share_level(0.05, 0.02) == pytest.approx(0.01)
