"""A judge and a config that relies on it: what is read, and a check of either."""

import json
from pathlib import Path

from tests.end_to_end.calls import VALIDATOR, call, strict_json

JUDGE = """\
version: 1
name: judge
task: judge
judge: {model: judge-1, rubric: rubric.md}
golden_set: people.jsonl
system: {run: verdicts.jsonl}
positive: good
metrics:
  cohen_kappa: {tolerance: 0.1, floor: 0.6}
  raw_agreement: {tolerance: 0.1}
  true_positive_rate: {}
interval: {resamples: 200}
"""
RAG = """\
version: 1
name: rag
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 3
metrics:
  mrr: {floor: 0.4}
  mean(good, better=higher): {floor: 0.5, tolerance: 0.1, requires_judge: {config: judge.yaml}}
  corrected_pass_rate(good): {tolerance: 0.1, requires_judge: {config: judge.yaml, kappa: 0.7}}
interval: {resamples: 200}
"""


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def verdicts(errs=8, n=80):
    """Verdicts on a set of which two thirds are good; ``errs`` of them are wrong, spread over both."""
    wrong = {i * n // errs for i in range(errs)} if errs else set()
    return [
        {"id": f"a{i:02}", "predicted": "good" if (i % 3 > 0) ^ (i in wrong) else "bad"} for i in range(n)
    ]


def write(folder):
    """Write a judge, and a config that relies on it."""
    people = [
        {"id": f"a{i:02}", "ratings": dict.fromkeys("xyz", "good" if i % 3 else "bad"), "length": i}
        for i in range(80)
    ]
    golden = [{"id": f"q{i:02}", "relevant": ["d"]} for i in range(60)]
    answers = [{"id": f"q{i:02}", "ranked": ["e", "d"], "good": int(i % 5 > 0)} for i in range(60)]
    for name, text in {
        "judge.yaml": JUDGE,
        "rubric.md": "Is it good?\n",
        "people.jsonl": lines(*people),
        "verdicts.jsonl": lines(*verdicts()),
        "rag.yaml": RAG,
        "golden.jsonl": lines(*golden),
        "run.jsonl": lines(*answers),
    }.items():
        (folder / name).write_text(text, "utf-8")


def checked(*argv):
    """Call ``gate check``; return its exit code, what it printed, and its first report by metric."""
    told = call("check", *argv, "--output", "json:report.json", "--output", "markdown:report.md")
    assert told.code in (0, 1, 3), told.err
    document = strict_json(Path("report.json").read_bytes())
    VALIDATOR.validate(document)
    report = document["reports"][0]
    return told.code, told.out, {check["metric"]: check for check in report["checks"]}
