"""A report from a job with fewer rights, told by one with more: nothing in it is believed."""

import json
import zipfile

import pytest

from gate.errors import ExitCode
from gate.forges import stored
from tests.forges.github import READER

FORK = "mallory/search"


@pytest.fixture
def report(job, project, tmp_path):
    """Make the report of a fork's run, as its artifact holds it; return it with the pull request's commit."""
    file = tmp_path / "untrusted" / "report.json"
    step = job(repository=FORK, token=READER)
    assert step.gate("check", "--output", f"json:{file}").code == 0
    return file, project.git("rev-parse", "topic")


def completed(sha, branch="topic", owner="mallory", **more):
    """Return the event of a run that ended; for forks its list of pull requests is empty."""
    run = {
        "id": 4242,
        "run_attempt": 2,
        "event": "pull_request",
        "head_sha": sha,
        "head_branch": branch,
        "head_repository": {"owner": {"login": owner}},
        "html_url": "https://forge.example/acme/search/actions/runs/4242",
        "pull_requests": [],
        **more,
    }
    return {"workflow_run": run}


def comment(job, file, told, *options):
    """Call ``gate comment`` in the job that follows."""
    return job("workflow_run", told=told).gate_bare("comment", file, *options)


def test_the_report_of_a_fork_becomes_the_comment(report, job, github):
    """The pull request is found by the forge's word; the comment says that the check decides."""
    file, sha = report
    ended = comment(job, file, completed(sha))
    [body] = github.bodies(7)
    assert ended.code == 0, ended.err
    assert ended.out == "gate: comment created\n"
    assert "run=4242 attempt=2" in body.splitlines()[0]
    assert "its check decides, not this comment" in body
    assert "https://forge.example/acme/search/actions/runs/4242" in body


def test_a_report_that_names_another_pull_request_is_refused(report, job, github):
    """The artifact says 9, the run was for 7: nothing is written."""
    file, sha = report
    github.open_pull(9, "b" * 40)
    edit(file, "pull_request", "9")
    ended = comment(job, file, completed(sha))
    assert ended.code == ExitCode.QUESTION
    assert "'search' speaks of '9' as its pull_request, and the run was for '7'" in ended.err
    assert github.comments == []


def test_a_report_of_another_commit_is_refused(report, job, github):
    """A report that was good once cannot be shown for later commits."""
    file, sha = report
    edit(file, "head", "c" * 40)
    assert comment(job, file, completed(sha)).code == ExitCode.QUESTION
    edit(file, "head", None)
    ended = comment(job, file, completed(sha))
    assert "does not say as its head" in ended.err
    assert github.comments == []


def test_a_run_of_an_older_commit_is_told_no_more(report, job, github):
    """The pull request has a newer commit: nothing to do, and no failure."""
    file, sha = report
    github.pulls[7]["sha"] = "d" * 40
    ended = comment(job, file, completed(sha))
    assert (ended.code, github.comments) == (0, [])
    assert "no open pull request has the commit of that run" in ended.out


def test_the_pull_request_can_be_named(report, job, github):
    """Outside of `workflow_run`; its newest commit has to be the report's."""
    file, _ = report
    assert comment(job, file, {}, "--pull-request", "7").code == 0
    github.open_pull(9, "b" * 40)
    assert comment(job, file, {}, "--pull-request", "9").code == ExitCode.QUESTION
    assert comment(job, file, {}, "--pull-request", "1234").code == ExitCode.NO_ANSWER
    assert len(github.comments) == 1


def test_two_pull_requests_with_one_commit_have_to_be_told_apart(report, job, github):
    """The same branch, to be merged into two others: which one was meant, nobody knows."""
    file, sha = report
    github.open_pull(8, sha, "topic", FORK, base="release")
    github.pulls[7]["repository"] = FORK
    ended = comment(job, file, completed(sha))
    assert ended.code == ExitCode.QUESTION
    assert "several pull requests have this commit: #7, #8" in ended.err


def test_outside_of_github_there_is_nobody_to_comment(report, job, monkeypatch):
    """A desk, or another forge."""
    file, _ = report
    step = job("workflow_run")
    monkeypatch.setenv("GITHUB_ACTIONS", "false")
    ended = step.gate_bare("comment", file)
    assert ended.code == ExitCode.QUESTION
    assert "this is no job of GitHub Actions" in ended.err


@pytest.mark.parametrize("told", [{}, {"workflow_run": {"event": "push"}}, {"workflow_run": []}])
def test_an_event_of_another_kind_is_refused(report, job, told):
    """Only the run of a pull request has one to comment on."""
    ended = comment(job, report[0], told)
    assert ended.code == ExitCode.QUESTION
    assert "the event is about no run of a pull request" in ended.err


def test_a_refused_comment_is_no_answer_here(report, job, monkeypatch):
    """To comment is all this command is for, so a refusal is a failure; the token stays unseen."""
    file, sha = report
    step = job("workflow_run", told=completed(sha), token=READER)
    ended = step.gate_bare("comment", file)
    assert ended.code == ExitCode.NO_ANSWER
    assert "the token needs `pull-requests: write`" in ended.err
    assert READER not in ended.err
    monkeypatch.delenv("GATE_TOKEN")
    assert "there is no token" in step.gate_bare("comment", file).err


def test_a_file_that_is_no_modest_report_is_refused(tmp_path, job, report):
    """Huge, compressed, a link, a folder, absent, not JSON, not a report: one sentence each, no traceback."""
    good, sha = report
    kinds = {
        name: tmp_path / name for name in ("huge", "zip", "link", "folder", "absent", "text", "deep", "list")
    }
    with kinds["huge"].open("wb") as file:
        file.truncate(200 << 20)
    with zipfile.ZipFile(kinds["zip"], "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../report.json", b"0" * 1_000_000)
    kinds["link"].symlink_to(good)
    kinds["folder"].mkdir()
    kinds["text"].write_text("no")
    kinds["deep"].write_text("[" * 100_000)
    kinds["list"].write_text("[]")
    for kind, file in kinds.items():
        ended = comment(job, file, completed(sha))
        assert ended.code == ExitCode.QUESTION, (kind, ended)
        assert "bug" not in ended.err, kind


def test_a_report_that_is_larger_than_life_is_refused(report, job):
    """As many checks or as long a name as no gate writes."""
    file, sha = report
    whole = json.loads(file.read_bytes())
    [one] = whole["reports"]
    for key in ("checks", "notices"):
        notice = {"code": "x", "text": "x", "where": "", "items": [], "count": 0}
        rows = one["checks"][:1] if key == "checks" else [notice]
        many = {**one, key: rows * (stored.MOST[key] + 1)}
        file.write_text(json.dumps({**whole, "reports": [many]}))
        assert f"{key}, more than" in comment(job, file, completed(sha)).err
    file.write_text(json.dumps({**whole, "reports": [{**one, "headline": "x" * 20_000}]}))
    assert "a text of more than 10,000 characters" in comment(job, file, completed(sha)).err
    file.write_text(json.dumps({**whole, "reports": []}))
    assert "it holds no report" in comment(job, file, completed(sha)).err


def test_paths_and_markup_in_a_report_are_only_shown(report, job, github):
    """A path that climbs out of the folder is never opened; markup, mentions and commands are taken apart."""
    file, sha = report
    whole = json.loads(file.read_bytes())
    [one] = whole["reports"]
    evil = "@acme/admins closes #1 <img src=x> | ::error::x\n::set-output name=a::b \u202e"
    one |= {"config": "../../../etc/passwd", "headline": evil}
    file.write_text(json.dumps(whole))
    ended = comment(job, file, completed(sha))
    [body] = github.bodies(7)
    assert ended.code == 0
    assert "<img" not in body
    assert "@acme" not in body
    assert "\u202e" not in body
    assert "root:" not in body
    assert "::error" not in ended.out + ended.err


def edit(file, name, value):
    """Change one fact of a report's provenance; ``None`` removes it."""
    whole = json.loads(file.read_bytes())
    for report in whole["reports"]:
        facts = [fact for fact in report["provenance"]["facts"] if fact[0] != name]
        report["provenance"]["facts"] = [*facts, *([[name, value]] if value else [])]
    file.write_text(json.dumps(whole))
