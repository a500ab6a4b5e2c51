"""This repository's own gate, end to end: its workflow, its Action from the commit, its examples."""

import json
import shutil

import pytest

from tests.ci.acting import act
from tests.ci.conftest import run
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.slow

WORKFLOW = ".github/workflows/gate.yml"
SILENT = "GITHUB_API_URL=http://127.0.0.1:9"
"""Nobody listens there: what cannot be commented is said, and changes nothing."""


@pytest.fixture
def merged(repository, tmp_path):
    """Give a function that merges a copy of a run over another, and runs the workflow on the merge."""
    if not (REPOSITORY / "action.yml").exists():
        pytest.skip("this checkout has no action.yml")
    code, names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    assert code == 0, names
    for name in filter(None, names.split("\0")):
        if (REPOSITORY / name).is_file() and not name.startswith("tests/"):
            place = repository.top / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, place)
    repository("add", "--all")
    repository("commit", "--quiet", "-m", "this repository")
    repository("checkout", "--quiet", "-b", "topic")

    def happen(source):
        run_file = repository.top / "runs" / "docs_search.jsonl"
        run_file.write_bytes((repository.top / source).read_bytes())
        repository("commit", "--quiet", "--all", "--allow-empty", "-m", "change")
        repository("checkout", "--quiet", "main")
        repository("merge", "--quiet", "--no-ff", "topic", "-m", "merge")
        payload = {
            "number": 7,
            "pull_request": {"number": 7, "head": {"ref": "topic"}, "base": {"ref": "main"}},
            "repository": {"full_name": "team/mergegate", "default_branch": "main"},
        }
        return act(
            repository.top, "pull_request", payload, tmp_path / "act", workflow=WORKFLOW, environment=[SILENT]
        )

    return happen


@pytest.mark.parametrize(
    ("source", "outcome", "code"),
    [("runs/docs_search.jsonl", "pass", 0), ("runs/docs_search.fault.jsonl", "regressed", 1)],
)
def test_the_required_job_says_what_the_gate_says(merged, source, outcome, code):
    """The same search is green; the one with a fault makes both jobs red, and its report is stored."""
    ran = merged(source)

    assert ran.jobs == dict.fromkeys(("evaluate", "gate"), code == 0), ran.log
    document = json.loads(ran.artifacts["gate-report"]["report.json"])
    assert (document["outcome"], document["exit_code"]) == (outcome, code)
    assert "docs-search" in ran.artifacts["gate-report"]["report.md"]
