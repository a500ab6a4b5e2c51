"""What sways a judge: the place of an answer, its length, and who wrote it."""

import math

import pytest

from gate import metrics, scoring
from gate.measuring.levels import Question, Sampling, measure
from gate.samples.rated import RatedSample

PAIR = {"classes": ("A", "B", "tie"), "pair": ("A", "B")}


def test_a_judge_that_always_takes_the_first(value):
    """In either order it says that the answer shown first is better: bias 1, and every verdict flips."""
    sample = RatedSample.given(["A", "B", "A"], ["A", "A", "A"], swapped=["B", "B", "B"], **PAIR)

    assert value("position_bias", sample) == 1
    assert value("position_flip_rate", sample) == 1


def test_a_judge_that_looks_at_answers_alone(value):
    """It names the same answer wherever it stands: bias 0, and nothing flips."""
    verdicts = ["A", "B", "A", "tie"]
    sample = RatedSample.given(["A", "B", "B", "A"], verdicts, swapped=verdicts, **PAIR)

    assert value("position_bias", sample) == 0
    assert value("position_flip_rate", sample) == 0


def test_position_bias_counts_verdicts_of_both_orders(value):
    """Five verdicts for the first place, two for the second, one tie: (5 - 2) / 7."""
    sample = RatedSample.given(
        ["A", "A", "B", "B"], ["A", "A", "A", "tie"], swapped=["B", "A", "B", "A"], **PAIR
    )

    # First place: A, A, A in the first order, B and B in the other; second: A and A of the other order.
    assert value("position_bias", sample) == pytest.approx(3 / 7)
    assert value("position_flip_rate", sample) == pytest.approx(3 / 4)


def test_pairs_judged_in_one_order_are_left_out(value):
    """A missing verdict on the swapped pair says nothing of its order."""
    sample = RatedSample.given(["A", "B"], ["A", "B"], swapped=[None, "A"], **PAIR)
    metric = metrics.of("position_flip_rate", "judge")
    score = scoring.score(sample, metric, metric.resolve("position_flip_rate", k=None))

    assert score.rows.tolist() == [False, True]
    assert (value("position_flip_rate", sample), value("position_bias", sample)) == (1, -1)


def test_verbosity_of_pairs_is_beyond_that_of_people(value):
    """The longer answer gets 3 of the judge's 4 verdicts and 2 of people's; equal lengths do not count."""
    lengths = [{"A": 90, "B": 30}, {"A": 20, "B": 50}, {"A": 9, "B": 8}, {"A": 8, "B": 9}, {"A": 5, "B": 5}]
    sample = RatedSample.given(["A", "A", "A", "A", "A"], ["A", "B", "A", "A", "B"], length=lengths, **PAIR)

    assert value("verbosity_bias", sample) == pytest.approx(3 / 4 - 2 / 4)


def test_verbosity_of_single_answers_is_that_of_passes(value):
    """Long answers pass 100 % against people's 50 %, short ones as people say: 0.5 more."""
    people = ["ok", "no", "ok", "no"]
    judge = ["ok", "ok", "ok", "no"]
    sample = RatedSample.given(people, judge, length=[90, 80, 10, 20], positive="ok")

    assert value("verbosity_bias", sample) == pytest.approx(0.5)
    assert "length" not in RatedSample.given(people, judge, length=[90, 80, 10, 20]).offers


def test_self_preference_takes_off_general_leniency(value):
    """A judge that passes everything of everybody does not prefer itself; one that passes its own does."""
    people, by = 2 * ["ok", "no"], ["me", "me", "you", "you"]
    given = {"producer": by, "own": ["me"], "positive": "ok"}

    assert value("self_preference", RatedSample.given(people, 4 * ["ok"], **given)) == 0
    assert value("self_preference", RatedSample.given(people, ["ok", "ok", "ok", "no"], **given)) == 0.5
    pairs = 2 * [{"A": "me", "B": "you"}, {"A": "you", "B": "me"}]
    sample = RatedSample.given(["A", "A", "B", "B"], ["A", "B", "A", "B"], producer=pairs, own=["me"], **PAIR)
    assert value("self_preference", sample) == pytest.approx(4 / 4 - 2 / 4)


def test_pairs_of_its_own_answers_only_say_nothing(value):
    """Where both answers are its own, or neither is, there is nothing to prefer."""
    both, neither = {"A": "me", "B": "me"}, {"A": "you", "B": "them"}
    sample = RatedSample.given(["A", "B"], ["A", "B"], producer=[both, neither], own=["me"], **PAIR)

    assert math.isnan(value("self_preference", sample))


@pytest.mark.parametrize("spelling", ["cohen_kappa", "verbosity_bias", "position_bias", "krippendorff_alpha"])
def test_levels_have_intervals(spelling):
    """Each is resampled by items, and its interval holds the value."""
    n = 60
    people = ["A" if i % 3 else "B" for i in range(n)]
    judge = ["A" if i % 4 else "B" for i in range(n)]
    lengths = [{"A": i % 5, "B": i % 7} for i in range(n)]
    sample = RatedSample.given(people, judge, swapped=people, length=lengths, **PAIR)
    metric = metrics.of(spelling, "judge")
    question = Question(metric, metric.resolve(spelling, k=None), {})

    (found,) = measure(sample, [question], Sampling(0.95, 1000, 1))

    assert found.level.low < found.level.value < found.level.high
