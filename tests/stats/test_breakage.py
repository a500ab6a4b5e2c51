"""The chance of losing items altogether, as accepted changes teach it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gate.stats.breakage import LARGEST_WEIGHT, PRIOR_KEPT, PRIOR_LOST, RAREST, Tally, chance


@st.composite
def tallies(draw):
    changed = draw(st.integers(0, 300))
    lost = draw(st.integers(0, changed))
    return Tally(changed, lost, draw(st.integers(0, changed - lost)))


def test_without_a_past_the_prior_decides():
    """The chance is the Beta-binomial tail under the stated prior, as scipy computes it."""
    found = chance(Tally(changed=20, lost=6, mended=1), [])

    assert found == pytest.approx(stats.betabinom.sf(4, 20, PRIOR_LOST, PRIOR_KEPT), rel=1e-9)


@given(tallies(), st.lists(tallies(), max_size=8))
def test_it_is_a_beta_binomial_tail(now, past):
    """Whatever the past, the chance is a tail of the law with bounded weight and mean."""
    lost = PRIOR_LOST + sum(t.lost + t.mended for t in past) / 2
    weight = PRIOR_LOST + PRIOR_KEPT + sum(t.changed for t in past)
    mean, weight = max(RAREST, lost / weight), min(weight, LARGEST_WEIGHT)
    net = now.lost - now.mended
    law = stats.betabinom(now.changed, mean * weight, (1 - mean) * weight)
    expected = law.sf(net - 1) if net > 0 else 1.0

    assert chance(now, past) == pytest.approx(expected, rel=1e-7)
    assert 0 < chance(now, past) <= 1


@given(tallies(), st.lists(tallies(), min_size=1, max_size=6))
def test_the_order_of_the_past_does_not_matter(now, past):
    """The same accepted changes in another order give the same bits."""
    assert chance(now, past) == chance(now, past[::-1])


@given(st.integers(1, 40), st.lists(tallies(), max_size=6))
def test_more_losses_are_rarer(lost, past):
    """Each further loss among the same number of changed items makes the chance smaller."""
    chances = [chance(Tally(41, k, 0), past) for k in (lost, lost + 1)]

    assert chances[1] < chances[0]


def test_a_dirty_past_blocks_less():
    """A real breakage that was accepted makes later losses look likelier, never rarer."""
    clean = [Tally(12, 0, 1), Tally(9, 1, 0)] * 5
    now = Tally(15, 5, 0)

    assert chance(now, [*clean, Tally(15, 6, 0)]) > chance(now, clean)


def test_improvements_do_not_make_losses_look_rare():
    """A past that only mended items says as much about losses as one that only lost them."""
    now = Tally(15, 5, 0)

    assert chance(now, [Tally(20, 0, 4)] * 5) == chance(now, [Tally(20, 4, 0)] * 5)


@pytest.mark.parametrize("counts", [(3, 2, 2), (3, -1, 0), (0, 0, 1)])
def test_impossible_counts_are_refused(counts):
    """More lost and mended items than changed ones, or fewer than none, are no tally."""
    with pytest.raises(ValueError, match="changed items"):
        Tally(*counts)


def test_many_items_take_no_time():
    """Losses among hundreds of thousands of changed items are summed without overflow."""
    assert chance(Tally(500_000, 30_000, 0), [Tally(500_000, 20_000, 20_000)]) < 0.2
    assert chance(Tally(500_000, 1, 0), []) == pytest.approx(1.0, abs=1e-3)
