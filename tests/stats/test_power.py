"""Power and sizes against the printed tables and by simulation."""

import numpy as np
import pytest

from gate.stats import interval, normal, power

Z_975 = normal.quantile(0.975)


@pytest.mark.parametrize(
    ("sd", "n", "drop"), [(0.05, 20, 0.031), (0.1, 50, 0.040), (0.2, 200, 0.040), (0.4, 2_000, 0.025)]
)
def test_detectable_drops_without_tolerance(sd, n, drop):
    """The table of smallest detectable drops at alpha 0.025 and 80 % power."""
    assert power.detectable(sd, n, tolerance=0.0, critical=Z_975) == pytest.approx(drop, abs=5e-4)


def test_tolerance_leads_on_large_sets():
    """With many items a drop must still exceed the tolerance four times in five."""
    error = 0.1 / 100
    found = power.detectable(0.1, 10_000, tolerance=0.02, critical=2.5)
    assert found == pytest.approx(0.02 + normal.quantile(0.8) * error)


@pytest.mark.parametrize(
    ("sd", "tolerance", "n"),
    [(0.05, 0.01, 197), (0.10, 0.02, 197), (0.154, 0.02, 466), (0.3, 0.02, 1_766), (0.4, 0.05, 503)],
)
def test_items_needed(sd, tolerance, n):
    """The table of sizes at alpha 0.025 and 80 % power, to the item."""
    assert power.needed(sd, tolerance=tolerance, critical=Z_975) == pytest.approx(n, abs=1)


def test_needed_items_make_the_tolerance_detectable():
    """At that size, and not at one item less, a drop of the tolerance is seen."""
    n = power.needed(0.17, tolerance=0.03, critical=2.6)
    assert power.detectable(0.17, n, tolerance=0.0, critical=2.6) <= 0.03
    assert power.detectable(0.17, n - 1, tolerance=0.0, critical=2.6) > 0.03


@pytest.mark.parametrize(("alpha", "broken"), [(0.05, 5), (0.025, 6), (0.01, 7), (0.5, 1), (2**-7, 7)])
def test_broken_items_needed(alpha, broken):
    """The least k with 2^-k <= alpha."""
    assert power.broken_needed(alpha) == broken


@pytest.mark.parametrize(("delta", "n"), [(0.05, 1_570), (0.025, 6_280), (0.0125, 25_117)])
def test_two_arm_sizes(delta, n):
    """The reference values for unpaired arms with a standard deviation of 0.5."""
    assert power.two_arm(0.5, delta) == n


def test_two_arms_cost_ten_times_the_pairs():
    """A correlation of 0.9 saves nine items in ten: 5,087 an arm against 509 pairs."""
    arm = power.two_arm(0.36, 0.02)
    sd_of_difference = 0.36 * np.sqrt(2 * (1 - 0.9))
    assert (arm, power.needed(sd_of_difference, tolerance=0.02, critical=Z_975)) == (5_087, 509)


def test_a_drop_beyond_the_tolerance_is_shown():
    """At a true drop of `beyond`, the interval's upper end lies beyond the tolerance four times in five."""
    rng = np.random.default_rng(0)
    drop = power.beyond(0.2, 150, tolerance=0.03, critical=2.5)
    found = -drop + 0.2 / 150**0.5 * rng.normal(size=20_000)
    assert (found + 2.5 * 0.2 / 150**0.5 < -0.03).mean() == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(("tolerance", "whole"), [(0.02, 1.0), (0.1, 1.0), (0.5, 1.0), (0.3, 2.0)])
def test_items_that_certify_alike_versions(tolerance, whole):
    """With that many equal items, and not with one fewer, one imaginary loss leaves the bound within."""

    def low(n):
        column = np.append(np.zeros(n), -whole)
        return interval.gain(float(column.mean()), column, confidence=0.95).low

    n = power.certified(1e-6, tolerance=tolerance, confidence=0.95, whole=whole)
    assert low(n) >= -tolerance > low(n - 1)


def test_certifying_needs_what_the_spread_needs():
    """Items that differ much need as many as the tolerance does; without a bound nothing else counts."""
    assert power.certified(0.3, tolerance=0.02, confidence=0.95, whole=1.0) == pytest.approx(1_766, abs=1)
    assert power.certified(0.001, tolerance=0.02, confidence=0.95, whole=np.inf) == 1


@pytest.mark.parametrize("tolerance", [1e-12, 1e-160, 5e-324])
def test_no_tolerance_needs_more_than_the_most(tolerance):
    """A tolerance far below what items can show needs "more than anyone has", and no endless search."""
    assert power.needed(0.3, tolerance=tolerance, critical=Z_975) == power.MOST
    assert power.certified(0.3, tolerance=tolerance, confidence=0.95, whole=1.0) == power.MOST
    assert power.certified(0.0, tolerance=tolerance, confidence=0.95, whole=1.0) == power.MOST
    assert power.two_arm(0.5, tolerance) == power.MOST
