"""Where no comment can be written, one notice says why and no verdict changes."""

import pytest

from gate.errors import ExitCode
from tests.end_to_end.conftest import run_rows
from tests.forges.conftest import check
from tests.forges.github import NOBODY, READER, WRITER
from tests.forges.loopback import Reply


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_comment_is_one_notice_and_changes_nothing(job, github, status):
    """Whatever the refusal, the exit code and the report are those without it."""
    token = {401: "expired", 403: READER, 404: WRITER}[status]
    job()
    if status == 404:
        del github.pulls[7]
        github.open_pull(8, "a" * 40)
    quiet = job(number=8).gate("check", "--no-comment")
    step = job(token=token, number=8)
    if status == 404:
        github.pulls.clear()
    ended = check(step)
    assert ended.code == quiet.code == 0
    notices = [line for line in ended.out.splitlines() if line.startswith("::notice")]
    assert len(notices) == 1
    assert f"the forge refused: {status}" in notices[0]
    assert "`pull-requests: write`" in notices[0]


def test_a_read_only_token_changes_no_regression_either(job, github):
    """A regression stays one."""
    step = job(token=READER)
    step.project.write(run=run_rows(rank=4))
    assert check(step).code == ExitCode.REGRESSED


def test_on_a_fork_nothing_is_even_tried(job, github):
    """Its token may not write: one notice says so and where the report is instead."""
    ended = check(job(repository="mallory/search"))
    assert ended.code == 0
    assert github.log == []
    [notice] = [line for line in ended.out.splitlines() if line.startswith("::notice")]
    assert "comes from a fork" in notice


def test_a_fork_under_pull_request_target_may_comment(job, github):
    """There the token is the base repository's."""
    check(job("pull_request_target", repository="mallory/search"))
    assert len(github.bodies(7)) == 1


def test_dependabot_is_told_why(job, github):
    """Its token reads only, and the notice says whose doing that is."""
    ended = check(job(token=READER, actor="dependabot[bot]"))
    assert "Dependabot" in ended.out
    assert ended.code == 0


def test_a_missing_token_is_named(job, github):
    """And the way out."""
    ended = check(job(token=NOBODY))
    assert "no comment: there is no token: set `GATE_TOKEN`" in ended.out
    assert github.log == []


@pytest.mark.parametrize("event", ["merge_group", "push", "schedule", "workflow_dispatch"])
def test_other_events_have_no_pull_request(job, project, event):
    """A merge queue, a push or a clock: no crash, one notice."""
    told = {"merge_group": {"base_sha": project.git("rev-parse", "main")}} if event == "merge_group" else {}
    ended = check(job(event, told=told))
    assert ended.code == 0
    assert f"no comment: the event '{event}' is about no pull request" in ended.out


def test_without_a_forge_the_wish_is_answered_in_words(project):
    """No variables of any CI: a note on standard error, and the verdict as always."""
    ended = project.gate("check", "--comment", "--summary", "--annotations")
    assert ended.code == 0
    assert "gate: no comment: this is no job of GitHub Actions or GitLab CI" in ended.err


def test_the_token_is_printed_nowhere(job, github, monkeypatch):
    """Not even where the forge's refusal repeats it."""
    secret = "ghs_verysecretverysecret"
    step = job(token=secret)
    github.faults = [Reply(403, {"message": f"{secret} may not"})]
    ended = check(step, "--summary")
    told = ended.out + ended.err + step.summary.read_text() + step.outputs.read_text()
    assert secret not in told
    assert "*** may not" in ended.out
    from gate.forges import github as client
    from gate.forges.job import find

    assert secret not in repr(find()) + repr(client.connect(find()))
