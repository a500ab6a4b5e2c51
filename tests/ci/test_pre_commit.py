"""The hooks of `.pre-commit-hooks.yaml`, run by pre-commit itself in a real git repository."""

import json
import sys

import pytest
import yaml

from tests.ci.conftest import run, tool
from tests.conftest import REPOSITORY

MANIFEST = REPOSITORY / ".pre-commit-hooks.yaml"

CONFIG = """\
version: 1
name: search
task: retrieval
golden_set: ../golden.jsonl
system: {run: ../run.jsonl}
metrics: {mrr: {tolerance: 0.02}}
interval: {resamples: 100}
baseline: {store: ../baselines/}
"""


def answers(rank, n=30):
    """Rankings with the right document at ``rank`` of three."""
    for i in range(n):
        ranked = ["x", "y", "z"]
        ranked[rank - 1] = f"d{i}"
        yield {"id": f"q{i:02d}", "ranked": ranked}


def lines(rows):
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def project(repository, tmp_path):
    """A repository with a search, its baseline on main, a remote, and the hooks; returns its git."""
    top, hooks = repository.top, yaml.safe_load(MANIFEST.read_text("utf-8"))
    for hook in hooks:
        # As in the manifest, but with the tree under test instead of an environment of its own.
        hook["entry"] = f"{sys.executable} -m {hook['entry']}"
        hook["language"] = "system"
        hook["args"] = ["configs/search.yaml"] if hook["id"] == "gate-check" else []
    text = yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]})
    (top / ".pre-commit-config.yaml").write_text(text, "utf-8")
    (top / "configs").mkdir()
    (top / "configs" / "search.yaml").write_text(CONFIG, "utf-8")
    golden = [{"id": f"q{i:02d}", "relevant": [f"d{i}"]} for i in range(30)]
    (top / "golden.jsonl").write_text(lines(golden), "utf-8")
    (top / "run.jsonl").write_text(lines(answers(1)), "utf-8")
    code, said = run(sys.executable, "-m", "gate", "refresh", "configs/search.yaml", cwd=top)
    assert code == 0, said
    run("git", "init", "--quiet", "--bare", tmp_path / "remote.git")
    repository("remote", "add", "origin", str(tmp_path / "remote.git"))
    repository("add", "--all")
    repository("commit", "--quiet", "-m", "start")
    repository("push", "--quiet", "origin", "main")
    repository("checkout", "--quiet", "-b", "topic")
    return repository


@pytest.fixture
def pre_commit(project, tmp_path):
    """Give a function that runs pre-commit in the project."""
    command = tool("pre-commit", "pre_commit")
    return lambda *arguments: run(
        *command, *arguments, cwd=project.top, PRE_COMMIT_HOME=str(tmp_path / "home")
    )


def test_the_manifest_is_valid(pre_commit):
    """As pre-commit reads it."""
    code, said = pre_commit("validate-manifest", MANIFEST)

    assert code == 0, said


def test_a_good_config_may_be_committed_and_a_bad_one_not(project, pre_commit):
    """Installed as a hook, it stops the commit and shows every problem."""
    assert pre_commit("install")[0] == 0
    config = project.top / "configs" / "search.yaml"
    config.write_text(CONFIG.replace("0.02", "0.03"), "utf-8")
    code, said = project("commit", "--all", "-m", "looser")
    assert (code, "gate validate" in said) == (0, True), said

    config.write_text(CONFIG.replace("mrr", "mmr"), "utf-8")
    code, said = project("commit", "--all", "-m", "broken")
    assert code != 0
    assert "configs/search.yaml:6" in said
    assert "did you mean 'mrr'" in said


def test_other_files_are_left_alone(project, pre_commit):
    """Nothing is read where no config changed."""
    (project.top / "notes.yaml").write_text("a: 1\n", "utf-8")
    project("add", "notes.yaml")
    code, said = pre_commit("run", "gate-validate")

    assert code == 0
    assert "Skipped" in said


def test_yaml_of_others_beside_the_configs_may_be_committed(project, pre_commit):
    """The folder `configs` may hold files of other programs."""
    (project.top / "configs" / "deploy.yaml").write_text("replicas: 3\n", "utf-8")
    project("add", "configs/deploy.yaml")
    code, said = pre_commit("run", "gate-validate")

    assert code == 0, said
    assert "Passed" in said


def test_a_regression_is_not_pushed(project, pre_commit):
    """The hook before the push says what CI would say, and the remote never sees the branch."""
    assert pre_commit("install", "--hook-type", "pre-push")[0] == 0
    project("commit", "--allow-empty", "--quiet", "-m", "harmless")
    code, said = project("push", "origin", "topic")
    assert code == 0, said
    assert "search: pass" in said

    (project.top / "run.jsonl").write_text(lines(answers(3)), "utf-8")
    project("commit", "--all", "--quiet", "-m", "worse")
    code, said = project("push", "origin", "topic")
    assert code != 0
    assert "gate: regressed (exit 1)" in said
    head, there = project("rev-parse", "HEAD")[1], project("ls-remote", "origin", "topic")[1]
    assert head.strip() not in there


@pytest.mark.slow
def test_the_hooks_install_from_this_repository(project, pre_commit):
    """pre-commit builds an environment from a commit of this repository and runs the hook in it."""
    code, said = pre_commit("try-repo", REPOSITORY, "gate-validate", "--all-files")

    assert code == 0, said
    assert "gate validate" in said
    assert "Passed" in said
