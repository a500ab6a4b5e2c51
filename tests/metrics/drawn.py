"""Every metric of every task, and items drawn for each task and lined up as its sample."""

import pytest
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
