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
JOBS = [(system, place) for system, places in init.SYSTEMS.items() for place in places]
WORKFLOWS = list(init.SYSTEMS["github"])


def written(system, place, task="retrieval"):
    """Return the text of a file of jobs."""
    return init.plan(init.Wish(task, "mine", system, "1.2.3"))[place]


@pytest.fixture
def job(repository):
    """Give a function that writes a file of jobs into a repository, and returns its path."""

    def write(system, place):
        path = repository.top / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(system, place), "utf-8")
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


def shell(system, place, *, only=None):
    """Return the scripts of a file of jobs, or of one job of GitLab's."""
    text = written(system, place)
    if system == "jenkins":
        # In '''…''' Groovy takes a doubled backslash for one.
        return [match.replace("\\\\", "\\") for match in re.findall(r"'''(.*?)'''", text, re.DOTALL)]
    data = yaml.safe_load(text)
    return list(scripts(data[only] if only else data))


@pytest.mark.parametrize(("system", "place"), JOBS)
def test_jobs_follow_the_schema_of_their_system(job, system, place):
    """As published by each system, but for Jenkins; on GitHub every job must have a time-out."""
    path = job(system, place)
    for schema in SCHEMAS.get(system, ()):
        command = tool("check-jsonschema", "check_jsonschema")
        code, said = run(*command, "--builtin-schema", schema, *OPTIONS.get(system, ()), path)
        assert code == 0, said


@pytest.mark.parametrize("place", WORKFLOWS)
def test_workflows_are_clean_for_actionlint(job, place):
    """Contexts, keys, runner labels, and shellcheck inside."""
    path = job("github", place)
    code, said = run(*tool("actionlint"), path, cwd=path.parent)

    assert (code, said) == (0, "")


@pytest.mark.parametrize("place", WORKFLOWS)
def test_workflows_are_clean_for_zizmor(job, place):
    """Least privilege, pinned actions, no credentials left behind, nothing interpolated into scripts."""
    code, said = run(*tool("zizmor"), "--offline", "--no-progress", "--pedantic", job("github", place))

    assert code == 0, said


@pytest.mark.parametrize("place", WORKFLOWS)
def test_actions_are_pinned_by_hash(place):
    """With the version beside it, for people and for update robots."""
    text = written("github", place)
    assert len(PINNED.findall(text)) == text.count("uses:") >= 2


@pytest.mark.parametrize(("system", "place"), JOBS)
def test_scripts_are_clean_for_shellcheck(system, place, tmp_path):
    """What a shell runs there is a script that means what it says."""
    for number, text in enumerate(shell(system, place)):
        path = tmp_path / f"{number}.sh"
        path.write_text(f"#!/bin/bash\n{text}\n", "utf-8")
        # SC2154: variables of the CI system are set elsewhere.
        code, said = run(*tool("shellcheck"), "--exclude=SC2154", path)
        assert code == 0, said


@pytest.mark.parametrize(("system", "place"), JOBS)
def test_calls_of_the_gate_are_understood(system, place):
    """Every option that a job gives is one that the command has."""
    texts = [re.sub(r"\\?\n\s*", " ", text) for text in shell(system, place)]
    calls = [line.split() for text in texts for line in re.findall(r"\bgate ((?:check|refresh) .*)", text)]

    assert calls
    for words in calls:
        context = resolve(words)
        assert context.command is commands.get_command(context, words[0])


@pytest.mark.parametrize(("system", "place"), JOBS)
def test_all_tasks_have_the_same_job(system, place):
    """But for the suffix of the run in a comment."""
    first, *others = (
        written(system, place, task).replace(f"mine{suffix}", "mine.*")
        for task, (suffix, _) in init.TASKS.items()
    )
    assert others == [first] * len(others)


def test_braces_of_the_jenkinsfile_are_closed():
    """There is no offline linter for it; this is the least."""
    text = written("jenkins", "Jenkinsfile")
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
    text = written("github", WORKFLOWS[0])
    (step,) = yaml.safe_load(text)["jobs"]["gate"]["steps"]
    done = subprocess.run(["bash", "-c", step["run"]], env={"RESULT": result}, check=False)

    assert done.returncode == code
