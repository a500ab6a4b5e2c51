"""Published predictions, against values computed by scikit-learn."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from gate.errors import QuestionError

NAMES = {
    "average_precision": "pr_auc",
    "roc_auc": "roc_auc",
    "best_f1_over_thresholds": "best_f1",
    "log_loss": "log_loss",
    "brier": "brier",
}
DECIDED = ("f1", "precision", "recall", "accuracy", "balanced_accuracy", "mcc", "specificity")
SETS = [
    *(("breast-cancer", s) for s in ("baseline", "candidate-better", "candidate-worse")),
    ("breast-cancer", "candidate-same-ranking-miscalibrated"),
    *(("credit-default-imbalanced", s) for s in ("baseline", "candidate-always-negative")),
    *(("credit-default-imbalanced", s) for s in ("candidate-balanced-weights", "candidate-worse")),
    ("credit-default-imbalanced", "candidate-no-change"),
    *(("lending-club-imbalanced", s) for s in ("baseline", "candidate-boosting")),
    *(("lending-club-imbalanced", s) for s in ("candidate-forest", "candidate-worse")),
    ("two-class-example", "model"),
    ("adult-income-slices", "random-forest"),
    ("adult-income-slices", "random-forest, 1 - score"),
]


@pytest.fixture(scope="module")
def published(shared, table, sample_of):
    """Give the function from a data set and a system to its sample and expected values."""

    def read(folder, system):
        root = shared("data", "classification", folder)
        expected = json.loads((root / "expected.json").read_text("utf-8"))
        right = expected["systems"][system]
        if folder == "two-class-example":
            rows = table(root / expected["file"])
            return sample_of(rows, rows, positive="Class1", label="truth", score="Class1"), right
        if folder == "adult-income-slices":
            rows = [{**row, "id": row.pop("entity_id")} for row in table(root / expected["file"])]
            if system.endswith("1 - score"):
                rows = [{**row, "score": str(1 - float(row["score"]))} for row in rows]
            return sample_of(rows, rows, label="label_value"), right
        return sample_of(table(root / expected["labels"]), table(root / right["file"])), right

    return read


def agrees(value, sample, right):
    """Compare everything that ``right`` has of a sample; return how many metrics there were."""
    positives = int(sample.positive.sum())
    assert (sample.n, positives) == (right["n"], right["positives"])
    assert positives / sample.n == pytest.approx(right["prevalence"], abs=1e-12)
    wanted = {NAMES[key]: v for key, v in right.items() if key in NAMES}
    wanted |= {name: v for name, v in right["at_0.5"].items() if name in DECIDED}
    for name, expected in wanted.items():
        found = value(name, sample)
        if expected is None or (isinstance(expected, float) and math.isnan(expected)):
            assert math.isnan(found), name
        elif right["positives"] in {0, right["n"]}:
            assert math.isnan(found) or found == pytest.approx(expected, abs=1e-9), name
        else:
            assert found == pytest.approx(expected, abs=1e-9), name
    for n in (50, 100):
        if (wanted_there := right.get(f"precision_at_top_{n}_rows")) is not None:
            at_top(value, sample, n, wanted_there)
    counts = [int(sample.column(name).sum()) for name in ("tn", "fp", "fn", "tp")]
    assert counts == right["at_0.5"]["confusion_tn_fp_fn_tp"]
    return len(wanted)


def at_top(value, sample, n, wanted):
    """Compare the precision of the threshold that flags ``n`` items; a tie there may be in any order."""
    cut = np.sort(sample.score)[::-1][:n][-1]
    above, tied = sample.score > cut, sample.score == cut
    room = n - int(above.sum())
    if int(tied.sum()) <= room:
        flagging = replace(sample, flagged=above | tied, threshold=float(cut))
        assert value("precision", flagging) == pytest.approx(wanted, abs=1e-12)
        return
    sure, maybe = (int(sample.positive[some].sum()) for some in (above, tied))
    assert sure + max(0, room - (int(tied.sum()) - maybe)) <= wanted * n <= sure + min(room, maybe)


@pytest.mark.parametrize(("folder", "system"), SETS, ids=[f"{f}:{s}" for f, s in SETS])
def test_published_values(published, value, folder, system):
    """Every metric of a whole data set, to 1e-9."""
    sample, right = published(folder, system)

    assert agrees(value, sample, right) >= 10


@pytest.mark.parametrize(("folder", "system"), SETS, ids=[f"{f}:{s}" for f, s in SETS])
def test_published_values_of_slices(published, value, folder, system):
    """Every metric of every slice, to 1e-9."""
    sample, right = published(folder, system)
    for field, groups in right.get("by_slice", {}).items():
        for group, of_group in groups.items():
            part = sample.take(np.array([g == group for g in sample.groups[field]]))
            agrees(value, part, of_group)


def test_the_best_threshold_has_the_best_f1(published, value):
    """On real scores with ties, no threshold has a greater F1 than the one that is reported."""
    sample, _ = published("credit-default-imbalanced", "baseline")
    flagged = [sample.score >= threshold for threshold in np.unique(sample.score)]
    every = [2 * np.sum(f & sample.positive) / (np.sum(f) + sample.positives) for f in flagged]

    assert value("best_f1", sample) == pytest.approx(max(every), abs=1e-15)


@pytest.fixture(scope="module")
def defective(shared, table, sample_of):
    """Give the function from a defective table to its sample, judged on the labels of the clean one."""
    root = shared("data", "nasty", "tables")

    def read(name, **how):
        clean = table(root / "clean.csv")
        return sample_of(how.pop("golden", clean), table(root / name), **how)

    return read


@pytest.mark.parametrize("name", ["clean.csv", "bom.csv", "crlf-quoted.csv", "reordered-vs-clean.csv"])
def test_small_table(shared, defective, value, name):
    """Forty rows, whatever the order or the bytes between them."""
    right = json.loads(shared("data", "nasty", "tables", "expected.json").read_text("utf-8"))["clean.csv"]
    sample = defective(name)

    assert value("pr_auc", sample) == pytest.approx(right["average_precision"], abs=1e-12)
    assert value("roc_auc", sample) == pytest.approx(right["roc_auc"], abs=1e-12)
    assert value("f1", sample) == pytest.approx(right["f1_at_0.5"], abs=1e-12)
    assert value("log_loss", sample) == pytest.approx(right["log_loss"], abs=1e-12)
    assert value("brier", sample) == pytest.approx(right["brier"], abs=1e-12)


@pytest.mark.parametrize(
    ("name", "positive"), [("labels-as-words.csv", "yes"), ("labels-true-false.csv", "True")]
)
def test_labels_are_text(shared, table, sample_of, value, name, positive):
    """Yes and no, True and False: the positive class is the one that is named."""
    rows = table(shared("data", "nasty", "tables", name))

    assert value("roc_auc", sample_of(rows, rows, positive=positive)) == pytest.approx(0.601010101010101)


def test_constant_score(shared, defective, value):
    """One score for all: ROC-AUC one half, PR-AUC the share of positives."""
    sample = defective("constant-score.csv")
    right = json.loads(shared("data", "nasty", "tables", "expected.json").read_text("utf-8"))

    assert value("roc_auc", sample) == right["constant-score.csv"]["roc_auc"] == 0.5
    share = right["constant-score.csv"]["average_precision"]
    assert value("pr_auc", sample) == pytest.approx(share, abs=1e-15)


def test_scores_above_one_rank_but_are_no_probabilities(defective, value):
    """Ranking metrics as in the clean table; Brier score and log loss refused."""
    sample = defective("score-above-one.csv")

    assert value("roc_auc", sample) == pytest.approx(0.601010101010101, abs=1e-12)
    with pytest.raises(QuestionError, match="not a probability"):
        value("brier", sample)


def test_extreme_probabilities_stay_finite(shared, table, sample_of, value):
    """Half of the rows are surely wrong: the log loss is large, and a number."""
    rows = table(shared("data", "nasty", "tables", "extreme-probabilities.csv"))

    assert 1 < value("log_loss", sample_of(rows, rows)) < 36.05


def test_rows_without_a_prediction_are_counted_as_worst(defective, value):
    """15 of 40 rows have no prediction: they are missing, and wrong."""
    sample = defective("missing-rows-vs-clean.csv")

    assert len(sample.accounting.missing) == 15
    assert value("accuracy", sample) <= 25 / 40
    assert value("roc_auc", sample) < 0.601
