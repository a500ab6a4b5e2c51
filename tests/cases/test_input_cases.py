"""Cases 49 and 63 to 71: files as they come, and ids as they were written."""

import json

import pytest

TABLES = {"golden": "golden.csv", "run": "predictions.csv"}


@pytest.mark.parametrize("name", ["empty.jsonl", "blank.jsonl", "header-only.csv"])
@pytest.mark.parametrize("command", ["check", "refresh", "validate"])
def test_49_empty_golden_set(case, name, command):
    """A golden set without examples is an error, never a pass, and becomes no baseline."""
    found = case(49)
    run = found.write("run.csv", "id,score\n1,0.5\n")
    config = found.config("{accuracy: {}}", golden=name, run=run, task="classification", more="positive: 1")

    answer = found.gate(command, config)

    assert answer.code == 2
    assert f"{name}: no examples [" in answer.err
    assert not (found.folder / "baselines").exists()


def test_63_csv_na_id(case, near):
    """NA, null, None and nan are words."""
    found = case(63)

    answer = found.check(found.config("{recall@1: {}}", **TABLES))

    assert (answer.value("recall@1"), answer.report["conditions"]["items"]) == (near(1.0), 4)


def test_64_csv_big_int_id(case, near):
    """Ids of nineteen digits keep them all, with empty cells beside them."""
    found = case(64)

    answer = found.check(found.config("{recall@1: {}}", **TABLES))

    assert answer.value("recall@1") == near(0.5)


def test_65_csv_leading_zero_id(case, near):
    """01 is an id, and 007 is not 7."""
    found = case(65)

    answer = found.check(found.config("{recall@1: {}}", golden="golden.csv", run="predictions.jsonl"))

    assert (answer.value("recall@1"), answer.check("recall@1")["candidate"]["n"]) == (near(0.5), 2)
    assert set(answer.accounting) == {"scored"}


def test_66_csv_bom_header(case, near):
    """A byte order mark is no part of the first column's name."""
    found = case(66)
    assert (found.folder / "predictions.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")
    files = {"golden": "predictions.csv", "run": "predictions.csv", "task": "classification"}

    answer = found.check(found.config("{accuracy: {}}", **files, more="positive: a"))

    assert answer.value("accuracy") == near(0.5)


def test_67_crlf_ranking(case, near):
    """A run that was written on Windows scores as the same run written on Linux."""
    found = case(67)
    windows = (found.folder / "run.txt").read_bytes()
    assert windows.endswith(b"\r\n")
    config = found.config("{mrr: {}}", golden="qrels.txt", run="run.txt")
    linux = found.write("linux.txt", windows.replace(b"\r\n", b"\n"))

    answers = [found.check(config), found.check(config, run=linux)]

    assert answers[0].value("mrr") == near(1.0)
    assert answers[0].report["checks"] == answers[1].report["checks"]


def test_67_crlf_labels(case, near):
    """A carriage return is no part of a label."""
    found = case(67)
    assert (found.folder / "golden.tsv").read_bytes().count(b"\r\n") == 3
    files = {"golden": "golden.tsv", "run": "predicted.tsv", "task": "classification"}

    answer = found.check(found.config("{accuracy: {}}", **files, more="positive: spam"))

    assert answer.value("accuracy") == near(1.0)
    assert ["positives", "1 of 2"] in answer.report["conditions"]["facts"]


def test_68_jsonl_line_separator(case, near):
    """U+2028 and U+0085 inside a text end no line: two records, and queries with both signs in them."""
    found = case(68)
    texts = {}
    rows = []
    for line in (found.folder / "predictions.jsonl").read_bytes().decode("utf-8").rstrip("\n").split("\n"):
        record = json.loads(line)
        texts[record["id"]] = record["output"]
        rows.append({"id": record["id"], "query": record["output"], "relevant": ["d"]})
    assert [("\u2028" in text, "\x85" in text) for text in texts.values()] == [(True, False), (False, True)]
    found.write("golden.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    run = found.write("run.jsonl", '{"id": "t1", "ranked": ["d"]}\n{"id": "t2", "ranked": ["d"]}\n')
    lost = found.write("lost.jsonl", '{"id": "t1", "ranked": ["x"]}\n{"id": "t2", "ranked": ["x"]}\n')
    more = "baseline: {from: worktree}\ndecision: {mode: point}"
    config = found.config("{recall@1: {tolerance: 0.02}}", golden="golden.jsonl", run=run, more=more)
    found.accept(config)

    answer = found.check(config, run=lost)

    assert answer.report["conditions"]["items"] == 2
    assert answer.check("recall@1")["baseline"]["value"] == near(1.0)
    assert {mover["item"]: mover["query"] for mover in answer.report["movers"]} == texts


def test_69_tsv_lone_quote(case):
    """A quotation mark in a list of queries is a sign like any other: four queries, none swallowed."""
    found = case(69)
    found.write("beir/queries.tsv", (found.folder / "queries.tsv").read_bytes())
    judged = "".join(f"q{i}\td\t1\n" for i in range(1, 5))
    found.write("beir/qrels/test.tsv", f"query-id\tcorpus-id\tscore\n{judged}")
    run = found.write("run.txt", "".join(f"q{i} Q0 d 1 1 s\n" for i in range(1, 5)))
    lost = found.write("lost.txt", "".join(f"q{i} Q0 x 1 1 s\n" for i in range(1, 5)))
    more = "baseline: {from: worktree}\ndecision: {mode: point}"
    config = found.config("{recall@1: {tolerance: 0.02}}", golden="beir", run=run, more=more)
    found.accept(config)

    answer = found.check(config, run=lost)

    assert answer.report["conditions"]["items"] == 4
    assert "query_without_text" not in answer.notices
    queries = {mover["item"]: mover["query"] for mover in answer.report["movers"]}
    assert queries == {"q1": '"unfinished quote', "q2": "plain", "q3": 'ends here"', "q4": "last"}


def test_70_jsonl_error_line(case):
    """The broken record is named by its line in the file, blank lines counted."""
    found = case(70)
    files = {"golden": "predictions.jsonl", "run": "predictions.jsonl", "task": "classification"}

    answer = found.check(found.config("{roc_auc: {}}", **files, more="positive: 1"))

    assert (answer.code, answer.document) == (2, None)
    assert "predictions.jsonl:3: " in answer.err
    assert "predictions.jsonl:1" not in answer.err
    assert "predictions.jsonl:2" not in answer.err


@pytest.mark.parametrize(("run", "value"), [("shuffled.csv", 1.0), ("missing.csv", 0.666667)])
def test_71_join_by_id_not_position(case, near, run, value):
    """Answers are joined by id; an item without one is wrong, and named. Class z is read as y."""
    found = case(71)
    for name in ("golden.csv", run):
        found.write(name, (found.folder / name).read_bytes().replace(b",z", b",y"))
    files = {"golden": "golden.csv", "run": run, "task": "classification"}

    answer = found.check(found.config("{accuracy: {}}", **files, more="positive: x"))

    assert answer.value("accuracy") == near(value)
    assert answer.check("accuracy")["candidate"]["n"] == 3
    assert answer.accounting.get("missing") == (None if run == "shuffled.csv" else (1, ["c"]))
