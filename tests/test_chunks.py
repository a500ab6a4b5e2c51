"""Chunks are judged as documents or by the passages they cover, and nothing counts twice."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import metrics
from gate.chunks import ChunkRule, Collapse, as_judged, collapsed, found_passages
from gate.golden import GoldenItem, GoldenSet
from gate.passage import Passage, parse, whole
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample
from gate.scoring import score

NAMES = (
    "recall@5",
    "recall@all",
    "precision@5",
    "hit_rate@3",
    "ndcg@5",
    "mrr",
    "map",
    "r_precision",
    "judged@5",
)


def item_of(*spans, grades=None):
    """Return an item that judges passages."""
    named = {str(span): span for span in spans}
    return GoldenItem("q", relevant=dict(zip(named, grades or [1.0] * len(named), strict=True)), spans=named)


def scores(item, ranking, names=NAMES):
    """Score one ranking of chunks by every metric."""
    golden, run = GoldenSet({"q": item}), Run({"q": Answer("q", ranking)})
    sample = RankedSample.build(golden, as_judged(run, golden, ChunkRule()), relevant_grade=1)
    found = {}
    for name in names:
        metric = metrics.of(name, "retrieval")
        found[name] = score(sample, metric, metric.resolve(name, k=None), where={}).value
    return found


def test_a_chunk_is_found_once_enough_of_the_passage_was_returned():
    """Half of it is enough by default, from one chunk or several; chunks on the way take no rank."""
    item = item_of(Passage("d", 100, 200))
    for chunks, place in [
        (["d[0:151]"], 1),
        (["d[0:140]", "d[140:160]"], 1),
        (["d[0:140]", "d[90:140]", "x[100:200]", "d[130:150]"], 2),
        (["d[0:149]", "d[0:130]"], None),
        (["d"], 1),
        (["other"], None),
    ]:
        listed = list(found_passages(Ranking(chunks), item).documents)
        assert (listed.index("d[100:200]") + 1 if "d[100:200]" in listed else None) == place, chunks
    assert "d[100:200]" not in found_passages(Ranking(["d[0:190]"]), item, overlap=1.0).documents


def test_cutting_text_anew_does_not_break_the_golden_set():
    """The same answer in chunks of 100 and of 50 characters: the same passages found, the same values."""
    item = item_of(Passage("d", 10, 90), Passage("d", 210, 290), Passage("e", 0, 60))
    coarse = Ranking(["d[0:100]", "d[200:300]", "e[0:100]"])
    fine = Ranking(["d[0:50]", "d[50:100]", "d[200:250]", "d[250:300]", "e[0:50]", "e[50:100]"])
    assert (
        found_passages(coarse, item).documents == found_passages(fine, item).documents == list(item.relevant)
    )
    assert scores(item, coarse) == scores(item, fine)
    assert scores(item, coarse, ("hit_rate@1", "recall@all")) == {"hit_rate@1": 1.0, "recall@all": 1.0}


def test_a_chunk_with_two_passages_stands_for_both():
    """Best grade first; precision, nDCG and AP stay what they are for a list of passages."""
    item = item_of(Passage("d", 0, 10), Passage("d", 10, 20), grades=[1.0, 3.0])
    assert list(found_passages(Ranking(["d[0:50]", "x[0:5]"]), item).documents) == [
        "d[10:20]",
        "d[0:10]",
        "x[0:5]",
    ]
    assert scores(item, Ranking(["d[0:50]"]), ("ndcg@5", "recall@5", "map")) == {
        "ndcg@5": 1.0,
        "recall@5": 1.0,
        "map": 1.0,
    }


spans = st.builds(
    lambda d, a, n: Passage(d, a, a + n), st.sampled_from("de"), st.integers(0, 30), st.integers(1, 20)
)


@given(
    st.lists(spans, min_size=1, max_size=5, unique=True), st.lists(spans, max_size=12, unique=True), st.data()
)
def test_overlapping_chunks_never_count_twice(golden, returned, data):
    """However passages and chunks overlap, each passage stands once, and no value leaves [0, 1]."""
    grades = data.draw(st.lists(st.integers(0, 3), min_size=len(golden), max_size=len(golden)))
    grades[0] = 1
    item = item_of(*golden, grades=[float(grade) for grade in grades])
    ranking = Ranking([str(chunk) for chunk in returned])
    listed = list(found_passages(ranking, item).documents)
    assert len(listed) == len(set(listed))
    assert all(0.0 <= value <= 1.0 for value in scores(item, ranking).values())
    covered = {(p.document, at) for p in returned for at in range(p.start, p.end)}
    for span in golden:
        share = sum((span.document, at) in covered for at in range(span.start, span.end)) / (
            span.end - span.start
        )
        assert (str(span) in listed) == (share >= 0.5)


@given(st.data(), st.lists(st.sampled_from("dex"), min_size=1, max_size=3, unique=True))
def test_any_two_chunkings_of_the_same_text_score_alike(data, documents):
    """Whole documents in order, judged text cut anywhere: the same list of passages."""
    judged = {document: Passage(document, 0, 60) for document in documents if document != "x"}
    item = item_of(*judged.values(), Passage("elsewhere", 0, 9))
    lists = []
    for _ in range(2):
        chunks = []
        for document in documents:
            cuts = (
                {0, 60, *data.draw(st.sets(st.integers(1, 59), max_size=5))} if document != "x" else {0, 60}
            )
            chunks += [str(Passage(document, a, b)) for a, b in pairwise(sorted(cuts))]
        lists.append(list(found_passages(Ranking(chunks), item).documents))
    assert lists[0] == lists[1]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 5)), unique=True, max_size=12))
def test_collapsing_keeps_the_best_chunk_of_each_document(chunks):
    """Documents stand in the order of their first chunks, once each, without gaps."""
    ranking = Ranking([f"{d}#{i}" for d, i in chunks])
    expected = []
    for document, _ in chunks:
        if document not in expected:
            expected.append(document)
    assert list(collapsed(ranking, Collapse()).documents) == expected


def test_scores_decide_which_chunk_is_best():
    """Chunks are put in order by their scores before documents are made of them."""
    ranking = Ranking(["a#1", "b#1", "a#2"], [0.1, 0.5, 0.9])
    assert collapsed(ranking, Collapse()).documents == ["a", "b"]
    assert collapsed(Ranking(["a::1::2", "b"]), Collapse("::")).documents == ["a::1", "b"]
    assert collapsed(Ranking(["a-7", "b-x", "c[4]"]), Collapse(pattern="(.+)-[0-9]+")).documents == [
        "a",
        "b-x",
        "c",
    ]


@given(st.text(min_size=1), st.integers(0, 10**17), st.integers(1, 10**17))
def test_a_passage_is_read_as_it_is_spelt(document, start, length):
    """Whatever the document is called."""
    span = Passage(document, start, start + length)
    assert parse(str(span)) == span
    assert whole(str(span)) == document


def test_without_chunks_the_run_is_left_alone():
    """A run over documents is the very same object: nothing is copied on the check path."""
    golden = GoldenSet({"q": GoldenItem("q", relevant={"d": 1.0})})
    run = Run({"q": Answer("q", Ranking(["d#1"]))})
    assert as_judged(run, golden, ChunkRule()) is run


SPANS = {"id": "q", "relevant": [{"doc": "d", "start": 10, "end": 90, "grade": 2}, {"document": "e"}, "f"]}


def test_passages_in_a_golden_set(tmp_path):
    """Objects with a span are passages, objects without one and plain ids are documents."""
    from gate import readers
    from gate.source import FileSource

    (tmp_path / "g.jsonl").write_text(json.dumps(SPANS))
    (item,) = readers.read_golden(FileSource(tmp_path / "g.jsonl", "g.jsonl"), "retrieval")
    assert item.relevant == {"d[10:90]": 2.0, "e": 1.0, "f": 1.0}
    assert item.spans == {"d[10:90]": Passage("d", 10, 90)}
    hits = [
        {"document": "d", "start": 0, "end": 95, "score": 0.5},
        {"id": "c7", "document": "e", "score": 0.9},
        {"id": "x", "score": 1},
    ]
    (tmp_path / "r.jsonl").write_text(json.dumps({"id": "q", "ranked": hits}))
    (answer,) = readers.read_run(FileSource(tmp_path / "r.jsonl", "r.jsonl"), "retrieval")
    assert answer.ranking.ordered() == ["x", "e[c7]", "d[0:95]"]
    assert found_passages(answer.ranking, item).documents == ["x", "e[c7]", "d[10:90]"]
    spelt = Ranking(["e[0:7]", "e[3:9]", "f"])
    assert found_passages(spelt, item).documents == ["e", "f"]


@pytest.mark.parametrize(
    ("what", "line", "sentence"),
    [
        (
            "golden",
            {"id": "q", "relevant": [{"doc": "d", "start": 9, "end": 9}]},
            "a passage is a document with whole numbers",
        ),
        (
            "golden",
            {"id": "q", "relevant": [{"doc": "d", "start": 1}]},
            "a passage is a document with whole numbers",
        ),
        (
            "golden",
            {"id": "q", "relevant": [{"start": 1, "end": 2}]},
            "a passage is a document with whole numbers",
        ),
        ("golden", {"id": "q", "relevant": [{"grade": 1}]}, "a judgement names a document"),
        ("golden", {"id": "q", "relevant": [{"doc": "d", "grad": 1}]}, "this entry is"),
        ("run", {"id": "q", "ranked": [{"score": 1}]}, "a result names an 'id' or a 'document'"),
        ("run", {"id": "q", "ranked": [{"id": "a", "score": 1}, {"id": "b"}]}, "each entry alike"),
        (
            "run",
            {"id": "q", "ranked": [{"document": "d", "start": 1.5, "end": 2}]},
            "a passage is a document",
        ),
    ],
)
def test_malformed_passages_are_refused(tmp_path, what, line, sentence):
    """With the line, and the entry quoted."""
    from gate import readers
    from gate.errors import QuestionError
    from gate.source import FileSource

    (tmp_path / "f.jsonl").write_text(json.dumps(line))
    read = readers.read_golden if what == "golden" else readers.read_run
    with pytest.raises(QuestionError) as caught:
        read(FileSource(tmp_path / "f.jsonl", "f.jsonl"), "retrieval")
    assert str(caught.value).startswith("f.jsonl:1: ")
    assert sentence in str(caught.value)
