"""Which job this is, on either forge and none, whatever the event holds."""

import json

import pytest

from gate.forges.job import Pull, find
from tests.forges.github import GitHub


def test_no_variables_are_no_job():
    """A desk, a hook, a CI that is not known."""
    assert find() is None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", None),
        ("no", None),
        ("[1]", None),
        ("[" * 100_000, None),
        ('{"pull_request": null}', None),
        ('{"pull_request": {"number": true}}', None),
        ('{"pull_request": {"number": -1}}', None),
        ('{"pull_request": {"number": 5}}', Pull(5, "", is_fork=True)),
        ('{"pull_request": {"number": 5, "head": {"sha": "ab", "repo": null}}}', Pull(5, "ab", is_fork=True)),
        (
            '{"pull_request": {"number": 5, "head": {"sha": "ab", "repo": {"full_name": "a/b"}}}}',
            Pull(5, "ab"),
        ),
    ],
)
def test_any_event_is_read_without_a_fault(tmp_path, monkeypatch, content, expected):
    """No pull request, one of a deleted fork, and files that are no event."""
    path = tmp_path / "event.json"
    path.write_text(content)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_REPOSITORY", "a/b")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(path))
    assert find().pull == expected


def test_defaults_are_those_of_github(monkeypatch):
    """A runner that sets nothing else; numbers that are none count as 0."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_RUN_ID", "x")
    job = find()
    assert (job.api, job.server) == ("https://api.github.com", "https://github.com")
    assert (job.run, job.attempt, job.url, job.token) == (0, 1, "", "")


def test_an_enterprise_server_is_asked_at_its_own_address(job, monkeypatch):
    """`GITHUB_API_URL` ends in /api/v3 there; nothing else is assumed of it."""
    enterprise = GitHub(prefix="/api/v3")
    step = job()
    enterprise.open_pull(7, step.project.git("rev-parse", "topic"))
    monkeypatch.setenv("GITHUB_API_URL", f"{enterprise.url}/")
    ended = step.gate("check", "--comment")
    enterprise.close()
    assert ended.code == 0
    assert len(enterprise.bodies(7)) == 1
    assert enterprise.wrong == []


def test_reports_say_which_pull_request_they_are_about(job, tmp_path):
    """For the job that comments on a fork; the commit checked out is a merge."""
    step = job()
    step.gate("check", "--output", f"json:{tmp_path}/report.json")
    [report] = json.loads((tmp_path / "report.json").read_bytes())["reports"]
    facts = dict(report["provenance"]["facts"])
    assert facts["pull_request"] == "7"
    assert facts["head"] == step.project.git("rev-parse", "topic")
