"""The decision on one check: one pure function, and the sentence beside it."""

from __future__ import annotations

import math

from gate.digits import apart, number
from gate.verdict.facts import Facts, Rule, Verdict
from gate.verdict.outcomes import Mode, Outcome, Reason

SLACK = 1e-9
"""Float error that no comparison with a tolerance, floor or ceiling may turn on."""

SUSPECT = 0.05
"""Family-wise chance at which a drop is called suspect."""

BREAKAGE = 0.3
"""Share of ``alpha`` that is spent, on top of it, on items that lost everything."""

MAX_REJECTED = 0.05
"""Share of undefined resamples above which a metric must not block."""

FEW = 8
"""Items, or clusters, below which equal differences are no certainty: that few agree by chance."""


def judge(facts: Facts, rule: Rule) -> Verdict:
    """Decide one check; the first state that applies.

    Gain is candidate minus baseline, turned so that positive is better; ``[low  high]`` is its
    confidence interval, ``t`` the tolerance, ``p`` the family-wise chance of a drop this
    large, or this check's own with the skewness of its items taken out, if that is more::

        ──────────┬────────────┬────────── gain
                 -t            0
        [low · high]           ┊           regressed     point below -t, p <= alpha, interval below 0
                               ┊                         or p <= 0.05 and unlike any accepted change
        [low  ·   ┊  high]     ┊           inconclusive  suspect: p <= 0.05
        [low  ·   ┊            ┊ high]     inconclusive  noisy_drop: point below -t, within noise
           [low   ┊  · high]   ┊           inconclusive  small_real_drop: surely a drop, maybe within t
           [low   ┊       ·    ┊ high]     inconclusive  underpowered: a drop beyond t is not ruled out
                  ┊ [low  ·    ┊ high]     pass          a drop beyond t is ruled out
                  ┊            ┊ [low · high]  improved  and p of the other side <= alpha
                               0           pass          unchanged: every item scores as before, exactly

    ``strict`` takes the lower end with one imaginary item lost altogether, and so does any mode where fewer
    than eight items all differ by the same, which leaves no width to an interval; ``minimum_effect`` blocks
    only when the whole simultaneous interval lies below ``-t``; ``point`` compares ``gain`` with
    ``-t`` and nothing else. Not comparable comes first, limits second; NaN never passes.

    Source:
        docs/statistics.md; the thresholds were chosen by simulation.
    """
    early = _cannot_be_judged(facts, rule)
    if early is not None:
        return early
    limit = _limit_crossed(facts, rule)
    if limit is not None and limit.outcome is Outcome.REGRESSED:
        return limit
    rest = _without_comparison(facts, rule) or _by_mode(facts, rule)
    # A limit can only add strictness: what it forgives may still be a drop.
    return rest if limit is None or rest.outcome is Outcome.REGRESSED else limit


def _cannot_be_judged(facts: Facts, rule: Rule) -> Verdict | None:
    gated = rule.tolerance is not None or rule.limit is not None
    compared = rule.tolerance is not None and rule.may_block
    everywhere = facts.obstacle is Reason.UNKNOWN_IDS or (facts.means_nothing and gated and rule.may_block)
    unfair = facts.obstacle is not None and facts.obstacle not in (Reason.NO_BASELINE, Reason.NEW)
    if facts.obstacle is not None and unfair and (compared or everywhere):
        return Verdict(Outcome.NOT_COMPARABLE, facts.obstacle, facts.obstacle_text)
    if facts.obstacle is not None and facts.means_nothing:
        return Verdict(Outcome.INFO, facts.obstacle, facts.obstacle_text)
    if not math.isnan(facts.value):
        return None
    if not gated or not rule.may_block:
        return Verdict(Outcome.INFO, Reason.UNDEFINED, f"not measured: {facts.because}")
    return Verdict(
        Outcome.NOT_COMPARABLE,
        Reason.UNDEFINED,
        f"not measured: {facts.because}; what is not measured does not pass",
    )


def _limit_crossed(facts: Facts, rule: Rule) -> Verdict | None:
    limit = rule.limit
    if limit is None or not rule.may_block:
        return None
    beyond = limit.beyond(facts.value)
    if beyond <= SLACK:
        return None
    side, name = ("below", "floor") if limit.is_floor else ("above", "ceiling")
    value, bound = apart(facts.value, limit.value)
    crossed = f"{value} is {side} the {name} of {bound}"
    strict = beyond > limit.hysteresis + SLACK
    if strict or math.isnan(facts.gain) or (facts.gain < 0 and facts.worse_alone <= SUSPECT):
        return Verdict(Outcome.REGRESSED, Reason.FLOOR, crossed)
    already = limit.beyond(facts.before) > SLACK and facts.gain >= -SLACK
    known = "the baseline was there already" if already else "the change itself is within noise"
    return Verdict(
        Outcome.INCONCLUSIVE,
        Reason.FLOOR_WITHIN_NOISE,
        f"{crossed}, but by less than the hysteresis of {number(limit.hysteresis)}, and {known}",
    )


def _without_comparison(facts: Facts, rule: Rule) -> Verdict | None:
    if rule.tolerance is not None and rule.may_block:
        if facts.obstacle is Reason.NO_BASELINE and not facts.first_run_passes:
            return Verdict(Outcome.NOT_COMPARABLE, Reason.NO_BASELINE, facts.obstacle_text)
        if facts.obstacle is Reason.NO_BASELINE:
            return Verdict(Outcome.PASS, Reason.NO_BASELINE, "no baseline yet: nothing was compared")
        if facts.obstacle is Reason.NEW:
            return Verdict(Outcome.INFO, Reason.NEW, facts.obstacle_text)
        if math.isnan(facts.gain):
            return Verdict(
                Outcome.NOT_COMPARABLE, Reason.UNDEFINED, "the baseline has no value to compare with"
            )
        return None
    if rule.limit is not None and rule.may_block:
        side = "not below the floor" if rule.limit.is_floor else "not above the ceiling"
        value, bound = apart(facts.value, rule.limit.value)
        return Verdict(Outcome.PASS, Reason.ABOVE_FLOOR, f"{value} is {side} of {bound}")
    if rule.advisory:
        return Verdict(Outcome.INFO, Reason.ADVISORY, f"advisory: {rule.advisory}")
    if facts.unchanged and not math.isnan(facts.gain):
        return Verdict(Outcome.INFO, Reason.UNCHANGED, "unchanged; reported, not gated")
    return Verdict(Outcome.INFO, Reason.NOT_GATED, "reported, not gated")


def _by_mode(facts: Facts, rule: Rule) -> Verdict:
    tolerance = rule.tolerance
    assert tolerance is not None
    if facts.unchanged:
        return Verdict(Outcome.PASS, Reason.UNCHANGED, _unchanged(facts.n))
    match rule.mode:
        case Mode.POINT:
            return _by_point(facts, rule, tolerance)
        case Mode.MINIMUM_EFFECT:
            certain = facts.simultaneous_high < -tolerance - SLACK and _rarely(facts, rule.alpha)
        case _:
            unlike = _rarely(facts, SUSPECT) and facts.breakage <= BREAKAGE * rule.alpha
            certain = (_rarely(facts, rule.alpha) or unlike) and facts.high < 0
    dropped = facts.gain < -tolerance - SLACK
    weak = _too_weak_to_block(facts, rule)
    if weak is not None:
        return weak
    if dropped and certain:
        return _regressed(facts, rule, tolerance)
    if facts.low > SLACK and facts.better <= rule.alpha:
        return Verdict(
            Outcome.IMPROVED,
            Reason.GAIN,
            f"gained {number(facts.gain)}; at least {number(facts.low)} is certain",
        )
    low = lower_end(facts, rule.mode)
    if low >= -tolerance - SLACK:
        return Verdict(Outcome.PASS, Reason.WITHIN_TOLERANCE, _within(low, tolerance))
    return _inconclusive(facts, tolerance, low, dropped=dropped)


def lower_end(facts: Facts, mode: Mode) -> float:
    """Return the lower end of the gain that a pass is held to; NaN where nothing gives one."""
    return min(facts.low, facts.strict_low) if mode is Mode.STRICT or _few_alike(facts) else facts.low


def _few_alike(facts: Facts) -> bool:
    """Whether the interval has no width because few items all moved by the same."""
    return facts.units < FEW and facts.high - facts.low <= SLACK


def alone(facts: Facts) -> str:
    """Say why the gain has no interval, as the beginning or the end of a sentence."""
    return f"one {'item' if facts.clusters is None else 'cluster'} cannot say how sure this is"


def _rarely(facts: Facts, chance: float) -> bool:
    """Whether such a drop is rarer than ``chance``: by sign flips, and with skewness taken out."""
    return facts.chance <= chance


def _by_point(facts: Facts, rule: Rule, tolerance: float) -> Verdict:
    lost, allowed = apart(max(-facts.gain, 0.0), tolerance)
    if facts.gain < -tolerance - SLACK:
        because = f"lost {lost}; {allowed} is tolerated (point rule, not statistical)"
        return Verdict(Outcome.REGRESSED, Reason.CREEP if rule.since else Reason.DROP, because)
    if facts.gain > SLACK:
        because = f"gained {number(facts.gain)} (point rule, not statistical)"
        return Verdict(Outcome.IMPROVED, Reason.GAIN, because)
    because = f"lost {lost}; {allowed} is tolerated (point rule, not statistical)"
    return Verdict(Outcome.PASS, Reason.WITHIN_TOLERANCE, because)


def _too_weak_to_block(facts: Facts, rule: Rule) -> Verdict | None:
    if facts.scarce is not None and facts.scarce < rule.min_positives:
        return Verdict(
            Outcome.INCONCLUSIVE,
            Reason.TOO_FEW_POSITIVES,
            f"{facts.rare('is', 'are')} too few to judge a drop by: it takes {rule.min_positives}",
        )
    if facts.rejected > MAX_REJECTED:
        return Verdict(
            Outcome.INCONCLUSIVE,
            Reason.TOO_MANY_REJECTED,
            f"undefined on {100 * facts.rejected:.0f} % of the resamples: "
            "too few items of one class to judge",
        )
    return None


def _regressed(facts: Facts, rule: Rule, tolerance: float) -> Verdict:
    lost, allowed = apart(-facts.gain, tolerance)
    if rule.since:
        because = (
            f"lost {lost} since {rule.since}, in however many steps; the budget is {allowed}, "
            f"and chance alone does this {_chance(facts.chance)}"
        )
        return Verdict(Outcome.REGRESSED, Reason.CREEP, because)
    because = f"lost {lost}; {allowed} is tolerated, and chance alone does this {_chance(facts.chance)}"
    if facts.chance > rule.alpha and rule.mode is not Mode.POINT:
        because += f"; accepted changes lose as many items altogether {_chance(facts.breakage)}"
    if facts.retuned_is_fine:
        return Verdict(
            Outcome.REGRESSED,
            Reason.THRESHOLD_SHIFT,
            f"{because}; at a re-tuned threshold the cost has not regressed: re-tune it and commit it",
        )
    return Verdict(Outcome.REGRESSED, Reason.DROP, because)


def _inconclusive(facts: Facts, tolerance: float, low: float, *, dropped: bool) -> Verdict:
    lost, allowed = apart(max(-facts.gain, 0.0), tolerance)
    more = facts.needed is not None and facts.needed > facts.n
    need = f"; about {facts.needed:,} items would tell" if more else ""
    if dropped and _rarely(facts, SUSPECT) and facts.high < 0:
        return Verdict(
            Outcome.INCONCLUSIVE,
            Reason.SUSPECT,
            f"probably worse: lost {lost}, {allowed} is tolerated; not certain enough to block{need}",
        )
    if dropped:
        noise = "that is within noise"
        if math.isnan(low):
            noise = alone(facts)
        elif facts.high < 0:  # the interval seems to say otherwise, and so few items can tell no better
            noise = f"chance alone does this {_chance(facts.chance)}"
        return Verdict(
            Outcome.INCONCLUSIVE, Reason.NOISY_DROP, f"lost {lost}, {allowed} is tolerated, but {noise}{need}"
        )
    if math.isnan(low):
        moved = f"lost {lost}" if facts.gain < 0 else f"gained {number(facts.gain)}"
        return Verdict(Outcome.INCONCLUSIVE, Reason.UNDERPOWERED, f"{moved}, but {alone(facts)}{need}")
    most, allowed = apart(-low, tolerance)
    if facts.high < 0 and not _few_alike(facts):
        return Verdict(
            Outcome.INCONCLUSIVE,
            Reason.SMALL_REAL_DROP,
            f"a real drop of {number(-facts.gain)}, perhaps as much as {most}; {allowed} is tolerated{need}",
        )
    return Verdict(
        Outcome.INCONCLUSIVE,
        Reason.UNDERPOWERED,
        f"cannot rule out a drop of {most}; {allowed} is tolerated{need}",
    )


def _within(low: float, tolerance: float) -> str:
    lost, allowed = apart(max(-low, 0.0), tolerance)
    if low >= 0:
        return f"lost nothing: the interval of the gain starts at {number(low)}"
    return f"lost at most {lost}; {allowed} is tolerated"


def _unchanged(n: int) -> str:
    every = f"every one of the {n:,} items" if n != 1 else "the only item"
    return f"{every} scores exactly as before"


def _chance(p: float) -> str:
    return "in at most 1 of 10,000 cases" if p <= 1e-4 else f"in about {number(100 * p)} % of cases"
