"""A pass rate corrected for a judge's errors: its value, its interval, and how often that holds the truth."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.rating import Errors
from gate.stats import prevalence

shares = st.floats(0, 1)


def test_a_judge_that_never_errs_changes_nothing():
    """The corrected rate is the judged one, and its interval that of Agresti and Coull."""
    found = prevalence.level(0.3, 50, Errors(1, 1, 1e15, 1e15), confidence=0.95, items=50)
    z2 = 1.959963984540054**2
    p, n = (0.3 * 50 + z2 / 2) / (50 + z2), 50 + z2

    assert found.value == pytest.approx(0.3)
    assert found.low == pytest.approx(p - math.sqrt(z2 * p * (1 - p) / n), abs=1e-9)
    assert found.high == pytest.approx(p + math.sqrt(z2 * p * (1 - p) / n), abs=1e-9)


def test_the_corrected_rate_is_the_true_one():
    """With a true rate of 0.7, the judge passes 0.7 tpr + 0.3 (1 - tnr), and the formula takes it back."""
    errors = Errors(0.9, 0.8, 100, 50)
    judged = 0.7 * 0.9 + 0.3 * 0.2

    assert prevalence.level(judged, 500, errors, confidence=0.95, items=500).value == pytest.approx(0.7)


@given(shares, shares, shares, st.integers(1, 500), st.integers(1, 200), st.integers(1, 200))
def test_the_interval_holds_the_value_and_stays_a_share(rate, tpr, tnr, n, positives, negatives):
    """Whatever was counted: within 0 and 1, or undefined where the judge is no better than chance."""
    found = prevalence.level(rate, n, Errors(tpr, tnr, positives, negatives), confidence=0.95, items=n)

    if tpr + tnr <= 1:
        assert math.isnan(found.value)
        assert "no better than chance" in found.because
    else:
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_little_calibration_widens_the_interval():
    """The same verdicts say less when the judge's errors were measured on few items."""
    widths = []
    for size in (20, 200, 20_000):
        found = prevalence.level(0.6, 400, Errors(0.9, 0.85, size, size), confidence=0.95, items=400)
        widths.append(found.high - found.low)

    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 2 * widths[2]


def test_a_gain_is_only_as_sure_as_its_scale():
    """No gain, no variance by the judge; twice the gain, four times as much."""
    errors = Errors(0.9, 0.8, 100, 50)
    none, one, two = (prevalence.of_gain(gain, errors).variance for gain in (0.0, 0.1, 0.2))

    assert (none, two) == (0, pytest.approx(4 * one))
    assert one == pytest.approx((0.1 / 0.7) ** 2 * (0.09 / 100 + 0.16 / 50))


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.5, 0.8, 0.95])
@pytest.mark.parametrize(("positives", "negatives"), [(60, 30), (200, 100)])
def test_coverage(rate, positives, negatives):
    """With errors measured on so many items, 95 % intervals hold the true rate in 93 to 99 % of cases."""
    rng, tpr, tnr, n = np.random.default_rng(7), 0.93, 0.82, 200
    judged = rate * tpr + (1 - rate) * (1 - tnr)
    hits, cases = 0, 4000
    for _ in range(cases):
        errors = Errors(
            rng.binomial(positives, tpr) / positives, rng.binomial(negatives, tnr) / negatives,
            positives, negatives,
        )  # fmt: skip
        found = prevalence.level(rng.binomial(n, judged) / n, n, errors, confidence=0.95, items=n)
        hits += found.low <= rate <= found.high

    assert 0.93 <= hits / cases <= 0.99


@pytest.mark.slow
def test_coverage_of_a_gain():
    """95 % intervals of a paired gain of corrected rates hold the true gain in 93 to 97.5 % of cases."""
    from gate.stats import interval

    rng, tpr, tnr, n, positives, negatives = np.random.default_rng(11), 0.93, 0.82, 300, 60, 40
    hits, cases = 0, 2000
    for _ in range(cases):
        before = rng.random(n) < 0.85
        after = before & (rng.random(n) < 0.75)  # a fifth of what was right is lost
        sides = [np.where(side, rng.random(n) < tpr, rng.random(n) > tnr) for side in (before, after)]
        same = before == after
        sides[1][same] = sides[0][same]
        errors = Errors(
            rng.binomial(positives, tpr) / positives, rng.binomial(negatives, tnr) / negatives,
            positives, negatives,
        )  # fmt: skip
        column = (sides[1].astype(float) - sides[0]) / errors.reach
        extra = prevalence.of_gain(float(column.mean()), errors)
        found = interval.gain(float(column.mean()), column, confidence=0.95, runs=extra)
        hits += found.low <= -0.85 * 0.25 <= found.high

    assert 0.93 <= hits / cases <= 0.975


def test_the_guide_tells_how_many_labels_it_takes():
    """Half widths around a corrected rate, as the page on judges has them."""
    from tests.docs.pages import REPOSITORY, tables

    table = next(t for t in tables(REPOSITORY / "docs/judge-guide.md") if t[0][0].startswith("labelled"))
    tpr, tnr, rate, n = 0.93, 0.82, 0.8, 200
    judged = rate * tpr + (1 - rate) * (1 - tnr)
    for sizes, told in table[2:]:
        labelled, negatives = map(int, sizes.split(", "))
        errors = Errors(tpr, tnr, labelled - negatives, negatives)
        found = prevalence.level(judged, n, errors, confidence=0.95, items=n)
        assert f"{(found.high - found.low) / 2:.2f}" == told
