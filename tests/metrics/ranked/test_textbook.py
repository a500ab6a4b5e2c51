"""The vectorised formulas against plain loops, written from the definitions, on generated lists."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample

DOCUMENTS = [f"d{i}" for i in range(12)]

queries = st.tuples(
    st.lists(st.sampled_from(DOCUMENTS), unique=True),
    st.dictionaries(
        st.sampled_from(DOCUMENTS), st.sampled_from([-2, -1, 0, 0.5, 1, 1.5, 2, 3]), min_size=1
    ).filter(lambda grades: max(grades.values()) >= 1),
)
samples = st.lists(queries, min_size=1, max_size=4)
cutoffs = st.one_of(st.integers(1, 15), st.just(math.inf))


def _cut(ranked, k):
    return ranked if k == math.inf else ranked[:k]


def _relevant(grades):
    return {d for d, g in grades.items() if g >= 1}


def _places(ranked, k):
    return k if k != math.inf else max(len(ranked), 1)


def recall(ranked, grades, k):
    """Relevant documents found, of all relevant ones."""
    return len(_relevant(grades) & set(_cut(ranked, k))) / len(_relevant(grades))


def capped_recall(ranked, grades, k):
    """Relevant documents found, of those that fit."""
    return len(_relevant(grades) & set(_cut(ranked, k))) / min(k, len(_relevant(grades)))


def precision(ranked, grades, k):
    """Relevant documents found, of the places there are."""
    return len(_relevant(grades) & set(_cut(ranked, k))) / _places(ranked, k)


def hit_rate(ranked, grades, k):
    """Whether anything relevant was found."""
    return float(any(d in _relevant(grades) for d in _cut(ranked, k)))


def mrr(ranked, grades, k):
    """One over the first relevant rank."""
    return next((1 / i for i, d in enumerate(_cut(ranked, k), 1) if d in _relevant(grades)), 0.0)


def average_precision(ranked, grades, k):
    """Precision at every relevant rank, over all relevant documents."""
    hits, total = 0, 0.0
    for i, d in enumerate(_cut(ranked, k), 1):
        if d in _relevant(grades):
            hits += 1
            total += hits / i
    return total / len(_relevant(grades))


def dcg(ranked, grades, k):
    """Grade over log2(rank + 1), summed."""
    return sum(max(grades.get(d, 0), 0) / math.log2(i + 1) for i, d in enumerate(_cut(ranked, k), 1))


def ndcg(ranked, grades, k):
    """DCG over the DCG of the judged documents sorted by grade."""
    ideal = sorted(grades, key=grades.__getitem__, reverse=True)
    return dcg(ranked, grades, k) / dcg(ideal, grades, k)


def exponential_ndcg(ranked, grades, k):
    """Linear nDCG of the grades 2^g - 1."""
    return ndcg(ranked, {d: 2 ** max(g, 0) - 1 for d, g in grades.items()}, k)


def judged(ranked, grades, k):
    """Judged documents, of the places there are."""
    return sum(d in grades for d in _cut(ranked, k)) / _places(ranked, k)


def r_precision(ranked, grades, k):
    """Relevant documents in the first R."""
    relevant = _relevant(grades)
    return len(relevant & set(ranked[: len(relevant)])) / len(relevant)


def bpref(ranked, grades, k):
    """One minus the share of the non-relevant that stand above, over the relevant found."""
    relevant = _relevant(grades)
    bad = {d for d, g in grades.items() if 0 <= g < 1}
    total, above = 0.0, 0
    for d in ranked:
        if d in bad:
            above += 1
        elif d in relevant:
            total += 1 - (min(above, len(relevant)) / min(len(bad), len(relevant)) if above else 0)
    return total / len(relevant)


TEXTBOOK = {
    "recall": recall,
    "capped_recall": capped_recall,
    "precision": precision,
    "hit_rate": hit_rate,
    "mrr": mrr,
    "map": average_precision,
    "dcg": dcg,
    "ndcg": ndcg,
    "judged": judged,
}
UNCUT = {"r_precision": r_precision, "bpref": bpref}


def _spelt(name, k):
    return f"{name}@{'all' if k == math.inf else k}"


@pytest.mark.parametrize("name", TEXTBOOK)
@settings(deadline=None)
@given(lists=samples, k=cutoffs)
def test_formula_is_the_definition(per_query, name, lists, k):
    """Every metric with a cut-off equals the loop of its definition, query by query."""
    expected = [TEXTBOOK[name](ranked, grades, k) for ranked, grades in lists]

    np.testing.assert_allclose(per_query(_spelt(name, k), RankedSample.of(*lists)), expected, atol=1e-12)


@pytest.mark.parametrize("name", UNCUT)
@settings(deadline=None)
@given(lists=samples)
def test_uncut_formula_is_the_definition(per_query, name, lists):
    """The same for the metrics that choose their own depth."""
    expected = [UNCUT[name](ranked, grades, math.inf) for ranked, grades in lists]

    np.testing.assert_allclose(per_query(name, RankedSample.of(*lists)), expected, atol=1e-12)


@settings(deadline=None)
@given(lists=samples, k=cutoffs)
def test_exponential_gain_is_linear_gain_of_other_grades(per_query, lists, k):
    """``gain=exponential`` equals linear gain on grades mapped by 2^g - 1."""
    expected = [exponential_ndcg(ranked, grades, k) for ranked, grades in lists]
    text = _spelt("ndcg", k) + "(gain=exponential)"

    np.testing.assert_allclose(per_query(text, RankedSample.of(*lists)), expected, atol=1e-12)


@settings(deadline=None)
@given(lists=samples, k=cutoffs)
def test_metrics_that_must_agree_do(per_query, lists, k):
    """Hits are precision x k, recall x R and capped recall x min(k, R); and a hit is what mrr sees."""
    sample = RankedSample.of(*lists)
    hits = sample.hits(k)

    np.testing.assert_allclose(per_query(_spelt("recall", k), sample) * sample.relevant, hits)
    np.testing.assert_allclose(
        per_query(_spelt("capped_recall", k), sample) * np.minimum(k, sample.relevant), hits
    )
    np.testing.assert_array_equal(
        per_query(_spelt("hit_rate", k), sample) > 0, per_query(_spelt("mrr", k), sample) > 0
    )


@settings(deadline=None)
@given(lists=samples, k=st.integers(1, 15), seed=st.randoms(use_true_random=False))
def test_order_of_the_input_is_no_input(per_query, lists, k, seed):
    """Judgements, queries and scored documents in another order give the same bytes."""

    def shuffled(pairs):
        pairs = list(pairs)
        seed.shuffle(pairs)
        return dict(pairs)

    def build(order):
        golden = {str(q): GoldenItem(str(q), relevant=order(g.items())) for q, (_, g) in enumerate(lists)}
        run = {}
        for q, (ranked, _) in enumerate(lists):
            scores = order((d, float(-(i // 2))) for i, d in enumerate(ranked))
            run[str(q)] = Answer(str(q), Ranking(tuple(scores), tuple(scores.values())))
        return RankedSample.build(GoldenSet(order(golden.items())), Run(order(run.items())), relevant_grade=1)

    one, other = build(dict), build(shuffled)

    for name in TEXTBOOK:
        text = _spelt(name, k)
        assert per_query(text, one).tobytes() == per_query(text, other).tobytes()
    for name in UNCUT:
        assert per_query(name, one).tobytes() == per_query(name, other).tobytes()
