"""A config that is right, and what the gate takes from it."""

from pathlib import Path

import pytest

from gate import config
from gate.config import Bound, Tolerance
from gate.source import FileSource

SEARCH = """\
version: 1
name: docs-search
task: retrieval
golden_set: ../golden_sets/docs_search.jsonl
system:
  run: ../runs/docs_search.jsonl
k: 10
metrics:
  recall@5: {tolerance: 0.02, floor: 0.80}
  ndcg:     {tolerance: 0.02}
  mrr:      {tolerance: 3%}
  hit_rate: {}
interval: {confidence: 0.95, resamples: 10000, seed: 1}
decision: {mode: significant, fail_on: []}
baseline: {store: ../baselines/, from: merge-base}
"""

FRAUD = """\
version: 1
name: fraud
task: classification
golden_set: {path: ../golden_sets/fraud.txt, format: csv, fields: {id: number}}
system: {predictions: ../runs/fraud.csv}
positive: fraud
threshold: 0.62
costs: {false_negative: 10, false_positive: 1}
metrics:
  expected_cost: {tolerance: 3%, ceiling: {value: 0.5, hysteresis: 0.05}}
  pr_auc: {tolerance: 0.01}
  recall: {floor: 0.70, where: {country: [no, se], kind: 010}}
  best_f1: {floor: 0.1}
"""


def parse(text):
    return config.parse(text, shown="configs/c.yaml", folder=Path("configs"))


def retrieval(**keys):
    """Return the smallest retrieval config, with more keys as YAML."""
    keys = {"k": "10", "metrics": "{recall@5: {floor: 0.5}}"} | keys
    head = "version: 1\nname: x\ntask: retrieval\ngolden_set: g.jsonl\n"
    return parse(head + "".join(f"{key}: {value}\n" for key, value in keys.items()))


def test_the_search_example_is_read_whole():
    """Cut-offs come from the spelling or from k; per cent are relative; the order is the file's."""
    found = parse(SEARCH)
    assert [check.spec.text for check in found.checks] == ["recall@5", "ndcg@10", "mrr", "hit_rate@10"]
    assert [check.role for check in found.checks] == ["headline"] * 3 + ["info"]
    assert [check.line for check in found.checks] == [9, 10, 11, 12]
    assert found.checks[0].tolerance == Tolerance(0.02, relative=False, text="0.02")
    assert found.checks[0].floor == Bound(0.8, None)
    assert found.checks[2].tolerance == Tolerance(0.03, relative=True, text="3%")
    assert any(check.tolerance for check in found.checks)
    assert found.baseline.store == "../baselines/"


def test_the_fraud_example_is_read_whole():
    """Costs, threshold, a ceiling with a band, and slices whose values look like something else."""
    found = parse(FRAUD)
    cost, _, recall, best = found.checks
    assert (found.threshold, found.costs.false_negative, found.positive) == (0.62, 10, "fraud")
    assert cost.ceiling == Bound(0.5, 0.05)
    assert recall.where == {"country": ("no", "se"), "kind": ("010",)}
    assert recall.slice_name == "country=no|se, kind=010"
    assert recall.identity == "recall [country=no|se, kind=010]"
    assert recall.role == "guard"
    assert best.role == "headline"


def test_paths_are_relative_to_the_config_and_shown_as_a_reader_would_type_them(tmp_path):
    """A config finds its files from everywhere; messages print the short way to them."""
    found = parse(FRAUD)
    assert found.golden_source == FileSource(
        Path("configs/../golden_sets/fraud.txt"), "golden_sets/fraud.txt", "csv", {"id": "number"}
    )
    assert found.run_source == FileSource(Path("configs/../runs/fraud.csv"), "runs/fraud.csv")
    (tmp_path / "c.yaml").write_text(FRAUD, "utf-8")
    loaded = config.load(tmp_path / "c.yaml")
    assert loaded.path == tmp_path / "c.yaml"
    assert loaded.run_source.path == tmp_path / "../runs/fraud.csv"
    absolute = retrieval(system="{run: /data/run.trec}")
    assert absolute.run_source == FileSource(Path("/data/run.trec"), "/data/run.trec")


def test_defaults_are_the_documented_ones():
    """What is left out means: nothing relative, the usual interval, a baseline that is required."""
    found = retrieval()
    assert (found.interval.confidence, found.interval.resamples, found.interval.seed) == (0.95, 10_000, 1)
    assert (found.decision.mode, found.decision.fail_on, found.decision.alpha) == ("significant", (), 0.01)
    assert (found.baseline.required, found.baseline.base, found.relevant_grade) == (True, None, 1)
    assert found.run_source is None
    assert not any(check.tolerance for check in found.checks)


@pytest.mark.parametrize(
    ("written", "base"), [("merge-base", None), ("worktree", "worktree"), ("1e5", "1e5")]
)
def test_where_the_baseline_is_taken_from(written, base):
    """The merge base can still be overridden from outside; a revision is text, whatever it looks like."""
    assert retrieval(baseline=f"{{from: {written}}}").baseline.base == base


@pytest.mark.parametrize(("written", "share"), [("2%", 0.02), ("'50 %'", 0.5), ("0.5%", 0.005), ("0.3", 0.3)])
def test_how_many_answers_may_fail_is_a_share_or_a_percentage(written, share):
    """Both spellings are the same number, and editors take both."""
    assert retrieval(max_errors=written).max_errors == share


@pytest.mark.parametrize("label", ["no", "010", "1", "1.0", "True", "null_class", "'null'"])
def test_a_class_keeps_its_spelling(label):
    """Cases 60 and 61: a label is text, so `no`, `010`, `1.0` and `True` arrive as they are written."""
    found = parse(FRAUD.replace("positive: fraud", f"positive: {label}"))
    assert found.positive == label.strip("'")


@pytest.mark.parametrize(
    ("rule", "role"),
    [
        ("{tolerance: 0.1}", "headline"),
        ("{floor: 0.1}", "headline"),
        ("{tolerance: 0.1, where: {topic: a}}", "guard"),
        ("{}", "info"),
        ("{where: {topic: a}}", "info"),
        ("{tolerance: 0.1, role: guard}", "guard"),
        ("{tolerance: 0.1, role: info}", "info"),
        ("{floor: 0.1, where: {topic: a}, role: headline}", "headline"),
    ],
)
def test_roles_follow_from_what_is_asked_unless_written(rule, role):
    """A gated whole-set metric is a headline, a slice a guard, the rest is information."""
    assert retrieval(metrics=f"{{ndcg: {rule}}}").checks[0].role == role


def test_a_metric_may_be_asked_for_all_items_and_for_a_slice():
    """Equal metrics on different items are different checks."""
    found = retrieval(metrics="{ndcg: {tolerance: 0.1}, ndcg@10: {floor: 0.2, where: {topic: a}}}")
    assert [check.identity for check in found.checks] == ["ndcg@10", "ndcg@10 [topic=a]"]


def test_slices_are_named_alike_however_they_are_written():
    """Order and repetition in `where` change nothing, so a baseline finds its check again."""
    one = retrieval(metrics="{ndcg: {where: {b: [y, x, x], a: z}}}").checks[0]
    two = retrieval(metrics="{ndcg: {where: {a: [z], b: [x, y]}}}").checks[0]
    assert one.where == two.where
    assert one.slice_name == two.slice_name == "a=z, b=x|y"


def test_a_config_is_frozen():
    """What was read cannot be changed behind the verdict's back."""
    with pytest.raises(ValueError, match="frozen"):
        parse(SEARCH).k = 5
