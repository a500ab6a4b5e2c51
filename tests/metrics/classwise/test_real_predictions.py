"""Published predictions, and the values that scikit-learn gives for them."""

import csv
import json
import math

import numpy as np
import pytest

from gate import readers, scoring
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Run
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import classes_of
from gate.samples.multilabel import MultilabelSample
from gate.source import FileSource

HPC = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "mcc": "mcc",
    "cohen_kappa": "cohen_kappa",
    **{
        f"{kind}_{average}": f"{average}_{kind}"
        for kind in ("f1", "precision", "recall")
        for average in ("macro", "micro", "weighted")
    },
    "log_loss": "log_loss",
    "roc_auc_ovr_macro": "macro_roc_auc",
    "roc_auc_ovr_weighted": "weighted_roc_auc",
    "roc_auc_ovo_macro": "macro_roc_auc_ovo",
    "roc_auc_ovo_weighted": "weighted_roc_auc_ovo",
    "average_precision_macro": "macro_pr_auc",
    "brier_multiclass_sum": "brier",
    "top_2_accuracy": "top_accuracy@2",
}
EMOTIONS = {
    **{
        f"{kind}_{average}_at_0.5": f"{average}_{kind}"
        for kind in ("f1", "precision", "recall")
        for average in ("macro", "micro", "weighted", "samples")
    },
    **{f"average_precision_{average}": f"{average}_pr_auc" for average in ("macro", "micro", "weighted")},
    **{f"roc_auc_{average}": f"{average}_roc_auc" for average in ("macro", "micro", "weighted")},
    # The two agree where every item has a label: then they are one definition.
    "average_precision_samples": "label_ranking_average_precision",
    "label_ranking_average_precision": "label_ranking_average_precision",
    "coverage_error": "coverage_error",
    "label_ranking_loss": "label_ranking_loss",
    "subset_accuracy": "subset_accuracy",
    "hamming_loss": "hamming_loss",
    "jaccard_samples": "jaccard",
}


@pytest.fixture(scope="module")
def hpc(shared):
    """The published rows as a sample, their folds, and what is expected of them."""
    folder = shared("data", "classification", "hpc-cv-multiclass")
    with (folder / "hpc_cv.csv").open(newline="") as file:
        rows = {f"{i:04}": row for i, row in enumerate(csv.DictReader(file))}
    golden = GoldenSet(
        {i: GoldenItem(i, label=r["obs"], slices={"fold": r["Resample"]}) for i, r in rows.items()}
    )
    run = Run(
        {
            i: Answer(i, predicted=r["pred"], probabilities={c: float(r[c]) for c in ("VF", "F", "M", "L")})
            for i, r in rows.items()
        }
    )
    expected = json.loads((folder / "expected.json").read_text())
    sample = CategoricalSample.build(golden, run, classes=classes_of((), golden, [run]))
    return sample, np.array([r["Resample"] for r in rows.values()]), expected


def all_of(found):
    """Yield every expected number of a set of rows under the spelling of its metric."""
    yield from ((spelling, found[name]) for name, spelling in HPC.items())
    for name, number in found["f1_per_class"].items():
        yield f"f1(class={name})", number
    for name, number in found["average_precision_per_class"].items():
        yield f"pr_auc(class={name})", number


def test_all_rows_of_the_four_classes(hpc, value):
    """Every number that is expected of the 3,467 rows, and their confusion matrix."""
    sample, _, expected = hpc
    found = expected["systems"]["all_folds"]

    for spelling, number in all_of(found):
        assert value(spelling, sample) == pytest.approx(number, abs=1e-12), spelling
    assert set(sample.classes) == set(expected["classes"])
    counts_of(sample, found)


def test_decisions_are_kept_beside_probabilities(hpc):
    """As many decisions as recorded are the most probable class; the others stay what they are."""
    sample, _, expected = hpc
    likeliest = int((sample.scores.argmax(axis=1) == sample.choice).sum())
    assert likeliest == expected["pred_column_equals_argmax_rows"]


def counts_of(sample, found):
    """Compare the number of rows, of examples of each class, and the confusion matrix."""
    assert sample.n == found["n"]
    places = [sample.place(name) for name in found["classes"]]
    table = np.array([[((sample.truth == t) & (sample.choice == p)).sum() for p in places] for t in places])
    assert table.tolist() == found["confusion_matrix_rows_true"]
    assert dict(zip(sample.classes, sample.counts.tolist(), strict=True)) == found["support"]


def test_every_fold_of_the_four_classes(hpc, value):
    """The same for each of the ten folds, taken as rows of the whole."""
    sample, folds, expected = hpc

    assert sorted(set(folds)) == sorted(expected["by_fold"])
    for fold, found in expected["by_fold"].items():
        part = sample.take(folds == fold)
        for spelling, number in all_of(found):
            assert value(spelling, part) == pytest.approx(number, abs=1e-12), (fold, spelling)
        counts_of(part, found)


def test_a_slice_is_the_sample_of_its_rows(hpc):
    """``where`` gives what the rows alone give, with an influence of nothing for all others."""
    from gate import metrics

    sample, folds, expected = hpc
    for spelling, name in (("macro_f1", "f1_macro"), ("macro_roc_auc", "roc_auc_ovr_macro")):
        metric = metrics.of(spelling, "multiclass")
        found = scoring.score(sample, metric, metric.resolve(spelling, k=None), where={"fold": ["Fold03"]})
        assert found.value == pytest.approx(expected["by_fold"]["Fold03"][name], abs=1e-12)
        assert not found.influence[folds != "Fold03"].any()
        assert math.fsum(found.influence * found.share) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("labels", ["labels.csv", "labels.jsonl"])
@pytest.mark.parametrize("system", ["baseline", "candidate-better", "candidate-worse"])
def test_six_labels(shared, value, labels, system):
    """Every number that is expected of the songs, their labels read as columns and as lists."""
    folder = shared("data", "classification", "emotions-multilabel")
    found = json.loads((folder / "expected.json").read_text())["systems"][system]
    golden = readers.read_golden(FileSource(folder / labels, labels), "multilabel")
    run = readers.read_run(FileSource(folder / found["file"], found["file"]), "multilabel")
    known, _ = classes_of(found["labels"], golden, [run])
    sample = MultilabelSample.build(golden, run, classes=known, threshold=0.5)

    assert sample.classes == tuple(found["labels"])
    assert sample.n == found["n"]
    assert int((~sample.truths.any(axis=1)).sum()) == found["rows_without_any_label"]
    assert int((~sample.chosen.any(axis=1)).sum()) == found["rows_without_any_prediction_at_0.5"]
    assert sample.truths.sum(axis=0).tolist() == found["label_counts"]
    for name, spelling in EMOTIONS.items():
        assert value(spelling, sample) == pytest.approx(found[name], abs=1e-9), spelling
    for i, label in enumerate(found["labels"]):
        for kind, spelling in (("f1_per_label", "f1"), ("average_precision_per_label", "pr_auc")):
            number = value(f"{spelling}(class={label})", sample)
            assert number == pytest.approx(found[kind][i], abs=1e-12), (label, kind)
