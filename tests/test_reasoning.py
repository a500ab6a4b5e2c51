"""How a verdict came about: every rule that is told leads to the verdict that was given."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.verdict import Facts, Limit, Mode, Outcome, Reason, Rule, judge, reasoning
from gate.verdict.reasoning import asked

numbers = st.one_of(st.just(0.0), st.floats(-0.2, 0.2))
chances = st.one_of(st.sampled_from([1e-4, 0.003, 0.01, 0.02, 0.05, 0.3, 1.0]), st.floats(0, 1))
limits = st.builds(
    Limit, value=st.floats(0.5, 1.0), hysteresis=st.sampled_from([0.0, 0.05]), is_floor=st.booleans()
)


@st.composite
def questions(draw):
    """Draw facts and a rule that can occur together."""
    gain, half = draw(numbers), draw(st.floats(0, 0.2))
    compared = draw(st.booleans())
    obstacle = (
        None if compared else draw(st.sampled_from([Reason.NO_BASELINE, Reason.TOO_FEW_PAIRS, Reason.NEW]))
    )
    facts = Facts(
        value=draw(st.one_of(st.just(math.nan), st.floats(0.5, 1.0))),
        because="no item of it",
        before=0.8,
        gain=gain if compared else math.nan,
        low=gain - half,
        high=gain + half,
        strict_low=gain - half - 0.01,
        unchanged=compared and gain == 0 and half == 0,
        n=200,
        worse=draw(chances),
        better=draw(chances),
        worse_alone=draw(chances),
        skewed=draw(chances),
        breakage=draw(chances),
        simultaneous_high=gain + half + 0.01,
        scarce=draw(st.sampled_from([None, 5, 40])),
        rejected=draw(st.sampled_from([0.0, 0.2])),
        retuned_is_fine=draw(st.sampled_from([None, True, False])),
        obstacle=obstacle,
        obstacle_text="nothing to compare with" if obstacle else "",
        first_run_passes=draw(st.booleans()),
    )
    rule = Rule(
        draw(st.sampled_from([mode for mode in Mode if mode is not Mode.REPORT_ONLY])),
        0.01,
        draw(st.one_of(st.none(), st.sampled_from([0.0, 0.02, 0.1]))),
        draw(st.one_of(st.none(), limits)),
        min_positives=draw(st.sampled_from([0, 30])),
        may_block=draw(st.booleans()),
        since=draw(st.sampled_from(["", "v1.2.0"])),
    )
    return facts, rule


@given(questions())
def test_every_rule_that_is_told_leaves_the_verdict_open(question):
    """No sentence contradicts the decision, which another function makes from the same numbers."""
    facts, rule = question
    verdict = judge(facts, rule)

    for each in asked(facts, rule, verdict):
        assert not each.points_to or verdict.reason in each.points_to, each.text
        assert "nan" not in each.text


@given(questions())
def test_a_verdict_has_a_rule(question):
    """Whatever is concluded, some rule is told, unless there was nothing to ask."""
    facts, rule = question
    verdict = judge(facts, rule)

    assert reasoning(facts, rule, verdict) or verdict.outcome in {
        Outcome.NOT_COMPARABLE,
        Outcome.PASS,
        Outcome.INFO,
    }


def test_a_drop_is_told_with_its_three_numbers():
    """Tolerance, chance and interval: each with what it was held against."""
    facts = Facts(value=0.75, before=0.8, gain=-0.05, low=-0.08, high=-0.02, n=200, worse=0.001)
    rule = Rule(Mode.SIGNIFICANT, 0.01, 0.02, None)

    assert reasoning(facts, rule, judge(facts, rule)) == (
        "The gain -0.05 is below -0.02, so more was lost than is tolerated.",
        "Chance alone loses as much in 0.1 % of cases in the family of all checks, at most 1 %.",
        "The interval of the gain, -0.08 to -0.02, lies below 0: a drop beyond doubt.",
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0.85, "The value 0.85 keeps the floor of 0.8."),
        (0.79, "The value 0.79 crosses the floor of 0.8 by 0.01, with a hysteresis of 0.02."),
    ],
)
def test_a_limit_is_told_with_its_hysteresis(value, told):
    """A floor is asked before any comparison."""
    facts = Facts(value=value, before=0.8, gain=0.0, low=-0.01, high=0.01, n=200)
    rule = Rule(Mode.SIGNIFICANT, 0.01, 0.02, Limit(0.8, 0.02))

    assert reasoning(facts, rule, judge(facts, rule))[0] == told


def test_the_chance_that_is_told_is_the_one_that_decides():
    """Where skewness makes a drop less certain than the family's test, sentence and rule print its p."""
    facts = Facts(
        value=0.75, before=0.8, gain=-0.05, low=-0.08, high=-0.02, n=200, worse=0.0001, skewed=0.004
    )
    rule = Rule(Mode.SIGNIFICANT, 0.01, 0.02, None)
    verdict = judge(facts, rule)

    assert (
        verdict.because == "lost 0.05; 0.02 is tolerated, and chance alone does this in about 0.4 % of cases"
    )
    assert reasoning(facts, rule, verdict)[1] == (
        "Chance alone loses as much in 0.4 % of cases for this check alone, allowing for a few items that "
        "changed far more than the rest, at most 1 %."
    )


def test_an_interval_below_0_is_no_doubtless_drop_where_chance_explains_it():
    """What is noise among all checks is not called certain in the next sentence."""
    facts = Facts(value=0.75, before=0.8, gain=-0.05, low=-0.09, high=-0.001, n=200, worse=0.09)
    rule = Rule(Mode.SIGNIFICANT, 0.01, 0.02, None)
    verdict = judge(facts, rule)
    told = reasoning(facts, rule, verdict)

    assert verdict.reason is Reason.NOISY_DROP
    assert told[1].endswith("that is noise.")
    assert told[2].endswith("lies below 0: by itself that is too little to call it a drop.")


@given(questions())
def test_a_drop_is_beyond_doubt_only_where_it_regressed(question):
    """Nor where a limit decided, unless the drop would have regressed without it."""
    facts, rule = question
    verdict = judge(facts, rule)
    if any("beyond doubt" in text for text in reasoning(facts, rule, verdict)):
        assert verdict.outcome is Outcome.REGRESSED


def test_a_drop_beside_a_crossed_floor_is_told_as_well():
    """The floor decides, and tolerance, chance and interval had their say."""
    facts = Facts(value=0.49, before=0.61, gain=-0.12, low=-0.18, high=-0.05, n=200, worse=0.001)
    rule = Rule(Mode.SIGNIFICANT, 0.01, 0.03, Limit(0.55))
    told = reasoning(facts, rule, judge(facts, rule))

    assert told[0] == "The value 0.49 crosses the floor of 0.55."
    assert told[1] == "The gain -0.12 is below -0.03, so more was lost than is tolerated."
    assert told[2].startswith("Chance alone loses as much in 0.1 % of cases")
    assert told[3].endswith("a drop beyond doubt.")
