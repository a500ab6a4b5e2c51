"""Intervals against scipy, textbook values and their degenerate cases."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gate.stats import interval

UNIT = (0.0, 1.0)
COLUMN = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.0, 0.0, 0.25, 1 / 3]), min_size=1, max_size=40)


def gain(column, **how):
    """Return the interval of a column's own mean."""
    data = np.array(column, dtype=float)
    return interval.gain(float(data.mean()), data, **({"confidence": 0.95} | how))


def mean(values, bounds=UNIT, confidence=0.95):
    """Return the interval of a level."""
    return interval.level_mean(np.array(values, dtype=float), bounds=bounds, confidence=confidence)


@pytest.mark.parametrize("n", [2, 10, 500])
def test_gain_is_the_paired_t_interval(n):
    """The same ends as scipy's one-sample t interval."""
    column = np.random.default_rng(n).normal(0.02, 0.1, n)
    low, high = stats.t.interval(0.95, n - 1, column.mean(), column.std(ddof=1) / math.sqrt(n))
    found = gain(column)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)
    assert found.method == "Student's t"


def test_nothing_changed_is_exact():
    """A column of zeros has the interval [0, 0] and says that no item changed."""
    found = gain(np.zeros(50))
    assert (found.value, found.low, found.high, found.standard_error) == (0, 0, 0, 0)
    assert (found.method, found.because) == ("exact", "no item changed")


def test_one_changed_item_has_a_value_but_no_interval():
    """One item cannot show a spread; the value stays, the ends are undefined with a reason."""
    found = gain([-0.5])
    assert found.value == -0.5
    assert math.isnan(found.low)
    assert found.because == "one item has no spread"


def test_equal_changes_have_no_variation():
    """Every item lost the same: width 0, and the estimate says why."""
    found = gain([-0.1] * 12)
    assert found.low == found.high == found.value
    assert found.because == "every item changed by the same amount"


def test_clusters_of_one_are_the_default():
    """Giving each item its own cluster changes no number."""
    column = np.random.default_rng(1).normal(size=30)
    one, other = gain(column), gain(column, clusters=range(30))
    assert (one.low, one.high, one.standard_error) == (other.low, other.high, other.standard_error)


def test_clusters_are_the_unit():
    """Ten copies of ten items, declared as clusters, are worth ten items."""
    column = np.random.default_rng(1).normal(size=10)
    copies = gain(np.repeat(column, 10), clusters=np.repeat(np.arange(10), 10).tolist())
    alone = gain(column)
    assert (copies.low, copies.high) == pytest.approx((alone.low, alone.high))
    assert (copies.n, copies.method) == (100, "Student's t, by cluster")
    assert gain(np.repeat(column, 10)).standard_error < alone.standard_error / 3


def test_single_cluster_has_no_interval():
    """Everything in one cluster is one observation."""
    assert gain([0.1, 0.2, 0.0], clusters=["a", "a", "a"]).because == "one cluster has no spread"


@settings(deadline=None)
@given(COLUMN, st.randoms())
def test_gain_does_not_depend_on_row_order(column, random):
    """Shuffled rows give the same bits."""
    shuffled = column[:]
    random.shuffle(shuffled)
    value = math.fsum(column) / len(column)
    one, other = (interval.gain(value, np.array(c), confidence=0.95) for c in (column, shuffled))
    assert repr(one) == repr(other)


def test_equal_clusters_have_no_variation():
    """Clusters that each balance to nothing: width 0, and the estimate says why."""
    found = gain([0.5, -0.5, 0.5, -0.5], clusters=["a", "a", "b", "b"])
    assert (found.low, found.high) == (0, 0)
    assert found.because == "every cluster changed by the same amount"


def test_nothing_takes_part():
    """Without items there is no estimate, and a sentence instead."""
    assert interval.gain(math.nan, np.empty(0), confidence=0.95).because == "no item takes part"
    assert mean([]).because == "no item takes part"
    assert not interval.level_wilson(0, 0, confidence=0.95).is_defined


@pytest.mark.parametrize("n", [25, 60, 300])
def test_level_agrees_with_scipy_bca(n):
    """On smooth data the ends agree with scipy's BCa to 5 % of a standard error."""
    values = np.random.default_rng(n).beta(3, 1.5, n)
    reference = stats.bootstrap(
        (values,), np.mean, method="BCa", n_resamples=40_000, rng=np.random.default_rng(0)
    )
    found = mean(values)
    close = 0.05 * found.standard_error
    assert found.low == pytest.approx(reference.confidence_interval.low, abs=close)
    assert found.high == pytest.approx(reference.confidence_interval.high, abs=close)
    assert found.standard_error == pytest.approx(reference.standard_error, rel=0.02)


def test_level_at_its_ceiling_reaches_in_by_the_rule_of_three():
    """Fifty perfect scores leave room for 3.7 / 50 at 95 %."""
    found = mean([1.0] * 50)
    assert found.low == pytest.approx(1 - 3.69 / 50, abs=1e-3)
    assert found.high == 1
    assert (found.method, found.standard_error) == ("no variation", 0)


@pytest.mark.parametrize(
    ("values", "bounds", "low", "high"),
    [
        ([0.0] * 37, UNIT, 0.0, 0.0997),
        ([1.0] * 2, UNIT, 0.0, 1.0),
        ([1.0], UNIT, 0.0, 1.0),
        ([0.4] * 9, UNIT, 0.4, 0.4),
        ([-1.0] * 74, (-1.0, 1.0), -1.0, -0.9003),
        ([0.0] * 9, (0.0, math.inf), 0.0, 0.0),
    ],
)
def test_levels_without_variation(values, bounds, low, high):
    """At a finite bound the rule of three; elsewhere, or without a range, width 0; never NaN."""
    found = mean(values, bounds)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    assert "no variation" in found.because


def test_single_level_inside_its_range_has_no_interval():
    """One item away from the bounds says nothing about spread."""
    found = mean([0.4])
    assert (found.value, found.because) == (0.4, "one item has no spread")
    assert math.isnan(found.low)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from([0.0, 0.1, 0.5, 2 / 3, 1.0]), min_size=2, max_size=60),
    st.sampled_from([0.8, 0.95, 0.999]),
)
def test_levels_hold_their_value_and_stay_inside_their_bounds(values, confidence):
    """The value lies between the ends and those in [0, 1], whatever the data."""
    found = mean(values, confidence=confidence)
    assert 0 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (6, 6), (13, 50), (499, 500)])
def test_wilson_agrees_with_scipy(successes, n):
    """The same ends as scipy's Wilson interval without continuity correction."""
    reference = stats.binomtest(successes, n).proportion_ci(0.95, method="wilson")
    found = interval.level_wilson(successes, n, confidence=0.95)
    assert (found.low, found.high) == pytest.approx((reference.low, reference.high), abs=1e-9)
    assert found.n == n


def test_resampled_level_agrees_with_the_law_of_the_mean():
    """Drawn resamples of a mean lead to the interval that the law itself gives."""
    rng = np.random.default_rng(3)
    values = rng.beta(3, 1, 80)
    drawn = rng.choice(values, (60_000, 80)).mean(axis=1)
    apart = values - values.mean()
    acceleration = (apart**3).sum() / (6 * (apart**2).sum() ** 1.5)
    found = interval.level_resampled(
        values.mean(), drawn, bounds=UNIT, confidence=0.95, acceleration=acceleration, n=80
    )
    exact = mean(values)
    close = 0.05 * exact.standard_error
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=close)


def resampled(value, drawn, acceleration=None):
    """Return the interval of a level on [0, 1] from drawn values."""
    return interval.level_resampled(
        value, np.array(drawn), bounds=UNIT, confidence=0.95, acceleration=acceleration, n=20
    )


def test_undefined_resamples_are_left_out_and_counted():
    """NaN neither counts as 0 nor poisons the ends; its share is reported."""
    drawn = np.random.default_rng(0).uniform(0.4, 0.6, 1_000)
    with_gaps = np.concatenate([drawn, np.full(250, math.nan)])
    one, other = resampled(0.5, drawn), resampled(0.5, with_gaps)
    assert (one.low, one.high) == (other.low, other.high)
    assert (one.rejected, other.rejected) == (0, pytest.approx(0.2))


def test_resamples_that_say_nothing():
    """All undefined: no ends, and a reason. All equal: no variation. Undefined value: undefined."""
    nothing = resampled(0.5, [math.nan] * 5)
    assert (nothing.value, nothing.rejected) == (0.5, 1)
    assert nothing.because == "undefined on every resample"
    assert resampled(0.5, [0.5] * 5).method == "no variation"
    assert resampled(1.0, [1.0] * 5).low < 1
    assert not resampled(math.nan, [0.5]).is_defined


def test_value_outside_its_resamples_stays_inside_its_interval():
    """The best of many thresholds lies above most of its resamples; the interval still holds it."""
    found = resampled(0.9, np.linspace(0.2, 0.8, 99))
    assert found.low <= 0.9 <= found.high


def logit(value, error, n=20):
    """Return the logit interval, with a tenth of the resamples rejected."""
    return interval.level_logit(value, error, confidence=0.95, n=n, rejected=0.1)


def test_logit_interval_stays_inside_and_is_longer_towards_the_middle():
    """At 0.9 the lower arm is the longer one, and both ends lie in (0, 1)."""
    found = logit(0.9, 0.06)
    assert 0 < found.low < 0.9 - 1.96 * 0.06
    assert 0.9 < found.high < 1
    assert found.rejected == 0.1


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_logit_at_the_ends(value):
    """A perfect or worthless ranking has an interval of some width and no infinite logit."""
    found = logit(value, 0.0)
    assert found.high - found.low == pytest.approx(3.69 / 20, abs=1e-3)
    assert value in (found.low, found.high)


def test_logit_without_an_error():
    """Unknown spread: no ends. No spread: width 0. Undefined value: undefined."""
    assert math.isnan(logit(0.5, math.nan).low)
    assert logit(0.5, 0.0).low == logit(0.5, 0.0).high == 0.5
    assert not logit(math.nan, 0.1).is_defined
    assert logit(0.999, 5.0).low >= 0
