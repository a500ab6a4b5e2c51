"""Jobs and hooks that the pages show, read by the tools of those who run them."""

import re

import pytest
import yaml

from tests.ci.conftest import run, tool
from tests.conftest import REPOSITORY
from tests.docs.kinds import of_kind
from tests.docs.walks import walk, with_this_package

STEPS = """\
name: shown
on: pull_request
permissions: {contents: read}
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
"""


def shown(*kinds):
    """Return the blocks of some kinds as arguments of a test."""
    return [pytest.param(block, id=where) for _, block, where in of_kind(*kinds)]


def workflow(block):
    """Return a workflow of GitHub: the block, or one around its steps."""
    text = block.text
    if "\njobs:" not in text:
        return STEPS + "".join(f"      {line}\n" for line in text.splitlines())
    return text if text.startswith("name:") else f"name: shown\n{text}"


@pytest.mark.parametrize("block", shown("workflow", "steps"))
def test_workflows_are_what_github_takes(block, repository):
    """By GitHub's schema, and by actionlint, with shellcheck inside."""
    path = repository.top / ".github" / "workflows" / "shown.yml"
    path.parent.mkdir(parents=True)
    path.write_text(workflow(block), "utf-8")
    schema = [*tool("check-jsonschema", "check_jsonschema"), "--builtin-schema", "vendor.github-workflows"]
    code, said = run(*schema, path)
    assert code == 0, said

    assert run(*tool("actionlint"), path, cwd=path.parent) == (0, "")


@pytest.mark.parametrize("block", shown("workflow"))
def test_workflows_ask_for_no_more_than_they_need(block, repository):
    """Least privilege, no credentials left behind; pins are the reader's, and the next test has triggers."""
    path = repository.top / "shown.yml"
    path.write_text(workflow(block), "utf-8")
    settings = repository.top / "zizmor.yml"
    off = ("unpinned-uses", "dangerous-triggers")
    settings.write_text(yaml.safe_dump({"rules": {rule: {"disable": True} for rule in off}}), "utf-8")
    code, said = run(
        *tool("zizmor"), "--offline", "--no-progress", "--min-severity", "medium", "--config", settings, path
    )

    assert code == 0, said


@pytest.mark.parametrize("block", shown("workflow"))
def test_no_workflow_runs_a_stranger_with_rights(block):
    """None is started by `pull_request_target`; one started by another's end checks nothing out."""
    assert "pull_request_target" not in block.text
    assert "workflow_run:" not in block.text or "checkout" not in block.text


@pytest.mark.parametrize("block", shown("gitlab"))
def test_jobs_are_what_gitlab_takes(block, tmp_path):
    """By GitLab's schema; the inside of a job is given a name."""
    path = tmp_path / ".gitlab-ci.yml"
    path.write_text(f"quality:\n{block.text}" if block.text.startswith("  ") else block.text, "utf-8")
    schema = ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"]
    code, said = run(*tool("check-jsonschema", "check_jsonschema"), *schema, path)

    assert code == 0, said


@pytest.mark.parametrize("block", shown("hooks"))
def test_hooks_are_what_pre_commit_takes(block, tmp_path):
    """By pre-commit itself; hooks alone are put into the repository that the page names."""
    data = yaml.safe_load(block.text)
    if isinstance(data, list):
        data = {"repos": [{"repo": "https://example.org/gate", "rev": "v1", "hooks": data}]}
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(data), "utf-8")
    code, said = run(*tool("pre-commit", "pre_commit"), "validate-config", path)

    assert code == 0, said


@pytest.mark.parametrize(
    "line",
    [
        line
        for _, block, _ in of_kind("console")
        for line in re.findall(r"^\$ pre-commit (.*)$", block.text, re.MULTILINE)
    ],
)
def test_pre_commit_takes_what_is_typed(line, repository):
    """In a repository with an empty list of hooks."""
    (repository.top / ".pre-commit-config.yaml").write_text("repos: []\n", "utf-8")
    code, said = run(*tool("pre-commit", "pre_commit"), *line.split(), cwd=repository.top)

    assert code == 0, said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tutorial-rag", "tutorial-classifier"])
def test_workflows_of_the_tutorials_are_clean(name, tmp_path):
    """What a reader ends up with, steps that answer included."""
    folder = tmp_path / "project"
    folder.mkdir()
    walk(REPOSITORY / "docs" / f"{name}.md", folder, with_this_package(tmp_path))
    files = sorted((folder / ".github" / "workflows").glob("*.yml"))

    assert len(files) == 2
    assert all("- run: python scripts/answer" in path.read_text("utf-8") for path in files)
    assert run(*tool("actionlint"), *files, cwd=folder) == (0, "")
    code, said = run(*tool("zizmor"), "--offline", "--no-progress", "--pedantic", *files)
    assert code == 0, said
