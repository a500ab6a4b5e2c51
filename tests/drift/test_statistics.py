"""Every statistic against scipy, on paper, and where data are awkward."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial import distance as spatial

from gate.stats import cloud, contingency, neighbours, permutation
from gate.stats import kolmogorov_smirnov as ks
from gate.stats.holm import holm
from gate.stats.jensen_shannon import jensen_shannon
from gate.stats.kullback_leibler import kullback_leibler
from gate.stats.population_stability import critical, population_stability
from gate.stats.two_shares import two_shares

RNG = np.random.default_rng
pair = st.integers(2, 12).flatmap(
    lambda k: st.tuples(
        *[st.lists(st.integers(0, 500), min_size=k, max_size=k).filter(any).map(lambda c: np.array(c, float))]
        * 2
    )
)


@given(pair)
def test_divergences_are_those_of_scipy(two):
    """Kullback-Leibler is scipy's entropy and Jensen-Shannon its distance, of counts with a half added."""
    p, q = two
    assert kullback_leibler(p, q) == pytest.approx(stats.entropy(p + 0.5, q + 0.5), abs=1e-12)
    expected = spatial.jensenshannon(p + 0.5, q + 0.5, base=2)
    assert float(jensen_shannon(p, q)) == pytest.approx(expected, abs=1e-7)


@given(pair)
def test_divergences_are_finite_and_bounded(two):
    """No empty cell makes anything infinite; equal windows have no divergence; the distance is symmetric."""
    p, q = two
    for of in (kullback_leibler, jensen_shannon, population_stability):
        assert math.isfinite(of(p, q))
        assert of(p, q) >= 0
        assert of(p, p) == pytest.approx(0, abs=1e-7)
    assert jensen_shannon(p, q) == pytest.approx(float(jensen_shannon(q, p)), abs=1e-12)
    assert jensen_shannon(p, q) <= 1
    assert population_stability(p, q) == pytest.approx(float(population_stability(q, p)))


@given(pair)
def test_the_stability_index_is_the_divergence_there_and_back(two):
    """Where no share is below the least one, the index is the sum of both Kullback-Leibler divergences."""
    p, q = (each + 1 for each in two)
    both = stats.entropy(p, q) + stats.entropy(q, p)
    assert population_stability(p, q) == pytest.approx(both, abs=1e-9)


@pytest.mark.parametrize(("floor", "value"), [(0.0001, 0.708317), (0.01, 0.225465)])
def test_the_floor_of_the_stability_index(floor, value):
    """An unseen category of a tenth costs what a calculation by hand says, at either floor."""
    new, old = np.array([50.0, 40, 10]), np.array([60.0, 40, 0])
    assert population_stability(new, old, floor=floor) == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize(("n", "value"), [(100, 0.31), (200, 0.17), (1000, 0.056)])
def test_critical_values_of_the_stability_index(n, value):
    """The 99.9 % values for ten bins and a reference of 1,000 are those of the chi-squared law."""
    found = critical(10, 1000, n, p=0.001)
    assert found == pytest.approx(stats.chi2.isf(0.001, 9) * (1 / 1000 + 1 / n), rel=1e-7)
    assert found == pytest.approx(value, abs=0.005)


@given(pair)
def test_chi_squared_is_that_of_scipy(two):
    """The statistic and the least expected count are those of scipy's contingency table."""
    p, q = two
    kept = p + q > 0
    expected = stats.chi2_contingency([p[kept], q[kept]], correction=False)
    assert float(contingency.statistic(p, q)) == pytest.approx(expected.statistic, rel=1e-9, abs=1e-9)
    if kept.all():
        assert contingency.least_expected(p, q) == pytest.approx(expected.expected_freq.min())


@pytest.mark.parametrize(("m", "n"), [(1, 1), (3, 8), (20, 20), (17, 60), (150, 40), (300, 500)])
@pytest.mark.parametrize("digits", [8, 1])
def test_kolmogorov_smirnov_is_that_of_scipy(m, n, digits):
    """Distance and exact chance agree with scipy, ties and all."""
    rng = RNG(m + n)
    for shift in (0.0, 0.4, 1.5):
        x, y = (np.round(rng.normal(at, 1, size), digits) for at, size in ((0, m), (shift, n)))
        expected = stats.ks_2samp(x, y, method="exact")
        d = ks.distance(x, y)
        assert d == pytest.approx(expected.statistic, abs=1e-12)
        assert ks.tail(d, m, n) == pytest.approx(expected.pvalue, abs=1e-9)


@pytest.mark.parametrize(("m", "n"), [(1, 1), (9, 14), (300, 200), (400, 400), (250, 1000)])
def test_the_smallest_chances_keep_their_digits(m, n):
    """Exact chances down to 1e-100 and below agree with scipy in nine digits: nothing cancels."""
    for shift in (0.05, 0.3, 0.5, 0.8):
        x, y = np.arange(m) / m, np.arange(n) / n + shift
        expected = stats.ks_2samp(x, y, method="exact")
        assert ks.tail(expected.statistic, m, n) == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.parametrize("x", [0.2, 0.5, 0.9, 1.17, 1.19, 1.5, 1.95, 2.5, 4.0])
def test_the_limit_is_kolmogorovs(x):
    """The limiting law agrees with scipy on both sides of the seam between its two series."""
    assert ks.limit(x) == pytest.approx(stats.kstwobign.sf(x), rel=1e-9)


@pytest.mark.parametrize(("m", "n"), [(900, 1100), (1000, 1000), (400, 2500)])
def test_exact_and_limit_meet(m, n):
    """Where counting ends, the limit is within a tenth of it at the chances that decide."""
    for d in np.linspace(0.05, 0.11, 7):
        exact = ks.tail(d, m, n)
        root = math.sqrt(m * n / (m + n))
        if exact > 1e-4:
            assert ks.limit((root + 0.12 + 0.11 / root) * d) == pytest.approx(exact, rel=0.1)


@given(st.integers(1, 80), st.integers(1, 80), st.data())
def test_two_shares_are_those_of_scipy(m, n, data):
    """Intervals are Wilson's; the chance is the table's without correction, or twice Fisher's tail."""
    a, b = data.draw(st.integers(0, m)), data.draw(st.integers(0, n))
    found = two_shares((a, m), (b, n))
    wilson = stats.binomtest(b, n).proportion_ci(method="wilson")
    assert (found.second.low, found.second.high) == (pytest.approx(wilson.low), pytest.approx(wilson.high))
    assert found.low - 1e-12 <= found.difference <= found.high + 1e-12
    table = [[b, n - b], [a, m - a]]
    if found.method == "chi-squared":
        assert found.p == pytest.approx(stats.chi2_contingency(table, correction=False).pvalue)
    elif 0 < a + b < m + n:
        tails = [stats.fisher_exact(table, alternative=way).pvalue for way in ("greater", "less")]
        assert found.p == pytest.approx(min(1, 2 * min(tails)))
    else:
        assert found.p == 1


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_holds_together(chances):
    """Rejecting what is at most alpha is Holm's procedure, step by step."""
    found = holm(chances)
    for alpha in (0.001, 0.05, 0.3):
        rejected, left = set(), len(chances)
        for i in sorted(range(len(chances)), key=lambda i: chances[i]):
            if chances[i] * left > alpha:
                break
            rejected.add(i)
            left -= 1
        assert {i for i, p in enumerate(found) if p <= alpha} == rejected


def test_splits_follow_the_binomial_law():
    """What falls on one side has the binomial mean and variance, for small and large groups."""
    sizes = np.array([0, 1, 7, 400, 90_000])
    drawn = np.concatenate(list(permutation.cell_splits(sizes, 0.3, 20_000, seed=5)))
    assert drawn.shape == (20_000, 5)
    assert (drawn >= 0).all()
    assert (drawn <= sizes).all()
    errors = np.sqrt(sizes * 0.21 / 20_000)
    assert (np.abs(drawn.mean(axis=0) - 0.3 * sizes) <= 5 * errors).all()
    assert drawn.var(axis=0)[1:] == pytest.approx(0.21 * sizes[1:], rel=0.06)


def test_labels_are_as_many_as_asked():
    """Every labelling has the asked number of rows, each row as often as any other."""
    drawn = np.concatenate(list(permutation.labels(30, 12, 8_000, seed=2)))
    assert set(drawn.sum(axis=1)) == {12}
    assert np.abs(drawn.mean(axis=0) - 0.4).max() < 5 * math.sqrt(0.24 / 8_000)


def clouds(m, n, d, shift=0.0, seed=0, scale=1.0):
    """Return the neighbours of two normal clouds, and which points are the second's."""
    rng = RNG(seed)
    old, new = rng.normal(size=(m, d)), scale * rng.normal(size=(n, d))
    new[:, 0] += shift
    points = cloud.gridded(np.concatenate([old, new]))
    return points, np.arange(m + n) >= m


@pytest.mark.parametrize(
    ("d", "shift", "scale"), [(1, 0.0, 1.0), (1, 1.0, 1.0), (2, 1.0, 1.0), (2, 0.0, 0.5)]
)
def test_the_divergence_of_normal_clouds(d, shift, scale):
    """The nearest-neighbour estimate comes near the closed form for normal laws."""
    true = d * (scale**2 / 2 - 0.5 - math.log(scale)) + shift**2 / 2
    found = []
    for seed in range(3):
        points, labels = clouds(600, 500, d, shift, seed, scale)
        found.append(neighbours.divergence(neighbours.neighbours(points), labels, dimensions=d))
    assert np.mean(found) == pytest.approx(true, abs=0.08)


def test_the_divergence_by_its_formula():
    """The vectorised estimate is the published sum, point by point, however unequal the windows."""
    for m, n in ((200, 30), (30, 200)):
        points, labels = clouds(m, n, 3, 0.5)
        logs = []
        for i in np.flatnonzero(labels):
            gaps = np.sqrt(((points - points[i]) ** 2).sum(axis=1))
            own = np.sort(np.delete(gaps, i)[np.delete(labels, i)])[4]
            logs.append(math.log(np.sort(gaps[~labels])[4] / own))
        expected = 3 * np.mean(logs) + math.log(m / (n - 1))
        found = neighbours.divergence(neighbours.neighbours(points), labels, dimensions=3)
        assert found == pytest.approx(expected)


def test_separation_is_the_area_of_scipys_ranks():
    """The classifier's area is the Mann-Whitney count of its votes, ties as halves."""
    points, labels = clouds(60, 90, 2, 0.8)
    near = neighbours.neighbours(points)
    votes = labels[near.order[:, :9]].sum(axis=1)
    u = stats.mannwhitneyu(votes[labels], votes[~labels]).statistic
    assert neighbours.separation(near, labels[None, :], k=9)[0] == pytest.approx(u / (60 * 90))


def test_equally_near_points_share_the_vote():
    """Windows of one value are told apart by nothing; the order of rows is told by nothing, ties or not."""
    labels = np.arange(90) < 40
    near = neighbours.neighbours(cloud.gridded(np.ones((90, 3))))
    assert neighbours.separation(near, labels[None, :], k=9)[0] == 0.5
    points = RNG(3).integers(0, 4, size=(90, 2)).astype(float) + labels[:, None]
    found = set()
    for seed in range(5):
        order = RNG(seed).permutation(90)
        near = neighbours.neighbours(cloud.gridded(points[order]))
        found.add(round(neighbours.separation(near, labels[order][None, :], k=11)[0], 12))
    assert len(found) == 1
    assert min(found) > 0.6


def test_equal_points_stay_finite():
    """Vectors that occur many times, or are all the same, give finite statistics."""
    same = np.zeros((60, 4))
    labels = np.arange(60) >= 30
    near = neighbours.neighbours(cloud.gridded(same))
    assert neighbours.divergence(near, labels, dimensions=4) == pytest.approx(math.log(30 / 29))
    assert cloud.mean_distance(same, labels[None, :])[0] == 0
    twice = cloud.gridded(np.repeat(RNG(1).normal(size=(10, 3)), 6, axis=0))
    assert math.isfinite(neighbours.divergence(neighbours.neighbours(twice), labels, dimensions=3))


def test_distances_do_not_depend_on_the_order_of_sums():
    """On the grid, products are exact: reversed coordinates give the same bits."""
    points, _ = clouds(40, 40, 50)
    turned = np.ascontiguousarray(points[:, ::-1])
    assert (neighbours.neighbours(points).squared == neighbours.neighbours(turned).squared).all()


def test_the_mean_distance_by_hand():
    """Two clouds around -1 and 1 with a spread of their own: the gap over the whole spread."""
    points, labels = clouds(300, 300, 2, 2.0)
    gap = np.linalg.norm(points[labels].mean(axis=0) - points[~labels].mean(axis=0))
    spread = np.sqrt(((points - points.mean(axis=0)) ** 2).sum(axis=1).mean())
    assert cloud.mean_distance(points, labels[None, :])[0] == pytest.approx(gap / spread)


def test_principal_directions_keep_what_varies():
    """Of many directions, those with the largest spread are kept."""
    rng = RNG(3)
    points = rng.normal(size=(200, 12)) * 0.01
    points[:, 4] += 5 * rng.normal(size=200)
    kept = cloud.principal(cloud.gridded(points), 1)
    assert abs(np.corrcoef(kept[:, 0], points[:, 4])[0, 1]) > 0.999
