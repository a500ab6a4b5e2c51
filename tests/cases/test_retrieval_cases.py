"""Cases 01 to 19: rankings that other tools scored, averaged or read wrongly."""

import re

import pytest

TREC = {"golden": "qrels.txt", "run": "run.txt"}
LINES = {"golden": "golden.jsonl", "run": "predictions.jsonl"}


def test_01_missing_query_scores_zero(case, near):
    """A judged query without an answer counts as 0 and is named."""
    found = case(1)

    answer = found.check(found.config("{mrr: {}, recall@2: {}, ndcg@2: {}}", **TREC))

    assert answer.code == 0
    assert answer.value("mrr") == near(0.5)
    assert answer.value("recall@2") == near(0.666667)
    assert answer.value("ndcg@2") == near(0.543643)
    assert answer.check("mrr")["candidate"]["n"] == 3
    assert answer.accounting["missing"] == (1, ["q3"])
    assert "q3" in answer.out


def test_02_query_without_relevant_docs(case, near):
    """A query without a relevant document is left out, named, and changes nothing beside it."""
    found = case(2)
    config = found.config("{mrr: {}, map: {}, ndcg@all: {}}", **LINES)

    answer = found.check(config)
    again = found.check(config)

    expected = {"mrr": 0.75, "map": (0.5 + 0.833333) / 2, "ndcg@all": (0.630930 + 0.919721) / 2}
    assert {name: answer.value(name) for name in expected} == near(expected)
    assert answer.check("mrr")["candidate"]["n"] == 2
    assert answer.accounting["excluded"] == (1, ["q2"])
    assert "q2" in answer.out
    assert again.out == answer.out
    for name in ("golden.jsonl", "predictions.jsonl"):
        lines = (found.folder / name).read_text("utf-8").splitlines(keepends=True)
        found.write(name, "".join(line for line in lines if '"q2"' not in line))
    without = found.check(config)
    assert {name: without.value(name) for name in expected} == {name: answer.value(name) for name in expected}


@pytest.mark.parametrize(("query", "kept"), [("q1", (0.5, 0.5, 0.630930)), ("q3", (1.0, 0.833333, 0.919721))])
def test_02_each_query_keeps_its_own_value(case, near, query, kept):
    """Alone beside the undefined query, each of the others scores what it scores by itself."""
    found = case(2)
    lines = (found.folder / "golden.jsonl").read_text("utf-8").splitlines(keepends=True)
    found.write("golden.jsonl", "".join(line for line in lines if f'"{query}"' in line or '"q2"' in line))

    answer = found.check(found.config("{mrr: {}, map: {}, ndcg@all: {}}", **LINES))

    assert [answer.value(name) for name in ("mrr", "map", "ndcg@all")] == near(list(kept))


def test_03_extra_query_in_run(case, near):
    """A query that nobody judged is counted, named and not averaged."""
    found = case(3)

    answer = found.check(found.config("{mrr: {}, recall@1: {}}", **TREC))

    assert answer.code == 0
    assert (answer.value("mrr"), answer.value("recall@1")) == (near(1.0), near(1.0))
    assert answer.check("mrr")["candidate"]["n"] == 1
    assert answer.accounting["extra"] == (1, ["q9"])
    assert "q9" in answer.out


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (4, {"ndcg@10": 0.613147, "recall@10": 0.5}),
        (6, {"recall@1": 0.25, "hit_rate@1": 1.0, "precision@1": 1.0, "capped_recall@1": 1.0}),
        (7, {"precision@5": 0.4, "recall@5": 1.0}),
        (13, {"recall@3": 1.0, "precision@3": 1.0}),
    ],
)
def test_definitions(case, near, number, expected):
    """04: the ideal comes from the judgements; 06: recall divides by all relevant documents.

    07: precision divides by k however short the list; 13: a document may be called like its query.
    """
    found = case(number)
    metrics = ", ".join(f"{name}: {{}}" for name in expected)

    answer = found.check(found.config(f"{{{metrics}}}", **LINES))

    assert answer.code == 0
    assert {name: answer.value(name) for name in expected} == near(expected)


def test_05_duplicate_retrieved_doc(case, near):
    """A document that is listed twice counts once, at its best place, with a warning."""
    found = case(5)

    answer = found.check(found.config("{recall@3: {}, precision@3: {}, ndcg@3: {}}", **LINES))

    assert answer.value("recall@3") == near(0.5)
    assert answer.value("precision@3") == near(0.333333)
    assert answer.value("ndcg@3") == near(0.613147)
    assert answer.notices["repeated_document"]["items"] == ["q1: A"]


def test_08_tied_scores_order_independent(case, near):
    """The order of the lines decides no tie: both files score the same, by id descending."""
    found = case(8)
    config = found.config("{mrr: {}, precision@1: {}}", golden="qrels.txt", run="run-a.txt", more="k: 1")

    answers = [found.check(config, run=run) for run in ("run-a.txt", "run-b.txt")]

    for answer in answers:
        assert (answer.value("mrr"), answer.value("precision@1")) == (near(1.0), near(1.0))
        assert answer.notices["tie_at_cutoff"]["items"] == ["q1"]
        assert ["ties", "score, then document id, both descending"] in answer.report["conditions"]["facts"]


def test_09_constant_scores_not_perfect(case, near):
    """A system that scores every document alike is not perfect."""
    found = case(9)

    answer = found.check(found.config("{ndcg@all: {}}", **TREC))

    assert answer.value("ndcg@all") == near(0.796220)


def test_10_negative_grade(case, near):
    """A negative grade gains nothing and is not relevant."""
    found = case(10)

    answer = found.check(found.config("{ndcg@2: {}, precision@1: {}}", **TREC))

    assert (answer.value("ndcg@2"), answer.value("precision@1")) == (near(0.630930), near(0.0))


def test_11_fractional_grade(case, near):
    """A fractional grade is used as it is, and relevance from a stated grade."""
    found = case(11)

    answer = found.check(found.config("{ndcg@3: {}, precision@3: {}}", **TREC, more="relevant_grade: 0.5"))

    assert (answer.value("ndcg@3"), answer.value("precision@3")) == (near(0.839865), near(0.333333))
    assert ["relevant from grade", "0.5"] in answer.report["conditions"]["facts"]


def test_11_the_default_grade_is_not_met(case):
    """Where no grade reaches the default, the gate asks for a lower one instead of scoring 0."""
    found = case(11)

    answer = found.check(found.config("{ndcg@3: {}}", **TREC))

    assert answer.code == 2
    assert "nothing is relevant" in answer.err
    assert "lower `relevant_grade`" in answer.err


def test_12_gain_variant_declared(case, near):
    """Linear and exponential gain are two checks, and one is never compared with the other."""
    found = case(12)
    linear = found.config("{ndcg@3: {tolerance: 0.02}}", **TREC)
    found.accept(linear)
    answer = found.check(linear)
    assert answer.value("ndcg@3") == near(0.817494)
    assert ["gain", "linear"] in answer.report["conditions"]["facts"]
    assert '"gain": "linear"' in (found.folder / "baselines" / "case.json").read_text("utf-8")

    answer = found.check(found.config("{ndcg@3(gain=exponential): {tolerance: 0.02}}", **TREC))

    assert answer.code == 3
    assert answer.value("ndcg@3(gain=exponential)") == near(0.736364)
    assert answer.check("ndcg@3(gain=exponential)")["is_new"]
    assert answer.verdict("ndcg@3") == ("not_comparable", "vanished")


def test_14_golden_read_twice(case, near):
    """Two configs that share their files both get whole answers, in either order."""
    found = case(14)
    configs = [
        found.config("{mrr: {}}", **TREC, name="first"),
        found.config("{ndcg@2: {}, mrr: {}}", **TREC, name="second"),
    ]

    for order in (configs, configs[::-1]):
        reports = {report["name"]: report for report in found.check(*order).document["reports"]}
        values = {
            (name, check["metric"]): check["candidate"]["value"]
            for name, report in reports.items()
            for check in report["checks"]
        }
        assert values == near(
            {("first", "mrr"): 0.75, ("second", "ndcg@2"): 0.815465, ("second", "mrr"): 0.75}
        )


@pytest.mark.parametrize("cutoff", ["-1", "0", "2.5", "true"])
@pytest.mark.parametrize("spelling", ["k", "recall@"])
def test_15_invalid_cutoff(case, cutoff, spelling):
    """A cut-off that is no positive whole number is refused before any data is read."""
    found = case(15)
    metrics, more = (
        ("{recall: {}}", f"k: {cutoff}") if spelling == "k" else (f"{{recall@{cutoff}: {{}}}}", "")
    )

    answer = found.check(found.config(metrics, golden="absent.txt", run="absent.txt", more=more))

    assert answer.code == 2
    assert spelling in answer.err
    assert cutoff in answer.err
    assert re.search("positive whole number|whole number from 1", answer.err)
    assert "cannot be read" not in answer.err


def test_16_malformed_run_line(case):
    """A line with a field too few is refused with its number, never shifted."""
    found = case(16)

    answer = found.check(found.config("{mrr: {}}", **TREC))

    assert (answer.code, answer.document) == (2, None)
    assert "run.txt:2: 5 fields" in answer.err
    assert "6" in answer.err


@pytest.mark.parametrize("golden", ["qrels.tsv", "qrels-space.txt", "qrels-tab.txt"])
def test_17_beir_header_and_tabs(case, near, golden):
    """Three layouts of the same judgements give the same two queries."""
    found = case(17)

    answer = found.check(found.config("{mrr: {}}", golden=golden, run="run.txt"))

    assert (answer.value("mrr"), answer.check("mrr")["candidate"]["n"]) == (near(0.75), 2)
    assert answer.report["conditions"]["items"] == 2


def test_18_repeated_judgement(case, near):
    """A judgement that is repeated counts once, with a warning that names its line."""
    found = case(18)

    answer = found.check(found.config("{recall@1: {}}", golden="qrels-same.txt", run="run.txt"))

    assert answer.value("recall@1") == near(1.0)
    assert answer.notices["repeated_judgement"]["where"] == "qrels-same.txt:2"


def test_18_conflicting_judgement(case):
    """Two grades for one pair are refused with both lines."""
    found = case(18)

    answer = found.check(found.config("{recall@1: {}}", golden="qrels-conflict.txt", run="run.txt"))

    assert answer.code == 2
    assert "qrels-conflict.txt:2: document 'd1' of query 'q1'" in answer.err
    assert "on line 1" in answer.err


@pytest.mark.parametrize("place", [0, 1, 2])
def test_19_nan_score_in_run(case, place):
    """A score that is no number is refused with its line, wherever it stands."""
    found = case(19)
    bad, *rest = (found.folder / "run.txt").read_text("utf-8").splitlines()
    found.write("run.txt", "\n".join([*rest[:place], bad, *rest[place:]]) + "\n")

    answer = found.check(found.config("{mrr: {}}", **TREC))

    assert answer.code == 2
    assert f"run.txt:{place + 1}: " in answer.err
    assert "'nan'" in answer.err
