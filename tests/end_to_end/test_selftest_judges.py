"""`gate selftest` of judges: verdicts that turn, and numbers that wander and fall."""

import random

import numpy as np
import pytest

from gate.digits import number
from tests.end_to_end import simulated
from tests.end_to_end.simulated import slowly, values

VERDICTS = """\
version: 1
name: search
task: judge
judge: {model: judge-1, rubric: is it good}
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: good
metrics:
  cohen_kappa: {tolerance: 0.05}
  raw_agreement: {tolerance: 0.05}
  verdict_rate: {tolerance: 0.05}
interval: {resamples: 100}
"""
MARKS = (
    VERDICTS.replace("positive: good", "classes: [1, 2, 3, 4, 5]").partition("metrics:")[0]
    + """\
metrics:
  spearman(field=score, people=mean): {tolerance: 0.05}
  kendall(field=score, people=mean): {tolerance: 0.05}
interval: {resamples: 100}
"""
)
PAIRS = VERDICTS.replace("positive: good", "pair: [A, B]").replace(
    "  verdict_rate: {tolerance: 0.05}\n", "  position_flip_rate: {tolerance: 0.05}\n"
)


def verdicts(project, n=120, **options):
    """Set up the simulations of a judge that is right nine times in ten."""
    return simulated.scenarios(project, VERDICTS, *judged(n), **options)


def judged(n):
    """Labels, and the verdicts of a judge that is right nine times in ten."""
    rng = random.Random(3)
    golden = [{"id": f"q{i:03d}", "label": "good" if i % 5 > 1 else "bad"} for i in range(n)]
    other = {"good": "bad", "bad": "good"}
    said = [row["label"] if rng.random() < 0.9 else other[row["label"]] for row in golden]
    return golden, [{"id": row["id"], "predicted": each} for row, each in zip(golden, said, strict=True)]


def marks(project, n=100, **options):
    """Set up the simulations of a judge that gives numbers, against the mean of two people's marks."""
    rng = random.Random(5)
    golden, run = [], []
    for i in range(n):
        quality = rng.gauss(3, 1.2)
        said = {who: min(5, max(1, round(quality + rng.gauss(0, 0.4)))) for who in ("ann", "ben")}
        golden.append({"id": f"q{i:03d}", "ratings": said})
        run.append({"id": f"q{i:03d}", "score": round(quality / 5 + rng.gauss(0, 0.05), 3)})
    return simulated.scenarios(project, MARKS, golden, run, **options)


def pairs(project, n=120, **options):
    """Set up the simulations of a judge of pairs, who was asked in both orders."""
    rng = random.Random(6)
    golden, run = [], []
    for i in range(n):
        right, wrong = ("A", "B") if i % 2 else ("B", "A")
        said = [right if rng.random() < 0.9 else wrong for _ in range(2)]
        golden.append({"id": f"q{i:03d}", "label": right})
        run.append({"id": f"q{i:03d}", "predicted": said[0], "swapped": said[1]})
    return simulated.scenarios(project, PAIRS, golden, run, **options)


JUDGES = [verdicts, marks, pairs]


@pytest.mark.parametrize("make", [verdicts, *map(slowly, [marks, pairs])])
def test_counts_are_those_of_the_gate_itself(make, project):
    """Changes of verdicts and numbers end as `gate check` ends."""
    simulated.agrees_with_the_gate(make(project), project)


@pytest.mark.parametrize("make", [verdicts, slowly(marks)])
def test_noise_has_no_side(make, project):
    """Neither side of a noisy judge is better."""
    simulated.has_no_side(make(project), trials=400)


@pytest.mark.parametrize("make", JUDGES)
def test_planted_drops_have_their_size(make, project):
    """Kappa, and a correlation, lose what was planted."""
    made = make(project)
    simulated.has_planted_size(made, made.sizes()[2], slack=0.1)


@pytest.mark.parametrize("make", JUDGES)
def test_a_mixture_is_the_sample_of_the_mixed_run(make, project):
    """Verdicts, those on the swapped pair, and numbers are those of the mixed run."""
    simulated.mixes_like_the_run(make(project))


@pytest.mark.parametrize("make", JUDGES)
def test_the_gravest_fault_turns_a_judge_around(make, project):
    """A judge that says the opposite of what people say agrees less than by chance."""
    made = make(project)
    assert values(made.versions.original, made.bench.headline) > 0.7
    assert values(made.versions.sample(made._pharmacy.version(-1)), made.bench.headline) < -0.3


def test_faults_of_verdicts(project):
    """Leniency and silence come before verdicts that are wrong."""
    words = [fault.words for fault in verdicts(project)._pharmacy._faults]
    assert words == ["every verdict is a pass", "there is no verdict", "verdicts are wrong"]


def test_faults_of_verdicts_on_pairs(project):
    """Where both orders were asked a judge may be swayed by them: every pair flips, and no verdict else."""
    made = pairs(project)
    words = [fault.words for fault in made._pharmacy._faults]
    swayed = "verdicts turn with the order of the answers"
    assert words == [swayed, "there is no verdict", "verdicts are wrong"]
    sample = made.versions.sample(made._pharmacy.version(0))
    assert (sample.swapped != sample.choice).all()
    assert (sample.choice == made.versions.original.choice).all()


def test_numbers_fall_to_the_wrong_side(project):
    """What people rank high is scored lower and the other way round, the further the graver."""
    made = marks(project)
    worth = [values(made.versions.original, made.bench.headline)]
    steps = range(len(made._pharmacy._faults))
    worth += [values(made.versions.sample(made._pharmacy.version(i)), made.bench.headline) for i in steps]
    assert worth == sorted(worth, reverse=True)
    sample = made.versions.sample(made._pharmacy.version(-1))
    assert len(np.unique(sample.numbers["score"])) == 2


@pytest.mark.slow
@pytest.mark.parametrize("make", JUDGES)
def test_what_the_command_says(make, project):
    """Identical answers never fail, harmless ones hardly ever, and large losses often."""
    make(project)
    simulated.tells(project, few=True)


def test_the_sentence_asks_for_two_tolerances(project):
    """Kappa has a range of 2 and a tolerance of 0.05: the sentence is about 0.1, and what came of it."""
    verdicts(project)

    text = " ".join(project.gate("selftest", "--simulations", 20).out.split())
    row = next(row for row in simulated.called(project)[1]["rows"] if row["planted"] == 0.1)

    assert "of changes that lose 0.1 of cohen_kappa" in text
    off = abs(row["drop"] - 0.1) > 0.01
    assert (f"(in these 5: {number(round(row['drop'], 4))} on average)" in text) is off


def test_a_wide_tolerance_is_planted_twice(project):
    """No tenth of the range is two tolerances of 0.15: a drop of 0.3 is planted as well."""
    made = verdicts(project)
    assert made.sizes() == pytest.approx([0.02, 0.04, 0.1, 0.2])

    made = simulated.scenarios(
        project, VERDICTS.replace("kappa: {tolerance: 0.05}", "kappa: {tolerance: 0.15}"), *judged(120)
    )
    assert made.sizes() == pytest.approx([0.02, 0.04, 0.1, 0.2, 0.3])


def test_a_drop_that_cannot_be_planted_says_why(project):
    """Kappa cannot lose nearly its whole range here: the remark says how much it can lose."""
    made = verdicts(project)
    pharmacy, rule = made._pharmacy, made.bench.headline

    assert pharmacy.dose(rule, 1.99) is None
    most = values(made.versions.original, rule) - values(made.versions.sample(pharmacy.version(-1)), rule)
    assert pharmacy.refusal(rule, 1.99) == (
        f"it is 1.99, and cohen_kappa loses {number(most)} where every answer is damaged"
    )
    assert pharmacy.refusal(rule, float("nan")) == "items do not differ in cohen_kappa, so that none is known"
