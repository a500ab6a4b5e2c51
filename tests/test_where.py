"""`where:` restricts a metric to a part of the golden set, and every number says so."""

import json

import pytest

from gate import pipeline, recording

CONFIG = """\
version: 1
name: parts
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 1
metrics:
  recall: {tolerance: 0.5}
  hit_rate: {where: {kind: hard}}
  mrr: {tolerance: 0.5, where: {kind: [hard, odd], lang: de}}
decision: {mode: point}
baseline: {from: worktree}
"""


@pytest.fixture
def folder(tmp_path):
    """Six queries of three kinds; the run answers the easy ones and one hard one."""
    kinds = ["easy", "easy", "hard", "hard", "odd", "odd"]
    golden = [
        {"id": f"q{i}", "relevant": ["a"], "slices": {"kind": kind, "lang": "de" if i % 2 else "en"}}
        for i, kind in enumerate(kinds)
    ]
    run = [{"id": f"q{i}", "ranked": ["a" if i in (0, 1, 3) else "x"]} for i in range(6)]
    for name, rows in (("golden", golden), ("run", run)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (tmp_path / "parts.yaml").write_text(CONFIG, "utf-8")
    return tmp_path


def test_a_metric_is_measured_on_its_part_alone(folder):
    """Half of the hard queries are hit, one of the two German hard or odd ones, half of all."""
    recording.refresh(folder / "parts.yaml")

    report = pipeline.check(folder / "parts.yaml").reports[0]

    found = {check.name: (check.candidate.value, check.candidate.n) for check in report.checks}
    assert found == {
        "recall@1": (0.5, 6),
        "hit_rate@1 [kind=hard]": (0.5, 2),
        "mrr [kind=hard|odd, lang=de]": (0.5, 2),
    }
    assert report.exit_code == 0


def test_a_part_regresses_alone(folder):
    """Losing the one German hard query fails its own check and leaves the others standing."""
    recording.refresh(folder / "parts.yaml")
    worse = folder / "worse.jsonl"
    worse.write_text(
        (folder / "run.jsonl").read_text("utf-8").replace('"q3", "ranked": ["a"]', '"q3", "ranked": ["x"]')
    )
    (folder / "parts.yaml").write_text(CONFIG.replace("0.5, where", "0.2, where"), "utf-8")

    report = pipeline.check(folder / "parts.yaml", run=worse).reports[0]

    outcomes = {check.metric: check.outcome.value for check in report.checks}
    assert outcomes == {"recall@1": "pass", "hit_rate@1": "info", "mrr": "regressed"}
    assert [mover.item for mover in report.movers] == ["q3"]
