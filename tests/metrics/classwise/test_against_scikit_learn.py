"""Random classifiers of several classes, weighted and with ties, against scikit-learn."""

import warnings

import numpy as np
import pytest
from sklearn import metrics as sk

from gate import metrics, scoring
from gate.samples.multilabel import MultilabelSample
from tests.metrics.classwise.conftest import draw_classes, sample_of

SEEDS = range(8)


def settings_of(seed):
    """Vary size, number of classes, ties and weights with the seed."""
    n, c = (40, 200, 500)[seed % 3], (2, 3, 5, 8)[seed % 4]
    decimals = (None, 1, 2)[seed % 3]
    weight = np.random.default_rng(1000 + seed).uniform(0.5, 2.0, n) if seed % 2 else np.ones(n)
    return n, c, decimals, weight


@pytest.mark.parametrize("seed", SEEDS)
def test_decisions(value, seed):
    """Averages, per-class values and tables agree, whatever classes the draw left out."""
    n, c, _, weight = settings_of(seed)
    names, truth, probabilities = draw_classes(seed, n, c)
    said = np.where(np.random.default_rng(seed).random(n) < 0.1, 0, probabilities.argmax(axis=1))
    sample = sample_of(names, truth, probabilities, predicted=said, weight=weight.tolist(), classes=names)
    both, w = (truth, said), {"sample_weight": weight}

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = {
            "accuracy": sk.accuracy_score(*both, **w),
            "balanced_accuracy": sk.balanced_accuracy_score(*both, **w),
            "mcc": sk.matthews_corrcoef(*both, **w),
            "cohen_kappa": sk.cohen_kappa_score(*both, **w),
            **{
                f"cohen_kappa(weights={weights})": sk.cohen_kappa_score(
                    *both, labels=range(c), weights=weights, **w
                )
                for weights in ("linear", "quadratic")
            },
        }
        for average in ("macro", "micro", "weighted"):
            found = sk.precision_recall_fscore_support(*both, average=average, zero_division=0, **w)
            expected |= {
                f"{average}_{k}": v for k, v in zip(("precision", "recall", "f1"), found[:3], strict=True)
            }
        found = sk.precision_recall_fscore_support(*both, labels=range(c), zero_division=np.nan, **w)
        for i, name in enumerate(names):
            occurs = (truth == i).any()
            for kind, of in zip(("precision", "recall", "f1"), found[:3], strict=True):
                # Never predicted, but there to be found: precision is 0 by our convention, too.
                number = 0.0 if kind == "precision" and occurs and np.isnan(of[i]) else of[i]
                expected[f"{kind}(class={name})"] = number

    for spelling, number in expected.items():
        assert value(spelling, sample) == pytest.approx(number, abs=1e-12, nan_ok=True), spelling


@pytest.mark.parametrize("seed", SEEDS)
def test_probabilities(value, seed):
    """Losses, areas and top-k agree; an absent class is left out where scikit-learn has NaN."""
    n, c, decimals, weight = settings_of(seed)
    names, truth, probabilities = draw_classes(seed, n, c, decimals=decimals)
    sample = sample_of(names, truth, probabilities, weight=weight.tolist(), classes=names)
    hot, w = np.eye(c)[truth], {"sample_weight": weight}
    there = [i for i in range(c) if (truth == i).any()]

    expected = {
        "log_loss": sk.log_loss(truth, probabilities, labels=range(c), **w),
        "brier": np.average(((probabilities - hot) ** 2).sum(axis=1), weights=weight),
    }
    areas = {i: sk.roc_auc_score(hot[:, i], probabilities[:, i], **w) for i in there}
    precisions = {i: sk.average_precision_score(hot[:, i], probabilities[:, i], **w) for i in there}
    support = [weight[truth == i].sum() for i in there]
    for kind, of in (("roc_auc", areas), ("pr_auc", precisions)):
        expected |= {f"{kind}(class={names[i]})": number for i, number in of.items()}
        expected[f"macro_{kind}"] = np.mean(list(of.values()))
        expected[f"weighted_{kind}"] = np.average(list(of.values()), weights=support)
    if decimals is None and c > 2:
        expected |= {
            f"top_accuracy@{k}": sk.top_k_accuracy_score(truth, probabilities, k=k, labels=range(c), **w)
            for k in (1, 2)
        }
    if len(there) == c > 2 and not seed % 2:  # its one-against-one takes no weights
        expected["macro_roc_auc_ovo"] = sk.roc_auc_score(truth, probabilities, multi_class="ovo")
        expected["weighted_roc_auc_ovo"] = sk.roc_auc_score(
            truth, probabilities, multi_class="ovo", average="weighted"
        )
        expected["macro_roc_auc"] = sk.roc_auc_score(truth, probabilities, multi_class="ovr")

    for spelling, number in expected.items():
        assert value(spelling, sample) == pytest.approx(number, abs=1e-12), spelling


@pytest.mark.parametrize("seed", SEEDS)
def test_labels(value, seed):
    """Metrics of several labels an item agree, on items without any label too."""
    rng = np.random.default_rng(seed)
    n, c = (30, 150)[seed % 2], (2, 4, 6)[seed % 3]
    names = [f"label {i}" for i in range(c)]
    truth = rng.random((n, c)) < rng.uniform(0.1, 0.6, c)
    truth[0] = True  # every label occurs
    truth[1] = False
    scores = np.clip(0.4 * truth + rng.uniform(0, 0.8, (n, c)), 0, 1)
    scores = np.round(scores, 1) if seed % 2 else scores
    chosen = scores >= 0.5
    weight = rng.uniform(0.5, 2.0, n) if seed % 3 == 0 else np.ones(n)
    sample = MultilabelSample.of(
        [[name for name, has in zip(names, row, strict=True) if has] for row in truth],
        None,
        [dict(zip(names, map(float, row), strict=True)) for row in scores],
        threshold=0.5,
        weight=weight.tolist(),
    )
    w = {"sample_weight": weight}

    expected = {
        "subset_accuracy": sk.accuracy_score(truth, chosen, **w),
        "hamming_loss": sk.hamming_loss(truth, chosen, **w),
        "jaccard": sk.jaccard_score(truth, chosen, average="samples", zero_division=0, **w),
        "macro_jaccard": sk.jaccard_score(truth, chosen, average="macro", zero_division=0, **w),
        "label_ranking_average_precision": sk.label_ranking_average_precision_score(truth, scores, **w),
        "label_ranking_loss": sk.label_ranking_loss(truth, scores, **w),
        "coverage_error": sk.coverage_error(truth, scores, **w),
    }
    for average in ("macro", "micro", "weighted", "samples"):
        found = sk.precision_recall_fscore_support(truth, chosen, average=average, zero_division=0, **w)
        expected |= {
            f"{average}_{k}": v for k, v in zip(("precision", "recall", "f1"), found[:3], strict=True)
        }
    for average in ("macro", "micro", "weighted"):
        expected[f"{average}_roc_auc"] = sk.roc_auc_score(truth, scores, average=average, **w)
        expected[f"{average}_pr_auc"] = sk.average_precision_score(truth, scores, average=average, **w)

    for spelling, number in expected.items():
        assert value(spelling, sample) == pytest.approx(number, abs=1e-12), spelling


@pytest.mark.parametrize("seed", range(6))
def test_calibration_in_bins(seed):
    """The bins are those of scikit-learn's quantile strategy where these are even, and so is the gap."""
    from sklearn.calibration import calibration_curve

    from gate.samples.labelled import LabelledSample

    rng = np.random.default_rng(seed)
    score = rng.permutation(np.linspace(0.003, 0.997, 200))
    happened = rng.random(200) < score**1.5
    sample = LabelledSample.of(happened.astype(int).tolist(), score.tolist())
    share, mean = calibration_curve(happened, score, n_bins=10, strategy="quantile")
    parts = {}
    for name in ("ece", "brier", "brier_reliability", "brier_resolution", "brier_uncertainty"):
        metric = metrics.find(name, "classification")
        parts[name] = scoring.score(sample, metric, metric.resolve(name, k=None)).value

    assert parts["ece"] == pytest.approx(np.abs(share - mean).mean(), abs=1e-12)
    assert parts["brier_reliability"] == pytest.approx(((share - mean) ** 2).mean(), abs=1e-12)
    assert parts["brier_resolution"] == pytest.approx(((share - happened.mean()) ** 2).mean(), abs=1e-12)
    assert parts["brier_uncertainty"] == pytest.approx(happened.var(), abs=1e-12)


@pytest.mark.parametrize("task", ["classification", "multiclass"])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_parts_of_the_brier_score_add_up(task, weighted):
    """With as many bins as distinct probabilities the parts are exact: nothing differs within a bin."""
    from gate.samples.labelled import LabelledSample

    rng = np.random.default_rng(4)
    weight = rng.uniform(0.5, 2, 400).tolist() if weighted else None
    if task == "classification":
        score = rng.choice([0.1, 0.4, 0.6, 0.9], 400)
        happened = rng.random(400) < 0.2 + 0.5 * score
        sample = LabelledSample.of(happened.astype(int).tolist(), score.tolist(), weight=weight)
    else:
        given = [
            {"a": 0.7, "b": 0.2, "c": 0.1},
            {"a": 0.1, "b": 0.3, "c": 0.6},
            {"a": 0.2, "b": 0.4, "c": 0.4},
        ]
        which = rng.integers(0, 3, 400)
        names, truth = ["a", "b", "c"], rng.integers(0, 3, 400)
        matrix = np.array([list(given[i].values()) for i in which])
        sample = sample_of(names, truth, matrix, weight=weight)

    def part(name, bins=""):
        metric = metrics.find(name, task)
        return scoring.score(sample, metric, metric.resolve(name + bins, k=None)).value

    reliability, resolution, uncertainty = (
        part(f"brier_{name}", "(bins=100)") for name in ("reliability", "resolution", "uncertainty")
    )

    assert part("brier") == pytest.approx(reliability - resolution + uncertainty, abs=1e-12)
