"""Real runs against real runs: the gate says of each pair what its makers know of it."""

import gzip
import random

import pytest

from gate import pipeline, recording
from gate.verdict import Outcome, Reason

RETRIEVAL = """\
version: 1
name: pair
task: retrieval
golden_set: {{path: {golden}, format: trec}}
system: {{run: {{path: {run}, format: trec}}}}
k: 10
metrics:
  ndcg: {{tolerance: 0.02}}
  recall@100: {{tolerance: 0.02}}
  map: {{tolerance: 0.02}}
  mrr: {{}}
baseline: {{store: baselines/, from: worktree}}
"""

CLASSIFICATION = """\
version: 1
name: pair
task: classification
golden_set: {golden}
system: {{predictions: {run}}}
positive: "1"
threshold: 0.5
costs: {{false_negative: 10, false_positive: 1}}
metrics:
  pr_auc: {{tolerance: 0.02}}
  expected_cost: {{tolerance: 0.02}}
  accuracy: {{}}
  brier: {{}}
baseline: {{store: baselines/, from: worktree}}
"""


@pytest.fixture
def ask(tmp_path):
    """Record one run as the baseline and check another against it."""

    def asked(template, golden, baseline, candidate):
        config = tmp_path / "pair.yaml"
        config.write_text(template.format(golden=golden, run=baseline), "utf-8")
        recording.accept(config, reason="the baseline of this test")
        return pipeline.check(config, run=candidate).reports[0]

    return asked


def cranfield(shared, name):
    return shared("data", "retrieval", "cranfield", "runs", f"{name}.trec")


def check_of(report, metric):
    return next(check for check in report.checks if check.metric == metric)


@pytest.mark.parametrize(
    ("candidate", "outcome"),
    [
        ("hybrid-rrf", Outcome.IMPROVED),
        ("bm25-title-only", Outcome.REGRESSED),
        ("bm25-stem-stale-index", Outcome.REGRESSED),
        ("bm25-stem-top10", Outcome.REGRESSED),
        ("bm25-stem-rerun-jitter", Outcome.PASS),
        ("bm25-stem", Outcome.PASS),
    ],
)
def test_cranfield(ask, shared, candidate, outcome):
    """Better improves, worse and subtly worse regress, jitter of 1e-4 and no change pass."""
    qrels = shared("data", "retrieval", "cranfield", "qrels.trec")

    report = ask(RETRIEVAL, qrels, cranfield(shared, "bm25-stem"), cranfield(shared, candidate))

    assert report.outcome is outcome


def test_a_cut_list_fails_only_where_depth_counts(ask, shared):
    """A run cut to ten results loses recall@100 and keeps every metric at ten exactly."""
    qrels = shared("data", "retrieval", "cranfield", "qrels.trec")

    report = ask(RETRIEVAL, qrels, cranfield(shared, "bm25-stem"), cranfield(shared, "bm25-stem-top10"))

    assert check_of(report, "ndcg@10").reason is Reason.UNCHANGED
    assert check_of(report, "recall@100").outcome is Outcome.REGRESSED


@pytest.mark.parametrize(
    ("candidate", "allowed"),
    [
        ("T5R1", {Outcome.IMPROVED, Outcome.REGRESSED}),
        ("RUIR-doc2vec", {Outcome.REGRESSED}),
        ("BM25R2", {Outcome.PASS}),
    ],
)
def test_trec_covid(ask, shared, candidate, allowed):
    """With thirty topics a broken system is still caught; the neural one gains early and loses depth."""
    folder = shared("data", "retrieval", "trec-covid-round1")

    report = ask(
        RETRIEVAL, folder / "qrels.txt", folder / "runs/BM25R2.txt.gz", folder / f"runs/{candidate}.txt.gz"
    )

    assert report.outcome in allowed
    if candidate == "T5R1":
        assert check_of(report, "ndcg@10").outcome in (Outcome.IMPROVED, Outcome.PASS)


def test_trec_covid_twins(ask, shared):
    """Two variants of one system never block each other."""
    folder = shared("data", "retrieval", "trec-covid-round1")

    report = ask(
        RETRIEVAL,
        folder / "qrels.txt",
        folder / "runs/uogTrDPH_QE.txt.gz",
        folder / "runs/uogTrDPH_QE_QQ.txt.gz",
    )

    assert report.exit_code == 0


@pytest.mark.parametrize(
    ("candidate", "allowed"),
    [
        ("candidate-no-change", {Outcome.PASS, Outcome.INCONCLUSIVE}),
        ("candidate-worse", {Outcome.REGRESSED}),
        ("candidate-always-negative", {Outcome.REGRESSED}),
        ("baseline", {Outcome.PASS}),
    ],
)
def test_credit_default(ask, shared, candidate, allowed):
    """At 3 % positives accuracy hardly moves; PR-AUC and cost catch the broken models."""
    folder = shared("data", "classification", "credit-default-imbalanced")

    report = ask(
        CLASSIFICATION,
        folder / "labels.csv",
        folder / "predictions/baseline.csv",
        folder / f"predictions/{candidate}.csv",
    )

    assert report.outcome in allowed
    assert (report.exit_code == 1) == (Outcome.REGRESSED in allowed)


def test_breast_cancer(ask, shared):
    """The worse model is caught on cost or ranking, the better one is not blocked."""
    folder = shared("data", "classification", "breast-cancer")
    ends = {}
    for candidate in ("candidate-better", "candidate-worse"):
        report = ask(
            CLASSIFICATION,
            folder / "labels.csv",
            folder / "predictions/baseline.csv",
            folder / f"predictions/{candidate}.csv",
        )
        ends[candidate] = report.exit_code

    assert ends["candidate-better"] == 0
    assert ends["candidate-worse"] == 1


def test_a_a_on_real_data_never_fails(ask, shared, tmp_path):
    """The same answers in another order, under another name and compressed, are exactly unchanged."""
    qrels = shared("data", "retrieval", "cranfield", "qrels.trec")
    run = cranfield(shared, "bm25-stem")
    lines = run.read_text("utf-8").splitlines(keepends=True)
    random.Random(3).shuffle(lines)
    shuffled = tmp_path / "renamed.trec.gz"
    shuffled.write_bytes(gzip.compress("".join(lines).encode()))
    judged = qrels.read_text("utf-8").splitlines(keepends=True)
    random.Random(4).shuffle(judged)
    (tmp_path / "qrels.trec").write_text("".join(judged), "utf-8")

    report = ask(RETRIEVAL, tmp_path / "qrels.trec", run, shuffled)

    assert report.exit_code == 0
    assert {check.reason for check in report.checks} == {Reason.UNCHANGED}
