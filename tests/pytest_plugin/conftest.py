"""A small search with a baseline, and pytest run on it in this process."""

import json
import os
import subprocess

import pytest

import gate.cli.check
import gate.pipeline  # here, because pytester forgets what is loaded later, and numpy cannot be loaded twice
import gate.readers.jsonl
import gate.reporters.terminal
from tests.plugged import PLUGIN

CONFIG = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
metrics:
  mrr: {tolerance: 0.02}
  hit_rate@1: {where: {topic: odd}}
  recall@1: {}
interval: {resamples: 100}
"""


def rows(rank, n=40):
    """Answers with the right document at ``rank`` of five."""
    for i in range(n):
        ranked = [f"x{place}" for place in range(1, 6)]
        ranked[rank - 1] = f"d{i}"
        yield {"id": f"q{i:02d}", "ranked": ranked}


def lines(found):
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in found)


@pytest.fixture
def search(pytester, monkeypatch):
    """A project whose baseline has the right document always at rank 2."""
    for name in (
        "CI",
        "GITHUB_ACTIONS",
        "GITHUB_BASE_REF",
        "GITHUB_EVENT_PATH",
        "GATE_BASE",
        "PYTEST_ADDOPTS",
    ):
        monkeypatch.delenv(name, raising=False)
    golden = [
        {
            "id": f"q{i:02d}",
            "query": f"q {i}",
            "relevant": [f"d{i}"],
            "slices": {"topic": ("even", "odd")[i % 2]},
        }
        for i in range(40)
    ]
    (pytester.path / "golden.jsonl").write_text(lines(golden), "utf-8")
    (pytester.path / "run.jsonl").write_text(lines(rows(2)), "utf-8")
    (pytester.path / "search.yaml").write_text(CONFIG, "utf-8")
    gate.refresh(pytester.path / "search.yaml")
    return pytester


def answer(project, found):
    """Let the system answer ``found``."""
    (project.path / "run.jsonl").write_text(lines(found), "utf-8")


def run(project, *arguments):
    """Run pytest in this process."""
    return project.runpytest_inprocess(*PLUGIN, *arguments)


@pytest.fixture
def softened(search, monkeypatch):
    """A change whose answers got worse and whose config tolerates that; the base's config does not."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]

    def commit(*first):
        for command in (first, ("add", "--all"), ("commit", "--quiet", "-m", "x")):
            if command:
                subprocess.run([*git, *command], cwd=search.path, check=True)

    commit("init", "--quiet", "--initial-branch=main")
    answer(search, rows(5))
    (search.path / "search.yaml").write_text(CONFIG.replace("tolerance: 0.02", "tolerance: 0.9"), "utf-8")
    commit("checkout", "--quiet", "-b", "topic")
    return search
