"""Exposure: eight statistics, without each user in turn, and split among the users."""

import time
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.metrics.recommended.coverage import coverage
from gate.metrics.recommended.exposure_entropy import exposure_entropy
from gate.metrics.recommended.gini_catalogue import gini_catalogue
from gate.metrics.recommended.gini_shown import gini_shown
from gate.metrics.recommended.personalisation import personalisation
from gate.samples.exposure import STATISTICS, Exposure

SIZE = 9
lists = st.lists(st.sets(st.integers(0, SIZE - 1), max_size=5).map(sorted), min_size=1, max_size=8)


def build(shown, weight=None):
    """Count lists, one a user."""
    weight = np.ones(len(shown)) if weight is None else np.asarray(weight, dtype=float)
    user = np.repeat(np.arange(len(shown)), [len(each) for each in shown])
    item = np.array([i for each in shown for i in each], dtype=np.int64)
    return Exposure(SIZE, weight, user, item)


def naive(shown, weight):
    """Follow the definitions, word by word."""
    seen = np.zeros(SIZE)
    for each, w in zip(shown, weight, strict=True):
        seen[each] += w
    logs = [x * np.log2(x) for x in seen if x > 0]
    return {
        "shown": float((seen > 0).sum()),
        "size": float(SIZE),
        "total": seen.sum(),
        "apart": np.abs(seen[:, None] - seen).sum(),
        "surprise": -sum(logs),
        "users": sum(weight),
        "pairs": sum(w * v for w, v, _ in two_of(shown, weight)),
        "common": sum(w * v * both for w, v, both in two_of(shown, weight)),
    }


def two_of(shown, weight):
    """Yield both weights of each two users, in either order, and how many items both are shown."""
    for u, v in permutations(range(len(shown)), 2):
        yield weight[u], weight[v], len({*shown[u]} & {*shown[v]})


@given(lists, st.data())
def test_statistics_follow_their_definitions(shown, data):
    """All eight, for any lists and weights, with all users and without each."""
    weight = data.draw(st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=len(shown), max_size=len(shown)))
    found = build(shown, weight)

    for name, wanted in naive(shown, weight).items():
        assert found.statistics()[name][0] == pytest.approx(wanted, abs=1e-9)
    without = found.without_each()
    for left_out in range(len(shown)):
        rest = [w if u != left_out else 0.0 for u, w in enumerate(weight)]
        for name, wanted in naive(shown, rest).items():
            assert without[name][left_out] == pytest.approx(wanted, abs=1e-9), name


@given(lists)
def test_shares_add_up(shown):
    """What is split among the users is the whole, and who is shown nothing has no part of it."""
    found = build(shown)
    now, shares = found.statistics(), found.shares()

    for name in set(STATISTICS) - {"size"}:
        assert shares[name].sum() == pytest.approx(now[name][0], abs=1e-9)
        if name not in {"users", "pairs"}:  # which are there whatever they are shown
            assert all(shares[name][u] == 0 for u, each in enumerate(shown) if not each)


@given(lists)
def test_evenness_over_the_catalogue_is_coverage_times_evenness_of_what_is_shown(shown):
    """1 - gini_catalogue = coverage (1 - gini_shown), so the two coefficients are told apart by coverage."""
    now = build(shown).statistics()
    if now["total"] == 0:
        return
    whole, share, inside = (
        m(**{name: now[name] for name in m.columns})[0] for m in (gini_catalogue, coverage, gini_shown)
    )

    assert 1 - whole == pytest.approx(share * (1 - inside), abs=1e-12)


@given(lists, st.data())
def test_personalisation_is_between_its_bounds(shown, data):
    """For any weights; 0 if everybody is shown the same, 1 if nothing is shown twice."""
    weight = data.draw(st.lists(st.sampled_from([0.3, 1.0, 7.0]), min_size=len(shown), max_size=len(shown)))
    now = build(shown, weight).statistics()
    with np.errstate(invalid="ignore"):
        (found,) = personalisation(**{name: now[name] for name in personalisation.columns})
    if len(shown) == 1 or not any(shown):
        assert np.isnan(found)
        return
    assert 0 <= found <= 1 + 1e-12
    if all(each == shown[0] for each in shown):
        assert found == pytest.approx(0, abs=1e-12)
    if all(not both for *_, both in two_of(shown, weight)):
        assert found == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    "metric",
    [coverage, gini_catalogue, gini_shown, exposure_entropy, personalisation],
    ids=lambda m: m.name,
)
@given(shown=lists)
def test_influences_are_centred(metric, shown):
    """Both columns of what users do to a value have the mean 0, and are 0 for who takes no part."""
    weight = [1.0 + i % 2 for i in range(len(shown))]
    weight[-1] = 0.0 if len(weight) > 1 else 1.0
    kept = [each if w else [] for each, w in zip(shown, weight, strict=True)]

    _, *columns = build(kept, weight).influences(metric.formula, metric.columns)

    for column in columns:
        assert np.dot(weight, column) == pytest.approx(0.0, abs=1e-8)
        assert column[np.array(weight) == 0].tolist() == [0.0] * weight.count(0.0)


def test_a_whole_item_more_or_less_is_seen_by_whoever_shows_it():
    """The jackknife sees the only user of an item; the shares see both of two."""
    _, without, shares = build([[0], [1], [1], []]).influences(coverage.formula, coverage.columns)

    assert np.argmax(without) == 0
    assert without[1] == without[2] == without[3]
    assert shares[0] > shares[1] == shares[2] > shares[3]


@given(lists, lists)
def test_two_exposures_differ_where_lists_do(one, other):
    """Only the set that a user is shown matters, not the order."""
    n = min(len(one), len(other))

    found = build(one[:n]).differs_from(build([each[::-1] for each in other[:n]]))

    assert found.tolist() == [a != b for a, b in zip(one[:n], other[:n], strict=True)]


def test_long_lists_of_many_users_are_counted_in_a_moment():
    """The work grows with the places in all lists, not with their squares."""
    chance = np.random.default_rng(0)
    item = np.argsort(chance.random((300, 4000)), axis=1)[:, :1000]
    many = Exposure(4000, np.ones(300), np.repeat(np.arange(300), 1000), item.ravel())

    started = time.process_time()
    many.influences(gini_catalogue.formula, gini_catalogue.columns)

    assert time.process_time() - started < 3.0
