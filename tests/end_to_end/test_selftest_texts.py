"""`gate selftest` of generated text: words left out, ends cut off, answers swapped and emptied."""

import random

import numpy as np
import pytest

from gate.selftest.strength import STRENGTHS
from tests.end_to_end import simulated
from tests.end_to_end.simulated import slowly, values

CONFIG = """\
version: 1
name: search
task: generation
golden_set: golden.jsonl
system: {run: run.jsonl}
metrics:
  chrf: {tolerance: 1}
  token_f1: {tolerance: 0.03}
  bleu: {tolerance: 2}
interval: {resamples: 100}
"""
WORDS = tuple("abcdefghijklmnopqrst")

FUNCTION = """\
def ends_right(answer, reference):
    return answer.split()[-1] == reference.split()[-1]
"""


def texts(project, n=60, config=CONFIG, **options):
    """Set up the simulations of answers that share most words with their references."""
    rng = random.Random(2)
    golden, run = [], []
    for i in range(n):
        right = [3 * rng.choice(WORDS) for _ in range(rng.randint(6, 14))]
        said = [word if rng.random() < 0.8 else 3 * rng.choice(WORDS) for word in right]
        golden.append({"id": f"q{i:03d}", "reference": " ".join(right) + f" {i}."})
        run.append({"id": f"q{i:03d}", "text": " ".join(said) + f" {i}."})
    return simulated.scenarios(project, config, golden, run, **options)


def checked(project, **options):
    """The same, gated first by a function of the user's, which cannot read an empty answer."""
    (project.top / "checks.py").write_text(FUNCTION, "utf-8")
    first = "metrics:\n  check(function=checks:ends_right): {tolerance: 0.03}"
    return texts(project, n=40, config=CONFIG.replace("metrics:", first), **options)


@pytest.mark.parametrize("make", [texts, slowly(checked)])
def test_counts_are_those_of_the_gate_itself(make, project):
    """Changes of texts end as `gate check` ends; what a function says of them was asked anew."""
    simulated.agrees_with_the_gate(make(project), project)


def test_noise_has_no_side(project):
    """Neither side of noisy texts is better."""
    simulated.has_no_side(texts(project), trials=60)


def test_planted_drops_have_their_size(project):
    """chrF, which is a formula over all texts together, loses what was planted."""
    made = texts(project)
    simulated.has_planted_size(made, made.sizes()[2], slack=0.05, trials=80)


@pytest.mark.parametrize("make", [texts, checked])
def test_a_mixture_is_the_sample_of_the_mixed_run(make, project):
    """Texts of versions put together are those of the mixed run, with what functions say of them."""
    simulated.mixes_like_the_run(make(project))


def test_faults_grow(project):
    """The more of an answer is cut off the less it is worth; one to another question is nearly nothing."""
    made = texts(project)
    worth = [values(made.versions.original, made.bench.headline)]
    steps = range(len(made._pharmacy._faults))
    worth += [values(made.versions.sample(made._pharmacy.version(i)), made.bench.headline) for i in steps]
    assert worth[:5] == sorted(worth[:5], reverse=True)
    assert len(set(worth)) == len(worth)
    assert worth[5] < worth[0] / 2
    assert worth[-1] < 1


def test_noise_leaves_out_what_many_answers_say(project):
    """Small noise takes one word away, and never the number that only this answer has."""
    made = texts(project)
    noisy = made.versions.sample(made._noisy(STRENGTHS[0])).texts
    for i, (before, after) in enumerate(zip(made.versions.original.texts, noisy, strict=True)):
        assert len(after.split()) == len(before.split()) - 1
        assert after.endswith(f" {i}.")


def test_texts_without_blanks_stray_by_characters(project):
    """A sentence that is one word loses a character, and its end; none is wholly gone by noise."""
    golden = [{"id": f"q{i}", "reference": "今日はいい天気ですね"} for i in range(12)]
    run = [{"id": f"q{i}", "text": "今日は雨ですね"} for i in range(12)]
    made = simulated.scenarios(project, CONFIG, golden, run)
    noisy = made.versions.sample(made._noisy(STRENGTHS[0])).texts
    cut = made.versions.sample(made._pharmacy.version(0)).texts
    assert {len(text) for text in noisy} == {6}
    assert set(cut) == {"今日は雨です"}


@pytest.mark.slow
def test_what_the_command_says(project):
    """Identical answers never fail, harmless ones hardly ever, and large losses often."""
    texts(project)
    simulated.tells(project, few=True)


def test_noise_changes_nothing_that_is_no_text(project):
    """An empty answer stays one, and an item without one stays so."""
    golden = [{"id": f"q{i}", "reference": "open at nine"} for i in range(30)]
    run = [{"id": f"q{i}", "text": "" if i % 2 else "open at nine"} for i in range(29)]
    made = simulated.scenarios(project, CONFIG, golden, run)
    noisy = made.versions.sample(made._noisy(STRENGTHS[2]))
    assert noisy.answered.tolist() == made.versions.original.answered.tolist()
    assert np.sum([text == "" for text in noisy.texts]) == 14
