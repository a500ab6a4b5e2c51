"""Every metric against scikit-learn, on random data with ties, extremes and weights."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn import metrics as oracle

from gate import metrics
from gate.samples.curve import Curve
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.threshold import cheapest_threshold

EXACT = 1e-12
COSTS = Costs(false_negative=7, false_positive=2)


@st.composite
def items(draw):
    """Draw labels, probabilities (often tied) and weights of up to 40 items."""
    n = draw(st.integers(2, 40))
    scores = st.sampled_from([0.0, 0.2, 0.5, 0.5000000001, 0.9, 1.0]) | st.floats(0, 1)
    truth = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    assume(0 < sum(truth) < n)
    score = draw(st.lists(scores, min_size=n, max_size=n))
    weight = draw(st.lists(st.sampled_from([1.0, 2.0, 0.25, 0.1, 3.7]), min_size=n, max_size=n))
    alike = draw(st.booleans())
    return np.array(truth), np.array(score), np.full(n, 0.3) if alike else np.array(weight)


def sample_of(truth, score, weight):
    """Build a sample decided at 0.5."""
    return LabelledSample.of(truth, score.tolist(), weight=weight, threshold=0.5, costs=COSTS)


@settings(max_examples=150, deadline=None)
@given(drawn=items())
def test_decisions(value, drawn):
    """Metrics of the confusion table at a threshold."""
    truth, score, weight = drawn
    decision, how = score >= 0.5, {"sample_weight": weight}
    sample = sample_of(*drawn)
    expected = {
        "precision": oracle.precision_score(truth, decision, zero_division=0, **how),
        "recall": oracle.recall_score(truth, decision, **how),
        "f1": oracle.f1_score(truth, decision, zero_division=0, **how),
        "accuracy": oracle.accuracy_score(truth, decision, **how),
        "balanced_accuracy": oracle.balanced_accuracy_score(truth, decision, **how),
        "mcc": oracle.matthews_corrcoef(truth, decision, **how),
        "specificity": oracle.recall_score(1 - truth, ~decision, **how),
        "fpr": 1 - oracle.recall_score(1 - truth, ~decision, **how),
        "brier": oracle.brier_score_loss(truth, score, **how),
        "log_loss": oracle.log_loss(truth, np.column_stack([1 - score, score]), labels=[0, 1], **how),
    }
    for name, right in expected.items():
        assert value(name, sample) == pytest.approx(right, abs=EXACT, rel=EXACT), name
    beta = oracle.fbeta_score(truth, decision, beta=2, zero_division=0, **how)
    assert value("fbeta", sample, beta=2.0) == pytest.approx(beta, abs=EXACT)


@settings(max_examples=150, deadline=None)
@given(drawn=items())
def test_areas(value, drawn):
    """Average precision and ROC-AUC, ties as one block and as one half."""
    truth, score, weight = drawn
    sample = sample_of(*drawn)

    ap = oracle.average_precision_score(truth, score, sample_weight=weight)
    auc = oracle.roc_auc_score(truth, score, sample_weight=weight)

    assert value("pr_auc", sample) == pytest.approx(ap, abs=EXACT)
    assert value("roc_auc", sample) == pytest.approx(auc, abs=EXACT)


@settings(max_examples=150, deadline=None)
@given(drawn=items(), level=st.sampled_from([0.1, 0.5, 0.75, 0.9, 1.0]))
def test_thresholds(value, drawn, level):
    """Metrics of the best threshold, by trying every threshold there is."""
    truth, score, weight = drawn
    sample = sample_of(*drawn)
    precision, recall, _ = oracle.precision_recall_curve(truth, score, sample_weight=weight)
    precision, recall = precision[:-1], recall[:-1]
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-300)
    cost = {
        t: (weight * np.where(truth == 1, 7 * (score < t), 2 * (score >= t))).sum() / weight.sum()
        for t in [*score.tolist(), np.inf]
    }

    assert value("best_f1", sample) == pytest.approx(f1.max(), abs=EXACT)
    assert value("cheapest_cost", sample) == pytest.approx(min(cost.values()), abs=EXACT)
    held = recall[precision >= level - EXACT]
    assert value("recall_at_precision", sample, precision=level) == pytest.approx(
        held.max(initial=0.0), abs=EXACT
    )
    reached = precision[recall >= level - EXACT]
    assert value("precision_at_recall", sample, recall=level) == pytest.approx(
        reached.max(initial=0.0), abs=EXACT
    )
    found, least = cheapest_threshold(sample)
    assert least == pytest.approx(cost[found], abs=EXACT)
    assert found == max(t for t, c in cost.items() if c <= min(cost.values()) + EXACT)


@settings(max_examples=100, deadline=None)
@given(items(), st.integers(0, 2**32 - 1))
def test_resampled_areas(drawn, seed):
    """One walk over many rows of counts gives what scikit-learn gives for each row alone."""
    truth, score, weight = drawn
    counts = np.random.default_rng(seed).poisson(1.0, (5, truth.size)).astype(float)
    curve = Curve.of(sample_of(*drawn))
    cells = curve.reduce(counts)
    found = {name: metrics.find(name, "classification")(cells) for name in ("pr_auc", "roc_auc")}

    for row, count in enumerate(counts):
        drawn_weight = count * weight
        there = drawn_weight > 0
        if set(truth[there]) != {0, 1}:
            assert np.isnan(found["roc_auc"][row])
            continue
        kept = (truth[there], score[there])
        ap = oracle.average_precision_score(*kept, sample_weight=drawn_weight[there])
        auc = oracle.roc_auc_score(*kept, sample_weight=drawn_weight[there])
        assert found["pr_auc"][row] == pytest.approx(ap, abs=EXACT)
        assert found["roc_auc"][row] == pytest.approx(auc, abs=EXACT)
