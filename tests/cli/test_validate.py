"""`gate validate`: config and golden set together."""

from pathlib import Path

import pytest

from gate.cli import main

SEARCH = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
metrics:
  recall@5: {{tolerance: 0.02, floor: {{value: 0.8, hysteresis: 0.05}}{where}}}
  mrr: {{}}
{more}
"""

GOLDEN = """\
{"id": "q1", "query": "how", "relevant": {"d1": 2, "d2": 1}, "slices": {"topic": "billing", "kind": "graded"}}
{"id": "q2", "query": "why", "relevant": {"d3": 1}, "slices": {"topic": "shipping"}}
"""

FRAUD = """\
version: 1
name: fraud
task: classification
golden_set: golden.csv
{positive}
metrics: {{pr_auc: {{tolerance: 0.01}}}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder with a golden set of each task."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "golden.jsonl").write_text(GOLDEN, "utf-8")
    (tmp_path / "golden.csv").write_text("id,label\n1,fraud\n2,ok\n3,fraud\n", "utf-8")
    return tmp_path


def validate(capsys, text, name="c.yaml"):
    """Write a config and validate it: exit code, output and errors."""
    Path(name).write_text(text, "utf-8")
    code = main(["validate", name])
    out, err = capsys.readouterr()
    return code, out, err


def search(where="", more=""):
    """Return a retrieval config."""
    return SEARCH.format(where=where, more=more)


def test_a_good_question_is_summed_up(folder, capsys, golden):
    """Golden set, fingerprint, and what each check will hold."""
    code, out, err = validate(capsys, search(", where: {topic: [billing, shipping]}"))
    assert (code, err) == (0, "")
    golden("cli/validate_search.txt", out)


def test_a_classifier_is_summed_up_with_its_positives(folder, capsys):
    """How many positives there are decides what can be seen."""
    code, out, _ = validate(capsys, FRAUD.format(positive="positive: fraud"))
    assert code == 0
    assert "  positive    fraud: 2 of 3 items\n" in out


@pytest.mark.parametrize(
    ("positive", "told"),
    [
        ("", "gate: c.yaml: which class is the positive one? The golden set has 'fraud', 'ok'"),
        ("positive: frod", "gate: c.yaml:5: positive: no item has the class 'frod', did you mean 'fraud'?"),
        ("positive: 1", "gate: c.yaml:5: positive: no item has the class '1'; there is 'fraud', 'ok'"),
    ],
)
def test_the_positive_class_is_never_guessed(folder, capsys, positive, told):
    """Case 25: without it, or with one that is not there, the classes are listed."""
    code, out, err = validate(capsys, FRAUD.format(positive=positive))
    assert (code, out) == (2, "")
    assert err.startswith(told)


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("{topics: billing}", "recall@5: no item has a slice field 'topics', did you mean 'topic'?"),
        ("{topic: biling}", "recall@5: no item has topic = 'biling', did you mean 'billing'?"),
        ("{topic: x}", "recall@5: no item has topic = 'x'; there is 'billing', 'shipping'"),
        (
            "{topic: shipping, kind: graded}",
            "recall@5: no item has kind = graded and topic = shipping at once",
        ),
    ],
)
def test_a_slice_that_matches_nothing_is_an_error(folder, capsys, where, told):
    """A check of no items would never fail; the values that do exist are named."""
    code, _, err = validate(capsys, search(f", where: {where}"))
    assert code == 2
    fix = 'correct it, or give items that slice: `"slices": {FIELD: VALUE}`, in a table a column'
    assert err == f"gate: c.yaml:6: {told} [unknown_slice]\n  fix: {fix}\n"


def test_a_grade_that_nobody_reaches_is_an_error(folder, capsys):
    """With relevant_grade above every grade, nothing would be relevant."""
    code, _, err = validate(capsys, search(more="relevant_grade: 3"))
    assert code == 2
    assert "no document is graded 3 or more; the highest grade is 2" in err


def test_all_files_are_read_and_every_problem_is_listed(folder, capsys):
    """One wrong config does not hide the next, and the good ones are still summed up."""
    (folder / "good.yaml").write_text(search(), "utf-8")
    (folder / "bad.yaml").write_text(search(", flor: 1"), "utf-8")
    (folder / "lost.yaml").write_text(search().replace("golden.jsonl", "gone.jsonl"), "utf-8")
    assert main(["validate", "bad.yaml", "good.yaml", "lost.yaml", "none.yaml"]) == 2
    out, err = capsys.readouterr()
    assert out.startswith("good.yaml: valid\n")
    assert err.startswith("gate: 3 problems\n")
    for part in ("bad.yaml:6: metrics.recall@5.flor", "gone.jsonl", "none.yaml: no such config"):
        assert part in err


def test_yaml_of_others_is_passed_over_where_asked(folder, capsys):
    """A file of another program is skipped by name; a config with a mistake, in its YAML or not, is not."""
    Path("deploy.yaml").write_text("version: 3\nservices: {task: {image: x}}\n", "utf-8")
    Path("good.yaml").write_text(search(), "utf-8")
    Path("broken.yaml").write_text(search().replace("metrics:", "metrics: ["), "utf-8")
    assert main(["validate", "deploy.yaml"]) == 2
    capsys.readouterr()
    assert main(["validate", "--skip-others", "deploy.yaml", "good.yaml"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("deploy.yaml: skipped, no config of the gate\ngood.yaml: valid\n")
    assert err == ""
    assert main(["validate", "--skip-others", "deploy.yaml", "broken.yaml"]) == 2
    assert "broken.yaml:" in capsys.readouterr().err
    assert main(["validate", "--skip-others", "absent.yaml"]) == 2
