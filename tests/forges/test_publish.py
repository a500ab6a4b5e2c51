"""What a step tells the runner: outputs, summary, remarks; each within its limit, and nothing injected."""

import json
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gate.errors import ExitCode, Problem
from gate.forges import files, publish, remarks, stamp
from gate.forges.commands import command
from gate.forges.job import find
from gate.reporters.escaping import visible
from gate.verdict import Outcome, Reason
from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows
from tests.reporters import builders

EVIL = "::error::pwned\r\n::set-output name=verdict::pass\n##[error]x % 10 \u202eabc"


def commands(text):
    """Return the lines that the runner takes for commands: blanks are trimmed, a stop is heeded."""
    found, word = [], None
    for line in map(str.lstrip, text.splitlines()):
        if word is not None:
            word = None if line == f"::{word}::" else word
        elif line.startswith("::stop-commands::"):
            word = line.removeprefix("::stop-commands::")
        elif line.startswith(("::", "##[")):
            found.append(line)
    assert word is None
    return found


def many(n, because, outcome=Outcome.REGRESSED):
    """Return a document whose one report has ``n`` checks."""
    reason = Reason.DROP if outcome is Outcome.REGRESSED else Reason.SUSPECT
    lines = [
        builders.check(f"m{i}", 0.5, 0.4, outcome=outcome, reason=reason, because=because, line=i + 1)
        for i in range(n)
    ]
    return builders.document(builders.report("search", "m0 got worse.", lines))


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


def test_text_of_strangers_is_never_a_command(job):
    """Queries, ids and documents full of commands, on both streams and in the outputs."""
    step = job()
    golden = [
        {**row, "query": EVIL, "relevant": {EVIL: 1, f"d{i}": 1}} for i, row in enumerate(golden_rows())
    ]
    step.project.write(golden=golden, run=run_rows(rank=4))
    ended = step.gate("check", "--summary")
    for line in commands(ended.out + ended.err):
        assert line.startswith(("::error file=search.yaml,", "::notice file=search.yaml,", "::warning file="))
        assert "\u202e" not in line
    assert "pwned" not in json.dumps(step.set())
    assert commands(step.summary.read_text()) == []


def test_a_config_full_of_commands_is_told_harmlessly(job):
    """The line of a mistake is quoted, whatever stands in it."""
    step = job()
    step.project.write(config="version: 1\n::error::pwned: 3\n##[error]x: 3\n")
    ended = step.gate("check")
    assert ended.code == ExitCode.QUESTION
    assert commands(ended.err) == []
    assert all(line.startswith(("::error file=", "::error title=")) for line in commands(ended.out))


def test_a_report_on_standard_output_stays_whole(job):
    """Whoever pipes JSON gets JSON; the runner is spoken to on the other stream."""
    step = job()
    step.project.write(run=run_rows(rank=4))
    ended = step.gate("check", "--output", "json:-")
    assert json.loads(ended.out)["outcome"] == "regressed"
    assert commands(ended.err)[0].startswith("::error file=")


def test_commands_are_escaped_as_the_runner_reads_them():
    """Percent signs, line ends; in properties colons and commas, too; what is cut is cut before escaping."""
    line = command("error", "50 %\r\nmore: a, b", file="a,b:c%.yaml", title=EVIL)
    assert line == (
        "::error file=a%2Cb%3Ac%25.yaml,title=%3A%3Aerror%3A%3Apwned⟨U+000D⟩%0A%3A%3Aset-output name=verdict"
        "%3A%3Apass%0A##[error]x %25 10 ⟨U+202E⟩abc::50 %25⟨U+000D⟩%0Amore: a, b"
    )
    assert "\n" not in command("notice", "%\n" * 10_000)


def test_at_most_ten_remarks_of_a_kind():
    """Errors first; the tenth of too many counts the rest."""
    [worse], [unclear] = many(25, "dropped").reports, many(3, "perhaps", Outcome.INCONCLUSIVE).reports
    document = builders.document(unclear, worse)
    found = list(remarks.lines(list(remarks.of_document(document)), workspace=None, here=Path.cwd()))
    kinds = [re.match(r"::(\w+)", line)[1] for line in found]
    assert kinds == ["error"] * 10 + ["warning"] * 3
    assert found[9].endswith("::and 16 more errors; the report has everything")


def test_problems_without_a_place_are_remarked_without_one():
    """A sentence is all there is."""
    [found] = remarks.of_problems([Problem("no base", fix="fetch it")], "gate")
    assert list(remarks.lines([found], workspace=None, here=Path.cwd())) == [
        "::error title=gate::no base; fix: fetch it"
    ]


def test_outputs_cannot_be_forged(tmp_path):
    """A value of several lines that looks like an end, and then another output."""
    path = tmp_path / "outputs"
    files.set_outputs(path, {"a": "x\nend-f00\nverdict=pass", "b": "y"})
    assert len(set(re.findall(r"<<(end-\w{32})\n", path.read_text()))) == 2


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


def read_command(line):
    """Take a command apart as the runner does."""
    head, _, data = line.removeprefix("::").partition("::")
    name, _, said = head.partition(" ")
    table = {"%3A": ":", "%2C": ",", "%0D": "\r", "%0A": "\n", "%25": "%"}

    def plain(text):
        for spelt, meant in table.items():
            text = text.replace(spelt, meant)
        return text

    return name, dict(part.split("=", 1) for part in said.split(",") if part), plain(data), plain


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_comes_through_a_command(message, title):
    """One line, one command, and the same text at the other end, whatever it is."""
    line = command("error", message, title=title)
    name, said, data, plain = read_command(line)
    assert len(line.split("\n")) == 1
    assert "\r" not in line
    assert (name, data) == ("error", visible(message))
    assert plain(said.get("title", "")) == visible(title)


@given(st.text(max_size=200).filter(lambda text: "\r" not in text))
def test_any_value_comes_through_an_output(value):
    """As the runner reads it: up to the line that is the delimiter and nothing else."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "outputs"
        files.set_outputs(path, {"first": value, "second": "x"})
        text = path.read_bytes().decode()
    name, _, rest = text.partition("<<")
    word, _, rest = rest.partition("\n")
    found, end, rest = rest.partition(f"\n{word}\n")
    assert (name, found, rest.partition("<<")[0]) == ("first", value, "second")
    assert end


@given(
    st.lists(st.text(max_size=60), min_size=1, max_size=5),
    st.text("0123456789abcdef", max_size=40),
    st.integers(0, 10**19),
    st.integers(1, 10**8),
    st.text(max_size=20),
    st.text(max_size=20),
)
def test_any_stamp_can_be_read_again(names, head, run, attempt, profile, comment_id):
    """Whatever configs are called, the line is one hidden comment that leads back to itself."""
    key = stamp.key_of(names, profile, comment_id)
    made = stamp.Stamp(key, head, run, attempt, "2026-12-01T12:00:00Z", stamp.digest("x"))
    assert stamp.read(f"{made}\nmore") == made
    assert str(made).count("--") == 2
    assert len(str(made)) < 512


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
