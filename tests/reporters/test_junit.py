"""JUnit XML: what test reporters of CI systems read."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st

from gate.reporters import junit
from gate.reporters.testing import Result, result
from gate.verdict import Outcome
from tests.reporters.builders import document
from tests.reporters.samples import (
    SAMPLES,
    all_unchanged,
    first_run,
    hostile_ids,
    report_only,
    retrieval_regressed,
    underpowered,
)

SCHEMA = xmlschema.XMLSchema(Path(__file__).parent / "schemas" / "junit.xsd")


def cases(told):
    """Return ``{(classname, name): how it ended}``."""
    tree = ET.fromstring(junit.render(told))
    return {
        (case.get("classname"), case.get("name")): next((e.tag for e in case if e.tag != "system-out"), "")
        for case in tree.iter("testcase")
    }


@pytest.mark.parametrize("name", SAMPLES)
def test_every_document_follows_the_schema(name):
    """Shape, counts and unique names hold for every kind of report."""
    told = SAMPLES[name]()
    text = junit.render(told)
    SCHEMA.validate(text)

    root = ET.fromstring(text)
    assert int(root.get("tests")) == sum(len(report.checks) for report in told.reports)
    for element in (root, *root.iter("testsuite")):
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(element.get(attribute)) == len(list(element.iter(tag)))


def test_each_outcome_ends_its_way():
    """Regressed fails, inconclusive is skipped with its sentence, the rest passes."""
    assert cases(retrieval_regressed()) == {
        ("docs-search", "ndcg@10"): "failure",
        ("docs-search", "recall@5"): "failure",
        ("docs-search", "mrr"): "skipped",
        ("docs-search", "hit_rate@10"): "",
        ("docs-search", "map"): "",
    }
    skipped = ET.fromstring(junit.render(retrieval_regressed())).find(".//skipped")
    assert "cannot rule out a drop of 0.0352" in skipped.get("message")


def test_not_comparable_is_an_error():
    """What was not compared is neither a failure of the change nor a pass."""
    assert cases(first_run())["faq", "ndcg@10"] == "error"


def test_where_an_answer_is_wanted_an_unsure_check_is_an_error():
    """With exit code 3 for doubts no reader of the file sees a green build."""
    (told,) = underpowered().reports
    strict = replace(told, exit_code=3)

    assert set(cases(document(told)).values()) == {"skipped"}
    assert set(cases(document(strict)).values()) == {"error"}


def test_report_only_fails_nothing():
    """Systems that act on failures stay green, like the exit code; the sentence is still told."""
    text = junit.render(report_only())

    assert set(cases(report_only()).values()) == {"skipped"}
    assert "would have been 1" in text
    assert "regressed: lost 0.0268" in text


def test_equal_names_are_told_apart():
    """The second of two equal names would be thrown away by its readers."""
    (told,) = all_unchanged().reports
    twice = replace(told, checks=told.checks + told.checks)
    found = cases(document(twice, told))

    assert len(found) == 9
    assert {("docs-search", "mrr"), ("docs-search", "mrr (2)"), ("docs-search (2)", "mrr")} <= set(found)


def test_a_config_without_an_answer_is_one_error():
    """No test at all would read as a success."""
    (told,) = first_run().reports
    silent = replace(told, checks=(), outcome=Outcome.NOT_COMPARABLE, headline="No answer: no base.")

    assert cases(document(silent)) == {("faq", "answer"): "error"}
    assert "No answer: no base." in junit.render(document(silent))


def test_a_config_with_nothing_to_judge_is_one_skipped_test():
    """Exit code 0 without a check: neither an error nor a pass."""
    (told,) = all_unchanged().reports
    quiet = replace(told, checks=(), headline="Nothing had to be judged.")

    assert cases(document(quiet)) == {("docs-search", "answer"): "skipped"}
    assert "Nothing had to be judged." in junit.render(document(quiet))


@given(st.text(st.characters(), max_size=30))
def test_any_text_makes_a_well_formed_file(text):
    """Names and sentences may hold anything that Python can hold, lone surrogates too."""
    (told,) = retrieval_regressed().reports
    odd = replace(told.checks[0], slice=text, because=text, notes=(text,))
    written = junit.render(document(replace(told, name=text, headline=text, checks=(odd, odd))))

    SCHEMA.validate(written.encode("utf-8").decode("utf-8"))
    assert len(cases(document(replace(told, name=text, checks=(odd, odd))))) == 2


def test_control_characters_stay_readable():
    """Case 77: the row is there with a name that shows its control characters."""
    (told,) = retrieval_regressed().reports
    odd = replace(told.checks[0], slice="row\x01\x1b[31mred", because="bad\x00byte & <tag>")
    text = junit.render(document(replace(told, checks=(odd,))))

    assert ("docs-search", "ndcg@10 [row⟨U+0001⟩⟨U+001B⟩[31mred]") in cases(
        document(replace(told, checks=(odd,)))
    )
    assert "bad⟨U+0000⟩byte &amp; &lt;tag&gt;" in text


def test_a_log_obeys_nothing_in_the_file():
    """Printed in a build, no line of it is a command to the build system."""
    text = junit.render(hostile_ids())

    assert not re.search(r"^\s*::|##\w*\[", text, re.MULTILINE)


def test_passing_checks_say_their_numbers():
    """The page of results shows values for every test."""
    out = ET.fromstring(junit.render(all_unchanged())).find(".//system-out")

    assert out.text.splitlines() == [
        "pass: unchanged",
        "baseline 0.7312, candidate 0.7312, gain ±0 (±0), allowed 0.02, n 410",
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_file_and_the_exit_code_agree(name):
    """Case 51: there is a failure or an error exactly where the code is not 0."""
    for report in SAMPLES[name]().reports:
        ended = {result(report, check) for check in report.checks}
        assert bool(ended & {Result.FAILED, Result.ERROR}) == (report.exit_code != 0)
        assert (Result.FAILED in ended) == (report.exit_code == 1)
