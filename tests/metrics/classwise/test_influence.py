"""What each item does to a metric of several classes, and the noise that follows from it."""

import math

import numpy as np
import pytest

from gate import metrics, scoring
from gate.comparison import Question, Sampling, compare
from gate.samples.classwise import curves_of
from gate.samples.multilabel import MultilabelSample
from tests.metrics.classwise.conftest import draw_classes, sample_of

CURVES = {
    "multiclass": [
        "macro_roc_auc", "weighted_roc_auc", "macro_roc_auc_ovo", "weighted_roc_auc_ovo",
        "macro_pr_auc", "weighted_pr_auc", "roc_auc(class=class 1)", "pr_auc(class=class 1)",
    ],
    "multilabel": [
        "macro_roc_auc", "weighted_roc_auc", "micro_roc_auc", "macro_pr_auc", "weighted_pr_auc",
        "micro_pr_auc",
    ],
}  # fmt: skip
EACH = [(task, name) for task, names in CURVES.items() for name in names]


def drawn(task, seed, n=40):
    """Draw a small sample with ties, weights, and two items without an answer."""
    names, truth, probabilities = draw_classes(seed, n, 3, decimals=1)
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.5, 2.0, n).tolist()
    if task == "multiclass":
        sample = sample_of(names, truth, probabilities, weight=weight, classes=[*names, "never seen"])
    else:
        has = rng.random((n, 3)) < 0.4
        sample = MultilabelSample.of(
            [[name for name, is_there in zip(names, row, strict=True) if is_there] for row in has],
            None,
            [
                None if i in (3, 17) else dict(zip(names, map(float, row), strict=True))
                for i, row in enumerate(probabilities)
            ],
            threshold=0.5,
            weight=weight,
        )
    return sample


@pytest.mark.parametrize(("task", "spelling"), EACH)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_influence_is_the_derivative(task, spelling, seed):
    """A little more weight on an item changes the value as its influence says; all cancel out."""
    sample = drawn(task, seed)
    metric = metrics.of(spelling, task)
    score = scoring.score(sample, metric, metric.resolve(spelling, k=None))
    step, n = 1e-6, len(sample.ids)
    weights = np.ones((2 * n, n)) + step * np.vstack([np.eye(n), -np.eye(n)])

    moved = score.of_cells([curve.reduce(weights) for curve in score.curves])

    assert math.fsum(score.share * score.influence) == pytest.approx(0, abs=1e-12)
    slope = (moved[:n] - moved[n:]) / (2 * step)
    assert slope == pytest.approx(score.share * score.influence, abs=1e-6)


@pytest.mark.parametrize(
    "spelling",
    ["macro_f1", "macro_precision", "weighted_f1", "mcc", "cohen_kappa", "macro_roc_auc", "macro_roc_auc_ovo",
     "macro_pr_auc", "f1(class=class 2)", "ece", "balanced_accuracy"],
)  # fmt: skip
def test_standard_error_is_the_bootstrap_s(spelling):
    """On a larger sample the spread of a gain's influences is that of the paired bootstrap, within 15 %."""
    names, truth, probabilities = draw_classes(5, 800, 4)
    worse = 0.7 * probabilities + 0.3 * np.random.default_rng(0).dirichlet(np.ones(4), 800)
    before, after = (sample_of(names, truth, p) for p in (probabilities, worse))
    metric = metrics.of(spelling, "multiclass")
    question = Question(metric, metric.resolve(spelling, k=None), {})

    (found,) = compare(before, after, [question], Sampling(0.95, 1000, 1))

    assert found.gain.standard_error == pytest.approx(found.bootstrap_standard_error, rel=0.15)


def test_pairs_take_only_their_own_items():
    """The curve of two classes has an entry for each of their items, and moves with no other."""
    sample = drawn("multiclass", 1)
    place = {name: i for i, name in enumerate(sample.classes)}
    pairs = curves_of(sample, "pairs", None)

    assert len(pairs) == len(place) * (len(place) - 1)
    for curve in pairs:
        outside = np.ones(len(sample.ids), bool)
        outside[curve.item] = False
        weights = np.ones((2, len(sample.ids)))
        weights[1, outside] = 5.0
        cells = curve.reduce(weights)
        assert (cells.tp[0] == cells.tp[1]).all()
        assert (cells.fp[0] == cells.fp[1]).all()
