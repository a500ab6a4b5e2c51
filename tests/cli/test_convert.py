"""`gate convert`: whole or not at all, and equal values afterwards."""

import dataclasses
import gzip
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import readers
from gate.curation.lines import golden_lines, run_lines
from gate.golden import GoldenItem, GoldenSet
from gate.passage import Passage
from gate.run import Answer, Ranking, Run
from gate.source import FileSource
from tests.end_to_end.calls import call

words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6).filter(str.strip)
floats = st.floats(allow_nan=False, allow_infinity=False)
spans = st.builds(lambda d, a, n: Passage(d, a, a + n), words, st.integers(0, 99), st.integers(1, 99))


@st.composite
def retrieval_items(draw):
    """Make an item with documents and passages, and anything else that an item may have."""
    found = draw(st.lists(spans, max_size=2, unique_by=str))
    ids = [*draw(st.lists(words, max_size=3)), *map(str, found)]
    return GoldenItem(
        draw(words),
        draw(st.text(st.characters(codec="utf-8"), max_size=6)),
        relevant={document: draw(floats) for document in ids},
        slices=draw(st.dictionaries(words, words, max_size=2)),
        weight=draw(st.floats(1e-6, 1e6)),
        cluster=draw(st.none() | words),
        critical=draw(st.booleans()),
        spans={str(span): span for span in found},
    )


labels = st.builds(
    lambda i, label, query: GoldenItem(i, query, label=label),
    words,
    st.sampled_from(["spam", "1", "01", "true"]),
    words,
)


def read_back(content, task, read):
    """Read lines as if they were a file."""
    return read(content, FileSource(None, "g.jsonl", "jsonl"), task)


def without_lines(items):
    """Return items that forgot where they stood."""
    return {i: dataclasses.replace(item, line=0) for i, item in items.items()}


@settings(max_examples=150, deadline=None)
@given(st.lists(retrieval_items(), min_size=1, max_size=4) | st.lists(labels, min_size=1, max_size=4))
def test_a_golden_set_is_read_back(items):
    """Every field survives, floats to the last bit."""
    golden = GoldenSet({item.id: item for item in items})
    task = "retrieval" if items[0].label is None else "classification"
    found = read_back(golden_lines(golden), task, readers.parse_golden)
    assert without_lines(found.items) == without_lines(golden.items)
    assert found.fingerprint == golden.fingerprint


answers = st.one_of(
    st.builds(
        lambda i, scores, number: Answer(
            i, Ranking(list(scores), list(scores.values())), numbers={"latency_ms": abs(number), "x": number}
        ),
        words,
        st.dictionaries(words, st.floats(allow_nan=False), min_size=1, max_size=4),
        floats,
    ),
    st.builds(lambda i, ids: Answer(i, Ranking(ids)), words, st.lists(words, max_size=4, unique=True)),
    st.builds(lambda i, text: Answer(i, error=text), words, words),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(answers, min_size=1, max_size=4))
def test_a_run_is_read_back(given_answers):
    """Rankings with and without scores, errors and all numbers, latency among them."""
    first = given_answers[0]
    repeats = {first.id: (first, first, first)} if first.error is None else {}
    run = Run({answer.id: answer for answer in given_answers[::-1]}, repeats=repeats)
    found = read_back(run_lines(run), "retrieval", readers.parse_run)
    assert found.answers == run.answers
    assert found.repeats == run.repeats


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_formats_become_ours(inside):
    """TREC, CSV and a mapped format give what they are read as; order of the file is kept."""
    (inside / "q.trec").write_text("q2 0 d1 2\nq1 0 d1 -1\nq1 0 d2 0.5\n")
    ended = call("convert", "q.trec", "--to", "jsonl", "--output", "out/g.jsonl")
    assert (ended.code, ended.out) == (0, "out/g.jsonl: 2 items\n")
    assert (
        inside / "out/g.jsonl"
    ).read_text() == '{"id":"q2","relevant":{"d1":2}}\n{"id":"q1","relevant":{"d1":-1,"d2":0.5}}\n'
    (inside / "r.csv").write_text("qid,document,score,ms\nq,d,0.5,7\n")
    assert call("convert", "r.csv", "--kind", "run", "--to", "jsonl", "--output", "r.jsonl.gz").code == 0
    assert (
        gzip.decompress((inside / "r.jsonl.gz").read_bytes()) == b'{"id":"q","ranked":[["d",0.5]],"ms":7.0}\n'
    )
    (inside / "x").write_text('[{"input": "why?", "context": ["because"], "nr": "7"}]')
    ended = call("convert", "x", "--format", "deepeval", "--field", "id=nr", "--to", "jsonl", "--output", "-")
    assert ended.out.startswith('{"id":"7","query":"why?","relevant":{"')
    (inside / "l.csv").write_text("id,label\n1,a\n")
    ended = call("convert", "l.csv", "--task", "classification", "--to", "jsonl", "--output", "-")
    assert ended.out == '{"id":"1","label":"a"}\n'


def test_nothing_is_replaced_without_force(inside):
    """An output that is there stays, and so it does when the input is malformed."""
    (inside / "q.trec").write_text("q 0 d 1\n")
    (inside / "g.jsonl").write_text("mine")
    ended = call("convert", "q.trec", "--to", "jsonl", "--output", "g.jsonl")
    assert ended.code == 2
    assert "is there already" in ended.err
    assert "--force" in ended.err
    assert (inside / "g.jsonl").read_text() == "mine"
    assert call("convert", "q.trec", "--to", "jsonl", "--output", "g.jsonl", "--force").code == 0
    (inside / "q.trec").write_text("q 0 d\n")
    before = (inside / "g.jsonl").read_text()
    assert call("convert", "q.trec", "--to", "jsonl", "--output", "g.jsonl", "--force").code == 2
    assert (inside / "g.jsonl").read_text() == before
    assert sorted(path.name for path in inside.iterdir()) == ["g.jsonl", "q.trec"]


def test_what_was_repaired_is_told(inside):
    """Notices of the reader go to standard error."""
    (inside / "q.trec").write_text("# made by hand\nq 0 d 1\n")
    ended = call("convert", "q.trec", "--to", "jsonl", "--output", "-")
    assert "notice  q.trec:1: 1 comment line skipped" in ended.err


def test_a_wrong_field_is_a_usage_error(inside):
    """With an example of the right spelling."""
    (inside / "q.trec").write_text("q 0 d 1\n")
    ended = call("convert", "q.trec", "--field", "id", "--to", "jsonl", "--output", "-")
    assert ended.code == 2
    assert "--field 'id' is not OURS=THEIRS" in ended.err


def test_real_files_keep_their_fingerprint(shared, inside):
    """Judgements and runs of a real collection are the same values afterwards."""
    folder = shared("data", "retrieval", "cranfield")
    source = FileSource(folder / "qrels.trec", "qrels.trec")
    assert call("convert", folder / "qrels.trec", "--to", "jsonl", "--output", "g.jsonl").code == 0
    golden = readers.read_golden(source, "retrieval")
    assert (
        readers.read_golden(FileSource(inside / "g.jsonl", "g.jsonl"), "retrieval").fingerprint
        == golden.fingerprint
    )


@pytest.mark.parametrize(
    ("task", "golden", "answer"),
    [
        ("multiclass", {"id": "a", "label": "x"}, {"id": "a", "probabilities": {"x": 0.75, "y": 0.25}}),
        ("multilabel", {"id": "a", "labels": ["x", "y"]}, {"id": "a", "predicted": ["x"]}),
    ],
)
def test_several_classes_and_labels(inside, task, golden, answer):
    """What is right and what was answered keep their values."""
    for kind, row, read in (("golden", golden, readers.read_golden), ("run", answer, readers.read_run)):
        (inside / "x.jsonl").write_text(json.dumps(row) + "\n")
        argv = ("convert", "x.jsonl", "--kind", kind, "--task", task, "--to", "jsonl", "--output", "y.jsonl")
        assert call(*argv, "--force").code == 0
        before, after = (read(FileSource(inside / name, "f"), task) for name in ("x.jsonl", "y.jsonl"))
        assert next(iter(after)) == next(iter(before))


def test_hints_name_the_options_of_the_command(inside):
    """Where no config names the file, none is to be looked at."""
    argv = ("--to", "jsonl", "--output", "-")
    (inside / "x.csv").write_text("nr,label\n1,a\n")
    (inside / "odd").write_text("{}")
    told = {
        name: call("convert", name, *argv, "--task", "classification").err
        for name in ("nosuch.csv", "x.csv", "odd")
    }
    assert "there is no such golden set" in told["nosuch.csv"]
    assert "fix: check the path" in told["nosuch.csv"]
    assert "say what it is called with `--field id=" in told["x.csv"]
    assert "say so: `--format NAME`; formats are" in told["odd"]
    assert not [text for text in told.values() if "config" in text]


def test_an_object_where_records_should_be(inside):
    """The way out says what a list of records is."""
    (inside / "r.json").write_text('{"user_input": "q"}')
    ended = call("convert", "r.json", "--format", "ragas", "--to", "jsonl", "--output", "-")
    assert ended.code == 2
    assert "r.json:1: no list of records" in ended.err
    assert "fix: write a list of records, `[{…}, {…}]`, or one record a line" in ended.err


def test_what_click_says_stands_in_one_line(inside):
    """The choices of an option that is missing do not break the message."""
    said = call("convert", "golden.jsonl").err.splitlines()
    assert said[0].startswith("gate: Missing option '--to'. Choose from: jsonl")
    assert said[0].endswith(" [usage]")
