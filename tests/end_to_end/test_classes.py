"""Classifiers of several classes and labels through the whole command: files, baseline, reports."""

import json

import pytest

from tests.end_to_end.calls import call, checked

ROUTER = """\
version: 1
name: router
task: multiclass
golden_set: golden.csv
system: {predictions: run.csv}
metrics:
  macro_f1: {tolerance: 0.02}
  f1(class=cat): {tolerance: 0.05, where: {home: farm}}
  macro_roc_auc: {}
  log_loss: {}
  expected_cost: {tolerance: 0.1}
costs:
  ape: {bee: 1, cat: 5}
  bee: {ape: 1, cat: 5}
  cat: {ape: 9, bee: 9}
interval: {resamples: 200}
baseline: {from: worktree}
"""
TAGGER = """\
version: 1
name: tagger
task: multilabel
golden_set: golden.csv
system: {predictions: run.csv}
threshold: 0.5
metrics:
  micro_f1: {tolerance: 0.02}
  recall(class=sad): {floor: 0.5}
  hamming_loss: {tolerance: 0.05}
  micro_roc_auc: {}
interval: {resamples: 200}
baseline: {from: worktree}
"""
NAMES = ("ape", "bee", "cat")


@pytest.fixture
def router(tmp_path, monkeypatch):
    """A folder with 90 animals, a run that is right about four of five, and one that sees no cats."""
    monkeypatch.chdir(tmp_path)
    golden, run, worse = ["id,label,home"], ["id,bee,cat,ape"], ["id,bee,cat,ape"]
    for i in range(90):
        true = i % 3
        said = (true + 1) % 3 if i % 5 == 0 else true
        golden.append(f"a{i:02},{NAMES[true]},{'farm' if i % 2 else 'zoo'}")
        row = {name: 0.8 if k == said else 0.1 for k, name in enumerate(NAMES)}
        run.append(f"a{i:02},{row['bee']},{row['cat']},{row['ape']}")
        blind = {"bee": row["bee"] + row["cat"], "cat": 0.0, "ape": row["ape"]}
        worse.append(f"a{i:02},{blind['bee']:.2f},{blind['cat']},{blind['ape']}")
    for name, lines in (("golden", golden), ("run", run), ("worse", worse)):
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "router.yaml").write_text(ROUTER)
    return tmp_path


def test_a_router_that_loses_a_class(router):
    """Refresh, an unchanged run, then one that never says cat: what moved is told class by class."""
    assert call("refresh", "router.yaml").code == 0
    stored = (router / "baselines" / "router.run.jsonl").read_text().splitlines()
    assert len(stored) == 90

    code, _, report = checked("router.yaml")
    assert code == 0
    assert {check["reason"] for check in report["checks"]} == {"unchanged"}

    code, out, report = checked("router.yaml", "--run", "worse.csv")
    assert code == 1
    found = {check["metric"]: check for check in report["checks"]}
    assert found["macro_f1"]["outcome"] == "regressed"
    assert found["f1(class=cat)"]["slice"] == "home=farm"
    assert found["f1(class=cat)"]["candidate"]["value"] == 0
    assert found["expected_cost"]["outcome"] == "regressed"
    assert "cat 30 (33.33 %)" in dict(report["conditions"]["facts"])["class balance"]
    confusion = report["confusion"]
    assert confusion["classes"] == ["ape", "bee", "cat"]
    assert confusion["baseline"] == [[24, 6, 0, 0], [0, 24, 6, 0], [6, 0, 24, 0]]
    assert confusion["candidate"] == [[24, 6, 0, 0], [0, 30, 0, 0], [6, 24, 0, 0]]
    assert "24 → 0" in out
    assert "label cat" in out
    assert "cat → bee" in out


def test_movers_and_items_are_explained(router):
    """``gate explain item`` names the class before and after, and the probability of the true one."""
    call("refresh", "router.yaml")

    told = call("explain", "item", "router.yaml", "macro_f1", "a02", "--run", "worse.csv")

    added = "adds to the totals: predicted of 'bee' 1, true of 'cat' 1"
    assert told.code == 0
    assert "score 0.8" in told.out
    lines = [line.strip() for line in told.out.splitlines()]
    candidate = lines[lines.index("candidate") :]
    assert candidate[1] == added
    assert "of 'cat' = 2 × 0 / (0 + 30) = 0" in candidate


def test_the_report_of_reliability(router):
    """Each side has its bins: how probable, how often true, with Wilson's interval around it."""
    call("refresh", "router.yaml")

    _, _, report = checked("router.yaml")

    found = report["reliability"]
    assert found["of"] == "the most probable class"
    assert found["baseline"] == found["candidate"]
    (only,) = found["candidate"]  # all items are equally sure
    assert (only["items"], only["probability"]) == (90, pytest.approx(0.8))
    assert only["share"] == pytest.approx(0.8)
    assert only["low"] < 0.8 < only["high"]


def test_missing_answers_and_strangers_are_told(router):
    """What is not answered, or not with a class, counts as wrong and is listed."""
    lines = (router / "run.csv").read_text().splitlines()
    rows = [f"a{i:02},{NAMES[i % 3] if i else 'dog'}" for i in range(88)]
    (router / "other.csv").write_text("\n".join(["id,predicted", *rows]) + "\n")
    config = ROUTER.replace("  macro_roc_auc: {}\n  log_loss: {}\n", "  accuracy: {}\n")
    (router / "decides.yaml").write_text(config.replace("name: router", "name: decides"))
    assert len(lines) == 91

    code, _, report = checked("decides.yaml", "--run", "other.csv", "--first-run", "pass")

    assert code == 0
    assert {b["name"]: b["count"] for b in report["accounting"]} == {"scored": 88, "missing": 2}
    (notice,) = [n for n in report["notices"] if n["code"] == "unknown_class"]
    assert "'dog'" in notice["text"]
    accuracy = next(check for check in report["checks"] if check["metric"] == "accuracy")
    assert accuracy["candidate"]["value"] == pytest.approx(87 / 90)
    assert sum(row[-1] for row in report["confusion"]["candidate"]) == 3
    needs = call("check", "router.yaml", "--run", "other.csv", "--first-run", "pass")
    assert needs.code == 2
    assert "log_loss needs a number for each class, and the run has decisions only" in needs.err


def test_several_labels_an_item(tmp_path, monkeypatch):
    """Columns of 0 and 1 are labels, columns of numbers are scores; each label is counted in the report."""
    monkeypatch.chdir(tmp_path)
    golden, run, worse = ["id,sad,loud"], ["id,loud,sad"], ["id,loud,sad"]
    for i in range(60):
        sad, loud = int(i % 2 == 0), int(i % 3 == 0)
        golden.append(f"s{i:02},{sad},{loud}")
        run.append(f"s{i:02},{0.9 if loud else 0.2},{0.7 if sad else 0.3}")
        worse.append(f"s{i:02},{0.9 if loud else 0.2},{0.4 if sad else 0.3}")
    for name, lines in (("golden", golden), ("run", run), ("worse", worse)):
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "tagger.yaml").write_text(TAGGER)
    assert call("refresh", "tagger.yaml").code == 0

    code, out, report = checked("tagger.yaml", "--run", "worse.csv")

    assert code == 1
    found = {check["metric"]: check for check in report["checks"]}
    assert found["recall(class=sad)"]["candidate"]["value"] == 0
    assert found["micro_f1"]["outcome"] == found["hamming_loss"]["outcome"] == "regressed"
    assert report["confusion"] is None
    (_, sad) = report["labels"]
    assert sad["label"] == "sad"
    assert sad["baseline"] == {"found": 30, "missed": 0, "false_alarms": 0}
    assert sad["candidate"] == {"found": 0, "missed": 30, "false_alarms": 0}
    assert "loud, sad → loud" in out
    assert dict(report["conditions"]["facts"])["threshold"] == "score >= 0.5"


def test_validate_counts_the_classes(router):
    """The golden set's balance is said before there is a run."""
    told = call("validate", "router.yaml")

    assert told.code == 0
    assert "classes     ape (30), bee (30), cat (30)" in told.out


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("f1(class=cat)", "f1(class=catt)"), "there is no class 'catt', did you mean 'cat'?"),
        (("  cat: {ape: 9, bee: 9}\n", ""), "costs: no price for 'cat taken for ape', 'cat taken for bee'"),
        (("cat: {ape: 9", "cab: {ape: 9"), "costs: there is no class 'cab', did you mean 'cat'?"),
        (("costs:", "classes: [ape, bee]\ncosts:"), "the label 'cat' is not one of the config's classes"),
        (("costs:", "positive: cat\ncosts:"), "write `task: classification` to find one class"),
        (("costs:", "threshold: 0.5\ncosts:"), "the most probable class is decided for"),
        (("macro_f1", "macro_fl"), "no metric 'macro_fl' for multiclass, did you mean 'macro_f1'?"),
        (("multiclass", "classification"), "it is one of `task: multiclass` and `task: multilabel`"),
        (("log_loss: {}", "ece: {tolerance: 0.1}"), "that depends on its bins, so it never blocks"),
        (("macro_f1: {tolerance: 0.02}", "f1: {}"), "parameter 'class' is missing"),
    ],
)  # fmt: skip
def test_mistakes_have_a_way_out(router, change, sentence):
    """A config that does not fit several classes is refused in a sentence that says what would."""
    (router / "router.yaml").write_text(ROUTER.replace(*change))

    told = call("validate", "router.yaml")

    assert told.code == 2
    assert sentence in told.err
    assert told.err.count("[unknown_class]") == told.err.count("fix: correct it, or")


def test_a_positive_class_among_three(router):
    """A config for two classes meets three labels: both ways out are named."""
    config = ROUTER.partition("metrics:")[0].replace("multiclass", "classification")
    (router / "router.yaml").write_text(f"{config}metrics: {{pr_auc: {{}}}}\n")
    assert "or `task: multiclass` if every class counts" in call("validate", "router.yaml").err
    (router / "router.yaml").write_text(f"{config}positive: cat\nmetrics: {{f1: {{}}}}\n")

    told = call("check", "router.yaml")

    assert told.code == 2
    assert "with a positive class there are two, and the golden set has 'ape', 'bee', 'cat'" in told.err
    assert "write `task: multiclass` if every class counts" in told.err


def test_critical_items_slices_and_repeats(router):
    """A critical item that flips fails by itself, and slices and repeated answers work as for others."""
    rows = [{"id": f"a{i:02}", "label": NAMES[i % 3], "critical": i == 4} for i in range(90)]
    for i, row in enumerate(rows):
        row["slices"] = {"home": "zoo" if i % 2 else "farm"}
    answers = [
        {"id": row["id"], "repeat": k, "predicted": "cat" if row["id"] == "a50" and k == 2 else row["label"]}
        for row in rows
        for k in (1, 2, 3)
    ]
    flipped = [answer | ({"predicted": "ape"} if answer["id"] == "a04" else {}) for answer in answers]
    for name, content in (("golden", rows), ("run", answers), ("flipped", flipped)):
        (router / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in content))
    (router / "kept.yaml").write_text(
        "version: 1\nname: kept\ntask: multiclass\ngolden_set: golden.jsonl\nsystem: {run: run.jsonl}\n"
        "metrics: {macro_f1: {tolerance: 0.1}}\nslices: {home: {tolerance: 0.2}}\n"
        "interval: {resamples: 200}\nbaseline: {from: worktree}\n"
    )
    assert call("refresh", "kept.yaml").code == 0

    code, _, report = checked("kept.yaml", "--run", "flipped.jsonl")

    assert code == 1
    regressed = [check["metric"] for check in report["checks"] if check["outcome"] == "regressed"]
    assert regressed == ["critical items"]
    assert {check["slice"] for check in report["checks"] if check["metric"] == "macro_f1"} == {
        None,
        "home=farm",
        "home=zoo",
    }


def test_what_cannot_be_measured_says_why(router):
    """A slice without a class, or of one class alone, is undefined in words that fit."""
    metrics = "{roc_auc(class=cat): {where: {kind: dogs}}, macro_roc_auc: {where: {kind: dogs}}}"
    rows = [{"id": str(i), "label": "dog" if i < 4 else NAMES[i % 3]} for i in range(10)]
    for row in rows[:4]:
        row["slices"] = {"kind": "dogs"}
    (router / "golden.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    answers = [
        {"id": row["id"], "probabilities": {"dog": 0.4, "cat": 0.3, "ape": 0.2, "bee": 0.1}} for row in rows
    ]
    (router / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in answers))
    (router / "dogs.yaml").write_text(
        "version: 1\nname: dogs\ntask: multiclass\ngolden_set: golden.jsonl\nsystem: {run: run.jsonl}\n"
        f"metrics: {metrics}\nbaseline: {{from: worktree}}\n"
    )

    _, _, report = checked("dogs.yaml", "--first-run", "pass")

    because = {check["metric"]: check["candidate"]["because"] for check in report["checks"]}
    assert because == {
        "roc_auc(class=cat)": "no items of class 'cat'",
        "macro_roc_auc": "no items outside the largest class",
    }
