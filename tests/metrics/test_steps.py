"""Formulas with their numbers filled in: the last step is the metric, and the arithmetic is right."""

import math
import re
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import metrics
from gate.catalogue import Catalogue, Popularity
from gate.metrics.steps import MOST, Step, averaged, pooled, summed, written
from gate.rating import Errors
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample
from gate.scoring import score
from gate.similarity import OfVectors
from gate.telling import working

CLASSES = ("cat", "dog", "eel")
SPELLINGS = {
    "f1": "f1(class=cat)",
    "precision": "precision(class=cat)",
    "recall": "recall(class=cat)",
}
GIVEN = {"field", "function"}
CONVENTIONS = ("by convention", "counts as 0", "0 where")
GRADES = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 3), min_size=1).filter(
    lambda grades: max(grades.values()) > 0
)
LISTS = st.lists(st.sampled_from("abcdefghxyz"), unique=True)
PROBABILITY = st.floats(0.0, 1.0)
QUERIES = st.lists(st.tuples(LISTS, GRADES), min_size=1, max_size=6)
FLAGS = st.lists(st.tuples(st.booleans(), PROBABILITY), min_size=2, max_size=12).filter(
    lambda rows: len({truth for truth, _ in rows}) == 2
)
SIMPLEX = st.tuples(PROBABILITY, PROBABILITY, PROBABILITY).filter(lambda p: sum(p) > 0.01)
ITEMS = st.lists(st.tuples(st.sampled_from(CLASSES), SIMPLEX), min_size=2, max_size=10)
LABELS = st.lists(
    st.tuples(st.sets(st.sampled_from(CLASSES)), st.tuples(PROBABILITY, PROBABILITY, PROBABILITY)),
    min_size=2,
    max_size=8,
).filter(lambda rows: any(truth for truth, _ in rows))


def with_steps(task):
    """Return the metrics of a task that can say their steps of what is right, not of a number of the run."""
    found = [metrics.find(name, task) for name in metrics.names(task)]
    return [metric for metric in found if metric.steps is not None and not {*metric.parameters} & GIVEN]


def arithmetic(text):
    """Work out what a step writes; what is no arithmetic is NaN."""
    text = re.sub(r" \[\d+ more terms\]", "", text).replace("×", "*").replace("^", "**")
    text = re.sub(r"-ln\((.*)\)$", r"-math.log(\1)", text)
    text = re.sub(r"\b(log2|sqrt|exp)\(", r"math.\1(", text)
    try:
        return float(eval(text, {"math": math}))
    except ZeroDivisionError:
        return math.nan


def agree(sample, metric, spelling):
    """Hold the steps of every item, or of the totals, against the value of the metric."""
    spec = metric.resolve(spelling, k=None if metric.cutoff == "none" else 3)
    found = score(sample, metric, spec)
    if metric.form == "over_totals":
        told = [(working.of_totals(sample, found), found.value)]
    else:
        told = [
            (working.of_item(sample, found, row), found.parts[row])
            for row in range(len(sample.ids))
            if found.rows[row]
        ]
    for lines, value in told:
        name, *middle, last = lines[-1].partition("   (")[0].split(" = ")
        assert name == spec.text
        if math.isnan(value):
            assert last == "undefined"
            continue
        assert float(last) == pytest.approx(value, rel=1e-3, abs=1e-12)
        for line in lines:
            _, *middle, result = line.partition("   (")[0].split(" = ")
            if (
                middle
                and result != "undefined"
                and not any(word in line for word in ("by convention", "counts as 0", "0 where"))
            ):
                assert arithmetic(middle[0]) == pytest.approx(float(result), rel=5e-3, abs=2e-3), line


@given(queries=QUERIES)
def test_steps_of_rankings_end_in_the_metric(queries):
    """Every step of every query is right: with a cut-off, without one, and with either gain."""
    sample = RankedSample.of(*queries)
    for metric in with_steps("retrieval"):
        agree(sample, metric, metric.name)
        if metric.cutoff == "from_k":
            agree(sample, metric, f"{metric.name}@all")
        if "gain" in metric.parameters:
            agree(sample, metric, f"{metric.name}(gain=exponential)")


@given(rows=FLAGS, threshold=PROBABILITY)
def test_steps_of_two_classes_end_in_the_metric(rows, threshold):
    """Every step of every item, or of the totals, is right."""
    truth, scores = zip(*rows, strict=True)
    costs = Costs(false_negative=10, false_positive=1)
    sample = LabelledSample.of(list(truth), list(scores), threshold=threshold, costs=costs)
    for metric in with_steps("classification"):
        agree(sample, metric, "fbeta(beta=2)" if metric.name == "fbeta" else metric.name)


@given(rows=ITEMS)
def test_steps_of_several_classes_end_in_the_metric(rows):
    """Every step of every item, or of the totals of every class, is right."""
    shares = [dict(zip(CLASSES, (p / sum(all_) for p in all_), strict=True)) for _, all_ in rows]
    prices = {c: {d: float(len(d)) for d in CLASSES if c != d} for c in CLASSES}
    truth = [truth for truth, _ in rows]
    sample = CategoricalSample.of(truth, None, shares, classes=CLASSES, costs=prices)
    for metric in with_steps("multiclass"):
        agree(sample, metric, SPELLINGS.get(metric.name, metric.name))
        if "weights" in metric.parameters:
            agree(sample, metric, f"{metric.name}(weights=linear)")
            agree(sample, metric, f"{metric.name}(weights=quadratic)")


@given(rows=LABELS)
def test_steps_of_several_labels_end_in_the_metric(rows):
    """Every step of every item, or of the totals of every label, is right."""
    scores = [dict(zip(CLASSES, given_, strict=True)) for _, given_ in rows]
    chosen = [[c for c in CLASSES if each[c] >= 0.5] for each in scores]
    truth = [[*sorted(truth)] for truth, _ in rows] + [[*CLASSES]]
    sample = MultilabelSample.of(truth, [*chosen, [*CLASSES]], [*scores, dict.fromkeys(CLASSES, 0.5)])
    for metric in with_steps("multilabel"):
        agree(sample, metric, SPELLINGS.get(metric.name, metric.name))


WORDS = st.lists(st.sampled_from(["the", "cat", "sat", "down", "here", "\n"]), max_size=7).map(" ".join)


@given(items=st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_steps_of_texts_end_in_the_metric(items):
    """Every step of every answer is right, for each of the three measures."""
    sample = TextSample.of(*items)
    for metric in with_steps("generation"):
        if metric.name == "ter" and find_spec("sacrebleu") is None:
            continue
        agree(sample, metric, metric.name)
        if "measure" in metric.parameters:
            agree(sample, metric, f"{metric.name}(measure=precision)")
            agree(sample, metric, f"{metric.name}(measure=recall)")
        if "word_order" in metric.parameters:
            agree(sample, metric, f"{metric.name}(word_order=2)")
        if "normalize" in metric.parameters:
            agree(sample, metric, f"{metric.name}(normalize=none)")


@given(lists=st.lists(st.lists(st.sampled_from("abcdxy"), min_size=1, unique=True), min_size=1, max_size=5))
def test_steps_of_catalogues_end_in_the_metric(lists):
    """Every step of every list is right, where nobody used an item and where it is unknown, too."""
    known = Catalogue(tuple("abcd"), Popularity({"a": 0.5, "b": 0.25, "c": 0.125}, of=8, unit="users"))
    sample = RecommendedSample.of_lists(*lists, catalogue=known)
    for name in ("novelty", "popularity_bias"):
        agree(sample, metrics.find(name, "recommendation"), name)
        agree(sample, metrics.find(name, "recommendation"), f"{name}@all")


VERDICTS = st.sampled_from(["yes", "no", "unsure"])


@given(rows=st.lists(st.tuples(st.sampled_from(["yes", "no"]), VERDICTS), min_size=1, max_size=6))
def test_steps_of_a_judge_end_in_the_metric(rows):
    """Agreement is told with both verdicts, one that nobody knows among them."""
    people, judge = zip(*rows, strict=True)
    sample = RatedSample.given([*people, "yes", "no"], [*judge, "yes", "no"])
    metric = metrics.find("raw_agreement", "judge")

    agree(sample, metric, "raw_agreement")
    found = score(sample, metric, metric.resolve("raw_agreement", k=None))
    said = working.of_item(sample, found, len(rows))
    assert said == ("raw_agreement = 1   (people say 'yes', the judge 'yes')",)


@given(rows=st.lists(st.tuples(st.sampled_from("ab"), VERDICTS, VERDICTS), min_size=1, max_size=6))
def test_steps_of_all_rates_of_a_judge_end_in_the_metric(rows):
    """Kappa is worked out of its totals, and every rate is told with the verdicts that it is about."""
    known = {"yes": "a", "no": "b", "unsure": "none of the classes"}
    people, judge, swapped = zip(*rows, strict=True)
    sample = RatedSample.given(
        [*people, "a", "b"],
        [*(known[each] for each in judge), "a", "b"],
        swapped=[*(known[each] for each in swapped), "a", "b"],
        positive="a",
    )
    for metric in with_steps("judge"):
        agree(sample, metric, metric.name)


def test_a_flip_is_told_with_both_verdicts():
    """A judge that says the other thing in the other order is quoted twice."""
    sample = RatedSample.given(["A", "B"], ["A", "B"], swapped=["B", "B"])
    metric = metrics.find("position_flip_rate", "judge")
    found = score(sample, metric, metric.resolve("position_flip_rate", k=None))
    told = working.of_item(sample, found, 0)
    assert told == ("position_flip_rate = 1   (the judge says 'A', and 'B' in the other order)",)


VECTORS = st.lists(st.integers(-3, 3), min_size=2, max_size=2).filter(any)


@given(
    vectors=st.dictionaries(st.sampled_from("abcd"), VECTORS, min_size=1),
    lists=st.lists(st.lists(st.sampled_from("abcdx"), min_size=1, unique=True), min_size=1, max_size=5),
)
def test_steps_of_diversity_end_in_the_metric(vectors, lists):
    """Every list's pairs are averaged, negative similarities among them, and unknown ones are left out."""
    similarity = OfVectors({name: tuple(map(float, vector)) for name, vector in vectors.items()})
    known = Catalogue(tuple("abcd"), similarity=similarity)
    sample = RecommendedSample.of_lists(*lists, catalogue=known)
    for spelling in ("diversity", "diversity@all"):
        agree(sample, metrics.find("diversity", "recommendation"), spelling)


def test_a_number_of_the_run_is_told_as_it_stands():
    """A mean of any number has nothing to work out but says where the number is from."""
    sample = replace(
        LabelledSample.of([1, 0], [0.9, 0.1], threshold=0.5), numbers={"cost": np.array([2.5, 1.0])}
    )
    metric = metrics.find("mean", "classification")
    found = score(sample, metric, metric.resolve("mean(cost, better=lower)", k=None))
    assert working.of_item(sample, found, 0) == ("mean(cost, better=lower) = 2.5   ('cost' in the run)",)


def test_what_a_function_says_is_told_as_it_stands():
    """A check of the user's own has no steps that we know, only what it says."""
    sample = replace(TextSample.of(("{}", "{}")), checked={"app:is_json": np.array([1.0])})
    metric = metrics.find("check", "generation")
    found = score(sample, metric, metric.resolve("check(function=app:is_json)", k=None))
    (told,) = working.of_item(sample, found, 0)
    assert told == f"{found.spec} = 1   (what the function says of this answer)"


@given(right=st.floats(0.6, 1.0), wrong=st.floats(0.6, 1.0))
def test_a_corrected_verdict_is_worked_out_of_the_errors_of_its_judge(right, wrong):
    """What a pass and a fail count for follows from both rates of the judge, filled in."""
    sample = replace(
        LabelledSample.of([1, 0], [0.9, 0.1], threshold=0.5), numbers={"ok": np.array([1.0, 0.0])}
    )
    metric = metrics.find("corrected_pass_rate", "classification")
    agree(sample, metric.corrected_by(Errors(right, wrong, 50, 50)), "corrected_pass_rate(ok)")


def test_most_metrics_can_say_their_steps():
    """What cannot is a curve, an area, a quantile, bins, a leaning of a judge, or pairs of all ratings."""
    silent = {
        metric.name
        for task in metrics.FOLDERS
        for metric in (metrics.find(name, task) for name in metrics.names(task))
        if metric.steps is None and metric.form in {"per_item", "over_totals"}
    }
    bins = {"ece", "brier_reliability", "brier_resolution", "brier_uncertainty"}
    leanings = {"position_bias", "verbosity_bias", "self_preference"}
    assert silent == {"krippendorff_alpha", *bins, *leanings}


def test_an_item_without_an_answer_has_no_steps_but_its_value():
    """Nothing is worked out of an answer that is not there."""
    sample = LabelledSample.of([1, 0], [0.9, None], threshold=0.5)
    metric = metrics.find("brier", "classification")
    found = score(sample, metric, metric.resolve("brier", k=None))
    assert working.of_item(sample, found, 1) == ("brier = 1   (no answer)",)


def test_an_item_adds_to_the_totals():
    """Under a formula over totals an item has no value of its own, only what it adds."""
    sample = LabelledSample.of([1, 0, 1], [0.9, 0.7, 0.1], threshold=0.5)
    metric = metrics.find("f1", "classification")
    found = score(sample, metric, metric.resolve("f1", k=None))
    assert [working.of_item(sample, found, row) for row in range(3)] == [
        ("adds to the totals: tp 1, fp 0, fn 0",),
        ("adds to the totals: tp 0, fp 1, fn 0",),
        ("adds to the totals: tp 0, fp 0, fn 1",),
    ]
    assert working.of_totals(sample, found) == ("f1 = 2 × 1 / (2 × 1 + 1 + 1) = 0.5",)


def test_a_convention_is_said():
    """Where the arithmetic divides by nothing and the metric has a value, that is a convention."""
    sample = LabelledSample.of([1, 0], [0.1, 0.2], threshold=0.5)
    metric = metrics.find("precision", "classification")
    told = working.of_totals(sample, score(sample, metric, metric.resolve("precision", k=None)))
    assert told == ("precision = 0 / (0 + 0) = 0   (by convention, since it divides by 0)",)


def test_long_sums_are_cut_and_stay_right():
    """Of very many terms the first are written, and the rest is one number."""
    terms = [(f"{n}/2", n / 2) for n in range(1, 40)]
    assert arithmetic(summed(terms)) == pytest.approx(sum(v for _, v in terms))
    assert summed(terms).count("+") == MOST - 1


def test_what_is_no_arithmetic_is_refused():
    """A declaration that is more than arithmetic is a mistake of ours, found by the first use."""
    with pytest.raises(ValueError, match="not arithmetic"):
        written("tp if fp else fn")(tp=1.0, fp=1.0, fn=1.0)


def test_many_classes_are_averaged_in_one_line():
    """A mean over forty classes names twelve of them, and counts all."""
    totals = {f"c{n:02}": float(n) for n in range(1, 41)}
    *lines, last = averaged("tp / true", over="true")(tp=totals, true={c: 2 * v for c, v in totals.items()})
    assert len(lines) == MOST
    assert last.value == pytest.approx(0.5)


def test_pooled_totals_are_added_first():
    """A micro average says what it sums over the classes, only what it uses."""
    steps = pooled("tp / true")(
        tp={"a": 1.0, "b": 2.0}, predicted={"a": 9.0, "b": 9.0}, true={"a": 2.0, "b": 4.0}
    )
    assert [step.name for step in steps] == ["tp of all classes", "true of all classes", ""]
    assert steps[-1].line("micro_recall") == "micro_recall = 3 / 6 = 0.5"


def test_a_step_without_arithmetic_is_its_value():
    """A count is not told twice."""
    assert Step("hits", "", 3.0).line("x") == "hits = 3"
    assert Step("", "0 / 0", math.nan).line("x") == "x = 0 / 0 = undefined"
