"""Resamples: their law, and that they belong to items rather than to positions."""

import hashlib

import numpy as np
import pytest

from gate.stats import resample


def ids(n):
    """Return ``n`` ids in ascending order."""
    return [f"q{i:06d}" for i in range(n)]


def drawn(n, resamples, **how):
    """Return all weights as one array."""
    return np.concatenate(list(resample.weights(ids(n), resamples, **({"seed": 7} | how))))


def test_table_of_counts_has_the_moments_of_a_poisson_law():
    """Mean and variance are exactly 1, the third moment 5 to four digits, over all 65,536 pieces."""
    counts = resample._COUNT_OF_PIECE
    assert counts.size == 65_536
    assert counts.mean() == 1.0
    assert counts.var() == 1.0
    assert (counts**3).mean() == pytest.approx(5, abs=1e-4)


def test_poisson_weights_have_mean_and_variance_one():
    """Over 4 million weights both agree with 1 within five Monte-Carlo errors."""
    w = drawn(1_000, 4_000)
    assert w.shape == (4_000, 1_000)
    assert (w == np.rint(w)).all()
    assert w.mean() == pytest.approx(1, abs=5 / 2_000)
    assert w.var() == pytest.approx(1, abs=5 * np.sqrt(3) / 2_000)


def test_poisson_weights_are_uncorrelated_between_items_and_between_resamples():
    """Correlations of neighbours spread as independent ones would: standard deviation 1/sqrt(length)."""
    w = drawn(400, 6_400)
    for table in (w, w.T):
        correlation = np.corrcoef(table[:, :200], rowvar=False)[np.triu_indices(200, 1)]
        assert correlation.std() == pytest.approx(1 / np.sqrt(len(table)), rel=0.03)
        assert abs(correlation).max() < 6 / np.sqrt(len(table))


def test_weight_depends_on_the_item_not_on_its_neighbours():
    """Dropping items, or adding some, leaves the weights of the others as they were."""
    every = drawn(600, 200)
    some = sorted(set(ids(600)[::2]))
    half = np.concatenate(list(resample.weights(some, 200, seed=7)))
    np.testing.assert_array_equal(half, every[:, ::2])


def test_multinomial_rows_sum_to_n_and_have_its_variance():
    """Below 200 items every resample has exactly n picks; a count's variance is 1 - 1/n."""
    w = drawn(50, 20_000)
    assert (w.sum(axis=1) == 50).all()
    assert w.mean(axis=0) == pytest.approx(np.ones(50), abs=0.035)
    assert w.var() == pytest.approx(1 - 1 / 50, rel=0.01)
    assert np.corrcoef(w[:, 0], w[:, 1])[0, 1] == pytest.approx(-1 / 49, abs=0.03)


def test_few_asks_for_multinomial_rows_at_any_size():
    """A rare class needs the exact law even where items are many."""
    assert (drawn(5_000, 70, few=True).sum(axis=1) == 5_000).all()
    assert (drawn(5_000, 70).sum(axis=1) != 5_000).any()


@pytest.mark.parametrize("n", [3, 50, 199, 200, 1_000])
@pytest.mark.parametrize("elements", [64, 5_000, 1 << 20])
def test_chunk_size_changes_nothing(monkeypatch, n, elements):
    """The same weights, signs and totals come out however many rows are held at once."""
    sizes = np.array([n // 3, n - n // 3 - n // 5, n // 5])
    expected = [
        drawn(n, 150),
        drawn(n, 150, few=True),
        np.concatenate(list(resample.signs(ids(n), 150, seed=3))),
        np.concatenate(list(resample.cell_totals(sizes, 150, seed=3))),
    ]
    monkeypatch.setattr(resample, "ELEMENTS", elements)
    found = [
        drawn(n, 150),
        drawn(n, 150, few=True),
        np.concatenate(list(resample.signs(ids(n), 150, seed=3))),
        np.concatenate(list(resample.cell_totals(sizes, 150, seed=3))),
    ]
    for one, other in zip(expected, found, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("n", [50, 1_000])
def test_first_resamples_do_not_depend_on_how_many_follow(n):
    """Asking for more resamples continues the sequence."""
    np.testing.assert_array_equal(drawn(n, 75), drawn(n, 200)[:75])


def test_seed_changes_the_draw_and_only_its_lowest_64_bits_count():
    """Two seeds give two draws; a hash of any length may be a seed."""
    assert (drawn(50, 64, seed=1) != drawn(50, 64, seed=2)).any()
    assert (drawn(500, 64, seed=1) != drawn(500, 64, seed=2)).any()
    np.testing.assert_array_equal(drawn(500, 64, seed=-1), drawn(500, 64, seed=(1 << 80) - 1))


def test_bytes_are_the_ones_promised():
    """The draws themselves are part of the contract: another NumPy or machine must give these."""
    digest = hashlib.sha256()
    for n in (50, 500):
        digest.update(drawn(n, 130, seed=1).astype("<u1").tobytes())
        flips = np.concatenate(list(resample.signs(ids(n), 130, seed=1)))
        digest.update(flips.astype("<i1").tobytes())
        cells = np.concatenate(list(resample.cell_totals(np.array([n, 3 * n, 0, 1]), 130, seed=1)))
        digest.update(cells.astype("<u2").tobytes())
    assert digest.hexdigest() == "91410321c114cf503244bb468e88c5cff320575507a2d08e431fae5762468de6"


def test_signs_are_fair_independent_and_start_unflipped():
    """Half of all signs are -1, items are uncorrelated, and draw 0 flips nothing."""
    s = np.concatenate(list(resample.signs(ids(300), 5_000, seed=5)))
    assert s.shape == (5_000, 300)
    assert set(np.unique(s)) == {-1.0, 1.0}
    assert (s[0] == 1).all()
    assert s.mean() == pytest.approx(0, abs=5 / np.sqrt(s.size))
    correlation = np.corrcoef(s, rowvar=False)[np.triu_indices(300, 1)]
    assert correlation.std() == pytest.approx(1 / np.sqrt(5_000), rel=0.03)


def test_signs_belong_to_items():
    """Reversing the ids reverses the columns."""
    forth = np.concatenate(list(resample.signs(ids(100), 200, seed=5)))
    back = np.concatenate(list(resample.signs(ids(100)[::-1], 200, seed=5)))
    np.testing.assert_array_equal(forth, back[:, ::-1])


def test_odd_ids_are_text_like_any_other():
    """Empty ids, other scripts and lone surrogates are hashed, not refused."""
    odd = ["", "a\udc80", "größe", "検索"]
    assert next(resample.signs(odd, 10, seed=1)).shape == (10, 4)


def test_nothing_to_draw():
    """No items, no blocks."""
    assert list(resample.weights([], 10, seed=1)) == []
    assert list(resample.signs([], 10, seed=1)) == []
    assert list(resample.cell_totals(np.zeros(3, dtype=np.int64), 10, seed=1)) == []


def test_cell_totals_follow_the_poisson_law():
    """Mean and variance of a cell's total both equal its size, from 0 to 100,000 items."""
    sizes = np.array([0, 1, 7, 300, 100_000])
    totals = np.concatenate(list(resample.cell_totals(sizes, 40_000, seed=3)))
    assert (totals[:, 0] == 0).all()
    for size, column in zip(sizes[1:], totals.T[1:], strict=True):
        assert column.mean() == pytest.approx(size, abs=5 * np.sqrt(size / 40_000))
        assert column.var() == pytest.approx(size, rel=0.05)
    assert abs(np.corrcoef(totals[:, 1:], rowvar=False)[np.triu_indices(4, 1)]).max() < 0.025


def test_cell_totals_agree_with_scipy_quantiles():
    """The table of a cell is the Poisson distribution function."""
    stats = pytest.importorskip("scipy.stats")
    for mean in (1, 7, 300, 100_000):
        lowest, cumulative = resample._poisson_law(mean)
        counts = lowest + np.arange(cumulative.size)
        np.testing.assert_allclose(cumulative, stats.poisson.cdf(counts, mean), rtol=0, atol=1e-11)


def test_cell_totals_of_a_small_set_are_multinomial():
    """Below 200 items the totals of a row add up to n."""
    totals = np.concatenate(list(resample.cell_totals(np.array([20, 0, 30]), 5_000, seed=3)))
    assert (totals.sum(axis=1) == 50).all()
    assert (totals[:, 1] == 0).all()
    assert totals[:, 0].var() == pytest.approx(50 * 0.4 * 0.6, rel=0.06)
