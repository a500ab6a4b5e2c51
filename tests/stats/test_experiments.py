"""Welch's t, sample ratios and uneven losses: reference values, scipy, and rates by simulation."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from gate.stats.mismatch import mismatch
from gate.stats.sample_ratio import sample_ratio
from gate.stats.welch import welch

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30)


def test_welch_reference():
    """The worked example of a hundred values an arm."""
    found = welch([0.30] * 40 + [0.34] * 60, [0.33] * 40 + [0.37] * 60)
    assert found.t == pytest.approx(10.77105496225883, rel=1e-11)
    assert found.df == pytest.approx(198.0)
    assert found.means == pytest.approx((0.324, 0.354))


@settings(deadline=None)
@given(VALUES, VALUES)
def test_welch_agrees_with_scipy(first, second):
    """t, degrees of freedom, p and interval are scipy's, with the second arm minus the first."""
    found = welch(first, second, confidence=0.9)
    # Below that, scipy itself warns that nothing is left but rounding.
    assume(min(found.spreads) > 1e-6 * max(map(abs, [*first, *second, 1])))
    expected = stats.ttest_ind(second, first, equal_var=False)
    ends = expected.confidence_interval(0.9)
    scale = found.high - found.low
    assert found.t == pytest.approx(expected.statistic, rel=1e-7, abs=1e-9)
    assert found.df == pytest.approx(expected.df, rel=1e-7)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-6, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high), abs=1e-7 * scale)


def test_swapped_arms_mirror_the_answer():
    """Only signs turn."""
    one, other = welch([1, 2, 4], [3, 3, 9, 1]), welch([3, 3, 9, 1], [1, 2, 4])
    assert (one.t, one.low, one.high) == pytest.approx((-other.t, -other.high, -other.low))
    assert (one.p, one.df) == pytest.approx((other.p, other.df))


def test_arms_without_spread_have_no_answer():
    """Two constants differ exactly, and nothing says by how much they might; one constant is fine."""
    found = welch([0.1] * 3, [0.3] * 3)
    assert found.difference == 0.3 - 0.1
    assert all(math.isnan(x) for x in (found.t, found.df, found.p, found.low, found.high))
    assert welch([0.1] * 3, [0.2, 0.3, 0.4]).df == 2


def test_an_arm_of_one_is_refused():
    """No spread can be told from one value."""
    with pytest.raises(ValueError, match="at least two"):
        welch([1.0], [1.0, 2.0])


def test_welch_covers_at_its_level():
    """95 % intervals hold the true difference in 94 to 96 % of experiments with unequal arms."""
    rng = np.random.default_rng(5)
    arms = zip(rng.normal(0, 1, (3_000, 12)), rng.normal(0.5, 4, (3_000, 30)), strict=True)
    held = [found.low <= 0.5 <= found.high for found in (welch(list(a), list(b)) for a, b in arms)]
    assert 0.94 <= np.mean(held) <= 0.96


@pytest.mark.parametrize(
    ("counts", "statistic", "alarm"),
    [((200_000, 200_000), 0, False), ((201_000, 199_000), 10, False), ((202_000, 198_000), 40, True)],
)
def test_sample_ratio_reference(counts, statistic, alarm):
    """The reference values: 0, 10 and 40, of which only the last is beyond 10.83."""
    found = sample_ratio(counts)
    assert found.statistic == pytest.approx(statistic)
    assert (found.p < 0.001) is alarm


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(50, 10_000), st.floats(0.5, 2)), min_size=2, max_size=6))
def test_sample_ratio_agrees_with_scipy(arms):
    """Any number of arms, any plan."""
    counts, plan = zip(*arms, strict=True)
    found = sample_ratio(counts, plan)
    expected = stats.chisquare(counts, np.array(plan) / sum(plan) * sum(counts), sum_check=False)
    if found.method == "chi-squared":
        assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)


def test_few_expected_are_counted_exactly():
    """One arm of a hundredth: three of fifteen is as rare as the binomial law says, on both sides."""
    found = sample_ratio([3, 12], [1, 99])
    assert found.method == "exact"
    assert found.p == pytest.approx(2 * stats.binom.sf(2, 15, 0.01))
    assert sample_ratio([0, 4, 3], [1, 1, 1]).p <= 1


def test_a_tiny_arm_of_a_huge_experiment_is_counted_exactly():
    """Eight users where three are expected, among a million millions: the Poisson law, in no time."""
    found = sample_ratio([8, 10**12 - 8, 10**12], [3, 10**12 - 3, 10**12])
    assert found.p == pytest.approx(3 * 2 * stats.poisson.sf(7, 3), rel=1e-4)
    assert found.method == "exact"


@pytest.mark.parametrize(
    ("counts", "plan"), [([5], None), ([0, 0], None), ([5, -1], None), ([5, 5], [1]), ([5, 5], [1, 0])]
)
def test_what_is_no_split_is_refused(counts, plan):
    """One arm, no users, a negative count, a plan for other arms."""
    with pytest.raises(ValueError, match=r"count"):
        sample_ratio(counts, plan)


COUNTS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 300))


@settings(deadline=None)
@given(COUNTS, COUNTS)
def test_a_mismatch_is_well_formed(before, after):
    """Every item is accounted for, chances lie in (0, 1], and turning the sides swaps losses and gains."""
    found = mismatch(before, after)
    assert found.before - sum(found.lost.values()) + sum(found.gained.values()) == found.after
    assert 0 <= found.p <= 1
    assert 0 <= found.effect <= 1 + 1e-9
    assert (found.method == "none") == (not found.lost and not found.gained)
    turned = mismatch(after, before)
    assert (turned.lost, turned.gained) == (found.gained, found.lost)
    assert turned.p == pytest.approx(found.p)


def test_equal_sides_do_not_mismatch():
    """Nothing lost: p is 1, and no group is to blame; an empty side is no exception."""
    for counts in ({"a": 3, "b": 9}, {}):
        found = mismatch(counts, counts)
        assert (found.p, found.effect, found.group, found.method) == (1.0, 0.0, "", "none")
        assert not found.is_uneven
        assert not found.is_large


def test_a_mismatch_of_large_groups_is_pearsons():
    """The table of lost and kept is the one scipy tests, without a correction for continuity."""
    before, after = {"a": 400, "b": 300, "c": 500}, {"a": 380, "b": 260, "c": 480}
    found = mismatch(before, after)
    table = [[before[g] - after[g] for g in "abc"], [after[g] for g in "abc"]]
    expected = stats.chi2_contingency(table, correction=False)
    assert found.method == "chi-squared"
    assert found.p == pytest.approx(expected.pvalue)
    assert found.effect == pytest.approx(stats.contingency.association(table))
    assert (found.group, found.is_large) == ("b", True)


def test_one_group_lost_whole_is_uneven():
    """Six of 300 items are few, but they are all there was of one group."""
    found = mismatch({"a": 150, "b": 144, "rare": 6}, {"a": 150, "b": 144})
    assert (found.method, found.group, dict(found.lost)) == ("exact", "rare", {"rare": 6})
    assert found.is_uneven
    assert not found.is_large


def test_everything_lost_is_even():
    """Where nothing is kept, no group fares worse than another; the loss is large."""
    found = mismatch({"a": 10, "b": 20}, {})
    assert (found.p, found.is_large, found.share_lost) == (1.0, True, 1.0)


def test_relabelled_items_are_a_loss_and_a_gain():
    """Ten labels that flip are lost in one class and gained in the other; both directions are paid for."""
    found = mismatch({"yes": 100, "no": 900}, {"yes": 90, "no": 910})
    assert (dict(found.lost), dict(found.gained)) == ({"yes": 10}, {"no": 10})
    assert found.is_uneven
    assert found.group == "yes"


def test_even_losses_seldom_alarm():
    """Of losses of 2 % that are blind to five groups, at most 3 in 1,000 alarm, on small and large sets."""
    rng = np.random.default_rng(1)
    for n in (100, 200, 1_000):
        group = np.arange(n) % 5
        before = {str(g): n // 5 for g in range(5)}
        alarms = 0
        for _ in range(2_000):
            kept = group[rng.random(n) >= 0.02]
            alarms += mismatch(before, {str(g): int((kept == g).sum()) for g in range(5)}).is_uneven
        assert alarms <= 6


def test_a_loss_in_one_slice_is_found():
    """A tenth of one slice of five, lost: always seen at 1,000 items and above."""
    before = {str(g): 200 for g in range(5)}
    assert mismatch(before, {**before, "3": 180}).is_uneven
