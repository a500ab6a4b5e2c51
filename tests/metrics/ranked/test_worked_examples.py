"""Retrieval metrics against worked examples with right answers, exact or to 1e-12."""

import math

import numpy as np
import pytest

from gate.errors import QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample

SEARCH = (["d7", "d3", "d9", "d1", "d4"], {"d3": 3, "d4": 2, "d8": 1})
NEIGHBOURS = (
    ["7", "3", "42", "2", "88", "9", "11", "5", "6", "1"],
    {"7": 3, "3": 2, "11": 2, "2": 1, "9": 1},
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("recall@5", 2 / 3),
        ("precision@5", 0.4),
        ("mrr", 0.5),
        ("hit_rate@5", 1.0),
        ("dcg@5", 3 / math.log2(3) + 2 / math.log2(6)),
        ("ndcg@5", 0.559969245456243),
        ("map", (1 / 2 + 2 / 5) / 3),
        ("r_precision", 1 / 3),
        ("judged@5", 0.4),
        ("bpref", 2 / 3),
    ],
)
def test_one_graded_query(per_query, text, value):
    """A query with two of three relevant documents found, one never returned."""
    assert per_query(text, RankedSample.of(SEARCH))[0] == pytest.approx(value, abs=1e-12, rel=0)


def test_dcg_of_the_graded_query_to_the_digits_that_were_published(per_query):
    """DCG@5 is 2.6665, and the ideal 4.7619, on the same query."""
    sample = RankedSample.of(SEARCH)

    dcg, ndcg = per_query("dcg@5", sample)[0], per_query("ndcg@5", sample)[0]

    assert round(dcg, 4) == 2.6665
    assert round(dcg / ndcg, 4) == 4.7619


@pytest.mark.parametrize(
    ("k", "capped", "precision", "ndcg"),
    [(1, 1.0, 1.0, 1.0), (5, 0.6, 0.6, 0.771876279617651), (10, 1.0, 0.5, 0.9401290226540291)],
)
def test_approximate_against_exact_neighbours(per_query, k, capped, precision, ndcg):
    """Capped recall of a top-k list is the usual recall of approximate neighbour search."""
    sample = RankedSample.of(NEIGHBOURS)

    assert per_query(f"capped_recall@{k}", sample)[0] == capped
    assert per_query(f"precision@{k}", sample)[0] == precision
    assert per_query(f"ndcg@{k}", sample)[0] == pytest.approx(ndcg, abs=1e-12, rel=0)
    assert per_query("mrr", sample)[0] == 1.0


def test_plain_recall_is_another_metric_than_capped_recall(per_query):
    """One of five relevant documents at k = 1: plain 0.2, capped 1."""
    sample = RankedSample.of(NEIGHBOURS)

    assert per_query("recall@1", sample)[0] == 0.2
    assert per_query("capped_recall@1", sample)[0] == 1.0


def _scored(qrels, run, relevant_grade=1):
    """Build a sample from dicts of grades and dicts of scores."""
    golden = GoldenSet({q: GoldenItem(q, relevant=grades) for q, grades in qrels.items()})
    answers = {q: Answer(q, Ranking(tuple(s), tuple(s.values()))) for q, s in run.items()}
    return RankedSample.build(golden, Run(answers), relevant_grade=relevant_grade)


def test_missing_query_scores_zero(per_query):
    """The mean is over judged queries: one without an answer counts 0 and is named."""
    sample = _scored(
        {"q1": {"d1": 1}, "q2": {"d2": 1}, "q3": {"d3": 1}},
        {"q1": {"d1": 2.0, "d8": 1.0}, "q2": {"d9": 2.0, "d2": 1.0}},
    )

    assert per_query("mrr", sample).mean() == 0.5
    assert per_query("recall@2", sample).mean() == pytest.approx(2 / 3)
    assert per_query("ndcg@2", sample).mean() == pytest.approx(0.543643, abs=5e-7)
    assert sample.accounting.missing == ("q3",)


def test_query_without_relevant_documents_leaves_its_neighbours_alone(per_query):
    """An empty set of judgements is excluded by name, and the other queries score as without it."""
    ranked = {"q1": ["d2", "d1"], "q2": ["d1", "d2"], "q3": ["d2", "d9", "d3"]}
    judged = {"q1": {"d1": 1}, "q2": {}, "q3": {"d2": 1, "d3": 1}}
    golden = GoldenSet({q: GoldenItem(q, relevant=grades) for q, grades in judged.items()})
    run = Run({q: Answer(q, Ranking(documents)) for q, documents in ranked.items()})

    sample = RankedSample.build(golden, run, relevant_grade=1)

    assert sample.ids == ("q1", "q3")
    assert sample.accounting.excluded == {"no_relevant_document": ("q2",)}
    np.testing.assert_allclose(per_query("mrr", sample), [0.5, 1.0], atol=0)
    np.testing.assert_allclose(per_query("map", sample), [0.5, 5 / 6], atol=1e-12)
    np.testing.assert_allclose(per_query("ndcg@all", sample), [0.630930, 0.919721], atol=5e-7)


def test_extra_query_in_the_run_is_ignored_and_counted(per_query):
    """A query that nobody judged is not averaged in as 0."""
    sample = _scored({"q1": {"d1": 1}}, {"q1": {"d1": 1.0}, "q9": {"d7": 1.0}})

    assert per_query("mrr", sample).tolist() == [1.0]
    assert sample.accounting.extra == ("q9",)


def test_ideal_order_comes_from_the_judgements(per_query):
    """A relevant document that was not returned still costs nDCG."""
    sample = RankedSample.of((["d1", "x1", "x2"], {"d1": 1, "d2": 1}))

    assert per_query("ndcg@10", sample)[0] == pytest.approx(1 / (1 + 1 / math.log2(3)), abs=1e-12)
    assert per_query("recall@10", sample)[0] == 0.5


def test_recall_divides_by_all_relevant_documents(per_query):
    """One of four relevant documents in one place: recall 1/4, precision and hit rate 1."""
    sample = RankedSample.of((["a", "b"], {"a": 1, "b": 1, "c": 1, "d": 1}))

    assert per_query("recall@1", sample)[0] == 0.25
    assert per_query("hit_rate@1", sample)[0] == 1.0
    assert per_query("precision@1", sample)[0] == 1.0


def test_short_list_earns_no_precision(per_query):
    """Two relevant results of two are precision@5 of 0.4; only uncut they are 1."""
    sample = RankedSample.of((["a", "b"], {"a": 1, "b": 1}))

    assert per_query("precision@5", sample)[0] == 0.4
    assert per_query("recall@5", sample)[0] == 1.0
    assert per_query("precision@all", sample)[0] == 1.0


@pytest.mark.parametrize("order", [("d1", "d2"), ("d2", "d1")])
def test_ties_do_not_depend_on_the_order_of_the_file(per_query, order):
    """Equal scores stand by document id, descending, whatever was written first."""
    sample = _scored({"q1": {"d2": 1}}, {"q1": dict.fromkeys(order, 0.5)})

    assert per_query("mrr", sample)[0] == 1.0
    assert per_query("precision@1", sample)[0] == 1.0


def test_constant_scores_are_not_perfect(per_query):
    """A scorer that likes everything equally gets what the ids give it, not the ideal order."""
    sample = _scored({"q1": {"a": 3, "b": 0, "c": 0, "d": 1, "e": 2}}, {"q1": dict.fromkeys("abcde", 1.0)})

    assert per_query("ndcg@all", sample)[0] == pytest.approx(0.796220, abs=5e-7)


def test_negative_grade_gains_nothing(per_query):
    """A grade below 0 is not relevant, gains 0, and still occupies its rank."""
    sample = _scored({"q1": {"d1": -1, "d2": 1}}, {"q1": {"d1": 2.0, "d2": 1.0}})

    assert per_query("ndcg@2", sample)[0] == pytest.approx(1 / math.log2(3), abs=1e-12)
    assert per_query("ndcg@2(gain=exponential)", sample)[0] == pytest.approx(1 / math.log2(3), abs=1e-12)
    assert per_query("precision@1", sample)[0] == 0.0


def test_fractional_grades_are_used_as_they_are(per_query):
    """Grades 0.9 and 0.4 are gains 0.9 and 0.4, once the relevance level says that they count."""
    sample = _scored({"q1": {"d1": 0.9, "d2": 0.4, "d3": 0}}, {"q1": {"d2": 3.0, "d1": 2.0, "d3": 1.0}}, 0.4)

    assert per_query("ndcg@3", sample)[0] == pytest.approx(0.839865, abs=5e-7)


def test_gain_is_part_of_the_name(per_query):
    """Linear and exponential gain differ on the same list, and are spelt differently."""
    sample = _scored({"q1": {"d1": 3, "d2": 1, "d3": 2}}, {"q1": {"d2": 3.0, "d1": 2.0, "d3": 1.0}})

    assert per_query("ndcg@3", sample)[0] == pytest.approx(0.817494, abs=5e-7)
    assert per_query("ndcg@3(gain=linear)", sample)[0] == per_query("ndcg@3", sample)[0]
    assert per_query("ndcg@3(gain=exponential)", sample)[0] == pytest.approx(0.736364, abs=5e-7)


@pytest.mark.parametrize("text", ["dcg@3(gain=exponential)", "ndcg@3(gain=exponential)"])
def test_exponential_gain_refuses_grades_that_drown_all_others(per_query, text):
    """Grade 51 ends in a sentence that names query, grade and the way out, not in an overflow."""
    fine = RankedSample.of((["a"], {"a": 50, "b": 1}))
    steep = RankedSample.of((["a"], {"a": 1}), (["a"], {"a": 51}))

    assert math.isfinite(per_query(text, fine)[0])
    with pytest.raises(QuestionError, match=r"query 'q2' has a document of grade 51.*\n  fix: leave"):
        per_query(text, steep)


def test_document_id_equal_to_the_query_id_counts(per_query):
    """Ids of queries and of documents are different things, even when they look alike."""
    golden = GoldenSet({"1": GoldenItem("1", relevant={"1": 1, "2": 1, "3": 1})})
    run = Run({"1": Answer("1", Ranking(("1", "2", "3")))})

    sample = RankedSample.build(golden, run, relevant_grade=1)

    assert per_query("recall@3", sample)[0] == 1.0
    assert per_query("precision@3", sample)[0] == 1.0


def test_values_may_be_read_twice(per_query):
    """Judgements are not used up by the first metric: MRR is the same before and after nDCG."""
    sample = _scored({"q1": {"d1": 1}, "q2": {"d2": 1}}, {"q1": {"d1": 2.0}, "q2": {"d9": 2.0, "d2": 1.0}})

    first = per_query("mrr", sample).mean()

    assert per_query("ndcg@2", sample).mean() == pytest.approx((1 + 1 / math.log2(3)) / 2, abs=1e-12)
    assert per_query("mrr", sample).mean() == first == 0.75


@pytest.mark.parametrize("cutoff", ["-1", "0", "2.5", "true", ""])
def test_cutoff_is_a_positive_whole_number(per_query, cutoff):
    """Anything else is refused before data are touched, with the value quoted."""
    with pytest.raises(ValueError, match=f"{cutoff!r}|spelt"):
        per_query(f"recall@{cutoff}", RankedSample.of(SEARCH))


def test_uncut_metrics_do_not_count_what_was_not_returned(per_query):
    """With no cut-off at all, a judged document outside the list is still not found."""
    sample = RankedSample.of((["x", "a"], {"a": 1, "b": 1}))

    assert per_query("recall@all", sample)[0] == 0.5
    assert per_query("ndcg@all", sample)[0] < 1
    assert per_query("judged@all", sample)[0] == 0.5


def test_judged_divides_by_k(per_query):
    """Three judged results of three are judged@10 of 0.3, as for precision."""
    sample = RankedSample.of((["a", "b", "c"], {"a": 1, "b": 0, "c": -1}))

    assert per_query("judged@10", sample)[0] == 0.3
    assert per_query("judged@2", sample)[0] == 1.0


def test_bpref_without_a_judged_non_relevant_document(per_query):
    """Nothing can stand wrongly above: bpref is the share found."""
    sample = RankedSample.of((["?", "a"], {"a": 1, "b": 1}))

    assert per_query("bpref", sample)[0] == 0.5
