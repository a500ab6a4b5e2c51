"""The GitHub workflow that `gate init` writes, from a pull request to the required job."""

import json
import sys
from importlib.metadata import version

import pytest

from gate import init
from tests.ci.acting import act
from tests.ci.conftest import run
from tests.end_to_end.conftest import golden_rows, run_rows

pytestmark = pytest.mark.slow

SILENT = ["GITHUB_API_URL=http://127.0.0.1:9"]
"""Nobody listens there: a comment that cannot be posted is one notice, and decides nothing."""

WORKFLOW = next(iter(init.SYSTEMS["github"]))


def lines(rows):
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def change(repository, tmp_path):
    """Give a function that merges a change into main, runs the workflow on it, and tells what came out."""
    top = repository.top
    content = init.plan(init.Wish("retrieval", "search", "github", version("mergegate")))
    content["golden_sets/search.jsonl"] = lines(golden_rows(60))
    content["runs/search.jsonl"] = lines(run_rows(60, 2))
    init.write(top, content)
    assert run(sys.executable, "-m", "gate", "refresh", "configs/search.yaml", cwd=top)[0] == 0
    repository("add", "--all")
    repository("commit", "--quiet", "-m", "start")
    base = repository("rev-parse", "HEAD")[1].strip()

    def happen(event="pull_request", **files):
        repository("checkout", "--quiet", "-b", "topic")
        for name, text in files.items():
            path = top / {"run": "runs/search.jsonl", "config": "configs/search.yaml"}[name]
            path.write_text(text, "utf-8")
        repository("commit", "--quiet", "--all", "--allow-empty", "-m", "change")
        head = repository("rev-parse", "HEAD")[1].strip()
        repository("checkout", "--quiet", "main")
        repository("merge", "--quiet", "--no-ff", "topic", "-m", "merge")
        repositories = {"full_name": "team/search", "fork": False}
        payload = {
            "pull_request": {
                "number": 7,
                "pull_request": {
                    "number": 7,
                    "head": {"sha": head, "ref": "topic", "repo": repositories},
                    "base": {"sha": base, "ref": "main", "repo": repositories},
                },
                "repository": {"full_name": "team/search", "default_branch": "main"},
            },
            "merge_group": {
                "action": "checks_requested",
                "merge_group": {"base_sha": base, "head_sha": head, "base_ref": "refs/heads/main"},
                "repository": {"full_name": "team/search", "default_branch": "main"},
            },
        }[event]
        return act(top, event, payload, tmp_path / "act", workflow=WORKFLOW, environment=SILENT)

    return happen


def outcome(ran):
    """Return outcome, exit code, and where the baseline came from, as the stored report says."""
    document = json.loads(ran.artifacts["gate-report"]["report.json"])
    facts = dict(map(tuple, document["reports"][0]["provenance"]["facts"]))
    return document["outcome"], document["exit_code"], facts["baseline from"]


FIRST_PARENT = "first parent of the pull request's merge commit"


def test_a_harmless_change_is_green(change):
    """Both jobs succeed, and the report is stored and shown."""
    ran = change(run=lines(run_rows(60, 2)))

    assert (ran.code, ran.jobs) == (0, {"evaluate": True, "gate": True}), ran.log
    assert outcome(ran) == ("pass", 0, FIRST_PARENT)
    assert set(ran.artifacts["gate-report"]) == {"report.json", "report.md"}


def test_a_regression_turns_the_required_job_red(change):
    """The report is stored all the same, and the job to require fails with the one that judges."""
    ran = change(run=lines(run_rows(60, 5)))

    assert (ran.code != 0, ran.jobs) == (True, {"evaluate": False, "gate": False}), ran.log
    assert outcome(ran) == ("regressed", 1, FIRST_PARENT)
    assert "ndcg@10" in ran.artifacts["gate-report"]["report.md"]


def test_doubt_is_green_and_told(change):
    """Three of sixty questions lost everything: too few to be certain."""
    ran = change(run=lines([*run_rows(57, 2), *run_rows(60, 0, first=57)]))

    assert (ran.code, ran.jobs) == (0, {"evaluate": True, "gate": True}), ran.log
    assert outcome(ran)[:2] == ("inconclusive", 0)


def test_a_malformed_config_turns_the_required_job_red(change):
    """Exit code 2, no report, and nothing that reads as a pass."""
    ran = change(config="version: 1\nname: search\n")

    assert (ran.code != 0, ran.jobs) == (True, {"evaluate": False, "gate": False})
    assert "configs/search.yaml" in ran.log
    assert ran.artifacts.get("gate-report", {}) == {}


def test_loosening_the_rules_does_not_help(change):
    """The base's rules count as well: the same regression with ten times the tolerance stays red."""
    config = init.plan(init.Wish("retrieval", "search", "github", "1"))["configs/search.yaml"]
    ran = change(run=lines(run_rows(60, 5)), config=config.replace("0.02", "0.9"))

    assert ran.jobs == {"evaluate": False, "gate": False}
    assert "rules of the base" in ran.artifacts["gate-report"]["report.md"]


def test_a_merge_queue_is_judged_against_its_base(change):
    """The same verdict, with the base that the event names."""
    ran = change("merge_group", run=lines(run_rows(60, 5)))

    assert ran.jobs == {"evaluate": False, "gate": False}
    assert outcome(ran) == ("regressed", 1, "base of the merge group")
