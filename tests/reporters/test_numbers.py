"""Rounding hides neither a loss nor a crossed limit."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.reporters.numbers import decimals, exact, exact_change, interval, percent, plain, signed
from gate.verdict import SLACK

levels = st.floats(0, 1e7, allow_subnormal=False)
changes = st.floats(-1e7, 1e7)


def value(text):
    """Read a written number back."""
    return float(text.replace("−", "-").replace(",", "").replace("±", "").replace("+", ""))


@given(changes, st.integers(0, 10))
def test_a_change_keeps_its_sign(change, digits):
    """A loss, however small, is never written as nothing or as a gain."""
    for text in (signed(change, digits), exact_change(change)):
        assert {"+": 1, "−": -1, "±": 0}[text[0]] == (change > 0) - (change < 0)
        assert (value(text) == 0) == (change == 0)


@given(levels, levels)
def test_unequal_numbers_look_unequal(one, other):
    """Two numbers that a verdict can turn on are told apart by what is printed."""
    digits = decimals([one, other], apart=[(one, other)])

    assert (plain(one, digits) != plain(other, digits)) or abs(one - other) <= max(SLACK, 1e-9 * one)


@given(levels)
def test_a_limit_is_written_as_its_author_wrote_it(limit):
    """No digit of a configured number is lost up to twelve."""
    assert value(exact(limit)) == pytest.approx(limit, rel=1e-11, abs=0)


@pytest.mark.parametrize("nothing", [None, math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_a_dash(nothing):
    """No report says nan, inf or None."""
    texts = [
        plain(nothing, 4),
        signed(nothing, 4),
        exact(nothing),
        exact_change(nothing),
        percent(nothing),
        interval(nothing, 1.0, 4),
        interval(0.0, nothing, 4),
    ]

    assert set(texts) == {"–"}


def test_large_costs_have_no_needless_decimals():
    """Thousands are set apart, and four digits are enough."""
    assert plain(1234567.89, decimals([1234567.89])) == "1,234,568"
    assert signed(-0.25, decimals([1234.5, 1234.25], apart=[(1234.5, 1234.25)])) == "−0.2"
