"""`gate explain item`: the rules behind a verdict, and one item's formula with its numbers."""

import json
import re

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
  roc_auc: {tolerance: 0.02}
  best_f1: {floor: 0.5}
  ece: {}
  p95(tokens): {ceiling: 200}
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
    rows = [(f"p{i:02}", "fraud" if i % 2 else "ok", (0.9 if i % 2 else 0.1) - i / 1000) for i in range(80)]
    (tmp_path / "fraud.yaml").write_text(FRAUD)
    (tmp_path / "golden.csv").write_text("id,label\n" + "".join(f"{i},{label}\n" for i, label, _ in rows))
    head, waits = "id,score,tokens\n", [100 + n * 37 % 80 for n in range(80)]
    before = "".join(f"{i},{score:.3f},{ms}\n" for (i, _, score), ms in zip(rows, waits, strict=True))
    (tmp_path / "run.csv").write_text(head + before)
    assert call("refresh", "fraud.yaml").code == 0
    worse = [
        f"{i},{0.05 if n % 6 == 1 else score:.3f},{waits[n] + n % 5}\n"
        for n, (i, _, score) in enumerate(rows)
    ]
    (tmp_path / "run.csv").write_text(head + "".join(worse))
    return tmp_path


def test_a_formula_over_totals_is_explained_by_its_totals(fraud, golden):
    """The formula of both sides with all items' numbers, and what one of them adds and moves."""
    whole = call("explain", "item", "fraud.yaml", "f1")
    one = call("explain", "item", "fraud.yaml", "f1", "p07")

    assert (whole.code, one.code) == (0, 0)
    golden("explain/f1.txt", f"{whole.out}\n{one.out}")


def test_what_is_not_listed_is_counted(fraud):
    """Of all items that moved a metric the furthest stand in the list, and the others are counted."""
    scores = [0.9 - i % 40 / 100 if i % 2 else 0.45 + i % 7 / 100 for i in range(80)]
    (fraud / "run.csv").write_text("id,score\n" + "".join(f"p{i:02},{x}\n" for i, x in enumerate(scores)))

    told = call("explain", "item", "fraud.yaml", "ece").out

    moved = int(re.search(r"(\d+) of 80 items moved it", told)[1])
    listed = len(re.findall(r"^p\d\d  ", told, re.MULTILINE))
    assert 0 < listed < moved
    assert told.endswith(f"\nand {moved - listed} more\n")


def test_a_crossed_ceiling_is_called_one(fraud):
    """The code is that of either limit, and the words say which one it was."""
    rows = (fraud / "run.csv").read_text("utf-8").splitlines()
    slow = [row.rpartition(",")[0] + ",250" for row in rows[1:]]
    (fraud / "slow.csv").write_text("\n".join([rows[0], *slow]) + "\n", "utf-8")

    told = call("explain", "item", "fraud.yaml", "p95(tokens)", "--run", "slow.csv")

    assert "  Hence regressed: ceiling crossed [floor, the code of either limit].\n" in told.out


def test_the_contributions_to_an_area_add_up(fraud):
    """An item has no value under an area; what is told of each is its part in the gain."""
    moved = {0: lambda i: 0.3 + i / 400, 1: lambda i: 0.25 + i / 200}
    scores = [moved.get(i % 12, lambda i: 0.9 if i % 2 else 0.1)(i) for i in range(80)]
    (fraud / "run.csv").write_text("id,score\n" + "".join(f"p{i:02},{x}\n" for i, x in enumerate(scores)))
    told = call("explain", "item", "fraud.yaml", "pr_auc", "p13")
    everyone = call("explain", "item", "fraud.yaml", "pr_auc").out

    assert told.code == 0
    parts = re.findall(r"^p\d\d  contribution (\S+)", everyone, re.MULTILINE)
    (gain, part) = re.search(r"contribution to the gain of (\S+): (\S+) ", told.out).groups()
    assert part in parts
    assert sum(map(float, parts)) == pytest.approx(float(gain), rel=1e-2)
    assert f"all contributions add up to the gain of {gain}." in everyone


def test_a_quantile_has_influences_only(project):
    """No item has a part in the gain of a percentile, so none is told of any, nor that an item lost."""
    golden = [{"id": f"q{i}", "query": "?", "relevant": [f"d{i}"]} for i in range(30)]
    run = [{"id": f"q{i}", "ranked": [f"d{i}"], "pages": 5 + i} for i in range(30)]
    project.write(config=KEPT.replace("mean(pages, better=lower)", "p95(pages)"), golden=golden, run=run)
    assert project.gate("refresh").code == 0
    project.write(run=[{**row, "pages": row["pages"] + i % 3} for i, row in enumerate(run)])

    told = explained(project, "p95", "q28").out

    assert re.search(
        r"^  its influence on p95\(pages\) changed by \S+, which is no part of the gain of -",
        told,
        re.MULTILINE,
    )
    assert "contribution" not in told


@pytest.mark.parametrize("metric", ["pr_auc", "roc_auc", "best_f1", "ece", "p95(tokens)"])
def test_what_is_no_mean_of_items_is_explained_by_the_place_of_the_item(fraud, metric, golden):
    """Where the item stands among the others, how that moves the number, and the number worked out."""
    told = call("explain", "item", "fraud.yaml", metric, "p07")

    assert told.code == 0
    golden(f"explain/fraud_{metric.partition('(')[0]}.txt", told.out)


WEIGHTED = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 3
metrics:
  mrr: {tolerance: 0.02}
  ndcg: {tolerance: 0.02}
  ndcg@1: {}
  recall@1: {}
  recall@2: {}
slices: {topic: {metrics: [ndcg]}}
decision: {mode: point}
baseline: {from: worktree}
"""


@pytest.fixture
def weighted(project):
    """Four queries of two topics, one of weight 8, whose answer fell to the second place."""
    golden = [
        {"id": i, "query": f"about {i}", "relevant": {"x": 1}, "slices": {"topic": topic}, "weight": weight}
        for i, topic, weight in (("a", "one", 8), ("b", "one", 1), ("c", "two", 1), ("d", "two", 1))
    ]
    before = [{"id": i, "ranked": ["x", "y"]} for i in "abcd"]
    project.write(config=WEIGHTED, golden=golden, run=before)
    assert project.gate("refresh").code == 0
    project.write(run=[{"id": i, "ranked": ["y", "x"] if i == "a" else ["x", "y"]} for i in "abcd"])
    return project


def test_the_part_of_a_weighted_item_adds_up(weighted):
    """Change, weight and part are three numbers, and the first two make the third."""
    told = explained(weighted, "mrr", "a").out.splitlines()

    assert "a  -0.5, weight 8  about a" in told
    assert told[-2:] == [
        "  gain: 0.5 - 1 = -0.5",
        "  contribution to the gain of -0.3636: -0.5 × 8 / 11 = -0.3636   (its weight / the weight of all)",
    ]
    assert "a  -0.5, weight 8  about a" in explained(weighted, "mrr").out.splitlines()


@pytest.mark.parametrize(
    ("name", "check"),
    [("ndcg", "ndcg@3"), ("ndcg@3", "ndcg@3"), ("ndcg@3 [topic=one]", "ndcg@3 [topic=one]"), ("mrr", "mrr")],
)
def test_a_check_may_be_called_as_the_config_does(weighted, name, check):
    """The exact key wins over other cut-offs and over the slices."""
    assert explained(weighted, name).out.startswith(f"{check}: ")


def test_a_profile_keeps_the_keys_of_its_metrics(weighted):
    """Under a profile that asks for some of the metrics, the config's keys name these."""
    weighted.write(config=f"{WEIGHTED}profiles: {{quick: {{metrics: [mrr, ndcg]}}}}\n")

    assert explained(weighted, "ndcg", "--profile", "quick").out.startswith("ndcg@3: ")
    assert "no check 'recall@1'" in explained(weighted, "recall@1", "--profile", "quick").err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ndgc", "no check 'ndgc', did you mean 'ndcg'?"),
        ("recall", "'recall' names several checks; this config"),
    ],
)
def test_a_name_of_no_check_or_of_several_is_refused(weighted, name, said):
    """With the nearest name, or with those that could be meant."""
    told = explained(weighted, name)

    assert told.code == 2
    assert said in told.err
    assert "recall@1, recall@2" in told.err


def test_an_item_outside_the_slice_is_told_so(weighted):
    """It has no part in the gain because it is not in the slice, which is no mystery."""
    told = explained(weighted, "ndcg@3 [topic=one]", "c")

    assert told.code == 0
    assert told.out.count("    not in the slice topic=one\n") == 2
    assert "contribution" not in told.out


def test_an_item_that_is_left_out_is_told_so(search):
    """The golden set has it, so that another id would be no better guess."""
    golden = search.top / "golden.jsonl"
    none = json.dumps({"id": "q90", "query": "?", "relevant": {"d1": 0}})
    golden.write_text(f"{golden.read_text()}{none}\n")
    told = explained(search, "mrr", "q90")

    assert told.code == 2
    assert "the golden item 'q90' is without a relevant document: undefined" in told.err
    assert "did you mean" not in told.err


def test_an_unknown_item_has_a_way_out(search):
    """The nearest id, and what to leave out."""
    told = explained(search, "mrr", "q01")

    assert told.code == 2
    assert "no item 'q01' on both sides of mrr, did you mean 'q0" in told.err
    assert "leave the item out to list those that moved most" in told.err


KEPT = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 5
metrics:
  hit_rate: {floor: 0.5}
  mean(pages, better=lower): {ceiling: 90}
"""


@pytest.mark.parametrize(("metric", "name"), [("hit_rate", "floor"), ("mean", "ceiling")])
def test_a_limit_kept_is_called_in_the_words_of_reports(project, metric, name):
    """A ceiling is not called a floor; the code, which is the same for both, stands in brackets."""
    golden = [{"id": f"q{i}", "query": "?", "relevant": [f"d{i}"]} for i in range(30)]
    run = [{"id": f"q{i}", "ranked": [f"d{i}"], "pages": 5 + i} for i in range(30)]
    project.write(config=KEPT, golden=golden, run=run)
    assert project.gate("refresh").code == 0

    told = explained(project, metric).out

    assert f"keeps the {name} of " in told
    assert "  Hence pass: within its limit [above_floor].\n" in told


def test_a_latency_is_explained_by_the_candidate_alone(project, golden):
    """No baseline keeps it, so there is nothing to compare; its quantile is worked out all the same."""
    config = KEPT.replace("  mean(pages, better=lower): {ceiling: 90}", "  p95(latency_ms): {ceiling: 900}")
    rows = [{"id": f"q{i}", "query": "?", "relevant": [f"d{i}"]} for i in range(30)]
    run = [{"id": f"q{i}", "ranked": [f"d{i}"], "latency_ms": 100 + i} for i in range(30)]
    project.write(config=config, golden=rows, run=run)
    assert project.gate("refresh").code == 0

    whole, one = explained(project, "p95"), explained(project, "p95", "q29")

    assert (whole.code, one.code) == (0, 0)
    golden("explain/p95.txt", f"{whole.out}\n{one.out}")
    assert "no item 'q30' among the golden items, did you mean 'q" in explained(project, "p95", "q30").err
