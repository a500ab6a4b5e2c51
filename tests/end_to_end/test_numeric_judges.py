"""A judge that gives numbers, held to the marks of people, through the whole command."""

import json
import random
from pathlib import Path

import pytest

from tests.end_to_end.calls import VALIDATOR, call, strict_json

CONFIG = """\
version: 1
name: marks
task: judge
judge: {model: judge-1, rubric: "give it a mark from 1 to 5"}
golden_set: people.jsonl
system: {run: scores.jsonl}
classes: [1, 2, 3, 4, 5]
metrics:
  spearman(field=score, people=mean): {floor: 0.5, tolerance: 0.1}
  kendall(field=score, people=mean): {tolerance: 0.1}
  pearson(field=score, people=mean): {}
interval: {resamples: 200}
"""


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def marks(tmp_path, monkeypatch):
    """Two people's marks of eighty answers, and a judge's scores, which go with them."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(4)
    quality = {f"a{i:02}": rng.gauss(3, 1.2) for i in range(80)}
    people = [
        {"id": i, "ratings": {who: min(5, max(1, round(x + rng.gauss(0, 0.4)))) for who in ("ann", "ben")}}
        for i, x in quality.items()
    ]
    scores = [{"id": i, "score": round(x / 5 + rng.gauss(0, 0.05), 3)} for i, x in quality.items()]
    noise = [{"id": i, "score": round(rng.random(), 3)} for i in quality]
    for name, text in {
        "marks.yaml": CONFIG,
        "people.jsonl": lines(people),
        "scores.jsonl": lines(scores),
        "noise.jsonl": lines(noise),
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert call("refresh", "marks.yaml").code == 0
    return tmp_path


def checks():
    document = strict_json(Path("report.json").read_bytes())
    VALIDATOR.validate(document)
    return document["reports"][0], {each["metric"]: each for each in document["reports"][0]["checks"]}


def test_numbers_without_verdicts_are_kept_and_judged(marks):
    """The baseline keeps the scores; a judge that says anything is caught, with intervals and no table."""
    assert '"score":' in (marks / "baselines/marks.run.jsonl").read_text("utf-8")
    assert call("check", "marks.yaml").code == 0

    assert call("check", "marks.yaml", "--run", "noise.jsonl", "--output", "json:report.json").code == 1

    report, found = checks()
    for name, check in found.items():
        assert check["gain"]["n"] == 80, name
        assert check["baseline"]["low"] < check["baseline"]["value"] < check["baseline"]["high"]
        assert check["gain"]["high"] < 0
    assert found["kendall(field=score, people=mean)"]["outcome"] == "regressed"
    assert report["confusion"] is None


def test_the_formula_is_filled_in(marks):
    """What both do together over the root of what each does, on either side."""
    told = call(
        "explain", "item", "marks.yaml", "kendall(field=score, people=mean)", "--run", "noise.jsonl"
    ).out

    assert told.count("concordance = ") == 2
    assert "pairs that people tell apart = " in told
    assert "/ sqrt(" in told


def test_verdicts_are_not_made_of_numbers(marks):
    """A metric of verdicts says that there are none, and how they would be given."""
    text = CONFIG.replace("  pearson(field=score, people=mean): {}", "  cohen_kappa: {}")
    (marks / "marks.yaml").write_text(text, "utf-8")

    told = call("check", "marks.yaml")

    assert told.code == 2
    assert "cohen_kappa needs verdicts: give the run `predicted`" in told.err


def test_silence_is_told(marks):
    """Items without a number count as disagreement, and the report says so."""
    kept = (marks / "scores.jsonl").read_text("utf-8").splitlines(keepends=True)
    (marks / "short.jsonl").write_text("".join(kept[3:]), "utf-8")

    call("check", "marks.yaml", "--run", "short.jsonl", "--output", "json:report.json")

    _, found = checks()
    notes = found["pearson(field=score, people=mean)"]["notes"]
    assert any("without a verdict counted as disagreement" in note for note in notes)
