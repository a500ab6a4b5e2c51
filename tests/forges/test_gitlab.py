"""Notes on merge requests: the same comment, by another forge's rules."""

import pytest

from gate.errors import ExitCode
from gate.forges import stamp
from gate.forges.job import find
from tests.end_to_end.conftest import Project, run_rows
from tests.forges.gitlab import ACCOUNT, JOB_TOKEN, TOKEN, GitLab


@pytest.fixture
def gitlab():
    """Give a forge; afterwards nothing that was said may have broken its documented shape."""
    forge = GitLab()
    yield forge
    forge.close()
    assert forge.wrong == []


@pytest.fixture
def pipeline(gitlab, project, monkeypatch):
    """Give a function that turns this process into a job of a merge request's pipeline."""

    def begin(*, job=1, token=TOKEN, **more):
        head = project.git("rev-parse", "topic")
        gitlab.requests or gitlab.open_request(3, head)
        variables = {
            "GITLAB_CI": "true",
            "CI": "true",
            "CI_API_V4_URL": gitlab.url,
            "CI_PROJECT_ID": "1",
            "CI_MERGE_REQUEST_PROJECT_ID": "1",
            "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "1",
            "CI_MERGE_REQUEST_IID": "3",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": project.git("rev-parse", "main"),
            "CI_COMMIT_SHA": head,
            "CI_JOB_ID": str(job),
            "CI_JOB_URL": f"https://forge.example/acme/search/-/jobs/{job}",
            "CI_PIPELINE_SOURCE": "merge_request_event",
            "GATE_TOKEN": token,
            **more,
        }
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return project

    return begin


def test_one_note_is_written_anew_in_place(pipeline, gitlab):
    """Found among system notes and people's, on the second page."""
    for i in range(130):
        gitlab.add_note("ada", f"chat {i}", system=i % 2 == 0)
    assert pipeline().gate("check", "--comment").code == 0
    project = pipeline(job=2)
    project.write(run=run_rows(rank=4))
    ended = project.gate("check", "--comment")
    assert ended.code == ExitCode.REGRESSED
    [note] = [n for n in gitlab.notes if n["author"]["username"] == ACCOUNT]
    assert "🔴" in note["body"]
    assert stamp.read(note["body"]).run == 2
    assert "https://forge.example/acme/search/-/jobs/2" in note["body"]


def test_nothing_of_github_is_spoken(pipeline):
    """No commands, no summary; notices are plain."""
    project = pipeline(token=JOB_TOKEN)
    project.write(run=run_rows(rank=4))
    ended = project.gate("check", "--comment", "--summary")
    assert ended.code == ExitCode.REGRESSED
    assert "::" not in ended.out
    assert (
        "gate: no comment: the forge refused: 401 (401 Unauthorized); the token needs the scope `api`"
        in ended.err
    )


def test_the_job_token_is_no_token(pipeline, gitlab, monkeypatch):
    """It may not write notes, so it is not tried, and the way out is named."""
    project = pipeline()
    monkeypatch.delenv("GATE_TOKEN")
    monkeypatch.setenv("CI_JOB_TOKEN", JOB_TOKEN)
    ended = project.gate("check", "--comment")
    assert "set `GATE_TOKEN` to a project access token" in ended.err
    assert gitlab.log == []


def test_a_fork_is_told_apart(pipeline, gitlab):
    """The source lies in another project."""
    ended = pipeline(CI_MERGE_REQUEST_SOURCE_PROJECT_ID="99").gate("check", "--comment")
    assert "comes from a fork" in ended.err
    assert gitlab.log == []


def test_merged_results_are_about_the_branchs_commit(pipeline):
    """The pipeline's own commit is a merge that nobody wrote."""
    pipeline(CI_COMMIT_SHA="a" * 40, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA="b" * 40)
    assert find().pull.head == "b" * 40


def test_a_branch_pipeline_has_no_merge_request(pipeline, monkeypatch):
    """One notice."""
    project = pipeline(CI_PIPELINE_SOURCE="push")
    monkeypatch.delenv("CI_MERGE_REQUEST_IID")
    assert "the event 'push' is about no pull request" in project.gate("check", "--comment").err


def test_a_refresh_opens_a_merge_request_and_keeps_it_up_to_date(
    pipeline, gitlab, project, tmp_path, monkeypatch
):
    """In a scheduled pipeline, by the same rules as a pull request."""
    project.git("clone", "--quiet", "--bare", "--branch=main", str(project.top), str(tmp_path / "origin"))
    project.git("clone", "--quiet", f"file://{tmp_path}/origin", str(tmp_path / "clone"))
    checkout = Project(tmp_path / "clone")
    pipeline(CI_PIPELINE_SOURCE="schedule")
    monkeypatch.delenv("CI_MERGE_REQUEST_IID")
    gitlab.requests.clear()
    gitlab.open_request(9, None, "gate/refresh-search", source_project_id=99)
    rows = run_rows(rank=2)
    rows[:30] = run_rows(30, rank=1)
    opened = checkout.write(run=rows).gate("refresh", "--pull-request")
    assert "pull request opened: https://forge.example/acme/search/-/merge_requests/10" in opened.out, (
        opened.err
    )
    assert "improved" in gitlab.requests[10]["description"]
    before = gitlab.requests[10]["description"]
    updated = checkout.write(run=run_rows(rank=1)).gate("refresh", "--pull-request")
    assert "pull request updated" in updated.out
    assert gitlab.requests[10]["description"] != before
    assert gitlab.requests[9]["description"] is None
    ended = checkout.gate("refresh", "--pull-request")
    assert "pull request unchanged" in ended.out
    assert [each.method for each in gitlab.log].count("POST") == 1
