"""What every metric of every task owes: a source, an example that is right, bounds, one name."""

import doctest
import math
import random
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics, scoring
from gate.catalogue import Catalogue, Popularity
from gate.golden import GoldenItem, GoldenSet
from gate.rating import Rating
from gate.run import Answer, Ranking, Run
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import classes_of
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample, verdicts_of
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample
from gate.similarity import OfVectors

EVERY = [(task, name) for task in metrics.FOLDERS for name in metrics.names(task)]
every_metric = pytest.mark.parametrize(
    ("task", "name"), EVERY, ids=[f"{task}-{name}" for task, name in EVERY]
)
MEANS = [
    (task, name)
    for task, name in EVERY
    if metrics.find(name, task).form == "per_item" and name != "error_rate"  # to be missing is no error
]

DOCUMENTS = [f"d{i}" for i in range(8)]

retrieval_items = st.tuples(
    st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from([-1, 0, 0.5, 1, 2, 3]), min_size=1),
    st.one_of(st.none(), st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from([0.0, 0.5, 1.0]))),
)
classification_items = st.tuples(
    st.sampled_from(["yes", "no"]),
    st.one_of(st.none(), st.sampled_from([0.0, 0.1, 0.5, 0.7, 1.0]), st.floats(0, 1)),
)
CLASSES = ("ape", "bee", "cat")
shares = st.lists(st.sampled_from([1, 2, 5]), min_size=3, max_size=3).map(
    lambda parts: {name: part / sum(parts) for name, part in zip(CLASSES, parts, strict=True)}
)
multiclass_items = st.tuples(st.sampled_from(CLASSES), st.one_of(st.none(), shares))
multilabel_items = st.tuples(st.sets(st.sampled_from(CLASSES)), st.one_of(st.none(), shares))
judge_items = st.tuples(
    st.dictionaries(st.sampled_from(["ann", "bob", "eve"]), st.sampled_from(["1", "2", "3"]), min_size=1),
    st.one_of(st.none(), st.tuples(st.sampled_from(["1", "2", "3"]), st.sampled_from(["1", "2", "3"]))),
)
PHRASES = ("", "...", "the cat sat", "a black cat sat down", "On the mat!", "वह अच्छा है", "天气 很好")
generation_items = st.tuples(
    st.lists(st.sampled_from(PHRASES), min_size=1, max_size=2), st.one_of(st.none(), st.sampled_from(PHRASES))
)
items_of = {
    "judge": judge_items,
    "retrieval": retrieval_items,
    "recommendation": retrieval_items,
    "classification": classification_items,
    "multiclass": multiclass_items,
    "multilabel": multilabel_items,
    "generation": generation_items,
}
CATALOGUE = Catalogue(
    tuple(DOCUMENTS[:6]),  # two documents are strangers to it
    Popularity({f"d{i}": i / 8 for i in range(1, 6)}, of=8, unit="users"),
    OfVectors({f"d{i}": (1.0, float(i)) for i in range(6)}),
)
CHECKED = "app.checks:is_right"
PRICES = {true: {said: 1.0 + i for i, said in enumerate(CLASSES) if said != true} for true in CLASSES}


def spelling(metric):
    """Spell a metric with something for every parameter that has no default."""
    given = []
    for name, parameter in metric.parameters.items():
        if parameter.default is not None:
            continue
        if name == "class":
            value = "bee"
        elif parameter.is_text:
            value = "passed" if "judge" in metric.needs else CHECKED if parameter.pattern else "latency_ms"
        elif parameter.choices:
            value = parameter.choices[-1]
        else:
            value = f"{min(max(0.75, parameter.low), parameter.high):g}"
        given.append(value if parameter.positional else f"{name}={value}")
    return metric.name + (f"({', '.join(given)})" if given else "")


def line_up_verdicts(drawn, order):
    """Build a sample of what people and a judge said of pairs of answers."""
    golden, run = {}, {}
    for i, (raters, verdicts) in enumerate(drawn):
        name, producers = f"item {i}", {"1": "m", "2": f"m{i % 2}"}
        rating = Rating(dict(order(raters.items())), {"1": i % 3, "2": 1.0}, producers)
        golden[name] = GoldenItem(name, label=rating.majority, rating=rating, weight=1 + i % 3)
        if verdicts is not None:
            numbers = {"latency_ms": float(i), "passed": float(i % 2)}
            run[name] = Answer(name, predicted=verdicts[0], swapped=verdicts[1], numbers=numbers)
    golden_set, answers = GoldenSet(dict(order(golden.items()))), Run(dict(order(run.items())))
    classes = verdicts_of(("1", "2", "3"), golden_set)
    return RatedSample.line_up(
        golden_set, answers, classes=classes, positive="1", pair=("1", "2"), own=("m",)
    )


def line_up_texts(drawn, order):
    """Build a sample of texts from drawn items."""
    items = {
        f"item {i}": GoldenItem(f"item {i}", references=tuple(truth), weight=1 + i % 3)
        for i, (truth, _) in enumerate(drawn)
    }
    answers = {
        f"item {i}": Answer(
            f"item {i}",
            text=answer,
            numbers={"latency_ms": float(i), "passed": float(i % 2)},
            checked={CHECKED: float(answer in truth)},
        )
        for i, (truth, answer) in enumerate(drawn)
        if answer is not None
    }
    golden, run = GoldenSet(dict(order(items.items()))), Run(dict(order(answers.items())))
    return TextSample.build(golden, run, functions=[CHECKED])


def line_up(task, drawn, order=list):
    """Build a sample of ``task`` from drawn items; ``order`` may put every input in another order."""
    if task in {"generation", "judge"}:
        return (line_up_texts if task == "generation" else line_up_verdicts)(drawn, order)
    golden, run = {}, {}
    for i, (truth, answer) in enumerate(drawn):
        name, numbers = f"item {i}", {"latency_ms": float(i), "passed": float(i % 2)}
        if task in metrics.RANKINGS:
            golden[name] = GoldenItem(name, relevant=dict(order(truth.items())), weight=1 + i % 3)
            if answer is not None:
                scores = dict(order(answer.items()))
                ranking = Ranking(tuple(scores), tuple(scores.values()))
                run[name] = Answer(name, ranking, numbers=numbers)
        elif task == "classification":
            golden[name] = GoldenItem(name, label=truth, weight=1 + i % 3)
            if answer is not None:
                run[name] = Answer(name, score=answer, numbers=numbers)
        else:
            several = task == "multilabel"
            right = {"labels": tuple(sorted(truth))} if several else {"label": truth}
            golden[name] = GoldenItem(name, weight=1 + i % 3, **right)
            if answer is not None:
                run[name] = Answer(name, probabilities=dict(order(answer.items())), numbers=numbers)
    golden_set, answers = GoldenSet(dict(order(golden.items()))), Run(dict(order(run.items())))
    if task == "retrieval":
        return RankedSample.build(golden_set, answers, relevant_grade=1)
    if task == "recommendation":
        users = GoldenSet(golden_set.items, catalogue=CATALOGUE)
        return RecommendedSample.of_users(users, answers, relevant_grade=1)
    classes = classes_of(CLASSES, golden_set, [answers])
    if task == "multiclass":
        return CategoricalSample.build(golden_set, answers, classes=classes, costs=PRICES)
    if task == "multilabel":
        threshold = 0.4 if any(answer is not None for _, answer in drawn) else None
        return MultilabelSample.build(golden_set, answers, classes=classes[0], threshold=threshold)
    costs = Costs(false_negative=10, false_positive=1)
    return LabelledSample.build(golden_set, answers, positive="yes", threshold=0.5, costs=costs)


def score_of(task, name, sample):
    """Score ``sample`` as the gate does, at cut-off 3."""
    metric = metrics.find(name, task)
    return scoring.score(sample, metric, metric.resolve(spelling(metric), k=3))


@every_metric
def test_is_called_what_its_file_is_called(task, name):
    """The file, the function and the name in a config are one word."""
    metric = metrics.find(name, task)

    assert metric.name == name
    assert metric.formula.__module__.rpartition(".")[2] == name


@every_metric
def test_documents_itself(task, name):
    """The first line is a sentence, and source, returned values and an example are there."""
    documentation = metrics.find(name, task).formula.__doc__

    assert metrics.find(name, task).summary.endswith(".")
    assert "Source:" in documentation
    assert "Returns:" in documentation
    assert ">>>" in documentation


@every_metric
def test_its_example_is_right(task, name):
    """The worked example in the docstring gives what it says."""
    formula = metrics.find(name, task).formula
    module = import_module(formula.__module__)
    example = doctest.DocTestParser().get_doctest(
        formula.__doc__, dict(vars(module)), name, module.__file__, formula.__code__.co_firstlineno
    )
    told = []

    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)

    assert not told, "".join(told)


@every_metric
def test_its_canonical_spelling_means_itself(task, name):
    """What a spec prints resolves to the same spec, so names in reports can be pasted into configs."""
    metric = metrics.find(name, task)
    spec = metric.resolve(spelling(metric), k=3)

    assert metric.resolve(spec.text, k=99) == spec


@every_metric
def test_declares_what_it_promises(task, name):
    """Bounds are in order, the worst value lies within them and on the bad side."""
    metric = metrics.find(name, task)
    low, high = metric.bounds

    assert low < high
    if metric.worst is not None:
        assert metric.worst == (low if metric.better == "higher" else high)
    if metric.zero_one:
        assert metric.bounds == (0.0, 1.0)


@every_metric
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_stays_within_its_bounds(task, name, data):
    """On any data the value is within the declared bounds, or NaN with nothing to average."""
    drawn = data.draw(st.lists(items_of[task], min_size=1, max_size=12))
    low, high = metrics.find(name, task).bounds

    score = score_of(task, name, line_up(task, drawn))

    assert math.isnan(score.value) or low - 1e-12 <= score.value <= high + 1e-12
    if metrics.find(name, task).zero_one:
        assert set(score.parts[score.rows]) <= {0.0, 1.0}


@every_metric
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_does_not_see_the_order_of_its_input(task, name, data):
    """Items, answers, judgements and scored documents in another order give the same bytes."""
    drawn = data.draw(st.lists(items_of[task], min_size=1, max_size=12))
    shuffle = data.draw(st.integers(0, 2**32 - 1))

    def reordered(pairs):
        pairs = list(pairs)
        random.Random(shuffle).shuffle(pairs)
        return pairs

    one = score_of(task, name, line_up(task, drawn))
    other = score_of(task, name, line_up(task, drawn, reordered))

    assert np.float64(one.value).tobytes() == np.float64(other.value).tobytes()
    assert one.parts.tobytes() == other.parts.tobytes()


@pytest.mark.parametrize(("task", "name"), MEANS, ids=[f"{task}-{name}" for task, name in MEANS])
def test_item_without_an_answer_scores_worst(task, name):
    """Where a metric is a mean, a missing answer counts as the declared worst, or is left out."""
    metric = metrics.find(name, task)
    truth = "2" if name == "true_negative_rate" else "1"
    drawn = {
        "retrieval": [({"d1": 2, "d2": 0}, {"d1": 1.0}), ({"d1": 1}, None)],
        "recommendation": [({"d1": 2, "d2": 0}, {"d1": 1.0}), ({"d1": 1}, None)],
        "classification": [("yes", 0.9), ("yes", None), ("no", 0.1)],
        "multiclass": [("ape", {"ape": 1.0}), ("bee", None), ("cat", {"ape": 0.5, "cat": 0.5})],
        "multilabel": [({"ape"}, {"ape": 0.9}), ({"bee"}, None), (set(), {"ape": 0.2})],
        "generation": [(["the cat sat"], "the cat sat"), (["", "on the mat"], None)],
        "judge": [({"ann": "1"}, ("1", "1")), ({"ann": truth}, None), ({"ann": "2"}, ("1", "2"))],
    }[task]

    score = score_of(task, name, line_up(task, drawn))

    if metric.worst is None:
        assert not score.rows[1]
    else:
        assert score.parts[1] == metric.worst or math.isinf(metric.worst)


def test_direction_of_a_mean_is_the_one_that_is_spelt():
    """A custom number has no direction of its own: it must be said, and what is said counts."""
    mean = metrics.find("mean", "retrieval")

    assert mean.direction(mean.resolve("mean(latency_ms, better=lower)", k=None)) == "lower"
    assert mean.direction(mean.resolve("mean(faithfulness, better=higher)", k=None)) == "higher"
    with pytest.raises(ValueError, match=r"parameter 'better' is missing; .* better=lower"):
        mean.resolve("mean(latency_ms)", k=None)
    with pytest.raises(ValueError, match="better is 'up', not one of higher, lower"):
        mean.resolve("mean(latency_ms, better=up)", k=None)


def test_mean_of_a_number_that_no_answer_carries_is_undefined():
    """A misspelt field is no value at all, which fails closed, and not 0."""
    sample = RankedSample.of((["a"], {"a": 1}))
    mean = metrics.find("mean", "retrieval")

    score = scoring.score(sample, mean, mean.resolve("mean(faithfullness, better=higher)", k=None))

    assert math.isnan(score.value)
    assert score.n == 0


def test_declarations_need_no_numpy():
    """Config, schema and "did you mean" know every metric before anything heavy is loaded."""
    program = (
        "import sys\n"
        "from gate import metrics\n"
        "for task in metrics.FOLDERS:\n"
        "    for name in metrics.names(task):\n"
        "        metrics.find(name, task)\n"
        "        if 'numpy' in sys.modules:\n"
        "            sys.exit(f'{task} {name} imports numpy')\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
