"""Agreement of a judge with people: worked examples, published verdicts, other libraries."""

import csv
import json
import math
from collections import Counter

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from gate import metrics
from gate.comparison import compare
from gate.measuring import Question, Sampling
from gate.samples.rated import RatedSample
from gate.stats import binomial
from gate.stats.signflip import family_test
from tests.metrics.rated.conftest import evaluate

VERDICTS = ("1", "2", "3", "4", "5")


def test_a_judge_that_always_passes_agrees_by_chance(value):
    """18 passes and 2 fails, all called passes: agreement 0.90, kappa 0."""
    sample = RatedSample.given(18 * ["pass"] + 2 * ["fail"], 20 * ["pass"], positive="pass")

    assert value("raw_agreement", sample) == pytest.approx(0.9)
    assert value("cohen_kappa", sample) == 0
    assert value("true_positive_rate", sample) == 1
    assert value("true_negative_rate", sample) == 0


def test_one_false_fail(value):
    """17 of 18 passes and both fails right: agreement 0.95, kappa 0.7727."""
    sample = RatedSample.given(18 * ["pass"] + 2 * ["fail"], 17 * ["pass"] + 3 * ["fail"], positive="pass")

    assert value("raw_agreement", sample) == pytest.approx(0.95)
    assert value("cohen_kappa", sample) == pytest.approx(0.7727, abs=5e-5)
    assert value("true_positive_rate", sample) == pytest.approx(17 / 18)
    assert value("true_negative_rate", sample) == 1


def test_four_labels(value):
    """(y y n n) against (y n n n): agreement 0.75, expected 0.5, kappa 0.5."""
    sample = RatedSample.given(list("yynn"), list("ynnn"))

    assert value("raw_agreement", sample) == 0.75
    assert value("cohen_kappa", sample) == 0.5


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
    assert int(sample.answered.sum()) == expected["n"] == expected["rows_with_judge_label"]
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

    assert sample.n == expected["n"] == expected["rows"]
    for named in ("raw_agreement", "accuracy"):
        assert value("raw_agreement", sample) == pytest.approx(expected[named], abs=1e-9)
    assert value("cohen_kappa", sample) == pytest.approx(expected["cohen_kappa"], abs=1e-9)
    # F1 of the passes: twice the harmonic mean of their rate and of the share of its passes that are right.
    right = sum(a == b == 1 for a, b in zip(people, judge, strict=True))
    assert 2 * right / (sum(people) + sum(judge)) == pytest.approx(expected["f1"], abs=1e-9)
    assert value("true_positive_rate", sample) == pytest.approx(right / sum(people), abs=1e-9)


ratings = st.lists(
    st.lists(st.one_of(st.none(), st.sampled_from(VERDICTS)), min_size=4, max_size=4), min_size=1, max_size=25
)


@given(ratings)
def test_alpha_is_that_of_another_library(rows):
    """On any ratings, with any of them missing, at all three levels."""
    people = [{str(i): said for i, said in enumerate(row[:3]) if said is not None} for row in rows]
    if not any(row[3] for row in rows):
        return
    sample = RatedSample.given(people, [row[3] for row in rows], classes=VERDICTS)
    data = [[math.nan if row[i] is None else float(row[i]) for row in rows] for i in range(4)]
    pairable = [row for row in rows if sum(x is not None for x in row) > 1]
    for level in ("nominal", "ordinal", "interval"):
        found = evaluate(f"krippendorff_alpha(level={level})", sample)
        if len({x for row in pairable for x in row if x is not None}) < 2:
            assert math.isnan(found)
        else:
            theirs = krippendorff.alpha(
                reliability_data=data, level_of_measurement=level, value_domain=[1.0, 2.0, 3.0, 4.0, 5.0]
            )
            assert found == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(VERDICTS), st.sampled_from(VERDICTS)), min_size=2, max_size=40))
def test_kappa_is_that_of_scikit_learn(pairs):
    """On any verdicts, plain and weighted, over the whole declared scale, used or not."""
    people, judge = ([pair[i] for pair in pairs] for i in (0, 1))
    sample = RatedSample.given(people, judge, classes=VERDICTS)
    for weights in ("none", "linear", "quadratic"):
        found = evaluate(f"cohen_kappa(weights={weights})", sample)
        if len({*people, *judge}) == 1:
            assert math.isnan(found)
            continue
        theirs = cohen_kappa_score(
            people, judge, labels=list(VERDICTS), weights=None if weights == "none" else weights
        )
        assert found == pytest.approx(theirs, abs=1e-9)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab"), st.integers(1, 3)), min_size=1))
def test_a_weight_of_two_is_an_item_twice(rows):
    """Kappa with whole weights is that of a set with items repeated, and alpha does not see their unit.

    A weight says how much an item counts, not that it was rated more often.
    """
    people, judge, weight = ([row[i] for row in rows] for i in (0, 1, 2))
    weighted = RatedSample.given(people, judge, weight=weight, classes=("a", "b"))
    often = [[x for x, w in zip(side, weight, strict=True) for _ in range(w)] for side in (people, judge)]
    repeated = RatedSample.given(*often, classes=("a", "b"))
    assert evaluate("cohen_kappa", weighted) == pytest.approx(
        evaluate("cohen_kappa", repeated), abs=1e-12, nan_ok=True
    )
    halved = RatedSample.given(people, judge, weight=[w / 100 for w in weight], classes=("a", "b"))
    assert evaluate("krippendorff_alpha", halved) == pytest.approx(
        evaluate("krippendorff_alpha", weighted), abs=1e-9, nan_ok=True
    )


def test_missing_verdicts_disagree_unless_they_are_skipped(value):
    """A silent judge does not look better, and what is left out is left out by spelling it."""
    people = 6 * ["pass"] + 4 * ["fail"]
    judge = 5 * ["pass"] + [None] + 3 * ["fail"] + [None]
    sample = RatedSample.given(people, judge, positive="pass")

    assert value("raw_agreement", sample) == 0.8
    assert value("raw_agreement(missing=skip)", sample) == 1
    assert value("cohen_kappa", sample) < value("cohen_kappa(missing=skip)", sample) == 1
    assert value("true_positive_rate", sample) == pytest.approx(5 / 6)
    assert value("true_negative_rate", sample) == 0.75
    assert value("true_negative_rate(missing=skip)", sample) == 1
    assert value("verdict_rate", sample) == 0.8


def test_divided_people_count_only_among_themselves(value):
    """Two against two give no label: the item is out of kappa, and in alpha."""
    people = [{"ann": "a", "bob": "a"}, {"ann": "b", "bob": "b"}, {"ann": "a", "bob": "b"}]
    sample = RatedSample.given(people, ["a", "b", "a"])

    assert sample.accounting.excluded == {"divided_raters": ("000000002",)}
    assert Counter(sample.labelled.tolist()) == {True: 2, False: 1}
    assert value("raw_agreement", sample) == 1
    assert value("cohen_kappa", sample) == 1
    assert value("krippendorff_alpha(raters=people)", sample) < 1


def test_an_interval_needs_numbers(value):
    """Verdicts that are words cannot be subtracted, and the message says what can be done."""
    from gate.errors import QuestionError

    sample = RatedSample.given(["good", "bad"], ["good", "bad"])
    with pytest.raises(QuestionError, match="'bad' is not a number, and level=interval subtracts"):
        value("krippendorff_alpha(level=interval)", sample)
