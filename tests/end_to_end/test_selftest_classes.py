"""`gate selftest` of classifiers: two classes, several, and several labels an item."""

import numpy as np
import pytest

from gate.selftest.strength import STRENGTHS
from tests.end_to_end import simulated
from tests.end_to_end.simulated import slowly, values

CLASSIFIER = """\
version: 1
name: search
task: classification
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: bad
threshold: 0.5
costs: {false_negative: 5, false_positive: 1}
metrics:
  pr_auc: {tolerance: 0.03}
  expected_cost: {tolerance: 0.1}
  recall: {}
interval: {resamples: 100}
"""


def labelled(n=120, seed=0):
    """Golden items of two classes, and scores that tell them apart more often than not."""
    rng = np.random.default_rng(seed)
    bad = np.arange(n) % 3 == 0
    scores = np.clip(rng.normal(np.where(bad, 0.62, 0.38), 0.2), 0, 1).round(3)
    golden = [{"id": f"q{i:03d}", "label": "bad" if b else "good"} for i, b in enumerate(bad)]
    return golden, [{"id": f"q{i:03d}", "score": s} for i, s in enumerate(scores.tolist())]


def classifier(project, **options):
    """Set up the simulations of a classifier."""
    golden, run = labelled()
    return simulated.scenarios(project, CLASSIFIER, golden, run, **options)


COLOURS = ("red", "green", "blue", "grey")
MULTICLASS = (
    CLASSIFIER.replace("classification", "multiclass").partition("positive:")[0]
    + """\
metrics:
  macro_pr_auc: {tolerance: 0.05}
  macro_f1: {tolerance: 0.05}
  log_loss: {tolerance: 0.2}
  recall(class=red): {}
interval: {resamples: 100}
"""
)
MULTILABEL = (
    CLASSIFIER.replace("classification", "multilabel").partition("positive:")[0]
    + """\
threshold: 0.5
metrics:
  macro_pr_auc: {tolerance: 0.05}
  micro_f1: {tolerance: 0.05}
  hamming_loss: {tolerance: 0.05}
interval: {resamples: 100}
"""
)
DECIDED = {"log_loss: {tolerance: 0.2}": "", "macro_pr_auc: {tolerance: 0.05}": "", "threshold: 0.5\n": ""}


def numbered(rng, true):
    """Numbers of the colours, those of the true ones higher more often than not."""
    return np.round(
        np.clip(rng.normal([0.65 if name in true else 0.35 for name in COLOURS], 0.2), 0.01, 1), 3
    )


def multiclass(project, n=90, *, decided=False, **options):
    """Set up the simulations of a classifier with four classes, by probabilities or by decisions."""
    rng = np.random.default_rng(4)
    golden, run = [], []
    for i in range(n):
        true = COLOURS[i % 7 % 4]
        shares = numbered(rng, {true}) ** 2
        given = dict(zip(COLOURS, (shares / shares.sum()).tolist(), strict=True))
        said = {"predicted": max(given, key=given.get)} if decided else {"probabilities": given}
        golden.append({"id": f"q{i:03d}", "label": true})
        run.append({"id": f"q{i:03d}", **said})
    return simulated.scenarios(
        project, without(MULTICLASS) if decided else MULTICLASS, golden, run, **options
    )


def multilabel(project, n=90, *, decided=False, **options):
    """Set up the simulations of a classifier with any of four labels, by scores or by decisions."""
    rng = np.random.default_rng(5)
    golden, run = [], []
    for i in range(n):
        true = sorted(name for name, number in zip(COLOURS, rng.random(4), strict=True) if number < 0.4)
        numbers = dict(zip(COLOURS, numbered(rng, true).tolist(), strict=True))
        said = {"predicted": [name for name in COLOURS if numbers[name] >= 0.5]}
        golden.append({"id": f"q{i:03d}", "labels": true})
        run.append({"id": f"q{i:03d}", **(said if decided else {"probabilities": numbers})})
    return simulated.scenarios(
        project, without(MULTILABEL) if decided else MULTILABEL, golden, run, **options
    )


def without(config):
    """Return a config without what needs numbers."""
    for line, instead in DECIDED.items():
        config = config.replace(line, instead)
    return config.replace("  \n", "")


def decided_multiclass(project, **options):
    """The same by decisions alone."""
    return multiclass(project, decided=True, **options)


def decided_multilabel(project, **options):
    """The same by decisions alone."""
    return multilabel(project, decided=True, **options)


BY_DECISIONS = [decided_multiclass, decided_multilabel]
SEVERAL = [multiclass, multilabel, *BY_DECISIONS]


@pytest.mark.parametrize("make", [slowly(classifier), *SEVERAL])
def test_counts_are_those_of_the_gate_itself(make, project):
    """Changes of classes, scores and probabilities end as `gate check` ends."""
    simulated.agrees_with_the_gate(make(project), project)


@pytest.mark.parametrize("make", [classifier, multiclass, multilabel])
def test_noise_has_no_side(make, project):
    """Neither side of a noisy classifier is better."""
    simulated.has_no_side(make(project))


def test_planted_drops_have_their_size(project):
    """The area under the curve loses what was planted."""
    made = classifier(project)
    for drop in made.sizes()[1:]:
        simulated.has_planted_size(made, drop, slack=0.02, trials=300)


@pytest.mark.parametrize("make", SEVERAL)
def test_planted_drops_have_their_size_with_several_classes(make, project):
    """The same to a tenth, since classes of some twenty items move in steps."""
    made = make(project)
    simulated.has_planted_size(made, made.sizes()[2], slack=0.1)


@pytest.mark.parametrize("make", SEVERAL)
def test_a_mixture_is_the_sample_of_the_mixed_run(make, project):
    """Columns of versions put together are what the mixed run has."""
    simulated.mixes_like_the_run(make(project))


def test_noise_keeps_what_probabilities_promise(project):
    """The probabilities of an item still sum to one, and the decision is that of the likelier class."""
    made = multiclass(project)
    for strength in STRENGTHS:
        sample = made.versions.sample(made._noisy(strength))
        assert np.allclose(sample.probabilities.sum(axis=1), 1, atol=1e-12)
        assert (sample.choice == sample.probabilities.argmax(axis=1)).all()
    moved = made.versions.sample(made._noisy(STRENGTHS[2])).choice != made.versions.original.choice
    assert 0 < moved.sum() < 45


@pytest.mark.parametrize("make", SEVERAL)
def test_a_fault_makes_worse_whatever_it_hits(make, project):
    """Every step of the ladder lowers the headline, the mildest one least and the last by more than half."""
    made = make(project)
    values_of = [values(made.versions.original, made.bench.headline)]
    steps = range(len(made._pharmacy._faults))
    values_of += [values(made.versions.sample(made._pharmacy.version(i)), made.bench.headline) for i in steps]
    before, mildest, *graver = values_of
    assert before > mildest > max(graver, default=-1.0)
    assert values_of[-1] < before / 2


@pytest.mark.slow
@pytest.mark.parametrize("make", [classifier, *BY_DECISIONS])
def test_what_the_command_says(make, project):
    """Identical answers never fail, harmless ones hardly ever, and large losses often."""
    make(project)
    simulated.tells(project, few=make in SEVERAL)  # of four classes each decides little
