"""This repository's own workflows, end to end, with its Action and its examples; the forge stands beside."""

import json
import shutil
import sys

import pytest

from tests.ci.acting import act
from tests.ci.conftest import run
from tests.conftest import REPOSITORY
from tests.forges.github import READER, WRITER, GitHub

pytestmark = pytest.mark.slow

OURS, FORK = "acme/search", "stranger/search"
PYTHON = """\
#!/bin/sh
# Stands in for a Python that has everything: nothing is installed, and its environments have the gate.
case "$2" in
    pip) ;;
    venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    *) exec {python} "$@" ;;
esac
"""


@pytest.fixture
def forge():
    """Give GitHub's interface; afterwards nothing that was said may have broken its description."""
    github = GitHub(OURS)
    yield github
    github.close()
    assert github.wrong == []


@pytest.fixture
def ours(repository, tmp_path):
    """This repository's files, committed on main of a repository with a remote; returns its git."""
    code, names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    assert code == 0, names
    for name in filter(None, names.split("\0")):
        if (REPOSITORY / name).is_file() and not name.startswith("tests/"):
            place = repository.top / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, place)
    repository("add", "--all")
    repository("commit", "--quiet", "-m", "this repository")
    run("git", "init", "--quiet", "--bare", "--initial-branch=main", tmp_path / "origin.git")
    repository("remote", "add", "origin", str(tmp_path / "origin.git"))
    repository("push", "--quiet", "origin", "main")
    return repository


@pytest.fixture
def happen(ours, forge, tmp_path):
    """Give a function that runs a workflow on an event, as the forge's runner would."""
    python = tmp_path / "python"
    python.write_text(PYTHON.format(python=sys.executable), "utf-8")
    python.chmod(0o755)

    def run_it(workflow, event, payload, *, token=WRITER, installs=False):
        return act(
            ours.top,
            event,
            {"repository": {"full_name": OURS, "default_branch": "main"}, **payload},
            tmp_path / "act",
            workflow=f".github/workflows/{workflow}.yml",
            environment=[f"GITHUB_API_URL={forge.url}", f"GITHUB_REPOSITORY={OURS}"],
            secrets=[f"GITHUB_TOKEN={token}"],
            python=None if installs else python,
        )

    return run_it


@pytest.fixture
def pull(ours, forge):
    """Give a function that merges a change of the search's run, as GitHub tests it; returns the event."""

    def merge(source, repository=OURS):
        ours("checkout", "--quiet", "-b", "topic")
        (ours.top / "runs/docs_search.jsonl").write_bytes((ours.top / source).read_bytes())
        ours("commit", "--quiet", "--all", "--allow-empty", "-m", "change")
        head = ours("rev-parse", "HEAD")[1].strip()
        ours("checkout", "--quiet", "main")
        ours("merge", "--quiet", "--no-ff", "topic", "-m", "merge")
        forge.open_pull(7, head, repository=repository)
        repositories = {"head": {"full_name": repository}, "base": {"full_name": OURS}}
        sides = {"head": {"sha": head, "ref": "topic"}, "base": {"ref": "main"}}
        sides = {side: {**told, "repo": repositories[side]} for side, told in sides.items()}
        return {"number": 7, "pull_request": {"number": 7, **sides}}

    return merge


def stored(ran):
    """Return outcome and exit code of the report that was uploaded."""
    document = json.loads(ran.artifacts["gate-report"]["report.json"])
    return document["outcome"], document["exit_code"]


def test_a_regression_is_red_and_told_in_one_comment(happen, pull, forge):
    """The Action is installed from its own commit; both jobs fail; report and comment say the same."""
    ran = happen("gate", "pull_request", pull("runs/docs_search.fault.jsonl"), installs=True)

    assert ran.jobs == {"evaluate": False, "gate": False}, ran.log
    assert stored(ran) == ("regressed", 1)
    (body,) = forge.bodies(7)
    assert "docs-search" in body
    assert "regressed" in body


def test_a_harmless_change_is_green(happen, pull, forge):
    """A second run edits the comment instead of adding one."""
    event = pull("runs/docs_search.jsonl")
    for _ in range(2):
        ran = happen("gate", "pull_request", event)
        assert ran.jobs == {"evaluate": True, "gate": True}, ran.log
        assert stored(ran)[1] == 0
    assert len(forge.bodies(7)) == 1


def test_a_fork_is_judged_at_once_and_commented_by_the_second_workflow(happen, pull, forge):
    """Its own run may only read: same verdict, one notice; the run on the default branch has the comment."""
    event = pull("runs/docs_search.fault.jsonl", repository=FORK)
    first = happen("gate", "pull_request", event, token=READER)
    assert first.jobs == {"evaluate": False, "gate": False}, first.log
    assert stored(first) == ("regressed", 1)
    assert forge.bodies(7) == []

    owner, head = {"login": FORK.partition("/")[0]}, event["pull_request"]["head"]
    told = {
        "id": 100,
        "run_attempt": 1,
        "event": "pull_request",
        "head_sha": head["sha"],
        "head_branch": "topic",
        "head_repository": {"full_name": FORK, "owner": owner},
    }
    second = happen("gate-comment", "workflow_run", {"action": "completed", "workflow_run": told})
    assert second.jobs == {"comment": True}, second.log
    (body,) = forge.bodies(7)
    assert "regressed" in body


def test_a_merge_group_is_judged_against_its_base(happen, pull, ours):
    """The queue's required job reports as well."""
    pull("runs/docs_search.fault.jsonl")
    base = ours("rev-parse", "HEAD^1")[1].strip()
    group = {
        "base_sha": base,
        "head_sha": ours("rev-parse", "HEAD")[1].strip(),
        "base_ref": "refs/heads/main",
    }
    ran = happen("gate", "merge_group", {"action": "checks_requested", "merge_group": group})

    assert ran.jobs == {"evaluate": False, "gate": False}, ran.log
    assert stored(ran) == ("regressed", 1)


def test_the_nightly_refresh_opens_one_pull_request(happen, ours, forge):
    """The bar is what the search with a fault reached; the systems answer anew, and better."""
    fault = ("--run", "runs/docs_search.fault.jsonl", "--reason", "a low bar to be raised")
    code, said = run(sys.executable, "-m", "gate", "accept", "configs/docs_search.yaml", *fault, cwd=ours.top)
    assert code == 0, said
    ours("commit", "--quiet", "--all", "-m", "a low bar")
    ours("push", "--quiet", "origin", "main")
    ran = happen("gate-baseline", "workflow_dispatch", {})

    assert ran.jobs == {"refresh": True}, ran.log
    (pull,) = forge.pulls.values()
    assert (pull["branch"], pull["base"]) == ("gate/refresh-docs-search", "main")
    assert "improved" in pull["body"]
    ours("fetch", "--quiet", "origin")
    changed = ours("diff", "--name-only", "main", "origin/gate/refresh-docs-search")[1].split()
    assert changed == ["baselines/docs-search.json", "baselines/docs-search.run.jsonl"]
