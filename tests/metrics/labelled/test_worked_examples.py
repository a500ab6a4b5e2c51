"""Examples small enough to be checked on paper, and the conventions at 0/0."""

import math
import warnings

import numpy as np
import pytest

from gate import metrics
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.threshold import cheapest_threshold

FOUR = ([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])


def of_totals(name, tp, fp, fn, tn, **parameters):
    """Evaluate a formula over totals, any numpy warning being an error."""
    metric = metrics.find(name, "classification")
    given = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return metric(**{c: given[c] for c in metric.columns}, **parameters)


def decided(tp, fp, fn, tn):
    """Build a sample with so many items of each kind."""
    truth = [1] * tp + [0] * fp + [1] * fn + [0] * tn
    score = [0.9] * (tp + fp) + [0.1] * (fn + tn)
    return LabelledSample.of(truth, score, threshold=0.5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("precision", 0.75),
        ("recall", 0.60),
        ("f1", 2 / 3),
        ("accuracy", 0.94),
        ("fpr", 2 / 90),
        ("specificity", 88 / 90),
        ("balanced_accuracy", (0.6 + 88 / 90) / 2),
        ("mcc", (6 * 88 - 2 * 4) / math.sqrt(8 * 10 * 90 * 92)),
    ],
)
def test_hundred_transactions(value, name, expected):
    """10 of 100 transactions are fraud, 8 are flagged, 6 of them rightly."""
    assert value(name, decided(6, 2, 4, 88)) == pytest.approx(expected, abs=1e-12)


def test_f1_is_near_the_smaller_of_its_parts():
    """Precision 1 with recall 0.1 gives an F1 of 0.18."""
    assert float(of_totals("f1", 1.0, 0.0, 9.0, 90.0)) == pytest.approx(2 / 11)


def test_flagging_nothing_on_rare_positives(value):
    """At 1 % positives accuracy looks fine; recall, precision and F1 are 0."""
    sample = decided(0, 0, 100, 9_900)

    assert value("accuracy", sample) == 0.99
    assert [value(name, sample) for name in ("recall", "precision", "f1", "mcc")] == [0, 0, 0, 0]


def test_flagging_nothing_on_emails(value):
    """50 of 1,000 emails are spam: accuracy 0.95 without finding one."""
    sample = decided(0, 0, 50, 950)

    assert (value("accuracy", sample), value("recall", sample)) == (0.95, 0.0)


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0, 10.0])
def test_fbeta_weighs_precision_against_recall(beta):
    """F-beta is the weighted harmonic mean, and F1 for beta = 1."""
    precision, recall = 6 / 8, 6 / 10
    expected = (1 + beta**2) / (1 / precision + beta**2 / recall)

    assert float(of_totals("fbeta", 6.0, 2.0, 4.0, 88.0, beta=beta)) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["fbeta", "fbeta(beta=0)", "fbeta(beta=-1)", "fbeta(beta=inf)"])
def test_fbeta_asks_for_a_beta(text):
    """There is no default, and only a number above 0 makes sense."""
    with pytest.raises(ValueError, match="beta"):
        metrics.find("fbeta", "classification").resolve(text, k=None)


UNDEFINED = {
    "nothing flagged": ((0.0, 0.0, 3.0, 5.0), {}),
    "everything flagged": ((3.0, 5.0, 0.0, 0.0), {}),
    "no positive": ((0.0, 2.0, 0.0, 5.0), {"recall", "balanced_accuracy", "mcc"}),
    "no positive, nothing flagged": (
        (0.0, 0.0, 0.0, 5.0),
        {"recall", "precision", "f1", "fbeta", "balanced_accuracy", "mcc"},
    ),
    "no negative": ((2.0, 0.0, 1.0, 0.0), {"specificity", "fpr", "balanced_accuracy", "mcc"}),
}


@pytest.mark.parametrize("case", UNDEFINED)
def test_zero_over_zero_is_undefined_without_a_warning(case):
    """Only what has no answer is NaN; as a scalar and as resampled totals alike."""
    totals, undefined = UNDEFINED[case]
    for name in metrics.names("classification"):
        if not metrics.find(name, "classification").columns:
            continue
        parameters = {"beta": 2.0} if name == "fbeta" else {}
        once = of_totals(name, *totals, **parameters)
        twice = of_totals(name, *(np.array([t, t]) for t in totals), **parameters)
        assert np.shape(once) == ()
        assert np.shape(twice) == (2,)
        assert math.isnan(float(once)) == (name in undefined), name
        assert np.array_equal(twice, [once, once], equal_nan=True)


def test_constant_decisions_correlate_with_nothing():
    """All flagged or none: MCC is 0 by convention, balanced accuracy one half."""
    for totals in [(0.0, 0.0, 3.0, 5.0), (3.0, 5.0, 0.0, 0.0)]:
        assert float(of_totals("mcc", *totals)) == 0.0
        assert float(of_totals("balanced_accuracy", *totals)) == 0.5


def test_mcc_of_a_large_set_is_in_bounds():
    """The product of four totals of a hundred million items does not spoil a perfect correlation."""
    assert float(of_totals("mcc", 1e7, 0.0, 0.0, 9e7)) == pytest.approx(1.0, abs=1e-15)
    assert float(of_totals("mcc", 0.0, 9e7, 1e7, 0.0)) == pytest.approx(-1.0, abs=1e-15)


def test_four_scores(value):
    """3 of 4 pairs are in order; at 0.5 half the positives and half the negatives are flagged."""
    sample = LabelledSample.of(*FOUR, threshold=0.5)

    assert value("roc_auc", sample) == 0.75
    assert value("pr_auc", sample) == pytest.approx(5 / 6, abs=1e-15)
    assert (value("recall", sample), value("fpr", sample)) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("prices", "threshold", "total"),
    [((10, 1), 0.4, 1), ((1, 10), 0.9, 1), ((1, 1), 0.9, 1), ((0, 1), math.inf, 0)],
)
def test_cheapest_threshold_of_four_scores(value, prices, threshold, total):
    """The cheapest threshold, the largest of equally cheap ones, and what it costs per item."""
    sample = LabelledSample.of(*FOUR, costs=Costs(*prices))

    assert cheapest_threshold(sample) == (threshold, total / 4)
    assert value("cheapest_cost", sample) == total / 4


@pytest.mark.parametrize(("threshold", "total"), [(0.9, 10), (0.6, 11), (0.4, 1), (0.1, 2)])
def test_cost_at_each_threshold_of_four_scores(value, threshold, total):
    """A missed positive costs 10, a false alarm 1; at or above the threshold is flagged."""
    sample = LabelledSample.of(*FOUR, threshold=threshold, costs=Costs(10, 1))

    assert value("expected_cost", sample) == total / 4


@pytest.fixture(scope="module")
def generated():
    """50 positives around 1.5 and 450 negatives around 0."""
    rng = np.random.default_rng(0)
    scores = np.concatenate([rng.normal(1.5, 1, 50), rng.normal(0, 1, 450)]).tolist()
    return [1] * 50 + [0] * 450, scores


@pytest.mark.parametrize(
    ("prices", "threshold", "confusion", "precision", "recall", "total"),
    [
        ((1, 1), 2.140422650443282, (15, 5, 35, 445), 0.75, 0.30, 40),
        ((10, 1), 0.7565007506461916, (44, 102, 6, 348), 0.3014, 0.88, 162),
        ((1, 10), 3.301634869866125, (2, 0, 48, 450), 1.00, 0.04, 48),
    ],
)
def test_generated_scores(value, generated, prices, threshold, confusion, precision, recall, total):
    """On 500 generated scores each pair of prices has its own cheapest threshold."""
    costs = Costs(*prices)
    found, cost = cheapest_threshold(LabelledSample.of(*generated, costs=costs))
    sample = LabelledSample.of(*generated, costs=costs, threshold=found)

    assert found == threshold
    assert cost * 500 == pytest.approx(total, abs=1e-9)
    assert value("expected_cost", sample) == pytest.approx(cost, abs=1e-15)
    assert tuple(sample.column(c).sum() for c in ("tp", "fp", "fn", "tn")) == confusion
    assert value("precision", sample) == pytest.approx(precision, abs=5e-5)
    assert value("recall", sample) == recall
    assert value("roc_auc", sample) == pytest.approx(0.8894666666666666, abs=1e-15)


def test_best_f1_is_that_of_the_best_threshold(value):
    """No threshold has a greater F1 than the one that is reported, and one has it."""
    rows = ([0, 1, 0, 1, 1], [0.2, 0.3, 0.55, 0.6, 0.9])
    at_each = {score: value("f1", LabelledSample.of(*rows, threshold=score)) for score in rows[1]}

    assert at_each[0.3] == max(at_each.values()) == 2 * 3 / 7
    assert value("best_f1", LabelledSample.of(*rows)) == at_each[0.3]


def test_cheapest_cost_belongs_to_its_threshold(value):
    """The threshold that is reported has the least cost, and costs what is reported."""
    rows = ([0, 0, 1, 0, 1, 1], [0.10, 0.30, 0.35, 0.60, 0.70, 0.90])
    costs = Costs(false_negative=5, false_positive=1)
    threshold, least = cheapest_threshold(LabelledSample.of(*rows, costs=costs))

    assert (threshold, least) == (0.35, 1 / 6)
    at_each = {
        t: value("expected_cost", LabelledSample.of(*rows, costs=costs, threshold=t)) * 6 for t in rows[1]
    }
    assert at_each == pytest.approx({0.10: 3, 0.30: 2, 0.35: 1, 0.60: 6, 0.70: 5, 0.90: 10})


def test_constant_scores_rate_the_share_of_positives(value):
    """PR-AUC by steps is the prevalence where straight lines would give 0.55; ROC-AUC is one half."""
    sample = LabelledSample.of([1] + [0] * 9, [0.5] * 10)

    assert value("pr_auc", sample) == 0.1
    assert value("roc_auc", sample) == 0.5
