"""Ranking: the one place where equal scores are put in order."""

import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.placing import ranks
from gate.readers import columns
from gate.run import Answer, Ranking, Run

documents = st.lists(st.text(min_size=1, max_size=3), unique=True, max_size=12)
few = st.sampled_from([-math.inf, -1.0, -0.0, 0.0, 0.5, 1.0, 1.0 + 2**-52, math.inf])


@st.composite
def scored(draw):
    """Draw a list of documents with scores that tie often, sorted or not."""
    ids = draw(documents)
    scores = draw(st.lists(few | st.floats(allow_nan=False), min_size=len(ids), max_size=len(ids)))
    if draw(st.booleans()):
        scores.sort(reverse=True)
    return Ranking(ids, scores)


def by_definition(ranking):
    """Order by score, then by the bytes of the id, both descending."""
    pairs = zip(ranking.scores, ranking.documents, strict=True)
    keyed = sorted(pairs, key=lambda p: (p[0], p[1].encode("utf-8", "surrogatepass")), reverse=True)
    return [document for _, document in keyed]


@given(scored(), documents)
def test_rank_is_the_place_in_the_order(ranking, others):
    """Ranks agree with a full sort by score and UTF-8 bytes, for listed and unlisted documents."""
    order = by_definition(ranking)
    assert ranking.ordered() == order
    assert ranking.ordered(3) == order[:3]
    asked = [*order[::-1], *others]
    expected = [order.index(d) + 1 if d in order else math.inf for d in asked]
    assert ranks([ranking], [asked]).tolist() == expected


@given(scored(), st.randoms(use_true_random=False))
def test_the_order_of_a_scored_list_is_not_data(ranking, random):
    """Shuffling documents with their scores changes no rank and no equality (case 08)."""
    pairs = list(zip(ranking.documents, ranking.scores, strict=True))
    random.shuffle(pairs)
    shuffled = Ranking([d for d, _ in pairs], [s for _, s in pairs])
    assert shuffled == ranking
    assert shuffled.ordered() == ranking.ordered()


@given(scored(), documents)
def test_a_ranking_of_a_mapping_is_that_of_its_items(ranking, others):
    """``{document: score}`` gives the same list, ranks and ties as documents beside scores."""
    mapped = Ranking.of_scores(dict(zip(ranking.documents, ranking.scores, strict=True)))
    asked = [*ranking.documents[::-1], *others]
    assert len(mapped) == len(ranking)
    assert ranks([mapped], [asked]).tolist() == ranks([ranking], [asked]).tolist()
    assert [mapped.tie_at(k) for k in range(1, 14)] == [ranking.tie_at(k) for k in range(1, 14)]
    assert mapped == ranking
    assert repr(mapped) == repr(ranking)


@given(st.lists(st.tuples(scored() | documents.map(Ranking), documents), max_size=4))
def test_many_lists_at_once_are_placed_as_one_by_one(pairs):
    """Lists do not see each other, with or without scores."""
    rankings = [ranking for ranking, _ in pairs]
    asked = [[*ranking.documents, *others] for ranking, others in pairs]
    found = [rank for r, some in zip(rankings, asked, strict=True) for rank in ranks([r], [some]).tolist()]
    assert ranks(rankings, asked).tolist() == found


@given(documents)
def test_without_scores_the_list_is_in_rank_order(ids):
    """A list of ids is its own order; it ties nowhere."""
    ranking = Ranking(ids)
    assert ranking.ordered() == ids
    assert ranks([ranking], [ids]).tolist() == [float(i) for i in range(1, len(ids) + 1)]
    assert not any(ranking.tie_at(k) for k in range(1, len(ids) + 2))


@given(scored())
def test_a_tie_straddles_a_cut_off_where_neighbours_are_equal(ranking):
    """``tie_at(k)`` compares the scores at ranks k and k + 1."""
    best = sorted(ranking.scores, reverse=True)
    for k in range(1, len(best) + 2):
        assert ranking.tie_at(k) == (k < len(best) and best[k - 1] == best[k])


@pytest.mark.parametrize(
    ("ids", "first"),
    [
        (["9", "10", "100"], "9"),
        (["a", "b", "c"], "c"),
        (["é", "z"], "é"),
        (["\uffff", "\U00010000"], "\U00010000"),
    ],
)
def test_equal_scores_go_by_code_point_descending(ids, first):
    """Ids are text, not numbers, and their order is that of UTF-8, not of UTF-16."""
    assert Ranking(ids, [1.0] * len(ids)).ordered()[0] == first


def test_scores_are_64_bit():
    """What 32-bit floats call a tie is none."""
    ranking = Ranking(["a", "b"], [1.000000002, 1.000000001])
    assert ranks([ranking], [["a", "b"]]).tolist() == [1.0, 2.0]


@given(scored().filter(len))
def test_packed_lists_are_equal_to_plain_ones(ranking):
    """Reading a run by column leaves ids in place and changes no answer."""
    ids = [f"d{i}" for i in range(len(ranking))]
    plain = Ranking(ids, ranking.scores)
    lines = [f"q Q0 {d} 1 {s!r} t\n" for d, s in zip(ids, ranking.scores, strict=True)]
    packed = columns.read(io.BytesIO("".join(lines).encode()))["q"]
    asked = [*ids, "d", "d99", "d1\0", "é"]
    assert packed == plain
    assert ranks([packed], [asked]).tolist() == ranks([plain], [asked]).tolist()
    assert ranks([packed], [[]]).tolist() == []


def test_rankings_differ_in_documents_scores_or_order():
    """Equality is about what a reader of the list would see."""
    assert Ranking(["a", "b"]) != Ranking(["b", "a"])
    assert Ranking(["a"], [1.0]) != Ranking(["a"])
    assert Ranking(["a"], [1.0]) != Ranking(["a"], [2.0])
    assert Ranking(["a"]) != ["a"]
    assert Ranking(["a", "b"], [1, 2]) == Ranking(["b", "a"], [2.0, 1.0])


def test_a_run_is_sorted_by_id():
    """Answers stand in ascending order whatever order they came in."""
    run = Run({i: Answer(i) for i in ("b", "10", "9", "a")})
    assert [answer.id for answer in run] == ["10", "9", "a", "b"]
    assert len(run) == 4
