"""Golden sets that are old, saturated, or no longer like production."""

import json
import os
import subprocess

import pytest

from gate.cli import main

CHECK = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
metrics:
  recall@5: {tolerance: 0.02}
  mrr: {floor: 0.5}
  ndcg@5: {}
baseline: {from: worktree, required: false}
"""
MONITOR = """\
version: 1
name: traffic
golden: search.yaml
window: window.jsonl
fields:
  topic: {kind: category}
"""
DAY = 86_400
MADE = 1_700_000_000
"""Seconds at which the golden set was committed: November 2023."""


def write(folder, *, worst=0):
    """Write a golden set, a run that ranks ``worst`` answers second, and a window of the same topics."""
    topics = ["a", "b"] * 15
    golden = [
        {"id": f"q{i}", "query": "x", "relevant": ["d"], "slices": {"topic": t}} for i, t in enumerate(topics)
    ]
    run = [{"id": f"q{i}", "ranked": ["e", "d"] if i < worst else ["d", "e"]} for i in range(30)]
    for name, rows in (("golden", golden), ("run", run), ("window", [{"topic": t} for t in topics])):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (folder / "search.yaml").write_text(CHECK, "utf-8")
    (folder / "traffic.yaml").write_text(MONITOR, "utf-8")


def commit(folder, seconds):
    """Commit everything in a repository in ``folder`` at a time."""
    when = f"{seconds} +0000"
    names = {f"GIT_{who}_{what}": "t@t" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **names, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "x")):
        subprocess.run(["git", *words], cwd=folder, env=environment, check=True)


@pytest.fixture
def aged(tmp_path, monkeypatch, capsys):
    """Give a function that runs ``gate monitor`` some days later and returns its code and report."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GATE_BASE", raising=False)

    def run(days, *, store=True):
        if store:
            monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MADE))
            assert main(["accept", "search.yaml", "--reason", "first"]) == 0
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MADE + days * DAY))
        capsys.readouterr()
        code = main(["monitor", "traffic.yaml", "--format", "json"])
        out, err = capsys.readouterr()
        assert err == ""
        report = json.loads(out)
        return code, report["outcome"], {notice["code"]: notice["text"] for notice in report["notices"]}

    return run


def test_an_old_golden_set_is_a_warning(aged, tmp_path):
    """After 180 days without a commit it counts as old, which does not change the exit code."""
    write(tmp_path, worst=3)
    commit(tmp_path, MADE)
    assert aged(180) == (0, "quiet", {})
    code, outcome, notices = aged(181, store=False)
    assert (code, outcome) == (0, "warning")
    assert "since 2023-11-14, more than 180 days ago" in notices["golden_old"]


def test_a_golden_set_that_is_being_edited_is_not_old(aged, tmp_path):
    """Changes that are not committed say that somebody looks after it."""
    write(tmp_path, worst=3)
    commit(tmp_path, MADE)
    golden = tmp_path / "golden.jsonl"
    golden.write_text(golden.read_text("utf-8").replace('"x"', '"y"'), "utf-8")
    assert aged(400) == (0, "quiet", {})


def test_without_git_the_baseline_says_how_old(aged, tmp_path):
    """Outside of a repository the time of the baseline counts; without one, nothing is known."""
    write(tmp_path, worst=3)
    assert set(aged(10, store=False)[2]) == {"golden_age_unknown", "golden_ceiling_unknown"}
    assert aged(10) == (0, "quiet", {})
    assert set(aged(200, store=False)[2]) == {"golden_old"}


def test_a_saturated_golden_set_is_a_warning(aged, tmp_path):
    """Every gated metric at its best value is told; ndcg, which is only reported, has no part in it."""
    write(tmp_path)
    code, outcome, notices = aged(1)
    assert (code, outcome) == (0, "warning")
    assert "(recall@5, mrr)" in notices["golden_saturated"]


def test_one_metric_below_its_ceiling_is_enough(aged, tmp_path):
    """Recall is perfect and the reciprocal rank is not: there is room for improvement."""
    write(tmp_path, worst=1)
    assert aged(1) == (0, "quiet", {})


def test_a_golden_set_unlike_production_is_an_alarm(aged, tmp_path):
    """Topics that the golden set lacks make it possibly unrepresentative, and the code is 1."""
    write(tmp_path, worst=3)
    rows = [{"topic": topic} for topic in ["a", "b", "c"] * 40]
    (tmp_path / "window.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    code, outcome, notices = aged(1)
    assert (code, outcome) == (1, "alarm")
    assert "possibly unrepresentative" in notices["golden_unrepresentative"]
