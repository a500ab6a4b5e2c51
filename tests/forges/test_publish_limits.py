"""What a step tells stays within the runner's limits, and what cannot be told costs no verdict."""

import re
from pathlib import Path

import pytest

from gate.errors import ExitCode
from gate.forges import files, publish, remarks
from gate.forges.job import find
from gate.verdict import Outcome
from tests.end_to_end.conftest import CONFIG
from tests.forges.publishing import commands, many
from tests.reporters import builders


def test_at_most_ten_remarks_of_a_kind():
    """Errors first; the tenth of too many counts the rest."""
    [worse], [unclear] = many(25, "dropped").reports, many(3, "perhaps", Outcome.INCONCLUSIVE).reports
    document = builders.document(unclear, worse)
    found = list(remarks.lines(list(remarks.of_document(document)), workspace=None, here=Path.cwd()))
    kinds = [re.match(r"::(\w+)", line)[1] for line in found]
    assert kinds == ["error"] * 10 + ["warning"] * 3
    assert found[9].endswith("::and 16 more errors; the report has everything")


def test_the_summary_stays_within_a_mebibyte(job):
    """Hundreds of checks on top of what an earlier command left; the summary is cut, never lost."""
    step = job()
    step.summary.write_text("x" * 900_000)
    document = many(500, "dropped " * 45)
    said = []
    voice = publish.Voice(said.append, said.append)
    wishes = publish.Wishes(summary=True)
    publish.publish(publish.Told(document, 1), find(), wishes, voice)
    size = step.summary.stat().st_size
    assert 900_000 < size <= files.SUMMARY
    assert "left out to fit" in step.summary.read_text()
    step.summary.write_text("x" * (files.SUMMARY - 10))
    publish.publish(publish.Told(document, 1), find(), wishes, voice)
    assert said[-1].startswith("::notice title=gate::the summary of this step is full")


@pytest.mark.parametrize("n", [800, pytest.param(5000, marks=pytest.mark.slow)])
def test_thousands_of_metrics_fit_into_a_comment(job, github, n):
    """The comment keeps the verdict and stays below what the forge takes, counted either way."""
    job()
    document = many(n, "ist um 0,1 gefallen — ü" * 9)
    assert publish.comment(document, find()) == "created"
    [body] = github.bodies(7)
    assert 50_000 < len(body.encode()) < 65_536
    assert "regressed" in body.splitlines()[1]


def test_too_many_configs_still_fit_into_a_comment(job, github):
    """Where the verdicts alone are too long, the comment says so and where to read on."""
    job()
    calm = many(1, "within", Outcome.PASS).reports[0].checks
    reports = [builders.report(f"config-{i}", "x" * 390, calm) for i in range(250)]
    document = builders.document(*reports)
    publish.comment(document, find())
    [body] = github.bodies(7)
    assert "250 configs checked" in body
    assert len(body) < 1000


def test_files_that_cannot_be_written_are_one_notice(job, monkeypatch):
    """A runner without a summary file, or with a folder in its place, costs no verdict."""
    step = job()
    monkeypatch.setenv("GITHUB_OUTPUT", str(step.project.top))
    ended = step.gate("check", "--summary")
    assert ended.code == 0
    assert [line for line in commands(ended.out) if "cannot be written" in line] == commands(ended.out)
    monkeypatch.delenv("GITHUB_OUTPUT")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    assert commands(step.gate("check", "--summary").out) == []


def test_many_problems_are_listed_and_then_counted(job):
    """A config that is wrong all over: the summary stays readable."""
    step = job()
    wrong = "".join(f"  no_metric_{i}: {{}}\n" for i in range(80))
    step.project.write(config=CONFIG.replace("interval:", f"{wrong}interval:"))
    ended = step.gate("check", "--summary")
    assert ended.code == ExitCode.QUESTION
    text = step.summary.read_text()
    assert text.count("\n- ") == 51
    assert "- and 30 more" in text
    assert sum(line.startswith("::error") for line in commands(ended.out)) == 10
