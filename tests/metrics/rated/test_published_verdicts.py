"""Agreement on published verdicts, as those who published them or other libraries measured it."""

import csv
import json

import numpy as np
import pytest

from gate import metrics
from gate.comparison import compare
from gate.measuring.levels import Question, Sampling
from gate.samples.rated import RatedSample
from gate.stats import binomial
from gate.stats.signflip import family_test


def _rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("judge", ["judge_gpt35", "judge_pandalm7b"])
def test_published_pairwise_verdicts(shared, value, judge):
    """Two judges of 999 pairs against the majority of three people, as scikit-learn measured them."""
    folder = shared("data", "judge", "llm-judge-pairwise")
    rows, expected = (
        _rows(folder / "labels.csv"),
        json.loads((folder / "expected.json").read_text("utf-8"))["judge_human"][judge],
    )
    people = [{str(i): row[f"annotator{i}"] for i in (1, 2, 3)} for row in rows]
    sample = RatedSample.given(people, [row[judge] or None for row in rows], classes=("0", "1", "2"))

    assert all(
        row["human_majority"] == sample.classes[place] for row, place in zip(rows, sample.truth, strict=True)
    )
    assert int(sample.answered.sum()) == expected["n"]
    assert int(sample.answered.sum()) == expected["rows_with_judge_label"]
    assert len(sample.accounting.excluded) == expected["rows_excluded_no_majority"]
    assert value("raw_agreement(missing=skip)", sample) == pytest.approx(expected["raw_agreement"], abs=1e-9)
    assert value("cohen_kappa(missing=skip)", sample) == pytest.approx(expected["cohen_kappa"], abs=1e-9)
    rows = sample.answered
    table = np.bincount(3 * sample.truth[rows] + sample.choice[rows], minlength=9).reshape(3, 3)
    assert table.tolist() == expected["confusion_rows_human_0_1_2"]


def test_published_test_of_one_judge_against_another(shared):
    """McNemar: the verdicts that one of two judges alone has right, and twice the binomial tail of them."""
    folder = shared("data", "judge", "llm-judge-pairwise")
    rows = _rows(folder / "labels.csv")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["baseline_candidate"]
    people = [row["human_majority"] for row in rows]
    sides = [
        RatedSample.given(people, [row[expected[side]] or None for row in rows], classes=("0", "1", "2"))
        for side in ("baseline", "candidate")
    ]
    both = sides[0].answered & sides[1].answered
    metric = metrics.of("raw_agreement", "judge")
    question = Question(metric, metric.resolve("raw_agreement", k=None), {})
    (found,) = compare(
        *(side.take(both) for side in sides), [question], Sampling(confidence=0.95, resamples=0, seed=1)
    )

    lost, gained = int((found.effect < 0).sum()), int((found.effect > 0).sum())
    wanted = expected["mcnemar"]
    assert (lost, gained) == (wanted["only_baseline_right"], wanted["only_candidate_right"])
    exact = 2 * binomial.tail(max(lost, gained), lost + gained, 0.5)
    assert exact == pytest.approx(wanted["p_exact_two_sided"], abs=1e-12)
    # What decides here is one-sided, by drawn signs: half of it, and a tie at the edge counts.
    (p,) = family_test(
        found.column[:, None], found.ids, seed=1, blocking=np.ones(1, np.bool_), alpha=0.01
    ).worse
    assert 2 * p == pytest.approx(exact, abs=0.004)


@pytest.mark.parametrize("judge", ["judge_gpt35", "judge_pandalm7b"])
def test_published_verdicts_as_those_of_a_classifier(shared, judge):
    """Macro averages of the same verdicts are those of `task: multiclass`, the majority being the truth."""
    from gate import scoring
    from gate.samples.categorical import CategoricalSample

    folder = shared("data", "judge", "llm-judge-pairwise")
    rows = [row for row in _rows(folder / "labels.csv") if row[judge]]
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["judge_human"][judge]
    sample = CategoricalSample.of([r["human_majority"] for r in rows], [r[judge] for r in rows])
    for ours, theirs in (
        ("accuracy", "accuracy"),
        ("macro_f1", "f1_macro"),
        ("macro_precision", "precision_macro"),
        ("macro_recall", "recall_macro"),
    ):
        metric = metrics.of(ours, "multiclass")
        found = scoring.score(sample, metric, metric.resolve(ours, k=None)).value
        assert found == pytest.approx(expected[theirs], abs=1e-9)


def test_published_agreement_among_people(shared, value):
    """Kappa of each pair of people; and Fleiss' kappa, which alpha approaches as items grow."""
    folder = shared("data", "judge", "llm-judge-pairwise")
    rows = _rows(folder / "labels.csv")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    for pair, numbers in expected["human_human"].items():
        one, other = pair.split("~")
        sample = RatedSample.given([row[one] for row in rows], [row[other] for row in rows])
        assert sample.n == numbers["n"]
        assert value("raw_agreement", sample) == pytest.approx(numbers["raw_agreement"], abs=1e-9)
        assert value("cohen_kappa", sample) == pytest.approx(numbers["cohen_kappa"], abs=1e-9)
    people = [{str(i): row[f"annotator{i}"] for i in (1, 2, 3)} for row in rows]
    alpha = value("krippendorff_alpha(raters=people)", RatedSample.given(people, len(rows) * ["1"]))
    fleiss, ratings = expected["fleiss_kappa_three_annotators"], 3 * len(rows)
    # Alpha draws expected pairs without putting a rating back: (1 - alpha) = (1 - kappa) (N - 1) / N.
    assert 1 - alpha == pytest.approx((1 - fleiss) * (ratings - 1) / ratings, abs=1e-9)


@pytest.mark.parametrize("aspect", ["correctness", "completeness", "overall"])
def test_published_ordinal_preferences(shared, value, aspect):
    """Two people on a scale from -2 to 2: kappa plain, linear, quadratic, and of the sign alone."""
    folder = shared("data", "judge", "rag-human-preference")
    rows = _rows(folder / "labels.csv")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["human_human"][aspect]
    one, other = ([row[f"annotator_{who}_{aspect}"] for row in rows] for who in "ab")
    scale = tuple(str(verdict) for verdict in expected["labels_used_for_weights"])
    sample = RatedSample.given(one, other, classes=scale)
    assert sample.n == expected["n"]

    for spelling, name in (
        ("raw_agreement", "raw_agreement"),
        ("cohen_kappa", "cohen_kappa"),
        ("cohen_kappa(weights=linear)", "cohen_kappa_linear"),
        ("cohen_kappa(weights=quadratic)", "cohen_kappa_quadratic"),
    ):
        assert value(spelling, sample) == pytest.approx(expected[name], abs=1e-9)
    signs = [[str(int(np.sign(float(x)))) for x in side] for side in (one, other)]
    found = value("cohen_kappa", RatedSample.given(*signs))
    assert found == pytest.approx(expected["cohen_kappa_sign_only"], abs=1e-9)


@pytest.mark.parametrize("aspect", ["correctness", "completeness", "overall"])
def test_published_evaluator_against_people(shared, value, aspect):
    """The sign of an automatic score's difference, against the sign of two people's mean."""
    folder = shared("data", "judge", "rag-human-preference")
    rows = _rows(folder / "labels.csv")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["judge_human"][aspect]
    people = [f"annotator_{who}_{aspect}" for who in "ab"]
    first, second = (f"judge_model{i}_{aspect}" for i in (1, 2))
    mean = [str(int(np.sign(sum(float(row[name]) for name in people)))) for row in rows]
    judge = [str(int(np.sign(float(row[second]) - float(row[first])))) for row in rows]
    sample = RatedSample.given(mean, judge, classes=("-1", "0", "1"))

    kappa = expected["cohen_kappa_sign_of_judge_difference_vs_sign_of_human_mean"]
    assert value("cohen_kappa", sample) == pytest.approx(kappa, abs=1e-9)
    assert value("raw_agreement", sample) == pytest.approx(expected["raw_agreement_of_signs"], abs=1e-9)


@pytest.mark.parametrize("name", ["annotated_data.json", "sample_annotated_summary.json"])
def test_published_verdicts_that_people_took_or_not(shared, value, name):
    """Verdicts of an evaluator that a person accepted or turned around, one of them worse than chance."""
    folder = shared("data", "rag", "ragas-annotated")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["files"][name]
    (rows,) = json.loads((folder / name).read_text("utf-8")).values()
    judge = [int(row["metric_output"]) for row in rows]
    people = [said if row["is_accepted"] else 1 - said for row, said in zip(rows, judge, strict=True)]
    sample = RatedSample.given([str(x) for x in people], [str(x) for x in judge], positive="1")

    assert sample.n == expected["n"]
    assert sample.n == expected["rows"]
    for named in ("raw_agreement", "accuracy"):
        assert value("raw_agreement", sample) == pytest.approx(expected[named], abs=1e-9)
    assert value("cohen_kappa", sample) == pytest.approx(expected["cohen_kappa"], abs=1e-9)
    # F1 of the passes: twice the harmonic mean of their rate and of the share of its passes that are right.
    right = sum(a == b == 1 for a, b in zip(people, judge, strict=True))
    assert 2 * right / (sum(people) + sum(judge)) == pytest.approx(expected["f1"], abs=1e-9)
    assert value("true_positive_rate", sample) == pytest.approx(right / sum(people), abs=1e-9)
