"""`gate golden add`: nothing is asked twice, nothing is judged, and the old lines stay as they are."""

import gzip
import json

import pytest

OLD = (
    '{"id": "a",  "query": "how do I cancel my plan", "relevant": {"d1": 2}, "meta": "kept"}\n\n'
    '{"id":"b","query":"where is the invoice","relevant":["d2"]}'
)
LOG = [
    {"id": "n1", "query": "can I pay by card"},
    {"id": "a", "query": "something else"},
    {"id": "n2", "query": "Where is the invoice?"},
    {"id": "n3", "query": "how do I cancel my plans"},
    {"id": "n4", "query": "CAN I pay by card??"},
    {"id": "n1", "query": "can I pay by card"},
    {"id": 12, "query": "is there a discount"},
]


def test_new_questions_are_appended(desk):
    """Order of the log, old bytes untouched, judgements empty; the rest is named with its line."""
    desk.write("golden.jsonl", OLD)
    desk.write("log.jsonl", LOG)
    ended = desk.call("golden", "add", "golden.jsonl", "log.jsonl")
    assert ended.code == 0
    lines = (desk.top / "golden.jsonl").read_text("utf-8")
    assert lines == OLD + "\n" + (
        '{"id":"n1","query":"can I pay by card","relevant":{}}\n'
        '{"id":"12","query":"is there a discount","relevant":{}}\n'
    )
    assert ended.out.splitlines() == [
        "+ n1  can I pay by card",
        "+ 12  is there a discount",
        "  log.jsonl:2: 'a' is there already, with another question: 'how do I cancel my plan'",
        "  log.jsonl:3: 'n2' asks the same as 'b'",
        "  log.jsonl:4: 'n3' asks nearly the same as 'a': 'how do I cancel my plan'",
        "  log.jsonl:5: 'n4' asks the same as 'n1'",
        "  log.jsonl:6: 'n1' is there already",
        "golden.jsonl: 2 items added, 5 skipped",
        "  they wait for judgements: fill in `relevant` for each",
    ]
    assert desk.call("golden", "lint", "golden.jsonl").code == 0


def test_adding_twice_adds_nothing(desk):
    """The second time everything is there, and the file is not touched."""
    desk.write("golden.jsonl", OLD)
    desk.write("log.jsonl", LOG)
    desk.call("golden", "add", "golden.jsonl", "log.jsonl")
    before = (desk.top / "golden.jsonl").stat()
    found = desk.json("golden", "add", "golden.jsonl", "log.jsonl")
    assert found["added"] == []
    assert (desk.top / "golden.jsonl").stat().st_mtime_ns == before.st_mtime_ns


def test_options(desk):
    """Near duplicates when asked for, a limit, a dry run, and other names of fields."""
    desk.write("golden.jsonl", OLD)
    desk.write("log.csv", "request,frage\nn3,how do I cancel my plans\nn5,is it safe\n")
    call = (
        "golden",
        "add",
        "golden.jsonl",
        "log.csv",
        "--field",
        "id=request",
        "--field",
        "query=frage",
        "--dry-run",
    )
    assert [each["id"] for each in desk.json(*call)["added"]] == ["n5"]
    assert [each["id"] for each in desk.json(*call, "--near-duplicates")["added"]] == ["n3", "n5"]
    limited = desk.json(*call, "--near-duplicates", "--limit", "1")
    assert [each["because"] for each in limited["skipped"]] == ["over_the_limit"]
    assert (desk.top / "golden.jsonl").read_text("utf-8") == OLD


def test_lines_have_the_names_that_the_file_has(desk):
    """Where the config says other names, new lines use them, so that the set can still be read."""
    desk.write("golden.jsonl", [{"nr": "a", "frage": "one two", "relevant": ["d"]}])
    desk.write("log.jsonl", [{"id": "b", "query": "three four"}])
    config = (
        "version: 1\nname: x\ntask: retrieval\n"
        "golden_set: {path: golden.jsonl, fields: {id: nr, query: frage}}\nmetrics: {mrr: {}}\n"
    )
    desk.write("x.yaml", config)
    assert desk.call("golden", "add", "x.yaml", "log.jsonl").code == 0
    text = (desk.top / "golden.jsonl").read_text("utf-8")
    assert text.endswith('{"nr":"b","frage":"three four","relevant":{}}\n')
    assert desk.call("validate", "x.yaml").code == 0


def test_a_classifier_needs_labels(desk):
    """A label is read from the log and never made up."""
    desk.write("golden.jsonl", [{"id": "t1", "query": "win a prize", "label": "spam"}])
    desk.write("log.jsonl", [{"id": "t2", "query": "see you at noon", "label": "ham"}])
    call = ("golden", "add", "golden.jsonl", "log.jsonl", "--task", "classification")
    assert desk.call(*call).code == 0
    assert json.loads((desk.top / "golden.jsonl").read_text("utf-8").splitlines()[1]) == {
        "id": "t2",
        "query": "see you at noon",
        "label": "ham",
    }
    desk.write("log.jsonl", [{"id": "t3", "query": "where are you"}])
    ended = desk.call(*call)
    assert ended.code == 2
    assert "log.jsonl:1: no 'label': an item of a classification set cannot wait for one" in ended.err


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ('{"query": "x"}\n{"id": "a"}\n', "log.jsonl:1: no 'id'"),
        ('{"id": "a"}\n{"id": "b", "text2": "x"}\n', "log.jsonl:1: no 'query'"),
        ('{"id": "n", "query": "?!"}\n', "log.jsonl: no questions in this log"),
        ("", "no questions in this log"),
        ('{"id": "n", "query": ["x"]}\n', "log.jsonl:1: the query is text"),
    ],
)
def test_a_malformed_log_changes_nothing(desk, log, sentence):
    """All problems are told, and the golden set stays as it is."""
    desk.write("golden.jsonl", OLD)
    desk.write("log.jsonl", log)
    ended = desk.call("golden", "add", "golden.jsonl", "log.jsonl")
    assert ended.code == 2
    assert sentence in ended.err
    assert (desk.top / "golden.jsonl").read_text("utf-8") == OLD


@pytest.mark.parametrize(
    ("name", "log"),
    [
        ("log.jsonl", [*LOG[:1], {"id": "e1", "query": ""}, {"id": "e2", "query": None}, {"id": "e3"}]),
        ("log.csv", "id,query\nn1,can I pay by card\ne1,\ne2,?!\n"),
    ],
)
def test_records_without_a_question_are_skipped_and_named(desk, name, log):
    """One empty question in a log of thousands does not refuse the rest."""
    desk.write("golden.jsonl", OLD)
    desk.write(name, log)
    found = desk.json("golden", "add", "golden.jsonl", name)
    assert [each["id"] for each in found["added"]] == ["n1"]
    assert {each["because"] for each in found["skipped"]} == {"empty"}
    told = {each["id"]: each["text"] for each in found["skipped"]}
    assert told["e1"].startswith("'e1' has ")
    assert len(told) == (3 if name == "log.jsonl" else 2)


def test_a_compressed_golden_set_is_named_as_what_it_is(desk):
    """It is JSON Lines, so the message says what is in the way: gzip."""
    desk.write("log.jsonl", LOG)
    (desk.top / "golden.jsonl.gz").write_bytes(gzip.compress(OLD.encode()))
    ended = desk.call("golden", "add", "golden.jsonl.gz", "log.jsonl")
    assert ended.code == 2
    assert "only JSON Lines can be added to, and this is compressed with gzip" in ended.err
    assert "gate convert golden.jsonl.gz --to jsonl --output golden.jsonl" in ended.err


def test_only_json_lines_are_added_to(desk):
    """The way out names the command that makes some."""
    desk.write("g.csv", "query_id,doc_id,relevance\nq,d,1\n")
    desk.write("log.jsonl", LOG)
    ended = desk.call("golden", "add", "g.csv", "log.jsonl")
    assert ended.code == 2
    assert "gate convert g.csv --to jsonl --output golden.jsonl" in ended.err


def test_only_what_is_in_the_set_is_compared_with(desk):
    """A question that was skipped itself, for its id or for being similar, keeps no other one out."""
    desk.write("golden.jsonl", OLD)
    chain = ["how do I cancel my plan today", "how do I cancel my plan today please"]
    log = [
        {"id": "a", "query": "which countries do you ship to"},
        {"id": "n1", "query": "which countries do you ship to?"},
        *({"id": f"c{i}", "query": query} for i, query in enumerate(chain)),
    ]
    desk.write("log.jsonl", log)

    found = desk.json("golden", "add", "golden.jsonl", "log.jsonl", "--similarity", "0.75", "--dry-run")

    assert [each["id"] for each in found["added"]] == ["n1", "c1"]
    assert [each["because"] for each in found["skipped"]] == ["present", "similar"]


def test_the_same_question_comes_before_a_similar_one(desk):
    """Texts with the same trigrams are not the same question, and an equal one is named, wherever it is."""
    rows = [
        {"id": "a", "query": "abcabcab", "relevant": {"d": 1}},
        {"id": "b", "query": "abcab", "relevant": {"d": 1}},
    ]
    desk.write("golden.jsonl", rows)
    desk.write("log.jsonl", [{"id": "n", "query": "ABCAB"}, {"id": "m", "query": "abcabcabcab"}])
    call = ("golden", "add", "golden.jsonl", "log.jsonl", "--dry-run")

    told = [each["text"] for each in desk.json(*call)["skipped"]]

    assert told == ["'n' asks the same as 'b'", "'m' asks nearly the same as 'a': 'abcabcab'"]
    assert [each["id"] for each in desk.json(*call, "--near-duplicates")["added"]] == ["m"]


def test_an_item_with_several_labels_needs_them(desk):
    """They are read as the set reads them."""
    desk.write("golden.jsonl", [{"id": "t1", "query": "win a prize", "labels": ["spam"]}])
    desk.write("log.jsonl", [{"id": "t2", "query": "see you at noon", "labels": ["work", "ham"]}])
    call = ("golden", "add", "golden.jsonl", "log.jsonl", "--task", "multilabel")

    assert desk.call(*call).code == 0

    last = json.loads((desk.top / "golden.jsonl").read_text("utf-8").splitlines()[1])
    assert last == {"id": "t2", "query": "see you at noon", "labels": ["ham", "work"]}
