"""Quantiles: the value, its interval, and what each item has to do with it."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.stats import quantile

numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)
levels = st.sampled_from([0.5, 0.95])


@given(numbers, levels)
def test_the_value_is_numpys_inverted_cdf(values, level):
    """With equal weights it is definition 1 of Hyndman and Fan."""
    found = quantile.at(np.array(values), np.ones(len(values)), level)
    assert found == np.quantile(np.array(values), level, method="inverted_cdf")


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), min_size=1, max_size=30), levels)
def test_a_weight_counts_like_copies(pairs, level):
    """An item of weight three is three items."""
    values, weights = (np.array(column, float) for column in zip(*pairs, strict=True))
    copies = np.repeat(values, weights.astype(int))
    assert quantile.at(values, weights, level) == quantile.at(copies, np.ones(len(copies)), level)


@given(numbers, levels, st.randoms())
def test_the_order_of_the_items_is_not_seen(values, level, shuffle):
    """Another order, the same bytes."""
    other = list(values)
    shuffle.shuffle(other)
    first, second = (
        quantile.interval(np.array(v), np.ones(len(v)), level, confidence=0.95) for v in (values, other)
    )
    assert first == second


@given(numbers, levels)
def test_the_interval_holds_the_value_and_ends_at_values(values, level):
    """Its ends are values that occurred, on either side of the quantile."""
    found = quantile.interval(np.array(values), np.ones(len(values)), level, confidence=0.95)
    assert found.low <= found.value <= found.high
    assert {found.low, found.value, found.high} <= set(values)
    assert found.standard_error >= 0


@pytest.mark.parametrize(("n", "level"), [(1, 0.5), (5, 0.5), (30, 0.95), (71, 0.95)])
def test_too_few_items_are_said_to_be_too_few(n, level):
    """Where no value bounds the quantile on one side, the interval says so."""
    found = quantile.interval(np.arange(float(n)), np.ones(n), level, confidence=0.95)
    many = "1 item is" if n == 1 else f"{n} items are"
    assert found.because == f"{many} too few to bound it on both sides"


def test_enough_items_bound_it():
    """From 72 items on the largest value bounds the 95 per cent quantile with the confidence asked for."""
    assert quantile.interval(np.arange(72.0), np.ones(72), 0.95, confidence=0.95).because == ""


def test_nothing_and_equal_values():
    """No item: undefined. All equal: that value, without width."""
    nothing = quantile.interval(np.zeros(0), np.zeros(0), 0.95, confidence=0.95)
    equal = quantile.interval(np.full(100, 7.0), np.ones(100), 0.95, confidence=0.95)
    assert math.isnan(nothing.value)
    assert (equal.low, equal.value, equal.high) == (7.0, 7.0, 7.0)


@pytest.mark.parametrize(("level", "n"), [(0.5, 40), (0.95, 200), (0.5, 1000)])
def test_ranks_are_those_of_the_binomial(level, n):
    """Each side is missed with at most 2.5 %, and the next rank inwards would be missed more often."""
    binom = pytest.importorskip("scipy.stats").binom(n, level)
    low, high = quantile.ranks(n, level, confidence=0.95)
    assert binom.cdf(low - 1) <= 0.025 < binom.cdf(low)
    assert binom.cdf(high - 1) >= 0.975 > binom.cdf(high - 2)


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_the_interval_covers_at_its_rate(level):
    """On 2,000 lognormal samples of 200 the true quantile is inside as often as promised, and not always."""
    draw = np.random.default_rng(1)
    truth = math.exp({0.5: 0.0, 0.95: 1.6448536269514722}[level])
    inside = 0
    for _ in range(2000):
        found = quantile.interval(draw.lognormal(size=200), np.ones(200), level, confidence=0.95)
        inside += found.low <= truth <= found.high
    assert 0.945 <= inside / 2000 <= 0.985


@given(numbers, levels)
def test_influences_cancel(values, level):
    """Their weighted mean is 0, as the scores' contract asks."""
    weights = np.array([1.0 + i % 3 for i in range(len(values))])
    found = quantile.influence(np.array(values), weights, level)
    assert abs(np.average(found, weights=weights)) <= 1e-6 * (1 + np.abs(found).max())


def test_the_influence_tells_how_far_the_quantile_moves():
    """Its standard deviation over the root of n is the spread of the quantile over samples."""
    draw = np.random.default_rng(2)
    samples = draw.normal(size=(2000, 400))
    spread = np.std([quantile.at(row, np.ones(400), 0.5) for row in samples])
    told = np.mean([np.std(quantile.influence(row, np.ones(400), 0.5)) / 20 for row in samples[:200]])
    assert told == pytest.approx(spread, rel=0.1)


def test_a_slow_tail_is_seen_where_the_mean_is_fine():
    """Six slow answers of a hundred: the mean rises little, the 95 per cent quantile is theirs."""
    values = [100.0] * 94 + [900.0] * 6
    random.Random(3).shuffle(values)
    assert np.mean(values) == 148
    assert quantile.at(np.array(values), np.ones(100), 0.95) == 900
    assert quantile.at(np.array(values), np.ones(100), 0.5) == 100
