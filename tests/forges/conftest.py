"""Jobs of a forge's CI, with the forge beside them."""

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import CONFIG, FORGES, SETTINGS, Project, golden_rows, run_rows
from tests.forges.github import WRITER, GitHub

CLEARED = re.compile(FORGES.pattern + "|RUNNER_|ACTIONS_|INPUT_")


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch):
    """Neither a forge's variables nor the settings of the machine reach a test."""
    for name in filter(CLEARED.match, list(os.environ)):
        monkeypatch.delenv(name)
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(Path.cwd())


@pytest.fixture
def github():
    """Give a forge; afterwards nothing that was said may have broken GitHub's description."""
    forge = GitHub()
    yield forge
    forge.close()
    assert forge.wrong == []


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """Make the project that every test gets a copy of."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in filter(CLEARED.match, list(os.environ)):
            monkeypatch.delenv(name)
        for name, value in SETTINGS.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(Path.cwd())
        made = Project(tmp_path_factory.mktemp("template"))
        made.write(config=CONFIG, golden=golden_rows(), run=run_rows())
        made.git("init", "--quiet", "--initial-branch=main")
        made.commit("start")
        assert made.gate("refresh").code == 0
        made.commit("baseline")
        made.git("checkout", "--quiet", "-b", "topic")
        made.commit("work")
    return made.top


@pytest.fixture
def project(template, tmp_path):
    """Make a project in git: main has the baseline, `topic` is checked out one commit further."""
    return Project(Path(shutil.copytree(template, tmp_path / "project", symlinks=True)))


@dataclass(frozen=True)
class Step:
    """One step of a job in GitHub Actions."""

    project: Project
    summary: Path
    outputs: Path

    def gate(self, name, *options):
        """Call a command in the step; the files of the runner are those of this step."""
        return self.project.gate(name, *options)

    def gate_bare(self, *argv):
        """Call a command that is not about the project's config."""
        return call(*argv)

    def set(self):
        """Return the outputs that were set, as the runner reads them."""
        found, rows = {}, iter(self.outputs.read_text("utf-8").splitlines())
        for row in rows:
            name, _, word = row.partition("<<")
            lines = []
            for line in rows:
                if line == word:
                    break
                lines.append(line)
            found[name] = "\n".join(lines)
        return found


@pytest.fixture
def job(github, project, tmp_path, monkeypatch):
    """Give a function that turns this process into a job of GitHub Actions on the project."""

    def begin(event="pull_request", *, number=7, token=WRITER, run=100, attempt=1, **more):
        head = project.git("rev-parse", "topic")
        if number not in github.pulls:
            github.open_pull(number, head, repository=more.get("repository"))
        told = more.get("told", {})
        if event.startswith("pull_request"):
            owner = more.get("repository") or github.project
            told = {
                "number": number,
                "pull_request": {
                    "number": number,
                    "head": {"sha": more.get("head", head), "repo": {"full_name": owner}},
                    "base": {"sha": project.git("rev-parse", "main"), "repo": {"full_name": github.project}},
                },
                **told,
            }
        place = tmp_path / "runner"
        place.mkdir(exist_ok=True)
        (place / "event.json").write_text(json.dumps(told), "utf-8")
        for name in ("summary", "outputs"):
            (place / name).write_bytes(b"")
        variables = {
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            "GITHUB_API_URL": github.url,
            "GITHUB_SERVER_URL": "https://forge.example",
            "GITHUB_REPOSITORY": github.project,
            "GITHUB_RUN_ID": str(run),
            "GITHUB_RUN_ATTEMPT": str(attempt),
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(place / "event.json"),
            "GITHUB_STEP_SUMMARY": str(place / "summary"),
            "GITHUB_OUTPUT": str(place / "outputs"),
            "GITHUB_WORKSPACE": str(project.top),
            "GATE_TOKEN": token,
            "GITHUB_ACTOR": more.get("actor", "ada"),
        }
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return Step(project, place / "summary", place / "outputs")

    return begin


BRANCH = "gate/refresh-search"


@pytest.fixture
def origin(template, tmp_path):
    """Make the bare repository that everybody clones: main holds a baseline."""
    seed = Project(Path(shutil.copytree(template, tmp_path / "seed")))
    seed.git("checkout", "--quiet", "main")
    seed.git("clone", "--quiet", "--bare", "--branch=main", str(seed.top), str(tmp_path / "origin"))
    return Project(tmp_path / "origin")


@pytest.fixture
def clone(origin, tmp_path):
    """Give a function that clones main, as a job's checkout does."""

    def make(name, *options):
        origin.git("clone", "--quiet", *options, f"file://{origin.top}", str(tmp_path / name))
        return Project(tmp_path / name)

    return make


@pytest.fixture
def nightly(job, github, monkeypatch):
    """Give a function that runs the refresh as a scheduled job in a checkout."""
    github.pulls.clear()

    def run(checkout, *options, **more):
        step = job("schedule", **more)
        github.pulls.pop(7, None)
        monkeypatch.setenv("GITHUB_WORKSPACE", str(checkout.top))
        ended = checkout.gate("refresh", "--pull-request", *options)
        return ended, step

    return run


def better(checkout):
    """Let the system answer better than the baseline; the run is not committed."""
    return checkout.write(run=run_rows(rank=1))


def check(step, *options):
    """Call ``gate check --comment``."""
    return step.gate("check", "--comment", *options)
