"""This repository's own workflows: linted, least privilege, pinned, and safe to require."""

import re
import shutil
import subprocess

import pytest
import yaml

from tests.ci.conftest import run, tool
from tests.conftest import REPOSITORY

FOLDER = REPOSITORY / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))
WORKFLOWS = {path.stem: yaml.load(path.read_text("utf-8"), yaml.BaseLoader) for path in FILES}
JOBS = {(name, job): body for name, flow in WORKFLOWS.items() for job, body in flow["jobs"].items()}
PINNED = re.compile(r"uses: (?:\./|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$")

MAY_WRITE = {
    ("gate", "evaluate"): {"pull-requests"},
    ("gate-comment", "comment"): {"pull-requests"},
    ("gate-baseline", "refresh"): {"contents", "pull-requests"},
    ("release", "attest"): {"attestations", "id-token"},
    ("release", "publish"): {"id-token"},
    ("release", "draft"): {"contents"},
}


def test_they_follow_the_schema_and_have_time_limits():
    """As GitHub publishes it; a job without a limit may hang for six hours."""
    for schema in ("vendor.github-workflows", "custom.github-workflows-require-timeout"):
        code, said = run(*tool("check-jsonschema", "check_jsonschema"), "--builtin-schema", schema, *FILES)
        assert code == 0, said


def test_the_updates_of_pins_follow_their_schema():
    """Pins by hash are only safe while somebody moves them."""
    path = FOLDER.parent / "dependabot.yml"
    code, said = run(
        *tool("check-jsonschema", "check_jsonschema"), "--builtin-schema", "vendor.dependabot", path
    )

    assert code == 0, said


def test_they_are_clean_for_actionlint(tmp_path):
    """Contexts, inputs of this repository's own action, and shellcheck inside; in a checkout of its own."""
    action = REPOSITORY / "action.yml"
    if not action.exists():
        pytest.skip("this checkout has no action.yml")
    (tmp_path / ".git").mkdir()
    shutil.copytree(FOLDER, tmp_path / ".github" / "workflows")
    shutil.copy(action, tmp_path)
    code, said = run(*tool("actionlint"), cwd=tmp_path)

    assert (code, said) == (0, "")


def test_they_are_clean_for_zizmor():
    """Dangerous triggers, template injection, loose pins, broad rights, credentials left behind."""
    code, said = run(*tool("zizmor"), "--offline", "--no-progress", "--pedantic", REPOSITORY / ".github")

    assert code == 0, said


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_actions_are_pinned_by_hash(path):
    """With the version beside it; only this repository's own action is named without."""
    used = [line.strip() for line in path.read_text("utf-8").splitlines() if "uses:" in line]

    assert used
    assert [line for line in used if not PINNED.match(line.removeprefix("- "))] == []


def test_one_version_of_each_action():
    """The same pin everywhere, the job templates of `gate init` included."""
    places = [*FILES, *(REPOSITORY / "gate" / "init").rglob("*.yml")]
    found = {}
    for path in places:
        for name, pin in re.findall(r"uses: ([\w./-]+)@(\w+)", path.read_text("utf-8")):
            found.setdefault(name, set()).add(pin)
    assert {name for name, pins in found.items() if len(pins) > 1} == set()


def test_rights_are_the_least():
    """None for a workflow as a whole, and each job may write only what the table says."""
    assert {name: flow["permissions"] for name, flow in WORKFLOWS.items()} == {name: {} for name in WORKFLOWS}
    writes = {
        key: {right for right, how in job.get("permissions", {}).items() if how == "write"}
        for key, job in JOBS.items()
    }
    assert {key: rights for key, rights in writes.items() if rights} == MAY_WRITE


def test_no_checkout_leaves_its_token_behind():
    """A later step could read it from the git configuration."""
    steps = [step for job in JOBS.values() for step in job["steps"] if "checkout@" in step.get("uses", "")]

    assert len(steps) >= 5
    assert {step["with"]["persist-credentials"] for step in steps} == {"false"}


@pytest.mark.parametrize("name", ["gate", "tests"])
def test_the_required_job_always_reports(name):
    """No paths that skip the workflow, both events, and a last job that runs and fails unless all passed."""
    flow = WORKFLOWS[name]
    assert {"pull_request", "merge_group"} <= set(flow["on"])
    assert "paths" not in str(flow["on"])
    job = flow["jobs"][name]
    assert job["if"] == "always()"
    assert set(job["needs"]) == set(flow["jobs"]) - {name}

    (step,) = job["steps"]
    for result in ("success", "failure", "cancelled", "skipped"):
        one = next(iter(step["env"]))
        environment = dict.fromkeys(step["env"], "success") | {one: result}
        done = subprocess.run(["bash", "-c", step["run"]], env=environment, check=False)
        assert (done.returncode == 0) == (result == "success")


def test_the_commenter_runs_nothing_of_the_pull_request():
    """It has the right to write, so it checks out the default branch alone and takes no secret along."""
    (job,) = WORKFLOWS["gate-comment"]["jobs"].values()

    assert "pull_request_target" not in str(WORKFLOWS)
    assert [step.get("with", {}).get("ref") for step in job["steps"]] == [None] * len(job["steps"])
    assert not [step for step in job["steps"] if "run" in step]
    assert "secrets." not in str(job)


def test_the_refresh_never_runs_twice_at_once():
    """Two nights, or a night and a hand, wait for each other and are not cut off."""
    assert WORKFLOWS["gate-baseline"]["concurrency"] == {
        "group": "gate-baseline",
        "cancel-in-progress": "false",
    }


@pytest.mark.parametrize(("tag", "code"), [("v1.2.3", 0), ("v1.2.4", 1), ("1.2", 1)])
def test_a_release_is_what_its_tag_says(tmp_path, tag, code):
    """The step that compares them, with a package of version 1.2.3."""
    (step,) = [s for s in JOBS["release", "build"]["steps"] if s.get("name", "").startswith("The tag")]
    program = tmp_path / "empty" / "bin" / "gate"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n[ \"$1\" != --version ] || echo 'gate 1.2.3'\n")
    program.chmod(0o755)
    last = step["run"].partition('cd "$RUNNER_TEMP"\n')[2]
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", last],
        cwd=tmp_path,
        env={"GITHUB_REF_NAME": tag, "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert done.returncode == code
