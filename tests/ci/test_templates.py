"""The CI jobs that `gate init` writes: linted as their systems would, and their scripts run."""

import re
import subprocess

import pytest
import yaml

from gate import init
from gate.cli import commands
from tests.ci.conftest import run, tool
from tests.docs.test_examples import resolve

SCHEMAS = {
    "github": ["vendor.github-workflows", "custom.github-workflows-require-timeout"],
    "gitlab": ["vendor.gitlab-ci"],
    "azure": ["vendor.azure-pipelines"],
    "bitbucket": ["vendor.bitbucket-pipelines"],
}
OPTIONS = {
    "gitlab": ["--data-transform", "gitlab-ci"],
    # Its patterns escape characters that need none.
    "azure": ["--data-transform", "azure-pipelines", "--regex-variant", "nonunicode"],
}
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", re.MULTILINE)


def written(system, task="retrieval"):
    """Return place and text of the job."""
    place = init.SYSTEMS[system][1]
    return place, init.plan(init.Wish(task, "mine", system, "1.2.3"))[place]


@pytest.fixture
def job(repository):
    """Give a function that writes the job of a system into a repository, and returns its path."""

    def write(system):
        place, text = written(system)
        path = repository.top / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


def scripts(node):
    """Yield every shell script of a job."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in {"run", "bash", "script"} and isinstance(value, (str, list)):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from scripts(value)
    elif isinstance(node, list):
        for value in node:
            yield from scripts(value)


def shell(system):
    """Return the scripts of a system's job."""
    _, text = written(system)
    if system == "jenkins":
        # In '''…''' Groovy takes a doubled backslash for one.
        return [match.replace("\\\\", "\\") for match in re.findall(r"'''(.*?)'''", text, re.DOTALL)]
    return list(scripts(yaml.safe_load(text)))


@pytest.mark.parametrize("system", SCHEMAS)
def test_the_job_follows_the_schema_of_its_system(job, system):
    """As published by each system; for GitHub every job must have a time-out."""
    path = job(system)
    for schema in SCHEMAS[system]:
        command = tool("check-jsonschema", "check_jsonschema")
        code, said = run(*command, "--builtin-schema", schema, *OPTIONS.get(system, ()), path)
        assert code == 0, said


def test_the_workflow_is_clean_for_actionlint(job):
    """Contexts, keys, runner labels, and shellcheck inside."""
    path = job("github")
    code, said = run(*tool("actionlint"), path, cwd=path.parent)

    assert (code, said) == (0, "")


def test_the_workflow_is_clean_for_zizmor(job):
    """Least privilege, pinned actions, no credentials left behind, nothing interpolated into scripts."""
    code, said = run(*tool("zizmor"), "--offline", "--no-progress", "--pedantic", job("github"))

    assert code == 0, said


def test_actions_are_pinned_by_hash():
    """With the version beside it, for people and for update robots."""
    _, text = written("github")
    assert len(PINNED.findall(text)) == text.count("uses:") == 3


@pytest.mark.parametrize("system", init.SYSTEMS)
def test_scripts_are_clean_for_shellcheck(system, tmp_path):
    """What a shell runs there is a script that means what it says."""
    for number, text in enumerate(shell(system)):
        path = tmp_path / f"{number}.sh"
        path.write_text(f"#!/bin/bash\n{text}\n", "utf-8")
        # SC2154: variables of the CI system are set elsewhere.
        code, said = run(*tool("shellcheck"), "--exclude=SC2154", path)
        assert code == 0, said


@pytest.mark.parametrize("system", init.SYSTEMS)
def test_calls_of_the_gate_are_understood(system):
    """Every option that a job gives is one that the command has."""
    calls = [
        line
        for text in shell(system)
        for line in re.findall(r"gate (check .*)", re.sub(r"\\?\n\s*", " ", text))
    ]

    assert len(calls) == 1
    context = resolve(calls[0].split())
    assert context.command is commands.get_command(context, "check")


@pytest.mark.parametrize("system", init.SYSTEMS)
def test_both_tasks_have_the_same_job(system):
    """But for the suffix of the run in a comment."""
    retrieval, classification = (written(system, task)[1] for task in init.TASKS)
    assert retrieval.replace("mine.jsonl", "mine.csv") == classification


def test_braces_of_the_jenkinsfile_are_closed():
    """There is no offline linter for it; this is the least."""
    _, text = written("jenkins")
    depth = 0
    for mark in re.findall(r"[{}]", re.sub(r"'''.*?'''|'[^'\n]*'", "''", text, flags=re.DOTALL)):
        depth += 1 if mark == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert text.count("'''") % 2 == 0


@pytest.mark.parametrize(
    ("result", "code"), [("success", 0), ("failure", 1), ("skipped", 1), ("cancelled", 1)]
)
def test_the_aggregator_passes_on_success_alone(result, code):
    """A required check that is skipped would count as passed."""
    _, text = written("github")
    (step,) = yaml.safe_load(text)["jobs"]["gate"]["steps"]
    done = subprocess.run(["bash", "-c", step["run"]], env={"RESULT": result}, check=False)

    assert done.returncode == code
