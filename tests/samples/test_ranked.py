"""RankedSample: what is lined up with what, where every query went, and what is refused."""

import dataclasses
import math

import numpy as np
import pytest

from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample, _order, queries_tied_at


def build(items, answers, relevant_grade=1):
    """Line answers up with items."""
    golden = GoldenSet({item.id: item for item in items})
    return RankedSample.build(golden, Run({a.id: a for a in answers}), relevant_grade=relevant_grade)


@pytest.fixture
def sample():
    """Three queries: answered, errored, missing; one excluded; one that nobody asked."""
    return build(
        [
            GoldenItem("q3", relevant={"a": 1}, weight=2.0, slices={"topic": "billing"}),
            GoldenItem("q1", relevant={"a": 1, "b": 3, "c": 0, "d": 3}),
            GoldenItem("q2", relevant={"a": 2}, slices={"topic": "login", "lang": "de"}),
            GoldenItem("q0", relevant={"a": 0, "b": -1}),
        ],
        [
            Answer("q1", Ranking(("x", "d", "c", "a")), numbers={"latency_ms": 12.5}),
            Answer("q2", error="timeout", numbers={"cost": 0.25}),
            Answer("q9", Ranking(("a",))),
        ],
    )


def test_every_golden_query_is_in_one_bucket(sample):
    """Answered, errored, missing and excluded queries are told apart, extra ones counted."""
    assert sample.accounting.scored == ("q1",)
    assert sample.accounting.errored == ("q2",)
    assert sample.accounting.missing == ("q3",)
    assert sample.accounting.excluded == {"no_relevant_document": ("q0",)}
    assert sample.accounting.extra == ("q9",)
    assert sample.accounting.golden == 4


def test_rows_are_judged_documents_by_query_and_rank(sample):
    """Rows stand by query, rank and ideal rank; an unjudged result only takes up its place."""
    assert sample.ids == ("q1", "q2", "q3")
    assert sample.query.tolist() == [0, 0, 0, 0, 1, 2]
    assert sample.rank.tolist() == [2, 3, 4, math.inf, math.inf, math.inf]
    assert sample.grade.tolist() == [3, 0, 1, 3, 2, 1]
    assert sample.ideal_rank.tolist() == [1, 4, 3, 2, 1, 1]


def test_columns_of_queries(sample):
    """Weights, list lengths, numbers and slices stand in the order of ids; gaps are NaN and empty."""
    assert sample.n == 3
    assert sample.weight.tolist() == [1, 1, 2]
    assert sample.returned.tolist() == [4, 0, 0]
    assert sample.answered.tolist() == [True, False, False]
    assert sample.relevant.tolist() == [3, 1, 1]
    np.testing.assert_array_equal(sample.numbers["latency_ms"], [12.5, math.nan, math.nan])
    np.testing.assert_array_equal(sample.numbers["cost"], [math.nan, 0.25, math.nan])
    assert sample.groups == {"lang": ("", "de", ""), "topic": ("", "login", "billing")}


def test_answer_without_a_ranking_is_missing():
    """An answer that carries a latency but no documents did not answer."""
    sample = build([GoldenItem("q", relevant={"a": 1})], [Answer("q", numbers={"latency_ms": 3.0})])

    assert sample.accounting.missing == ("q",)
    assert sample.answered.tolist() == [False]


def test_empty_list_is_an_answer():
    """A system that found nothing has answered, with nothing."""
    sample = build([GoldenItem("q", relevant={"a": 1})], [Answer("q", Ranking(()))])

    assert sample.accounting.scored == ("q",)
    assert sample.returned.tolist() == [0]


def test_relevant_grade_decides_who_is_averaged():
    """A query whose best document is below the level is excluded, from graded metrics too."""
    items = [GoldenItem("q1", relevant={"a": 2, "b": 1}), GoldenItem("q2", relevant={"a": 1})]
    answers = [Answer("q1", Ranking(("b", "a"))), Answer("q2", Ranking(("a",)))]

    sample = build(items, answers, relevant_grade=2)

    assert sample.ids == ("q1",)
    assert sample.is_relevant.tolist() == [False, True]
    assert sample.hits(1).tolist() == [0]
    assert sample.accounting.excluded == {"no_relevant_document": ("q2",)}


def test_nothing_to_find_anywhere_is_an_empty_sample():
    """A golden set without a relevant document gives no query, and no crash."""
    sample = build([GoldenItem("q", relevant={"a": 0})], [Answer("q", Ranking(("a",)))])

    assert sample.n == 0
    assert sample.total(sample.grade).tolist() == []
    assert sample.largest(sample.grade).tolist() == []


def test_building_from_pairs_numbers_the_queries():
    """Ids of an example sample sort in the order in which the queries were written."""
    sample = RankedSample.of(*[(["a"], {"a": float(g)}) for g in range(1, 12)])

    assert sample.ids[0] == "q01"
    assert sample.grade.tolist() == list(range(1, 12))


def test_taking_some_queries(sample):
    """A part keeps rows, columns and slices of its queries, renumbered, and all of the accounting."""
    part = sample.take(np.array([True, False, True]))

    assert part.ids == ("q1", "q3")
    assert part.query.tolist() == [0, 0, 0, 0, 1]
    assert part.grade.tolist() == [3, 0, 1, 3, 1]
    assert part.weight.tolist() == [1, 2]
    assert part.groups["topic"] == ("", "billing")
    assert part.numbers["latency_ms"].shape == (2,)
    assert part.accounting == sample.accounting


def test_taking_all_and_none(sample):
    """The whole is a part of itself, and so is nothing."""
    assert sample.take(np.ones(3, np.bool_)).rank.tobytes() == sample.rank.tobytes()
    assert sample.take(np.zeros(3, np.bool_)).n == 0


def test_sums_largest_and_counts_stay_inside_their_query(sample):
    """What is summed, compared or counted along rows starts anew with every query."""
    assert sample.total(sample.grade).tolist() == [7, 2, 1]
    assert sample.largest(sample.grade).tolist() == [3, 2, 1]
    assert sample.so_far(sample.is_relevant).tolist() == [1, 1, 2, 3, 1, 1]


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        ({"weight": np.ones(2)}, "does not fit 3 queries"),
        ({"rank": np.ones(2)}, "does not fit 3 queries or 6 judged"),
        ({"groups": {"topic": ("billing",)}}, "does not fit"),
        ({"weight": np.array([1.0, 0.0, 1.0])}, "not above 0"),
        ({"weight": np.array([1.0, math.nan, 1.0])}, "not above 0"),
        ({"ids": ("q1", "q3", "q2")}, "ascending order"),
        ({"ids": ("q1", "q1", "q2")}, "ascending order"),
        ({"query": np.array([0, 0, 0, 0, 2, 2])}, "at least one each"),
        ({"query": np.array([0, 1, 0, 0, 1, 2])}, "at least one each"),
    ],
)
def test_what_a_sample_promises_is_checked_at_construction(sample, broken, complaint):
    """Wrong lengths, unsorted ids, rows out of order and weights of nothing are refused."""
    with pytest.raises(ValueError, match=complaint):
        dataclasses.replace(sample, **broken)


def test_queries_whose_tie_straddles_the_cutoff():
    """Only a tie with one side in and one side out matters; unscored lists and errors have none."""
    run = Run(
        {
            a.id: a
            for a in [
                Answer("across", Ranking(("a", "b", "c"), (2.0, 1.0, 1.0))),
                Answer("inside", Ranking(("a", "b", "c"), (2.0, 2.0, 1.0))),
                Answer("below", Ranking(("a", "b", "c", "d"), (3.0, 2.0, 1.0, 1.0))),
                Answer("short", Ranking(("a", "b"), (1.0, 1.0))),
                Answer("unscored", Ranking(("a", "b", "c"))),
                Answer("errored", error="timeout"),
            ]
        }
    )

    assert queries_tied_at(run, [*run.answers, "missing"], 2) == ["across"]


@pytest.mark.parametrize("rows", [1, 50, 70_000])
def test_rows_stand_as_a_lexsort_puts_them(rows):
    """Few or many rows, often equal or all different: the order is that of a stable sort by all columns."""
    rng = np.random.default_rng(rows)
    query, grade = np.sort(rng.integers(0, 5, rows)), rng.integers(-1, 3, rows).astype(float)
    for rank in (rng.choice([1.0, 2.0, math.inf], rows), rng.permutation(rows).astype(float)):
        expected = np.lexsort((grade, rank, query))
        np.testing.assert_array_equal(_order(query, rank, grade), expected)
    for values in ([0.5, -1.0, 2.0], [-math.inf, 0.0, math.inf], [1e300, -1e300, 3.0]):
        column = rng.choice(values, rows)
        np.testing.assert_array_equal(_order(query, column), np.lexsort((column, query)))
    distinct = [rng.permutation(rows) for _ in range(4)]
    np.testing.assert_array_equal(_order(*distinct), np.lexsort(distinct[::-1]))
