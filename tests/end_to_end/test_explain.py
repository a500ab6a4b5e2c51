"""`gate explain item`: the rules behind a verdict, and one item's formula with its numbers."""

import pytest

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import run_rows

GRADED = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 5
metrics:
  ndcg: {tolerance: 0.02}
  map: {tolerance: 0.02}
  mrr: {floor: 0.9}
interval: {resamples: 200}
"""

FRAUD = """\
version: 1
name: fraud
task: classification
golden_set: golden.csv
system: {run: run.csv}
positive: fraud
threshold: 0.5
metrics:
  f1: {tolerance: 0.02}
  pr_auc: {tolerance: 0.02}
interval: {resamples: 200}
baseline: {from: worktree}
"""


@pytest.fixture
def search(project):
    """A search whose two graded documents per query changed places with something else."""
    golden = [
        {"id": f"q{i:03d}", "query": f"question {i}", "relevant": {f"d{i}": 3, f"e{i}": 1, f"f{i}": 0}}
        for i in range(40)
    ]
    before = [{"id": f"q{i:03d}", "ranked": [f"d{i}", "x", f"e{i}", f"f{i}"]} for i in range(40)]
    project.write(config=GRADED, golden=golden, run=before)
    assert project.gate("refresh").code == 0
    return project.write(run=[{"id": f"q{i:03d}", "ranked": ["x", f"e{i}", f"d{i}", "y"]} for i in range(40)])


def explained(project, *arguments):
    """Explain something in the project's folder."""
    project.gate("validate")  # goes into the folder
    return call("explain", "item", "search.yaml", *arguments)


@pytest.mark.parametrize("metric", ["ndcg", "map", "mrr"])
def test_a_ranking_is_explained_step_by_step(search, metric, golden):
    """Rules of the verdict, both rankings, and what each came to, in numbers that can be checked by hand."""
    told = explained(search, metric, "q007")

    assert told.code == 0
    golden(f"explain/{metric}.txt", told.out)


def test_without_an_item_the_rules_and_the_movers_are_told(search, golden):
    """The decision first, then what moved."""
    golden("explain/ndcg_movers.txt", explained(search, "ndcg").out)


def test_an_item_that_was_not_answered_has_no_steps(search):
    """There is nothing to work out, and the value says what it counts as."""
    search.write(run=run_rows(40)[1:])

    told = explained(search, "ndcg", "q000")

    assert "ndcg@5 = 0   (no answer)" in told.out
    assert "    no answer\n" in told.out


@pytest.fixture
def fraud(tmp_path, monkeypatch):
    """A classifier of 60 payments that flags fewer than its baseline."""
    monkeypatch.chdir(tmp_path)
    rows = [(f"p{i:02}", "fraud" if i % 2 else "ok", 0.9 if i % 2 else 0.1) for i in range(80)]
    (tmp_path / "fraud.yaml").write_text(FRAUD)
    (tmp_path / "golden.csv").write_text("id,label\n" + "".join(f"{i},{label}\n" for i, label, _ in rows))
    (tmp_path / "run.csv").write_text("id,score\n" + "".join(f"{i},{score}\n" for i, _, score in rows))
    assert call("refresh", "fraud.yaml").code == 0
    worse = "".join(f"{i},{0.4 if n % 6 == 1 else score}\n" for n, (i, _, score) in enumerate(rows))
    (tmp_path / "run.csv").write_text("id,score\n" + worse)
    return tmp_path


def test_a_formula_over_totals_is_explained_by_its_totals(fraud, golden):
    """The formula of both sides with all items' numbers, and what one of them adds and moves."""
    whole = call("explain", "item", "fraud.yaml", "f1")
    one = call("explain", "item", "fraud.yaml", "f1", "p07")

    assert (whole.code, one.code) == (0, 0)
    golden("explain/f1.txt", f"{whole.out}\n{one.out}")


def test_a_curve_has_influences_only(fraud):
    """An area has no steps an item: its influence is told, and nothing is made up."""
    told = call("explain", "item", "fraud.yaml", "pr_auc", "p07")

    assert told.code == 0
    assert "by its influence on the formula" in told.out
    assert "influence on pr_auc, which is no mean of items: " in told.out
