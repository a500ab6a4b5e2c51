"""Cases 49 (in part), 51, 72, 74, 76 and 78 to 80: what is written, where, and what the process ends with."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from tests.reporters.rendered import Page

TREC = {"golden": "qrels.txt", "run": "run.txt"}
LINES = {"golden": "golden.jsonl", "run": "predictions.jsonl"}
POINT = "baseline: {from: worktree}\ndecision: {mode: point}"
REPORTS = ("--output", "json:report.json", "--output", "markdown:report.md", "--output", "junit:junit.xml")

CALLS = re.compile(r"(?<![\w`])@\w|(?<!\w)#\d|://|www\.", re.IGNORECASE)
"""What a forge would turn into a mention, a reference or a link."""


@pytest.fixture
def lost(case):
    """Give a function from a case to its Markdown report, after a baseline that found everything."""

    def reported(number):
        found = case(number)
        config = found.config("{recall@1: {tolerance: 0.02}}", **LINES, more=POINT)
        content = (found.folder / "predictions.jsonl").read_text("utf-8")
        found.accept(config, run=found.write("before.jsonl", content.replace('["x"]', '["d1"]')))
        answer = found.check(config)
        assert (answer.code, answer.value("recall@1")) == (1, 0.0)
        found.gate("check", config, "--output", "markdown:report.md")
        return found, Page((found.folder / "report.md").read_text("utf-8"))

    return reported


def strict(path):
    """Parse JSON as RFC 8259 has it: without NaN and Infinity."""
    return json.loads(path.read_bytes().decode("utf-8"), parse_constant=pytest.fail)


@pytest.mark.parametrize("name", ["empty.jsonl", "blank.jsonl", "header-only.csv"])
def test_49_an_empty_golden_set_is_an_error_among_the_tests(case, name):
    """The JUnit file has one test, and it is an error: no tests at all would read as a success."""
    found = case(49)
    run = found.write("run.csv", "id,score\na,0.5\n")
    more = "positive: a\nbaseline: {from: worktree}"
    config = found.config("{pr_auc: {}}", golden=name, run=run, task="classification", more=more)

    told = found.gate("check", config, *REPORTS)

    suites = ET.fromstring((found.folder / "junit.xml").read_bytes())
    assert told.code == 2
    assert (suites.get("tests"), suites.get("errors")) == ("1", "1")
    assert name in suites.find(".//error").get("message")
    assert not (found.folder / "report.json").exists()


def test_51_verdict_matches_exit(case, near):
    """One floor holds and one does not: every output and the exit code say regressed."""
    found = case(51)
    config = found.config("{recall@1: {floor: 0.5}, mrr: {floor: 0.9}}", **TREC)

    told = found.gate("check", config, *REPORTS)

    document = strict(found.folder / "report.json")
    checks = {check["metric"]: check for check in document["reports"][0]["checks"]}
    assert checks["recall@1"]["candidate"]["value"] == near(0.5)
    assert checks["mrr"]["candidate"]["value"] == near(0.75)
    assert {name: check["outcome"] for name, check in checks.items()} == {
        "recall@1": "pass",
        "mrr": "regressed",
    }
    assert (told.code, document["exit_code"], document["outcome"]) == (1, 1, "regressed")
    markdown = (found.folder / "report.md").read_text("utf-8")
    assert "case: regressed" in told.out.splitlines()[0]
    assert "gate: regressed (exit 1)" in told.out
    assert "regressed" in markdown.splitlines()[2]
    suites = ET.fromstring((found.folder / "junit.xml").read_bytes())
    assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("2", "1", "0")
    assert told.out.count("below the floor") >= 1
    assert found.gate("report", "report.json").out == told.out
    assert found.gate("report", "report.json", "--format", "markdown").out == markdown


def test_72_md_pipe_newline_backtick(lost):
    """Ids with pipes, line breaks and backticks stay in their cells and can be read back."""
    found, page = lost(72)
    ids = [
        json.loads(line)["query_id"]
        for line in (found.folder / "golden.jsonl").read_text("utf-8").splitlines()
    ]

    assert len(ids) == 4
    for rows in page.tables:
        assert {len(row) for row in rows} == {len(rows[0])}
    codes = {text.replace("␊", "\n").replace("\\n", "\n") for text in page.codes}
    assert set(ids) <= codes
    assert page.open == []


def test_74_mention(lost):
    """A hostile query notifies nobody, links nothing, loads nothing, hides nothing."""
    found, page = lost(74)
    query = json.loads((found.folder / "golden.jsonl").read_text("utf-8"))["text"]

    assert not page.tags & {"img", "a"}
    assert not CALLS.search(page.outside)
    assert page.comments == [" gate:case "]
    assert page.open == []
    assert f"q1\n{query}" in [cell for rows in page.tables for row in rows for cell in row]


def test_76_json_nan(case):
    """Report and baseline of undefined metrics are strict JSON with null and a reason."""
    found = case(76)
    files = {"golden": "predictions.csv", "run": "predictions.csv", "task": "classification"}
    config = found.config(
        "{pr_auc: {}, roc_auc: {}}", **files, more="positive: 1\nbaseline: {from: worktree}"
    )

    found.accept(config)
    told = found.gate("check", config, *REPORTS)

    assert told.code == 0
    baseline = strict(found.folder / "baselines" / "case.json")
    assert [check["value"] for check in baseline["checks"]] == [None, None]
    for check in strict(found.folder / "report.json")["reports"][0]["checks"]:
        level = check["candidate"]
        assert [level[name] for name in ("value", "low", "high")] == [None, None, None]
        assert level["because"] == "no positive example"
    for text in (told.out, (found.folder / "report.md").read_text("utf-8")):
        assert not re.search(r"\b(nan|infinity)\b", text, re.IGNORECASE)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
@pytest.mark.parametrize(("ranked", "code"), [("d1", 0), ("x", 1)])
def test_78_cp1252_console(case, encoding, ranked, code):
    """A console without the letter prints something else; the exit code and the files stay the same."""
    found = case(78)
    (item,) = (json.loads(line) for line in (found.folder / "golden.jsonl").read_text("utf-8").splitlines())
    config = found.config("{recall@1: {tolerance: 0.02}}", **LINES, more=POINT)
    found.accept(config)
    content = (found.folder / "predictions.jsonl").read_text("utf-8")
    run = found.write("run.jsonl", content.replace('"d1"', f'"{ranked}"'))

    told = found.process("check", config, "--run", run, *REPORTS, encoding=encoding)

    assert (told.code, told.err) == (code, "")
    assert f"(exit {code})" in told.out
    movers = strict(found.folder / "report.json")["reports"][0]["movers"]
    assert [mover["item"] for mover in movers] == ([item["query_id"]] if code else [])
    markdown = (found.folder / "report.md").read_bytes().decode("utf-8")
    assert (item["query_id"].split()[0] in markdown) == bool(code)


@pytest.mark.parametrize(
    "outputs",
    [(), REPORTS, ("--output", "json:-"), ("--output", "markdown:-")],
    ids=["console", "files", "json", "markdown"],
)
def test_79_exit_nonzero_on_regression(case, outputs):
    """A regression ends with 1 whatever is printed and written."""
    found = case(79)
    config = found.config("{recall@1: {floor: 0.9}}", **TREC)

    told = found.process("check", config, *outputs)

    assert (told.code, told.err) == (1, "")
    assert "regressed" in told.out


def test_79_report_only(case):
    """Only a config that asks for it ends with 0, and then says what the code would have been."""
    found = case(79)
    config = found.config("{recall@1: {floor: 0.9}}", **TREC, more="decision: {mode: report_only}")

    told = found.process("check", config)

    assert told.code == 0
    assert "regressed" in told.out
    assert "would" in told.out


@pytest.mark.parametrize(
    ("config", "run", "code", "says"),
    [
        ("case.yaml", "run-good.txt", 0, ""),
        ("case.yaml", "run-bad.txt", 1, ""),
        ("absent.yaml", "run-good.txt", 2, "absent.yaml"),
        ("case.yaml", "absent.txt", 2, "absent.txt"),
    ],
)
def test_80_exit_code_classes(case, config, run, code, says):
    """A regression and a broken setup end differently, and neither with a traceback."""
    found = case(80)
    found.config("{recall@1: {floor: 0.5}}", golden="qrels.txt", run=run)

    told = found.process("check", config)

    assert told.code == code
    assert "Traceback" not in told.err
    assert says in told.err
    assert bool(told.err) == bool(says)
    assert f"\n    {'  '}{code}  " in found.gate("--help").out
