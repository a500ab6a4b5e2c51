"""What metrics do where their definition gives out: one class, no answer, no such threshold."""

import math

import numpy as np
import pytest

from gate import metrics
from gate.errors import QuestionError
from gate.samples.curve import Curve
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.threshold import cheapest_threshold


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("pr_auc", {}),
        ("roc_auc", {}),
        ("best_f1", {}),
        ("recall_at_precision", {"precision": 0.5}),
        ("precision_at_recall", {"recall": 0.5}),
    ],
)
def test_no_positive_example_is_undefined(value, name, parameters):
    """Without a positive there is nothing to find: NaN, not 0."""
    assert math.isnan(value(name, LabelledSample.of([0, 0, 0], [0.2, 0.5, 0.7]), **parameters))


def test_no_negative_example_leaves_roc_auc_undefined(value):
    """With positives only there is no pair to put in order; precision is 1 whatever the scores."""
    sample = LabelledSample.of([1, 1], [0.3, 0.8])

    assert math.isnan(value("roc_auc", sample))
    assert value("pr_auc", sample) == 1.0


def test_resamples_of_one_class_are_undefined():
    """A resample without a positive is NaN, never 0 or 0.5; the others keep their value."""
    scores = [0.9, 0.5, *(i / 25 for i in range(1, 19))]
    curve = Curve.of(LabelledSample.of([1, 1] + [0] * 18, scores))
    weights = np.ones((2, 20))
    weights[1, :2] = 0

    auc = metrics.find("roc_auc", "classification")(curve.reduce(weights))

    assert auc[0] == pytest.approx(30 / 36)
    assert math.isnan(auc[1])


def test_recall_at_precision_and_back(value):
    """Ranks 1, 3 and 4 of 5 are positive: precision 1, 2/3 and 3/4 at recall 1/3, 2/3 and 1."""
    sample = LabelledSample.of([1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.5])

    assert value("recall_at_precision", sample, precision=1.0) == pytest.approx(1 / 3)
    assert value("recall_at_precision", sample, precision=0.75) == 1.0
    assert value("recall_at_precision", sample, precision=0.76) == pytest.approx(1 / 3)
    assert value("precision_at_recall", sample, recall=0.3) == 1.0
    assert value("precision_at_recall", sample, recall=2 / 3) == 0.75
    assert value("precision_at_recall", sample, recall=1.0) == 0.75


def test_unreachable_precision_is_recall_zero(value):
    """Where no threshold is precise enough, nothing can be flagged."""
    assert value("recall_at_precision", LabelledSample.of([0, 1], [0.9, 0.1]), precision=0.9) == 0.0


def test_probabilities_are_checked_by_item(value):
    """Brier score and log loss refuse what is not a probability and name the item; ranking does not mind."""
    sample = LabelledSample.of([1, 0, 0], [65.75, 0.5, 14.26])

    assert value("roc_auc", sample) == 1.0
    for name in ("brier", "log_loss"):
        with pytest.raises(QuestionError, match=r"score 65.75 of item '000000000' is not a prob.*2 scores"):
            value(name, sample)


def test_certain_mistakes_stay_finite(value):
    """A wrong probability of exactly 0 or 1 costs 52 bits, as much as no answer."""
    sample = LabelledSample.of([1, 0, 1, 0], [0.0, 1.0, None, None])
    loss = metrics.find("log_loss", "classification")

    assert loss(sample).tolist() == [loss.worst] * 4
    assert loss.worst == -math.log(2.0**-52)
    assert value("brier", sample) == 1.0


def test_item_without_an_answer_is_worst_everywhere(value):
    """A lost positive ranks below every negative, a lost negative above every positive."""
    lost_positive = LabelledSample.of([1, 1, 0], [0.9, None, 0.1], threshold=0.5, costs=Costs(10, 1))
    lost_negative = LabelledSample.of([1, 0, 0], [0.9, None, 0.1], threshold=0.5, costs=Costs(10, 1))

    assert value("roc_auc", lost_positive) == 0.5
    assert value("pr_auc", lost_positive) == pytest.approx((1 + 2 / 3) / 2)
    assert value("recall", lost_positive) == 0.5
    assert value("roc_auc", lost_negative) == 0.5
    assert value("pr_auc", lost_negative) == 0.5
    assert value("accuracy", lost_negative) == pytest.approx(2 / 3)
    assert value("expected_cost", lost_positive) == pytest.approx(10 / 3)
    assert value("expected_cost", lost_negative) == pytest.approx(1 / 3)


def test_no_threshold_finds_an_item_without_an_answer(value):
    """Flagging everything does not reach a lost positive, flagging nothing does not spare a lost negative."""
    sample = LabelledSample.of([1, 1, 0, 0], [0.9, None, 0.1, None], costs=Costs(10, 1))

    assert value("cheapest_cost", sample) == pytest.approx(11 / 4)
    assert cheapest_threshold(sample) == (0.9, 11 / 4)
    assert value("best_f1", sample) == 0.5  # tp 1, fp 1, fn 1
    assert value("precision_at_recall", sample, recall=0.5) == 0.5
    assert value("precision_at_recall", sample, recall=0.9) == 0.0
    assert value("recall_at_precision", sample, precision=0.5) == 0.5


def test_infinite_scores_are_scores():
    """Log probabilities of 0 are legitimate: they rank last, but they were answered."""
    sample = LabelledSample.of([1, 1, 0], [-math.inf, -0.5, -1.0], costs=Costs(10, 1))

    assert cheapest_threshold(sample) == (-math.inf, pytest.approx(1 / 3))


@pytest.mark.parametrize("truth", [1, 0])
def test_half_a_balanced_accuracy_is_none(value, truth):
    """With one class only one of the two rates was not measured, and neither is their mean."""
    sample = LabelledSample.of([truth, truth], [0.8, 0.2], threshold=0.5)

    assert math.isnan(value("balanced_accuracy", sample))
    assert value("accuracy", sample) == 0.5
