"""Steps of classifiers, with their numbers filled in: decisions, score orders, and probabilities in bins."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.scoring import score
from gate.telling import working
from tests.metrics.steps.agreeing import agree, spelt, told_of

CLASSES = ("cat", "dog", "eel")
SOME = settings(max_examples=8)
PROBABILITY = st.integers(0, 12).map(lambda n: n / 12) | st.floats(0.0, 1.0)
WEIGHT = st.sampled_from([1.0, 1.0, 2.0, 0.5])
FLAGS = st.lists(st.tuples(st.booleans(), st.none() | PROBABILITY, WEIGHT), min_size=2, max_size=10).filter(
    lambda rows: len({truth for truth, _, _ in rows}) == 2
)
SIMPLEX = st.tuples(PROBABILITY, PROBABILITY, PROBABILITY).filter(lambda p: sum(p) > 0.01)
ITEMS = st.lists(st.tuples(st.sampled_from(CLASSES), st.none() | SIMPLEX, WEIGHT), min_size=2, max_size=7)
LABELS = st.lists(
    st.tuples(st.sets(st.sampled_from(CLASSES)), st.tuples(PROBABILITY, PROBABILITY, PROBABILITY)),
    min_size=2,
    max_size=6,
).filter(lambda rows: any(truth for truth, _ in rows))


@SOME
@given(rows=FLAGS, threshold=PROBABILITY, weighted=st.booleans())
def test_steps_of_two_classes_end_in_the_metric(rows, threshold, weighted):
    """Every step of every item and of all is right: ties, weights and missing answers among them."""
    truth, scores, weights = zip(*rows, strict=True)
    sample = LabelledSample.of(
        list(truth),
        list(scores),
        threshold=threshold,
        costs=Costs(false_negative=10, false_positive=1),
        weight=weights if weighted else None,
    )
    for metric in told_of("classification"):
        agree(sample, metric, spelt(metric, ""))
    agree(sample, metrics.find("ece", "classification"), "ece(bins=2)")


@SOME
@given(rows=ITEMS, weighted=st.booleans())
def test_steps_of_several_classes_end_in_the_metric(rows, weighted):
    """Every step of every item and of all is right, class by class and on average."""
    truth, given_, weights = zip(*rows, strict=True)
    shares = [p and dict(zip(CLASSES, (each / sum(p) for each in p), strict=True)) for p in given_]
    prices = {c: {d: float(len(d)) for d in CLASSES if c != d} for c in CLASSES}
    sample = CategoricalSample.of(
        truth, None, shares, classes=CLASSES, costs=prices, weight=weights if weighted else None
    )
    for metric in told_of("multiclass"):
        agree(sample, metric, spelt(metric, "cat"))
        if "weights" in metric.parameters:
            agree(sample, metric, f"{metric.name}(weights=linear)")
            agree(sample, metric, f"{metric.name}(weights=quadratic)")


@SOME
@given(rows=LABELS)
def test_steps_of_several_labels_end_in_the_metric(rows):
    """Every step of every item and of all is right, label by label and on average."""
    scores = [dict(zip(CLASSES, given_, strict=True)) for _, given_ in rows]
    chosen = [[c for c in CLASSES if each[c] >= 0.5] for each in scores]
    truth = [[*sorted(truth)] for truth, _ in rows] + [[*CLASSES]]
    sample = MultilabelSample.of(truth, [*chosen, [*CLASSES]], [*scores, dict.fromkeys(CLASSES, 0.5)])
    for metric in told_of("multilabel"):
        agree(sample, metric, spelt(metric, "cat"))


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
    assert [working.of_item(sample, found, row)[0] for row in range(3)] == [
        "adds to the totals: tp 1, fp 0, fn 0",
        "adds to the totals: tp 0, fp 1, fn 0",
        "adds to the totals: tp 0, fp 0, fn 1",
    ]
    assert working.of_item(sample, found, 0)[1:] == (
        "f1 without it = 2 × 0 / (2 × 0 + 1 + 1) = 0",
        "influence on f1 = 0.8889   (2 × what it changes, less the mean of that over all items)",
        "f1 = 2 × 1 / (2 × 1 + 1 + 1) = 0.5",
    )


def test_a_convention_is_said():
    """Where the arithmetic divides by nothing and the metric has a value, that is a convention."""
    sample = LabelledSample.of([1, 0], [0.1, 0.2], threshold=0.5)
    metric = metrics.find("precision", "classification")
    told = working.of_all(sample, score(sample, metric, metric.resolve("precision", k=None)))
    assert told == ("precision = 0 / (0 + 0) = 0   (by convention, since it divides by 0)",)
