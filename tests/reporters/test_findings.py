"""Findings at lines of files: code quality for GitLab, SARIF for code scanning."""

import json
import re
from dataclasses import replace

import pytest
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from gate.report import Lost
from gate.reporters import codequality, sarif
from gate.reporters.findings import Rule, findings
from gate.verdict import Outcome
from tests.reporters.builders import document
from tests.reporters.samples import SAMPLES, all_unchanged, first_run, retrieval_regressed


def results(told):
    """Return the results of a SARIF file, checked against the standard's schema."""
    text = sarif.render(told)
    Sarif.model_validate_json(text, strict=False)
    return json.loads(text)["runs"][0]["results"]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_document_follows_the_sarif_schema(name):
    """Classes made from the standard's schema accept it, and know every key of it."""
    told = SAMPLES[name]()

    assert len(results(told)) == len(findings(told))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_document_is_a_code_quality_report(name):
    """The keys that GitLab asks for, severities that it knows, and unique fingerprints."""
    issues = json.loads(codequality.render(SAMPLES[name]()))

    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["location"]["lines"]["begin"] >= 1
        assert not issue["location"]["path"].startswith(("./", "/"))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


def test_checks_stand_at_their_line_and_items_at_theirs():
    """The config's line for what regressed, the golden set's for what was lost; most severe first."""
    places = [(f.rule, f.path, f.line) for f in findings(retrieval_regressed())]

    assert places == [
        (Rule.REGRESSED, "configs/docs-search.yaml", 9),
        (Rule.REGRESSED, "configs/docs-search.yaml", 10),
        (Rule.INCONCLUSIVE, "configs/docs-search.yaml", 1),
        *[(Rule.LOST, "golden_sets/docs_search.jsonl", 17)] * 4,
        (Rule.LOST, "configs/docs-search.yaml", 1),
    ]


def test_a_lost_item_says_what_it_lost():
    """Id, question and baseline and candidate values; of a metric that is no mean the item's influence."""
    texts = [f.text for f in findings(retrieval_regressed()) if f.rule is Rule.LOST]

    assert texts[1] == "q203 “limits on upload size”: ndcg@10 0.5 → 0"
    assert texts[-1] == "q400: its influence on mrr changed by −0.0003"


def test_all_well_says_nothing():
    """Nothing to point at gives valid, empty files."""
    assert codequality.render(all_unchanged()) == "[]\n"
    assert results(all_unchanged()) == []


def test_a_config_without_an_answer_is_a_finding():
    """At the top of the config."""
    (told,) = first_run().reports
    silent = document(replace(told, checks=(), outcome=Outcome.NOT_COMPARABLE, headline="No answer."))
    (found,) = findings(silent)

    assert (found.rule, found.path, found.line, found.text) == (
        Rule.NO_ANSWER, "configs/faq.yaml", 1, "No answer.",
    )  # fmt: skip


def test_nothing_to_judge_is_no_finding():
    """Exit code 0 without a check needs nobody's eyes."""
    (told,) = all_unchanged().reports

    assert findings(document(replace(told, checks=()))) == []


def test_fingerprints_outlive_numbers_and_lines():
    """What is about the same thing keeps its fingerprint, so that a forge sees it as known."""
    (told,) = retrieval_regressed().reports
    moved = replace(
        told,
        checks=tuple(replace(c, line=c.line + 7, because="lost 0.5") for c in told.checks),
        lost=tuple(replace(each, line=99, candidate=0.1) for each in told.lost),
    )
    before, after = findings(document(told)), findings(document(moved))

    assert [f.fingerprint for f in before] == [f.fingerprint for f in after]
    assert len({f.fingerprint for f in before}) == len(before)
    other = replace(told, name="another")
    assert not {f.fingerprint for f in before} & {f.fingerprint for f in findings(document(other))}


def test_more_than_code_scanning_shows_is_counted():
    """The most severe 5,000 stand in the file; the rest is a notification."""
    (told,) = retrieval_regressed().reports
    lost = tuple(Lost("mrr", f"q{i}", "", i, -1.0, 1.0, 0.0) for i in range(6_000))
    text = sarif.render(document(replace(told, lost=lost)))
    Sarif.model_validate_json(text)
    run = json.loads(text)["runs"][0]

    assert len(run["results"]) == 5_000
    assert run["results"][0]["ruleId"] == "regressed"
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"] == "1,003 findings left out: a file holds 5,000"


def test_text_holds_no_placeholder_and_no_link():
    """A question with brackets and braces reads back as it was; a viewer sees neither in it."""
    (told,) = retrieval_regressed().reports
    hostile = "see [here](javascript:alert(1)) {0} \\ }"
    lost = (Lost("mrr", "q1", hostile, 3, -1.0, 1.0, 0.0),)
    text = results(document(replace(told, lost=lost)))[-1]["message"]["text"]

    assert not re.search(r"(?<!\\)\[|(?<!\{)\{(?!\{)", text)
    read = re.sub(r"\\([\\\[\]])", r"\1", text.replace("{{", "{").replace("}}", "}"))
    assert read == f"q1 “{hostile}”: mrr 1 → 0"


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("a b/ü.yaml", {"uri": "a%20b/%C3%BC.yaml", "uriBaseId": "%SRCROOT%"}),
        ("./configs/a.yaml", {"uri": "configs/a.yaml", "uriBaseId": "%SRCROOT%"}),
        ("configs\\a.yaml", {"uri": "configs/a.yaml", "uriBaseId": "%SRCROOT%"}),
        ("/srv/a#b.yaml", {"uri": "file:///srv/a%23b.yaml"}),
        ("C:\\x\\a.yaml", {"uri": "file:///C:/x/a.yaml"}),
    ],
)
def test_a_path_becomes_an_address(path, location):
    """Relative to the checkout where it is relative, absolute otherwise; odd characters are encoded."""
    (told,) = first_run().reports
    (found, *_) = results(document(replace(told, config=path)))

    assert found["locations"][0]["physicalLocation"]["artifactLocation"] == location
