"""The family test against naive enumeration, scipy, and its own promises."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gate.stats import signflip
from gate.stats.signflip import family_test


def ids(n):
    """Return ``n`` ids."""
    return [f"q{i:05d}" for i in range(n)]


def flipped(columns, blocking=None, alpha=0.01, seed=1, draws=10_000, names=None):
    """Run the family test, with every column blocking by default."""
    columns = np.asarray(columns, dtype=float)
    blocking = np.ones(columns.shape[1], bool) if blocking is None else np.array(blocking)
    return family_test(
        columns, names or ids(len(columns)), seed=seed, blocking=blocking, alpha=alpha, draws=draws
    )


def naive(columns):
    """Raw and step-down p of a drop, by looping over all sign patterns in plain Python."""
    n, k = columns.shape
    scale = [sum(x * x for x in columns[:, j]) ** 0.5 for j in range(k)]

    def statistics(signs):
        return [
            sum(s * x for s, x in zip(signs, columns[:, j], strict=True)) / scale[j] if scale[j] else 0.0
            for j in range(k)
        ]

    observed = statistics([1] * n)
    every = [statistics(signs) for signs in itertools.product([1, -1], repeat=n)]
    raw = [sum(t[j] <= observed[j] + 1e-9 for t in every) / len(every) for j in range(k)]
    live = sorted((j for j in range(k) if scale[j]), key=lambda j: observed[j])
    adjusted, worst = [1.0] * k, 0.0
    for at, j in enumerate(live):
        hits = sum(min(t[i] for i in live[at:]) <= observed[j] + 1e-9 for t in every)
        worst = max(worst, hits / len(every))
        adjusted[j] = worst
    return raw, adjusted


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 8).flatmap(
        lambda n: st.lists(
            st.lists(st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 0.1, 0.5]), min_size=3, max_size=3),
            min_size=n,
            max_size=n,
        )
    )
)
def test_enumeration_agrees_with_a_naive_implementation(rows):
    """Raw and step-down p of both tails equal plain loops over all patterns."""
    columns = np.array(rows)
    found = flipped(columns)
    raw, adjusted = naive(columns)
    assert found.exact
    assert found.worse.tolist() == pytest.approx(raw)
    assert found.worse_adjusted.tolist() == pytest.approx(adjusted)
    raw, adjusted = naive(-columns)
    assert found.better.tolist() == pytest.approx(raw)
    assert found.better_adjusted.tolist() == pytest.approx(adjusted)


@pytest.mark.parametrize("n", [12, 60])
def test_agrees_with_scipy_permutation_test(n):
    """The same p as scipy's paired permutation test, exactly or within Monte-Carlo error."""
    differences = np.random.default_rng(n).normal(-0.15, 1, n)
    reference = stats.permutation_test(
        (differences,),
        np.mean,
        permutation_type="samples",
        alternative="less",
        n_resamples=50_000,
        rng=np.random.default_rng(0),
    )
    assert flipped(differences[:, None]).worse[0] == pytest.approx(
        reference.pvalue, abs=1e-12 if n <= 16 else 0.02
    )


def test_sampled_signs_agree_with_enumeration():
    """With 17 changed rows drawn signs come within Monte-Carlo error of all 131,072 patterns."""
    columns = np.random.default_rng(4).normal(-0.2, 1, (17, 3))
    drawn = flipped(columns)
    family = signflip._Family.of(columns, ids(17), np.ones(3, bool))
    exact = family.judged(family.count(signflip._all_patterns(17)), exact=True, critical=0.0)
    assert not drawn.exact
    for name in ("worse", "better", "worse_adjusted", "better_adjusted"):
        one, other = getattr(drawn, name), getattr(exact, name)
        assert one == pytest.approx(other, abs=5 * 0.5 / np.sqrt(drawn.draws))


@pytest.mark.parametrize(("broken", "p"), [(5, 1 / 32), (6, 1 / 64), (7, 1 / 128)])
def test_all_or_nothing_breaks(broken, p):
    """With k queries broken and none mended p is 2^-k: seven are needed at 1 %."""
    column = np.zeros((50, 1))
    column[:broken] = -1
    found = flipped(column)
    assert found.worse_adjusted[0] == found.smallest[0] == p
    assert found.better[0] == 1


def test_nothing_changed():
    """Columns of zeros have p = 1 on both sides, and no smaller p was possible."""
    found = flipped(np.zeros((50, 4)))
    for values in (found.worse, found.better, found.worse_adjusted, found.better_adjusted, found.smallest):
        assert (values == 1).all()
    assert found.critical == pytest.approx(stats.norm.ppf(1 - 0.01 / 4))


def test_no_checks_and_no_items():
    """Nothing to test is not an error."""
    assert flipped(np.zeros((5, 0))).worse.size == 0
    assert flipped(np.zeros((0, 2))).worse.tolist() == [1, 1]


def test_checks_that_do_not_block_stay_out_of_the_family():
    """A non-blocking column neither gets an adjusted p nor makes the others' larger."""
    columns = np.random.default_rng(5).normal(-0.1, 1, (40, 3))
    alone = flipped(columns[:, :1])
    beside = flipped(columns, blocking=[True, False, False])
    assert beside.worse_adjusted[0] == alone.worse_adjusted[0]
    np.testing.assert_array_equal(beside.worse_adjusted[1:], beside.worse[1:])


def test_copies_of_a_check_cost_nothing():
    """Twenty identical checks are one check: the joint law knows their correlation."""
    column = np.random.default_rng(6).normal(-0.3, 1, (60, 1))
    one, many = flipped(column), flipped(np.repeat(column, 20, axis=1))
    assert (many.worse_adjusted == one.worse_adjusted[0]).all()
    scaled = flipped(column * np.array([1.0, 3.0, 1e-6, 777.0]))
    assert scaled.worse_adjusted == pytest.approx(one.worse_adjusted[0], abs=2e-3)


@pytest.mark.parametrize("n", [14, 120])
def test_rows_and_columns_may_come_in_any_order(n):
    """Permuted rows and columns give the permuted result to the bit; unchanged rows add nothing."""
    rng = np.random.default_rng(n)
    columns = rng.normal(-0.1, 1, (n, 6)) * (rng.random((n, 6)) < 0.6)
    rows, order = rng.permutation(n), rng.permutation(6)
    one = flipped(columns)
    other = flipped(columns[rows][:, order], names=[ids(n)[i] for i in rows])
    more = flipped(np.vstack([columns, np.zeros((9, 6))]))
    for name in ("worse", "better", "worse_adjusted", "better_adjusted", "smallest"):
        np.testing.assert_array_equal(getattr(one, name)[order], getattr(other, name))
        np.testing.assert_array_equal(getattr(one, name), getattr(more, name))
    assert one.critical == other.critical == more.critical


def test_tied_sums_count_whatever_their_rounding():
    """0.1 + 0.2 and 0.3 tie: a third of a point lost on three items equals one whole point."""
    column = np.array([[-0.1], [-0.2], [0.3], [-0.3]])
    raw, _ = naive(column)
    assert flipped(column).worse[0] == raw[0]


def near_the_line(p):
    """Return forty differences whose one-sided p is close to ``p``: standardised, then shifted."""
    base = np.random.default_rng(8).normal(0, 1, (40, 1))
    t = stats.norm.ppf(p)
    return (base - base.mean()) / base.std() + t / np.sqrt(40 - t**2)


@pytest.mark.parametrize(("p", "draws"), [(0.01, 100_000), (0.05, 100_000), (0.5, 10_000), (0.001, 10_000)])
def test_more_signs_are_drawn_near_the_line(p, draws):
    """A p near alpha or 0.05 is settled with 100,000 draws; one far from both is not."""
    found = flipped(near_the_line(p))
    assert found.draws == draws
    assert found.worse_adjusted[0] == pytest.approx(p, abs=0.005)


def test_work_near_the_line_is_bounded(monkeypatch):
    """Above the stated budget the first draws decide."""
    monkeypatch.setattr(signflip, "WORK", 0)
    assert flipped(near_the_line(0.01)).draws == 10_000


def test_critical_value_is_the_quantile_of_the_family():
    """One normal column needs about 2.3 at 1 %, thirty independent ones about 3.4."""
    rng = np.random.default_rng(9)
    assert flipped(rng.normal(size=(300, 1))).critical == pytest.approx(2.33, abs=0.12)
    assert flipped(rng.normal(size=(300, 30))).critical == pytest.approx(3.4, abs=0.2)


def test_critical_value_of_a_family_that_hardly_changed():
    """What other checks lost says nothing of the family: the normal quantiles stand in for its own."""
    columns = np.random.default_rng(9).normal(size=(60, 3))
    columns[:, :2] = 0
    found = flipped(columns, blocking=[True, True, False])
    assert found.critical == pytest.approx(stats.norm.ppf(1 - 0.01 / 2))
    columns[:3, 0] = -1
    assert flipped(columns, blocking=[True, True, False]).critical == pytest.approx(stats.norm.ppf(0.99))
