"""Every state of a check: exclusive, none missing, over the whole lattice of what can be known of it."""

import math
from itertools import product

from gate.verdict import Facts, Limit, Mode, Outcome, Reason, Rule, judge

TOLERANCE = 0.02

GAINS = (  # gain, low, high: every order of them, -t and 0
    (-0.05, -0.08, -0.03),
    (-0.05, -0.08, -0.01),
    (-0.05, -0.08, 0.01),
    (-0.015, -0.03, -0.005),
    (-0.015, -0.018, -0.01),
    (0.0, -0.05, 0.05),
    (0.0, -0.01, 0.01),
    (0.03, 0.01, 0.05),
    (math.nan, math.nan, math.nan),
)
OBSTACLES = (
    *(None, Reason.NO_BASELINE, Reason.NEW, Reason.TOO_FEW_PAIRS, Reason.UNKNOWN_IDS, Reason.STALE_JUDGE),
    Reason.UNFIT_JUDGE,
)
LIMITS = (None, Limit(0.5), Limit(0.9), Limit(0.81, hysteresis=0.05))

BLOCKING = {Outcome.REGRESSED: {Reason.DROP, Reason.CREEP, Reason.FLOOR, Reason.THRESHOLD_SHIFT}}
STATES = BLOCKING | {
    Outcome.NOT_COMPARABLE: {
        *(Reason.NO_BASELINE, Reason.UNDEFINED, Reason.TOO_FEW_PAIRS, Reason.UNKNOWN_IDS),
        *(Reason.STALE_JUDGE, Reason.UNFIT_JUDGE),
    },
    Outcome.INCONCLUSIVE: {
        Reason.SUSPECT,
        Reason.NOISY_DROP,
        Reason.SMALL_REAL_DROP,
        Reason.UNDERPOWERED,
        Reason.TOO_FEW_POSITIVES,
        Reason.TOO_MANY_REJECTED,
        Reason.FLOOR_WITHIN_NOISE,
    },
    Outcome.PASS: {Reason.UNCHANGED, Reason.WITHIN_TOLERANCE, Reason.ABOVE_FLOOR, Reason.NO_BASELINE},
    Outcome.IMPROVED: {Reason.GAIN},
    Outcome.INFO: {
        *(Reason.NOT_GATED, Reason.UNCHANGED, Reason.UNDEFINED, Reason.ADVISORY, Reason.NEW),
        Reason.UNFIT_JUDGE,
    },
}
ELSEWHERE = {Reason.VANISHED, Reason.CRITICAL}
"""Reasons that are given where no single check is judged."""


def _value(gain, worse):
    """The candidate's value; undefined in a third of the cases without a gain."""
    if not math.isnan(gain):
        return 0.8 + gain
    return math.nan if worse == 0.5 else 0.8


def lattice():
    """Yield every combination of facts and rule: more than 100,000."""
    for (gain, low, high), worse, better, scarce, rejected, retuned, obstacle, first in product(
        GAINS,
        (0.001, 0.03, 0.5),
        (0.001, 0.5),
        (None, 10),
        (0.0, 0.2),
        (None, True),
        OBSTACLES,
        (False, True),
    ):
        compared = not math.isnan(gain) and obstacle is None
        facts = Facts(
            value=_value(gain, worse),
            because="no item takes part",
            before=0.8 if compared else math.nan,
            gain=gain if compared else math.nan,
            low=low if compared else math.nan,
            high=high if compared else math.nan,
            strict_low=low - 0.01,
            simultaneous_high=high + 0.005,
            unchanged=compared and gain == 0 and low == -0.01,
            n=100,
            worse=worse,
            better=better,
            worse_alone=worse,
            scarce=scarce,
            rejected=rejected,
            retuned_is_fine=retuned,
            obstacle=obstacle,
            obstacle_text="" if obstacle is None else "there is an obstacle",
            means_nothing=obstacle is Reason.UNFIT_JUDGE,
            first_run_passes=first,
        )
        for tolerance, limit, mode, blocks, since, advisory in product(
            (None, TOLERANCE), LIMITS, Mode, (True, False), ("", "v1"), ("", "too small")
        ):
            if since and (limit or tolerance is None):
                continue
            if advisory and (blocks or tolerance is None):
                continue
            yield facts, Rule(mode, 0.01, tolerance, limit, 30, blocks, advisory, since)


def test_every_state_is_reached_and_no_other():
    """All facts and rules there are give one of the listed states with a sentence, and each is given."""
    reached = {outcome: set() for outcome in STATES}
    count = 0
    for facts, rule in lattice():
        verdict = judge(facts, rule)
        assert verdict.because
        reached[verdict.outcome].add(verdict.reason)
        count += 1
        if verdict.outcome is Outcome.REGRESSED:
            assert rule.may_block
        if (
            rule.tolerance is not None
            and rule.may_block
            and verdict.outcome in (Outcome.PASS, Outcome.IMPROVED)
        ):
            assert verdict.reason is Reason.NO_BASELINE or facts.gain >= -rule.tolerance
    assert count > 100_000
    assert reached == STATES


def test_every_reason_belongs_to_a_state():
    """The closed list of reasons holds what a check can be given, and what is given elsewhere."""
    assert set().union(*STATES.values()) | ELSEWHERE == set(Reason)
