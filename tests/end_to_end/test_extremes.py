"""From all right to all wrong: no item of either side differs from its neighbours, and all was lost.

At the ends of its range a metric of the whole set has no influence of single items, on either side, so
whatever looks for a change among influences alone finds none.
"""

import json

import pytest

from gate import metrics
from tests.end_to_end.calls import call, strict_json

N = 120
CLASSES = ("a", "b", "c")
OTHER = {"a": "b", "b": "c", "c": "a"}


def classification(i, right):
    """Return a golden item and an answer of a classifier of two classes."""
    is_positive = i % 3 == 0
    score = 0.9 if is_positive == right else 0.1
    return {"label": "yes" if is_positive else "no"}, {"score": score}


def multiclass(i, right):
    """Return a golden item and an answer of a classifier of three classes, with probabilities."""
    label = CLASSES[i % 3]
    told = label if right else OTHER[label]
    return {"label": label}, {"probabilities": {c: 0.8 if c == told else 0.1 for c in CLASSES}}


def multilabel(i, right):
    """Return a golden item and an answer of a tagger, with probabilities."""
    labels = [CLASSES[i % 3]] if i % 2 else [CLASSES[i % 3], CLASSES[(i + 1) % 3]]
    return {"labels": labels}, {
        "probabilities": {c: 0.9 if (c in labels) == right else 0.1 for c in CLASSES},
    }


def generation(i, right):
    """Return a golden item and an answer in words, none of which is right where all are wrong."""
    text = f"the answer to question {i} is found on page {i % 7} of the book"
    return {"reference": text}, {"text": text if right else "zzz"}


def judge(i, right):
    """Return a verdict of people and one of a judge."""
    verdict, other = ("1", "0") if i % 2 else ("0", "1")
    return {"label": verdict}, {"predicted": verdict if right else other}


TASKS = {
    "classification": (
        classification,
        {
            "positive": "yes",
            "threshold": 0.5,
            "costs": {"false_negative": 2, "false_positive": 1},
        },
    ),
    "multiclass": (multiclass, {}),
    "multilabel": (multilabel, {"threshold": 0.5}),
    "generation": (generation, {}),
    "judge": (
        judge,
        {"positive": "1", "classes": ["0", "1"], "judge": {"model": "m", "rubric": "rubric.md"}},
    ),
}


UNMEASURED = {"pair", "swapped", "length", "producer", "judge"}
"""What some metrics of a judge need, and these answers lack."""


def rules(task):
    """Return every whole-set metric of a task that needs nothing but these answers, with its rule."""
    found = {}
    for name in metrics.names(task):
        metric = metrics.find(name, task)
        optional = all(parameter.default is not None for parameter in metric.parameters.values())
        if metric.form == "per_item" or metric.needs & UNMEASURED or not optional:
            continue
        judged = not metric.diagnostic and not metric.limits_only
        found[name] = {"tolerance": 0.01} if judged else {}
    return found


@pytest.fixture
def lost(tmp_path, monkeypatch):
    """Record a perfect run as the baseline, judge one where all is wrong, and return what was decided."""
    monkeypatch.chdir(tmp_path)

    def judged(task):
        made, more = TASKS[task]
        (tmp_path / "rubric.md").write_text("Be fair.", "utf-8")
        for file, part, right in (("golden", 0, True), ("right", 1, True), ("wrong", 1, False)):
            lines = [json.dumps({"id": f"t{i:03}", **made(i, right)[part]}) for i in range(N)]
            (tmp_path / f"{file}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
        config = {
            "version": 1,
            "name": task,
            "task": task,
            "golden_set": "golden.jsonl",
            "system": {("run" if task == "generation" else "predictions"): "right.jsonl"},
            "metrics": rules(task),
            "interval": {"resamples": 200},
            "baseline": {"from": "worktree"},
            **more,
        }
        (tmp_path / "gate.yaml").write_text(json.dumps(config), "utf-8")
        recorded = call("refresh", "gate.yaml")
        assert recorded.code == 0, recorded.err
        done = call("check", "gate.yaml", "--run", "wrong.jsonl", "--output", "json:report.json")
        assert done.code in (0, 1, 3), done.err
        return done.code, strict_json((tmp_path / "report.json").read_bytes())["reports"][0]["checks"]

    return judged


@pytest.mark.parametrize("task", TASKS)
def test_all_lost_is_told(lost, task):
    """The gain of every metric is what its two values are apart, and what got worse is no pass."""
    code, checks = lost(task)
    assert code == 1
    worse = 0
    for check in checks:
        before, now = check["baseline"]["value"], check["candidate"]["value"]
        if before is None or now is None:
            continue
        turn = -1 if check["better"] == "lower" else 1
        assert check["gain"]["value"] == pytest.approx(turn * (now - before), abs=1e-9), check["metric"]
        if check["tolerance"] is not None and turn * (now - before) < -0.01:
            worse += 1
            assert check["outcome"] in ("regressed", "not_comparable"), check
    assert worse >= 2
