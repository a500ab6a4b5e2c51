"""Repositories that git really made, on a machine without settings or a forge."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate.errors import NoAnswerError
from gate.surroundings import base

FORGES = re.compile("GITHUB_|GITLAB_|CI$|CI_|GATE_|GIT_|SOURCE_DATE_EPOCH")
SETTINGS = {
    **{f"GIT_{who}_NAME": "A" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "a@example.org" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_DATE": "2025-01-01T00:00:00Z" for who in ("AUTHOR", "COMMITTER")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch):
    """Neither a forge's variables nor the settings of the machine reach a test."""
    for name in filter(FORGES.match, list(os.environ)):
        monkeypatch.delenv(name)
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)


@dataclass(frozen=True)
class Repository:
    """A work tree, and git in it."""

    top: Path

    def git(self, *arguments):
        command = ["git", *arguments]
        return subprocess.run(
            command, cwd=self.top, check=True, capture_output=True, text=True
        ).stdout.strip()

    def at(self, revision):
        return self.git("rev-parse", revision)

    def commit(self, text, **files):
        for name, content in files.items():
            (self.top / name).write_text(content)
        self.git("add", "--all")
        self.git("commit", "--allow-empty", "--quiet", "-m", text)
        return self.at("HEAD")

    def branch(self, name):
        self.git("checkout", "--quiet", "-b", name)

    def clone(self, name, *options):
        top = self.top.parent / name
        self.git("clone", "--quiet", *options, f"file://{self.top}", str(top))
        return Repository(top)


@pytest.fixture
def make(tmp_path):
    """Give a function that makes an empty repository."""

    def empty(name, branch="main"):
        (tmp_path / name).mkdir()
        made = Repository(tmp_path / name)
        made.git("init", "--quiet", f"--initial-branch={branch}")
        return made

    return empty


@pytest.fixture
def origin(make):
    """A repository with three commits on main, and a branch `topic` of two that left after the second."""
    origin = make("origin")
    origin.commit("one")
    origin.commit("two", kept="2")
    origin.branch("topic")
    origin.commit("topic one")
    origin.commit("topic two", kept="topic")
    origin.git("checkout", "--quiet", "main")
    origin.commit("three", kept="3")
    return origin


@pytest.fixture
def refused():
    """Give a function that returns the sentence with which no base is found."""

    def sentence(path, explicit=None, *, kind=NoAnswerError):
        with pytest.raises(kind) as caught:
            base(path, explicit)
        return str(caught.value)

    return sentence
