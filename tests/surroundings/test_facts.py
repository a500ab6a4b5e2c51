"""Versions, time, commit, forge and person: recorded, never computed on."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gate import surroundings
from gate.errors import QuestionError
from gate.surroundings import facts, now, person


def test_time_is_utc_and_can_be_fixed(monkeypatch):
    """SOURCE_DATE_EPOCH makes two builds agree; nonsense in it is a question."""
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", now())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1740830400")
    assert now() == "2025-03-01T12:00:00Z"
    for nonsense in ("yesterday", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", nonsense)
        with pytest.raises(QuestionError, match=f"SOURCE_DATE_EPOCH: '{nonsense}' is not a number"):
            now()


def test_an_empty_variable_is_unset(monkeypatch):
    """As the conventions for NO_COLOR and the shells have it."""
    monkeypatch.setenv("NO_COLOR", "")
    assert surroundings.environment("NO_COLOR") is None
    monkeypatch.setenv("NO_COLOR", "1")
    assert surroundings.environment("NO_COLOR") == "1"


def test_facts_name_commit_and_changes(origin):
    """Versions, platform, the commit, and whether tracked files differ from it."""
    found = dict(facts(origin.top))
    assert found["gate"] == surroundings.version()
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert (found["commit"], found["dirty"]) == (origin.at("HEAD"), "no")
    (origin.top / "kept").write_text("changed")
    assert dict(facts(origin.top))["dirty"] == "yes"
    assert "ci" not in found


def test_facts_outside_git_have_no_commit(tmp_path, make):
    """Nor before the first one."""
    assert "commit" not in dict(facts(tmp_path))
    assert "commit" not in dict(facts(make("new").top))


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (
            {
                "GITHUB_ACTIONS": "true",
                "GITHUB_SERVER_URL": "https://forge.example",
                "GITHUB_REPOSITORY": "a/b",
                "GITHUB_RUN_ID": "5",
            },
            {"ci": "GitHub Actions", "ci_run": "https://forge.example/a/b/actions/runs/5"},
        ),
        ({"GITHUB_ACTIONS": "true"}, {"ci": "GitHub Actions"}),
        (
            {"GITLAB_CI": "true", "CI": "true", "CI_JOB_URL": "https://forge.example/1"},
            {"ci": "GitLab CI", "ci_run": "https://forge.example/1"},
        ),
        ({"CI": "true"}, {"ci": "unknown"}),
    ],
)
def test_facts_name_the_forge(tmp_path, monkeypatch, variables, expected):
    """And the page of the run, where it can be told."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert {k: v for k, v in facts(tmp_path) if k.startswith("ci")} == expected


def test_the_person_is_the_account_or_gits_user(origin, tmp_path, monkeypatch):
    """Nobody, rather than a guess."""
    assert person(tmp_path) == ""
    origin.git("config", "user.name", "Ana")
    assert person(origin.top) == "Ana"
    monkeypatch.setenv("GITHUB_ACTOR", "ana-b")
    assert person(origin.top) == "ana-b"
    monkeypatch.delenv("GITHUB_ACTOR")
    monkeypatch.setenv("PATH", os.devnull)
    assert person(origin.top) == ""


def test_nothing_heavy_is_imported():
    """Stores and surroundings start without numpy."""
    code = (
        "import sys, gate.surroundings, gate.stores.folder, gate.stores.git; sys.exit('numpy' in sys.modules)"
    )
    root = Path(surroundings.__file__).parent.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_the_state_of_a_repository_is_its_commit_and_its_edits(origin):
    """A tracked edit, another commit or a new Python file is another state; what else is written is not."""
    first = surroundings.state(origin.top)
    assert first is not None
    assert first.startswith(origin.at("HEAD"))
    assert surroundings.state(origin.top) == first
    seen = {first}

    (origin.top / "report.md").write_text("written by a run")
    assert surroundings.state(origin.top) == first
    (origin.top / "search.py").write_text("k = 5")
    seen.add(surroundings.state(origin.top))
    (origin.top / "search.py").write_text("k = 6")
    seen.add(surroundings.state(origin.top))
    origin.git("add", "search.py")
    origin.git("commit", "-q", "-m", "search")
    seen.add(surroundings.state(origin.top))
    (origin.top / "search.py").write_text("k = 7")
    seen.add(surroundings.state(origin.top))

    assert len(seen) == 5


def test_outside_git_there_is_no_state(tmp_path):
    """Nothing is made up."""
    assert surroundings.state(tmp_path) is None


def test_other_programs_do_not_get_what_the_gate_set_for_itself():
    """A model that the gate starts computes with as many threads as it likes; a user's own setting stays."""
    code = (
        "from gate import surroundings as s; s.one_blas_thread(); "
        "print(s.environment('OPENBLAS_NUM_THREADS'), s.environment_for_others().get('OPENBLAS_NUM_THREADS'))"
    )
    own = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}

    for given, told in ((None, "1 None"), ("4", "4 4")):
        environment = own if given is None else {**own, "OPENBLAS_NUM_THREADS": given}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == told
