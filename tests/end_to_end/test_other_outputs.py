"""Test results, metrics and findings of whole calls, as CI systems pick them up."""

import json
from xml.etree import ElementTree as ET

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import golden_rows, run_rows

FORMATS = ("junit", "openmetrics", "codequality", "sarif")


def test_a_lost_question_is_pointed_at_in_its_golden_set(project):
    """SARIF and code quality name the line of each question that lost, and the config's line."""
    assert project.gate("refresh").code == 0
    project.write(run=[*run_rows(30), *run_rows(40, 5, first=30)])
    ended = project.gate("check", *[x for form in FORMATS for x in ("--output", f"{form}:out/{form}")])

    assert ended.code == 1
    (run,) = json.loads((project.top / "out/sarif").read_bytes())["runs"]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    lines = [(p["artifactLocation"]["uri"], p["region"]["startLine"]) for p in places]
    assert lines == [("search.yaml", 8), *[("golden.jsonl", i + 1) for i in range(30, 40)]]
    assert run["results"][1]["message"]["text"] == "q030 “question 30”: mrr 0.5 → 0.2"
    issues = json.loads((project.top / "out/codequality").read_bytes())
    assert [(i["location"]["path"], i["location"]["lines"]["begin"]) for i in issues] == lines


def test_a_critical_item_that_broke_is_pointed_at(project):
    """It stands first, at its line, whatever the statistics say."""
    project.write(golden=[{**row, "critical": row["id"] == "q007"} for row in golden_rows()])
    assert project.gate("refresh").code == 0
    project.write(run=[*run_rows(7), *run_rows(8, 0, first=7), *run_rows(40, first=8)])
    ended = project.gate("check", "--output", "sarif:s.json")

    assert ended.code == 1
    (run,) = json.loads((project.top / "s.json").read_bytes())["runs"]
    lost = [result for result in run["results"] if result["ruleId"] == "lost-item"]
    assert lost[0]["message"]["text"] == "q007 “question 7”: critical items 1 → 0"
    assert lost[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 8


def test_every_format_is_drawn_from_a_stored_report(project):
    """`gate report` gives, byte for byte, what the check wrote itself."""
    project.gate("refresh")
    project.write(run=run_rows(rank=0))
    wanted = [x for form in ("json", *FORMATS) for x in ("--output", f"{form}:{form}")]
    assert project.gate("check", *wanted).code == 1

    again = [x for form in FORMATS for x in ("--output", f"{form}:again.{form}")]
    assert call("report", "json", *again).code == 0
    for form in FORMATS:
        assert (project.top / form).read_bytes() == (project.top / f"again.{form}").read_bytes()


def test_a_call_that_ends_in_an_error_leaves_an_error_among_the_tests(project):
    """One config is fine and one cannot be read: both stand in the JUnit file, and the code is 2."""
    project.gate("refresh")
    (project.top / "broken.yaml").write_text("version: 1\nname: b\n")
    ended = call("check", "search.yaml", "broken.yaml", "--output", "junit:j.xml", "--output", "json:r.json")

    assert ended.code == 2
    suites = ET.fromstring((project.top / "j.xml").read_bytes())
    assert {suite.get("name"): suite.get("errors") for suite in suites} == {"search": "0", "broken": "1"}
    assert len(json.loads((project.top / "r.json").read_bytes())["reports"]) == 1


def test_a_system_that_failed_is_an_error_among_the_tests(project):
    """Exit code 4, named by the config's own name."""
    project.gate("refresh")
    project.write(run=[{"id": row["id"], "error": "timeout"} for row in golden_rows()])
    ended = project.gate("check", "--output", "junit:j.xml")

    suites = ET.fromstring((project.top / "j.xml").read_bytes())
    assert ended.code == 4
    assert [(s.get("name"), s.get("errors")) for s in suites] == [("search", "1")]


def test_a_config_that_is_not_affected_is_a_skipped_test(branch):
    """Neither a pass nor an error, no finding, and exit code 0."""
    config = (branch.top / "search.yaml").read_text("utf-8")
    branch.git("checkout", "--quiet", "main")
    branch.write(config=config + "paths: [src/]\n")
    branch.commit("name the files that matter")
    branch.git("checkout", "--quiet", "-b", "notes")
    (branch.top / "notes.md").write_text("words\n", "utf-8")
    branch.commit("notes")
    wanted = [x for form in FORMATS for x in ("--output", f"{form}:out/{form}")]
    ended = branch.gate("check", "--changed-only", *wanted)

    assert ended.code == 0, ended.err
    suites = ET.fromstring((branch.top / "out/junit").read_bytes())
    assert (suites.get("tests"), suites.get("skipped")) == ("1", "1")
    assert json.loads((branch.top / "out/codequality").read_bytes()) == []
    assert 'gate_exit_code{config="search"} 0' in (branch.top / "out/openmetrics").read_text("utf-8")
