"""The computed law of a resampled mean against enumeration, sampling and closed forms."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gate.stats.law import mean_law


def moments(law):
    """Return mean and variance."""
    mean = float(law.points @ law.mass)
    return mean, float((law.points - mean) ** 2 @ law.mass)


@pytest.mark.parametrize("values", [[0.0, 0.2, 1.0], [0.0, 0.0, 0.5, 1.0], [0.1, 0.35, 0.9, 0.35, 0.6]])
def test_small_sets_agree_with_all_resamples(values):
    """Every quantile is one of all n^n equally likely resampled means, at its own rank."""
    every = np.sort([np.mean(pick) for pick in itertools.product(values, repeat=len(values))])
    law = mean_law(np.array(values))
    for p in (0.03, 0.1, 0.4, 0.77, 0.975):
        at = every[int(np.ceil(p * every.size)) - 1]
        assert law.quantile(p) == pytest.approx(at, abs=1e-9)
    value = np.mean(values)
    middle = ((every < value - 1e-9).mean() + (every < value + 1e-9).mean()) / 2
    assert law.below(value) == pytest.approx(middle, abs=1e-9)


def test_zero_one_values_give_the_binomial():
    """For 0/1 data the law is exactly Binomial(n, mean) / n."""
    law = mean_law(np.repeat([0.0, 1.0], [14, 186]))
    for p in (0.001, 0.025, 0.5, 0.975, 0.999):
        assert law.quantile(p) == pytest.approx(stats.binom.ppf(p, 200, 0.93) / 200, abs=1e-9)
    assert law.quantile(0.025) == pytest.approx(0.895)
    assert law.quantile(0.975) == pytest.approx(0.965)


@pytest.mark.parametrize("n", [30, 200])
def test_skewed_values_agree_with_200_000_resamples(n):
    """On gamma data the ends agree with brute force within its Monte-Carlo error."""
    rng = np.random.default_rng(n)
    values = rng.gamma(0.5, 1, n)
    means = np.concatenate([rng.choice(values, (10_000, n)).mean(axis=1) for _ in range(20)])
    law = mean_law(values)
    for p in (0.025, 0.5, 0.975):
        error = 5 * np.sqrt(p * (1 - p) / means.size) * means.std() / stats.norm.pdf(stats.norm.ppf(p))
        assert law.quantile(p) == pytest.approx(np.quantile(means, p), abs=error)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-1e3, 1e3).map(lambda x: round(x, 3)), min_size=2, max_size=300))
def test_moments_are_those_of_the_bootstrap(values):
    """The mean is kept; the variance is the population variance over n, at most 0.1 % more."""
    data = np.array(values)
    mean, variance = moments(mean_law(data))
    spread = data.std()
    assert mean == pytest.approx(data.mean(), abs=1e-9 * (1 + np.abs(data).max()))
    if spread > 1e-6:
        assert variance * data.size / spread**2 == pytest.approx(1, abs=1.1e-3)


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.1, 1 / 3, 0.5, 0.731, 1.0]), min_size=2, max_size=60), st.randoms())
def test_order_of_values_does_not_matter(values, random):
    """Shuffled values give the same law to the bit."""
    shuffled = values[:]
    random.shuffle(shuffled)
    one, other = mean_law(np.array(values)), mean_law(np.array(shuffled))
    np.testing.assert_array_equal(one.points, other.points)
    np.testing.assert_array_equal(one.mass, other.mass)


def test_values_that_do_not_vary_have_a_law_of_one_point():
    """Every resample of equal values has that value."""
    law = mean_law(np.full(9, 0.3))
    assert law.quantile(0.025) == law.quantile(0.975) == 0.3
    assert law.below(0.3) == 0.5


def test_one_far_outlier_stays_inside_the_lattice():
    """Among 400 values a single 1: the number of times it is drawn is Poisson(1)."""
    law = mean_law(np.append(np.zeros(399), 1.0))
    assert law.quantile(0.3) == 0
    assert law.quantile(0.999) == pytest.approx(stats.binom.ppf(0.999, 400, 1 / 400) / 400, abs=1e-9)
