"""The decision: every state is reachable, exclusive, and says what its sentence says."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.digits import apart
from gate.errors import ExitCode
from gate.verdict import (
    Facts,
    Limit,
    Mode,
    Outcome,
    Reason,
    Rule,
    Verdict,
    exit_code,
    judge,
    reasoning,
    worst,
)

ALPHA = 0.01


def rule(mode="significant", tolerance=0.02, limit=None, **kwargs):
    return Rule(Mode(mode), ALPHA, tolerance, limit, **kwargs)


def facts(gain, low, high, worse=1.0, better=1.0, **kwargs):
    return Facts(
        value=0.8 + gain,
        before=0.8,
        gain=gain,
        low=low,
        high=high,
        strict_low=low - 0.01,
        simultaneous_high=high + 0.01,
        n=200,
        worse=worse,
        better=better,
        worse_alone=worse,
        **kwargs,
    )


TABLE = [
    # Surely and materially worse: blocks.
    (facts(-0.05, -0.08, -0.02, worse=0.001), Outcome.REGRESSED, Reason.DROP),
    # The same drop at twenty times the chance is only suspect.
    (facts(-0.05, -0.08, -0.02, worse=0.02), Outcome.INCONCLUSIVE, Reason.SUSPECT),
    # p alone never blocks: the printed interval has to agree.
    (facts(-0.05, -0.11, 0.01, worse=0.001), Outcome.INCONCLUSIVE, Reason.NOISY_DROP),
    (facts(-0.05, -0.11, 0.01, worse=0.3), Outcome.INCONCLUSIVE, Reason.NOISY_DROP),
    # A real drop within the tolerance does not block, however certain.
    (facts(-0.015, -0.025, -0.005, worse=0.0001), Outcome.INCONCLUSIVE, Reason.SMALL_REAL_DROP),
    (facts(-0.015, -0.019, -0.011, worse=0.0001), Outcome.PASS, Reason.WITHIN_TOLERANCE),
    (facts(0.0, -0.05, 0.05), Outcome.INCONCLUSIVE, Reason.UNDERPOWERED),
    (facts(0.03, 0.01, 0.05, better=0.001), Outcome.IMPROVED, Reason.GAIN),
    (facts(0.03, 0.01, 0.05, better=0.2), Outcome.PASS, Reason.WITHIN_TOLERANCE),
    (facts(0.0, 0.0, 0.0, unchanged=True), Outcome.PASS, Reason.UNCHANGED),
    (facts(-0.05, -0.08, -0.02, worse=0.001, rejected=0.12), Outcome.INCONCLUSIVE, Reason.TOO_MANY_REJECTED),
]


@pytest.mark.parametrize(("found", "outcome", "reason"), TABLE)
def test_states_of_the_default_rule(found, outcome, reason):
    """Each state of the picture in judge's docstring is reached by a plain example of it."""
    verdict = judge(found, rule())

    assert (verdict.outcome, verdict.reason) == (outcome, reason)


numbers = st.floats(-1, 1)
chances = st.floats(1e-4, 1)


@given(
    gain=numbers,
    half=st.floats(0, 1),
    worse=chances,
    better=chances,
    tolerance=st.floats(0, 0.5),
    mode=st.sampled_from(list(Mode)),
    unchanged=st.booleans(),
)
def test_every_input_has_exactly_one_verdict_that_agrees_with_its_numbers(
    gain, half, worse, better, tolerance, mode, unchanged
):
    """No input is without a verdict, and no verdict contradicts the gain it was made from."""
    gain = 0.0 if unchanged else gain
    half = 0.0 if unchanged else half
    found = facts(gain, gain - half, gain + half, worse, better, unchanged=unchanged)

    verdict = judge(found, rule(mode, tolerance))

    assert verdict.because
    assert "nan" not in verdict.because
    if verdict.outcome is Outcome.REGRESSED:
        assert gain < -tolerance
        assert mode is Mode.POINT or found.high < 0
    if verdict.outcome is Outcome.IMPROVED:
        assert gain > 0
    if verdict.outcome is Outcome.PASS:
        assert gain >= -tolerance - 1e-9


def test_losing_everything_makes_a_suspect_drop_block():
    """A suspect drop blocks once accepted changes hardly ever lose so many items altogether."""
    suspect = facts(-0.05, -0.08, -0.02, worse=0.03, breakage=0.002)

    verdict = judge(suspect, rule())

    assert (verdict.outcome, verdict.reason) == (Outcome.REGRESSED, Reason.DROP)
    assert "3 % of cases; accepted changes lose as many items altogether in about 0.2 %" in verdict.because
    rarer = facts(-0.05, -0.08, -0.02, worse=0.03, breakage=0.004)
    assert judge(rarer, rule()).reason is Reason.SUSPECT


@pytest.mark.parametrize(
    ("skewed", "reason"), [(0.009, Reason.DROP), (0.04, Reason.SUSPECT), (0.2, Reason.NOISY_DROP)]
)
def test_what_skewness_explains_does_not_block(skewed, reason):
    """A drop that is rare to sign flips blocks only if it stays rare with the skewness taken out."""
    found = facts(-0.05, -0.08, -0.02, worse=0.001, skewed=skewed)

    assert judge(found, rule()).reason is reason


def test_a_drop_whose_interval_excludes_0_is_not_said_to_lie_within_it():
    """Few items that all lost have such an interval: then the sentence gives the chance instead."""
    few, wide = facts(-0.05, -0.1, -0.001, worse=1 / 16), facts(-0.05, -0.1, 0.01, worse=1 / 16)

    assert "but chance alone does this in about 6.25 % of cases" in judge(few, rule()).because
    assert "but that is within noise" in judge(wide, rule()).because


@given(gain=numbers, half=st.floats(0, 1), worse=st.floats(0.0501, 1), mode=st.sampled_from(list(Mode)))
def test_losing_everything_never_blocks_alone(gain, half, worse, mode):
    """Whatever the past says, a drop that sign flips do not call suspect is judged as without it."""
    found = facts(gain, gain - half, gain + half, worse, breakage=1e-9)

    assert judge(found, rule(mode)) == judge(replace(found, breakage=1.0), rule(mode))


@given(tolerance=st.floats(0, 0.3), mode=st.sampled_from(list(Mode)))
def test_nothing_undefined_passes(tolerance, mode):
    """A value, gain or baseline that is NaN is never a pass where a tolerance was asked for."""
    undefined = Facts(value=math.nan, because="no positive example")
    no_gain = Facts(value=0.5)

    assert judge(undefined, rule(mode, tolerance)).outcome is Outcome.NOT_COMPARABLE
    assert judge(no_gain, rule(mode, tolerance)).outcome is Outcome.NOT_COMPARABLE
    floor = Limit(0.5)
    assert judge(undefined, rule(mode, None, floor)).outcome is Outcome.NOT_COMPARABLE


@pytest.mark.parametrize(
    ("baseline", "tolerance", "candidate", "passes"),
    [
        (0.80, 0.02, 0.78, True),
        (0.80, 0.10, 0.70, True),
        (0.54, 0.05, 0.49, True),
        (1.00, 0.01, 0.99, True),
        (0.20, 0.02, 0.18, True),
        (8 / 10, 0.10, 7 / 10, True),
        (0.80, 0.02, 0.7799, False),
        (0.80, 0.10, 0.6999, False),
    ],
)
def test_a_drop_of_exactly_the_tolerance_is_allowed(baseline, tolerance, candidate, passes):
    """Float error at the boundary neither fails a drop of the allowed size nor passes a larger one."""
    gain = candidate - baseline
    verdict = judge(
        Facts(value=candidate, before=baseline, gain=gain, low=gain, high=gain, n=10),
        rule("point", tolerance),
    )

    assert (verdict.outcome is not Outcome.REGRESSED) == passes


def test_a_floor_is_judged_on_the_exact_value_and_shown_with_enough_digits():
    """2/3 is below a floor of 0.67, and the sentence does not say that 0.67 is below 0.67."""
    verdict = judge(Facts(value=2 / 3), rule(tolerance=None, limit=Limit(0.67)))

    assert verdict.outcome is Outcome.REGRESSED
    assert verdict.because == "0.6667 is below the floor of 0.67"


def test_hysteresis_forgives_a_crossing_that_the_change_did_not_make():
    """Within the hysteresis a crossing needs a drop that stands out of the noise to block."""
    limit = Limit(0.80, hysteresis=0.02)

    noisy = judge(facts(-0.01, -0.03, 0.01, worse=0.4), rule(limit=limit))
    real = judge(facts(-0.01, -0.015, -0.005, worse=0.001), rule(limit=limit))
    beyond = judge(facts(-0.03, -0.05, 0.01, worse=0.4), rule(limit=limit))

    assert (noisy.outcome, noisy.reason) == (Outcome.INCONCLUSIVE, Reason.FLOOR_WITHIN_NOISE)
    assert real.outcome is Outcome.REGRESSED
    assert beyond.outcome is Outcome.REGRESSED


def test_a_ceiling_is_a_floor_turned_round():
    """A cost above its ceiling blocks, one at the ceiling does not."""
    ceiling = Limit(0.30, is_floor=False)

    assert judge(Facts(value=0.31), rule(tolerance=None, limit=ceiling)).outcome is Outcome.REGRESSED
    assert judge(Facts(value=0.30), rule(tolerance=None, limit=ceiling)).outcome is Outcome.PASS


def test_few_positives_never_block_and_never_pass():
    """Below 30 positives a metric of the positives is inconclusive whatever its interval says."""
    for found in (facts(-0.2, -0.3, -0.1, worse=0.001), facts(0.1, 0.05, 0.2, better=0.001)):
        few = Facts(**{name: getattr(found, name) for name in Facts.__slots__} | {"scarce": 12})
        verdict = judge(few, rule(min_positives=30))
        assert (verdict.outcome, verdict.reason) == (Outcome.INCONCLUSIVE, Reason.TOO_FEW_POSITIVES)


@pytest.mark.parametrize(
    ("rare", "one", "two"),
    [
        ("positives", "1 positive is", "2 positives are"),
        ("items of class 'sec'", "1 item of class 'sec' is", "2 items of class 'sec' are"),
        ("items outside the largest class", "1 item outside the largest", "2 items outside the largest"),
        (
            "effective items (3 classes)",
            "1 effective item (3 classes) is",
            "2 effective items (3 classes) are",
        ),
    ],
)
def test_one_is_no_plural(rare, one, two):
    """Verdict and reasoning agree in number with the count of what is rare."""
    for scarce, said, there in ((1, one, "There is"), (2, two, "There are")):
        few = facts(-0.2, -0.3, -0.1, worse=0.001, scarce=scarce, scarce_class=rare)
        verdict = judge(few, rule(min_positives=30))
        assert verdict.because.startswith(said)
        told = reasoning(few, rule(min_positives=30), verdict)
        assert any(text.startswith(f"{there} {few.rare()}, and") for text in told)


def test_minimum_effect_blocks_only_beyond_the_tolerance_for_certain():
    """A sure drop that may be smaller than the tolerance does not block in this mode."""
    maybe = facts(-0.05, -0.08, -0.02, worse=0.001)
    surely = facts(-0.10, -0.12, -0.08, worse=0.001)

    assert judge(maybe, rule("minimum_effect")).outcome is Outcome.INCONCLUSIVE
    assert judge(surely, rule("minimum_effect")).outcome is Outcome.REGRESSED


def test_strict_passes_only_if_one_more_lost_item_would_pass_too():
    """The lower end of the strict mode counts one imaginary item that lost everything."""
    found = facts(0.0, -0.015, 0.015)

    assert judge(found, rule("significant")).outcome is Outcome.PASS
    assert judge(found, rule("strict")).outcome is Outcome.INCONCLUSIVE


def test_exit_codes_follow_from_the_verdicts():
    """Regressed is 1, no answer 3, inconclusive 0 unless it is refused, and nothing asked is 3."""
    regressed = (Verdict(Outcome.REGRESSED, Reason.DROP, ""), "guard")
    missing = (Verdict(Outcome.NOT_COMPARABLE, Reason.NO_BASELINE, ""), "headline")
    unsure = (Verdict(Outcome.INCONCLUSIVE, Reason.SUSPECT, ""), "headline")
    guard = (Verdict(Outcome.INCONCLUSIVE, Reason.UNDERPOWERED, ""), "guard")
    fine = (Verdict(Outcome.PASS, Reason.UNCHANGED, ""), "headline")
    default = {"mode": Mode.SIGNIFICANT, "fail_on": []}

    assert exit_code([missing, regressed], **default) is ExitCode.REGRESSED
    assert exit_code([missing, fine], **default) is ExitCode.NO_ANSWER
    assert exit_code([unsure, fine], **default) is ExitCode.OK
    assert exit_code([unsure], mode=Mode.SIGNIFICANT, fail_on=["suspect"]) is ExitCode.NO_ANSWER
    assert exit_code([unsure], mode=Mode.STRICT, fail_on=[]) is ExitCode.NO_ANSWER
    assert exit_code([guard, fine], mode=Mode.STRICT, fail_on=[]) is ExitCode.OK
    assert exit_code([], **default) is ExitCode.NO_ANSWER


def test_the_worst_outcome_speaks_for_all():
    """One regression outweighs any number of improvements, and nothing at all is not a pass."""
    assert worst([Outcome.IMPROVED, Outcome.PASS, Outcome.REGRESSED]) is Outcome.REGRESSED
    assert worst([Outcome.PASS, Outcome.IMPROVED]) is Outcome.IMPROVED
    assert worst([]) is Outcome.NOT_COMPARABLE


@given(st.floats(-100, 100), st.floats(-100, 100))
def test_unequal_numbers_look_unequal(left, right):
    """Two numbers on different sides of a limit are never written alike."""
    first, second = apart(left, right)

    assert (first != second) or abs(left - right) <= 1e-9
