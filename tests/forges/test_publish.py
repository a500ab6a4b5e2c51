"""What a step tells the runner: outputs, summary and remarks."""

import json
import shutil
from pathlib import Path

from markdown_it import MarkdownIt

from gate.errors import ExitCode, Problem
from gate.forges import remarks
from tests.end_to_end.conftest import CONFIG, run_rows
from tests.forges.publishing import EVIL, commands


def test_a_calm_run_has_nothing_to_remark(job):
    """Outputs alone; the report is printed with commands stopped."""
    step = job()
    ended = step.gate("check", "--output", "json:out/report.json")
    assert commands(ended.out) == []
    assert "::stop-commands::" in ended.out
    assert step.set() == {
        "verdict": "pass",
        "exit-code": "0",
        "report-json": str(step.project.top / "out" / "report.json"),
    }
    assert step.summary.read_text() == ""


def test_a_regression_is_remarked_at_the_line_that_asked(job):
    """With the path from the top of the checkout, and the first sentence of the report."""
    step = job()
    step.project.write(run=run_rows(rank=4))
    ended = step.gate("check")
    [line] = commands(ended.out)
    assert line.startswith(
        "::error file=search.yaml,line=8,title=gate%3A search::mrr: lost 0.25; 0.02 is tolerated"
    )


def test_remarks_can_be_turned_off(job):
    """Or asked for on a desk."""
    step = job()
    step.project.write(run=run_rows(rank=4))
    assert commands(step.gate("check", "--no-annotations").out) == []


def test_edited_rules_are_remarked(job):
    """A loosened tolerance: what the base's rules say has no line, since theirs are others."""
    step = job()
    config = "# a line more\n" + CONFIG.replace("0.02", "0.9")
    step.project.write(config=config, run=run_rows(rank=4))
    ended = step.gate("check")
    found = commands(ended.out)
    assert ended.code == ExitCode.REGRESSED
    assert sum(line.startswith("::error file=search.yaml,title=gate%3A search (rules") for line in found) == 1
    assert any(
        line.startswith("::notice") and "this change edits what it is judged by" in line for line in found
    )


def test_a_broken_config_is_remarked_at_its_line(job):
    """No report, but outputs, a summary, and an error where the mistake is."""
    step = job()
    step.project.write(config=CONFIG.replace("mrr", "mrrr"))
    ended = step.gate("check", "--summary", "--comment")
    assert ended.code == ExitCode.QUESTION
    assert step.set() == {"verdict": "error", "exit-code": "2"}
    found = commands(ended.out)
    assert found[0].startswith("::error file=search.yaml,line=8,title=gate%3A no verdict::")
    assert found[1] == "::notice title=gate::no comment: there is no report"
    assert "no verdict (exit code 2)" in step.summary.read_text()


def test_a_missing_secret_is_no_pass(job):
    """On a fork the answering step had no key, so there is no run: an error, and a word on why."""
    step = job(repository="mallory/search")
    (step.project.top / "run.jsonl").unlink()
    ended = step.gate("check")
    assert ended.code == ExitCode.QUESTION
    assert step.set()["verdict"] == "error"
    assert "comes from a fork, whose jobs get no secrets" in commands(ended.out)[-1]
    assert "it is still no pass" in commands(ended.out)[-1]


def test_a_system_that_failed_has_a_verdict_of_its_own(job):
    """Answers that say `error`, as a system without its key gives them."""
    step = job()
    rows = [{"id": row["id"], "error": EVIL} for row in run_rows()]
    step.project.write(run=rows)
    ended = step.gate("check")
    assert ended.code == ExitCode.SYSTEM_FAILED
    assert step.set()["verdict"] == "system_failed"
    assert all(line.startswith(("::error title=", "::error file=run")) for line in commands(ended.out))
    assert commands(ended.err) == []


def test_a_report_on_standard_output_stays_whole(job):
    """Whoever pipes JSON gets JSON; the runner is spoken to on the other stream."""
    step = job()
    step.project.write(run=run_rows(rank=4))
    ended = step.gate("check", "--output", "json:-")
    assert json.loads(ended.out)["outcome"] == "regressed"
    assert commands(ended.err)[0].startswith("::error file=")


def test_problems_without_a_place_are_remarked_without_one():
    """A sentence is all there is."""
    [found] = remarks.of_problems([Problem("no base", fix="fetch it")], "gate")
    assert list(remarks.lines([found], workspace=None, here=Path.cwd())) == [
        "::error title=gate::no base; fix: fetch it"
    ]


def test_outside_of_a_forge_nothing_is_told(project):
    """No variables at all: no files, no commands, no guard."""
    ended = project.gate("check")
    assert ended.code == 0
    assert "::" not in ended.out


def test_unclear_results_stop_where_the_caller_says(job):
    """`--fail-on` adds to the config; `never` lets a regression pass, and says what it would have been."""
    step = job()
    rows = run_rows()
    rows[:2] = run_rows(2, rank=4)
    step.project.write(run=rows)
    calm = step.gate("check")
    reason = json.loads(step.gate("check", "--output", "json:-").out)["reports"][0]["checks"][0]["reason"]
    strict = step.gate("check", "--fail-on", reason)
    assert (calm.code, strict.code) == (0, ExitCode.NO_ANSWER)
    assert "Cannot tell" in strict.out
    step.project.write(run=run_rows(rank=4))
    lenient = step.gate("check", "--fail-on", "never")
    assert lenient.code == 0
    assert "it would have been 1" in lenient.out
    assert step.gate("check", "--fail-on", "sometimes").code == ExitCode.QUESTION
    step.project.write(config=CONFIG + "decision: {mode: report_only}\n", run=rows)
    ended = step.gate("check", "--fail-on", reason, "--base", "worktree")
    assert ended.code == 0
    assert "it would have been 3" in ended.out


def test_a_comment_reads_as_it_should(job, github):
    """Rendered: the stamp is hidden, the verdict is a heading, the small print names commit and run."""
    job().gate("check", "--comment")
    [body] = github.bodies(7)
    page = MarkdownIt("gfm-like", {"linkify": False}).render(body)
    assert page.startswith("<!-- gate:v1 key=search ")
    assert "<h3>🟢 <code>search</code>: pass</h3>" in page
    run = "https://forge.example/acme/search/actions/runs/100/attempts/1"
    commit = github.pulls[7]["sha"][:12]
    assert f'<sub>commit <code>{commit}</code> · <a href="{run}">the run</a></sub>' in page


def test_a_refresh_of_several_configs_outlives_a_broken_one(job, monkeypatch):
    """The good one gets its baseline, its report and the outputs; the broken one decides the code."""
    step = job()
    monkeypatch.chdir(step.project.top)
    step.project.write(run=run_rows(rank=1))
    (step.project.top / "broken.yaml").write_text("version: 1\nname: broken\n", "utf-8")
    shutil.rmtree(step.project.top / "baselines")
    ended = step.gate_bare("refresh", "broken.yaml", "search.yaml", "--output", "json:r.json", "--summary")
    assert ended.code == ExitCode.QUESTION
    assert list((step.project.top / "baselines").glob("search*"))
    assert [report["name"] for report in json.loads(Path("r.json").read_text())["reports"]] == ["search"]
    assert (step.set()["verdict"], step.set()["exit-code"]) == ("error", "2")
    assert step.set()["report-json"] == str(step.project.top.resolve() / "r.json")
    assert "no verdict (exit code 2)" in step.summary.read_text()
    assert "broken.yaml" in ended.err


def test_a_refresh_of_several_configs_outlives_a_damaged_baseline(job, monkeypatch):
    """A damaged baseline is no answer for one config: the other is recorded, and the call ends with 3."""
    step = job()
    monkeypatch.chdir(step.project.top)
    (step.project.top / "baselines" / "search.json").write_bytes(b"damaged")
    (step.project.top / "other.yaml").write_text(CONFIG.replace("name: search", "name: other"), "utf-8")
    ended = step.gate_bare("refresh", "search.yaml", "other.yaml", "--output", "json:r.json", "--summary")
    assert ended.code == ExitCode.NO_ANSWER, ended.err
    assert list((step.project.top / "baselines").glob("other*"))
    assert step.set()["exit-code"] == "3"
