"""Chi-squared, binomial and hypergeometric tails against scipy, which the check path does not import."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gate.stats import binomial, chi_squared, hypergeometric


@settings(deadline=None)
@given(st.floats(1e-300, 1), st.integers(1, 2_000))
def test_chi_squared_tail(chance, df):
    """Tails agree with scipy to 1e-10 in relative terms, however far out."""
    x = stats.chi2.isf(chance, df)
    assert chi_squared.tail(x, df) == pytest.approx(stats.chi2.sf(x, df), rel=1e-10)


def test_chi_squared_ends():
    """Nothing below zero, nothing beyond infinity."""
    assert chi_squared.tail(0.0, 3) == 1
    assert chi_squared.tail(-1.0, 3) == 1
    assert [chi_squared.tail(math.inf, df) for df in (1, 2)] == [0, 0]


@settings(deadline=None)
@given(st.data(), st.integers(1, 5_000), st.floats(1e-6, 1 - 1e-6))
def test_binomial_tail(data, n, share):
    """Tails agree with scipy to 1e-9, whichever side is the smaller one."""
    k = data.draw(st.integers(0, n + 1))
    assert binomial.tail(k, n, share) == pytest.approx(stats.binom.sf(k - 1, n, share), rel=1e-9, abs=1e-14)


@pytest.mark.parametrize(
    ("k", "share", "chance"), [(0, 0.0, 1), (1, 0.0, 0), (5, 1.0, 1), (6, 0.5, 0), (-2, 0.5, 1)]
)
def test_binomial_ends(k, share, chance):
    """A certain event is certain, an impossible one impossible."""
    assert binomial.tail(k, 5, share) == chance


@settings(deadline=None)
@given(st.data(), st.integers(1, 2_000))
def test_largest_share(data, n):
    """The one-sided limit of Clopper and Pearson, which is a quantile of the beta distribution."""
    k = data.draw(st.integers(0, n))
    expected = 1.0 if k == n else stats.beta.ppf(0.95, k + 1, n - k)
    assert binomial.upper(k, n) == pytest.approx(expected, abs=1e-9)


@settings(deadline=None)
@given(st.data(), st.integers(1, 3_000))
def test_hypergeometric_tail(data, population):
    """Tails agree with scipy to 1e-8, empty and whole groups included."""
    drawn, group = (data.draw(st.integers(0, population)) for _ in range(2))
    k = data.draw(st.integers(0, min(drawn, group) + 1))
    found = hypergeometric.tail(k, drawn=drawn, group=group, population=population)
    assert found == pytest.approx(stats.hypergeom.sf(k - 1, population, group, drawn), rel=1e-8, abs=1e-12)
