"""The p of a drop with the sample's skewness taken out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gate.stats.skewness import drop_chance

samples = st.lists(st.floats(-1, 1).map(lambda x: round(x, 6)), min_size=3, max_size=60).map(np.array)


def test_a_symmetric_sample_gives_students_t():
    """Without skewness nothing is corrected: it is the one-sided t test, as scipy has it."""
    column = np.array([-0.5, -0.3, -0.2, -0.2, -0.1, 0.1])
    even = np.concatenate([column, 2 * column.mean() - column])

    expected = stats.ttest_1samp(even, 0, alternative="less").pvalue

    assert drop_chance(even) == pytest.approx(expected, rel=1e-9)


@given(samples)
def test_it_is_a_chance_and_does_not_depend_on_order(column):
    """Any sample has a p in [0, 1], the same whatever the order of its items."""
    assert 0 <= drop_chance(column) <= 1
    assert drop_chance(column) == drop_chance(column[::-1])


@given(samples, st.floats(0.01, 1))
def test_a_larger_drop_is_never_likelier(column, more):
    """Moving the whole sample down never raises the p, however skewed it is."""
    assert drop_chance(column - more) <= drop_chance(column) + 1e-9


def test_a_winner_in_the_sample_takes_certainty_away():
    """Many small losses are a sure drop; with one big win among them they are not, whatever t says."""
    lost = np.full(50, -0.03) + np.linspace(-0.02, 0.02, 50)
    won = np.append(lost, 0.6)

    assert drop_chance(lost) < 1e-6
    assert stats.ttest_1samp(won, 0, alternative="less").pvalue < 0.09 < drop_chance(won)


def test_a_few_big_losses_stay_as_sure():
    """Skewness to the other side, a tenth broken among unchanged items, does not weaken a drop."""
    broken = np.array([-1.0] * 10 + [0.0] * 90)

    assert drop_chance(broken) <= stats.ttest_1samp(broken, 0, alternative="less").pvalue


@pytest.mark.parametrize(
    ("column", "expected"), [([], 1), ([-0.1], 0), ([-0.2] * 5, 0), ([0.0] * 4, 1), ([0.1] * 3, 1)]
)
def test_without_spread_there_is_no_chance(column, expected):
    """No item, one item, or all alike: 0 for a drop and 1 for anything else."""
    assert drop_chance(np.array(column)) == expected
