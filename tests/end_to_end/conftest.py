"""A project to put questions in: config, golden set and run of a small search, with or without git."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.end_to_end.calls import call, strict_json
from tests.end_to_end.judges import write
from tests.end_to_end.shops import BOOKS, GENRES, SHOP, lists, users

FORGES = re.compile("GITHUB_|GITLAB_|CI$|CI_|GATE_|GIT_|SOURCE_DATE_EPOCH")
SETTINGS = {
    "COLUMNS": "100",
    **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_DATE": "2025-01-01T00:00:00Z" for who in ("AUTHOR", "COMMITTER")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}

CONFIG = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 10
metrics:
  mrr: {tolerance: 0.02}
  hit_rate@3: {}
interval: {resamples: 200}
"""


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch):
    """Neither a forge's variables nor the settings of the machine reach a test."""
    for name in filter(FORGES.match, list(os.environ)):
        monkeypatch.delenv(name)
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(Path.cwd())


@dataclass(frozen=True)
class Project:
    """A folder with a config, a golden set and a run; git in it once it is asked."""

    top: Path

    def write(self, **files):
        """Write files: ``config``, ``golden`` or ``run``; the last two as rows."""
        for name, content in files.items():
            if name == "config":
                (self.top / "search.yaml").write_text(content, "utf-8")
            else:
                text = "".join(json.dumps(row) + "\n" for row in content)
                (self.top / f"{name}.jsonl").write_text(text, "utf-8")
        return self

    def gate(self, name, *options):
        """Call a command on the config, from the project's folder."""
        os.chdir(self.top)
        return call(name, "search.yaml", *options)

    def check(self, *options):
        """Call ``gate check``; return how it ended, and its first report (``None`` if there is none)."""
        ended, reports = self.check_all(*options)
        return ended, reports[0] if reports else None

    def check_all(self, *options):
        """Call ``gate check``; return how it ended, and its reports."""
        file = self.top.parent / f"{self.top.name}.report.json"
        file.unlink(missing_ok=True)
        ended = self.gate("check", *options, "--output", f"json:{file}")
        return ended, strict_json(file.read_bytes())["reports"] if file.exists() else []

    def git(self, *arguments):
        """Run git; return what it prints."""
        done = subprocess.run(["git", *arguments], cwd=self.top, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, text):
        """Commit everything; return the hash."""
        self.git("add", "--all")
        self.git("commit", "--allow-empty", "--quiet", "-m", text)
        return self.git("rev-parse", "HEAD")

    def baseline(self):
        """Return the baseline's two files, with their times of change."""
        files = sorted((self.top / "baselines").glob("search.*"))
        return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    def stored(self):
        """Return the baseline's summary."""
        return strict_json((self.top / "baselines/search.json").read_bytes())


def golden_rows(n=40, first=0):
    """Golden items, each with one right document."""
    return [{"id": f"q{i:03d}", "query": f"question {i}", "relevant": {f"d{i}": 1}} for i in range(first, n)]


def run_rows(n=40, rank=2, *, first=0):
    """Answers that all have the right document at ``rank``; 0 does not have it at all."""

    def ranked(i):
        found = [f"x{place}" for place in range(1, 6)]
        if rank:
            found[rank - 1] = f"d{i}"
        return found

    return [{"id": f"q{i:03d}", "ranked": ranked(i)} for i in range(first, n)]


@pytest.fixture
def project(tmp_path):
    """A project outside git: the right document always at rank 2, no baseline yet."""
    top = tmp_path / "project"
    top.mkdir()
    return Project(top).write(config=CONFIG, golden=golden_rows(), run=run_rows())


@pytest.fixture
def branch(project):
    """The same in git: a baseline at main's second commit, and a branch `topic` one commit further."""
    project.git("init", "--quiet", "--initial-branch=main")
    project.commit("start")
    assert project.gate("refresh").code == 0
    project.commit("baseline")
    project.git("checkout", "--quiet", "-b", "topic")
    project.commit("work")
    return project


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Both with their baseline, written once for all tests."""
    folder = tmp_path_factory.mktemp("judges")
    write(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        assert call("refresh", "judge.yaml").code == 0
        assert call("refresh", "rag.yaml").code == 0
    return folder


@pytest.fixture
def rag(recorded, tmp_path, monkeypatch):
    """A folder with a judge and a config that relies on it, both with a baseline; outside git."""
    folder = shutil.copytree(recorded, tmp_path / "project")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def shop(project):
    """A shop with 40 books, 60 users and a run that shows everybody other books."""
    books = "".join(f"{book},{GENRES[i % 3]}\n" for i, book in enumerate(BOOKS))
    (project.top / "books.csv").write_text(f"item,genres\n{books}")
    sold = "".join(f"u{u:02},{BOOKS[i]}\n" for u in range(60) for i in range(30) if u % (i + 1) == 0)
    (project.top / "sold.csv").write_text(f"user,item\n{sold}")
    return project.write(config=SHOP, golden=users(), run=lists())
