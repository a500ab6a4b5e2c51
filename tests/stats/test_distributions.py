"""Normal and Student's t against scipy, which the check path does not import."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gate.stats import normal, students_t

CHANCE = st.floats(1e-9, 1 - 1e-9)
DEGREES = st.one_of(st.integers(1, 100_000).map(float), st.floats(0.5, 1e5))


@settings(deadline=None)
@given(CHANCE)
def test_normal_quantile(p):
    """Quantiles agree with scipy to 1e-9."""
    assert normal.quantile(p) == pytest.approx(stats.norm.ppf(p), rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(st.floats(-38, 38))
def test_normal_distribution_function(x):
    """The distribution function agrees in relative terms, far tails included."""
    assert normal.cdf(x) == pytest.approx(stats.norm.cdf(x), rel=1e-9)


@settings(deadline=None)
@given(st.floats(-50, 50), DEGREES)
def test_t_tail(t, df):
    """Tails agree with scipy to 1e-9, whole degrees of freedom or not."""
    assert students_t.tail(t, df) == pytest.approx(stats.t.sf(t, df), rel=1e-9, abs=1e-12)


@settings(deadline=None)
@given(st.floats(1e-6, 1 - 1e-6), DEGREES)
def test_t_quantile(p, df):
    """Quantiles agree with scipy to 1e-9, and are the tail's inverse."""
    found = students_t.quantile(p, df)
    assert found == pytest.approx(stats.t.ppf(p, df), rel=1e-8, abs=1e-9)
    assert students_t.tail(found, df) == pytest.approx(1 - p, rel=1e-9)


def test_textbook_quantiles():
    """Printed tables: 12.706, 2.262 and 1.984 at 97.5 %; the normal quantile in the limit."""
    assert students_t.quantile(0.975, 1) == pytest.approx(12.706, abs=5e-4)
    assert students_t.quantile(0.975, 9) == pytest.approx(2.262, abs=5e-4)
    assert students_t.quantile(0.975, 99) == pytest.approx(1.984, abs=5e-4)
    assert students_t.quantile(0.975, math.inf) == normal.quantile(0.975)
    assert students_t.quantile(0.5, 3) == 0


def test_welch_degrees_of_freedom():
    """Two-sided p of t = 10.771 with 198 degrees of freedom, as in the reference values."""
    t = 10.77105496225883
    assert 2 * students_t.tail(t, 198.0) == pytest.approx(2 * stats.t.sf(t, 198), rel=1e-9)


def test_ends():
    """Chances of 0 and 1 lie at infinity, infinite t has no tail."""
    assert normal.quantile(0) == -math.inf
    assert normal.quantile(1) == math.inf
    assert students_t.quantile(1, 5) == math.inf
    assert students_t.quantile(0, 5) == -math.inf
    assert students_t.tail(math.inf, 5) == 0
    assert students_t.tail(-math.inf, 5) == 1
