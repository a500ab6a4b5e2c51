"""How a verdict came about: the rules that were asked, in the order of :func:`judge`, with their numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.digits import apart, number
from gate.verdict.judging import BREAKAGE, MAX_REJECTED, SLACK, SUSPECT, alone, judge, lower_end
from gate.verdict.outcomes import Mode, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.verdict.facts import Facts, Limit, Rule, Verdict


@dataclass(frozen=True, slots=True)
class Asked:
    """One rule that was asked of a check.

    Attributes:
        text: The rule with its numbers, as a sentence that says whether it holds.
        points_to: Verdicts that the answer leaves open; empty if it decides nothing by itself.
    """

    text: str
    points_to: frozenset[Reason] = frozenset()


def reasoning(facts: Facts, rule: Rule, verdict: Verdict) -> tuple[str, ...]:
    """Tell, rule by rule, what led to ``verdict``, a sentence each."""
    return tuple(each.text for each in asked(facts, rule, verdict))


def asked(facts: Facts, rule: Rule, verdict: Verdict) -> Iterator[Asked]:
    """Yield the rules that applied, each of which leaves ``verdict.reason`` open.

    Where a limit decided, the rules of the drop follow it, which had their say beside it.
    """
    if facts.obstacle is not None:
        yield Asked(
            f"Nothing can be compared fairly: {facts.obstacle_text}.", frozenset({facts.obstacle}) | _ALONE
        )
        if verdict.reason is facts.obstacle:
            return
    if math.isnan(facts.value):
        yield Asked(f"The value is undefined: {facts.because}.")
        return
    if not rule.may_block and (rule.tolerance is not None or rule.limit is not None):
        yield Asked(f"The check is not allowed to block{': ' + rule.advisory if rule.advisory else ''}.")
    if rule.limit is not None and rule.may_block:
        yield _of_limit(facts, rule.limit)
        if verdict.reason in {Reason.FLOOR, Reason.FLOOR_WITHIN_NOISE}:
            yield from _beside_limit(facts, rule)
            return
    if rule.tolerance is None or not rule.may_block:
        yield Asked("Without a tolerance that may block, no drop is judged.", _ALONE)
        return
    if math.isnan(facts.gain) or facts.obstacle is not None:
        return
    if facts.unchanged:
        every = f"Every one of the {facts.n:,} items" if facts.n != 1 else "The only item"
        yield Asked(f"{every} scores exactly as before.", frozenset({Reason.UNCHANGED}))
        return
    yield from _of_drop(facts, rule, rule.tolerance, verdict)


_ALONE = frozenset(
    {
        Reason.ABOVE_FLOOR,
        Reason.ADVISORY,
        Reason.NOT_GATED,
        Reason.UNCHANGED,
        Reason.FLOOR,
        Reason.FLOOR_WITHIN_NOISE,
        Reason.UNDEFINED,
    }
)
"""Verdicts that need no comparison."""

_WORSE = frozenset({Reason.DROP, Reason.CREEP, Reason.THRESHOLD_SHIFT})


def _of_limit(facts: Facts, limit: Limit) -> Asked:
    beyond = limit.beyond(facts.value)
    value, bound = apart(facts.value, limit.value)
    name = "floor" if limit.is_floor else "ceiling"
    if beyond <= SLACK:
        return Asked(f"The value {value} keeps the {name} of {bound}.")
    text = f"The value {value} crosses the {name} of {bound}"
    if not limit.hysteresis:
        return Asked(f"{text}.", frozenset({Reason.FLOOR}) | _WORSE)
    text += f" by {number(beyond)}, with a hysteresis of {number(limit.hysteresis)}"
    return Asked(f"{text}.", frozenset({Reason.FLOOR, Reason.FLOOR_WITHIN_NOISE}) | _WORSE)


def _beside_limit(facts: Facts, rule: Rule) -> Iterator[Asked]:
    """Yield what the tolerance asked where a limit decided; nothing of it decides anything more."""
    if rule.tolerance is None or math.isnan(facts.gain) or facts.obstacle is not None:
        return
    beside = replace(rule, limit=None)
    for each in asked(facts, beside, judge(facts, beside)):
        yield Asked(each.text)


def _of_drop(facts: Facts, rule: Rule, tolerance: float, verdict: Verdict) -> Iterator[Asked]:
    if rule.mode is not Mode.POINT:
        yield from _of_weakness(facts, rule)
        if verdict.reason in {Reason.TOO_FEW_POSITIVES, Reason.TOO_MANY_REJECTED}:
            return
    dropped = facts.gain < -tolerance - SLACK
    gain, least = apart(facts.gain, 0.0 - tolerance)
    below, more = ("below", "more") if dropped else ("not below", "no more")
    yield Asked(
        f"The gain {gain} is {below} {least}, so {more} was lost than is tolerated.",
        _WORSE | {Reason.SUSPECT, Reason.NOISY_DROP} if dropped else _NO_DROP,
    )
    if rule.mode is Mode.POINT:
        yield Asked("The mode is point: nothing else is asked.")
        return
    if dropped:
        yield from _of_chance(facts, rule, tolerance)
    elif verdict.reason is Reason.GAIN:
        yield Asked(
            f"The interval of the gain starts above 0, at {number(facts.low)}, and so large a gain has a "
            f"chance of {_share(facts.better)}, at most {_share(rule.alpha)}.",
            frozenset({Reason.GAIN}),
        )
        return
    yield from _of_interval(facts, rule, tolerance, verdict)


_NO_DROP = frozenset({Reason.GAIN, Reason.WITHIN_TOLERANCE, Reason.SMALL_REAL_DROP, Reason.UNDERPOWERED})


def _of_weakness(facts: Facts, rule: Rule) -> Iterator[Asked]:
    if facts.scarce is not None and rule.min_positives:
        few = facts.scarce < rule.min_positives
        there = "There is" if facts.scarce == 1 else "There are"
        text = f"{there} {facts.rare()}, and to block takes {rule.min_positives:,}"
        yield Asked(
            f"{text}: {'too few' if few else 'enough'}.",
            frozenset({Reason.TOO_FEW_POSITIVES}) if few else frozenset(),
        )
        if few:
            return
    if facts.rejected > MAX_REJECTED:
        text = f"The metric is undefined on {_share(facts.rejected)} of the resamples"
        yield Asked(f"{text}, more than {_share(MAX_REJECTED)}.", frozenset({Reason.TOO_MANY_REJECTED}))


def _of_chance(facts: Facts, rule: Rule, tolerance: float) -> Iterator[Asked]:
    if rule.mode is Mode.MINIMUM_EFFECT:
        surely = facts.simultaneous_high < -tolerance - SLACK
        high, side = number(facts.simultaneous_high), "below" if surely else "not below"
        yield Asked(f"For all checks at once the gain is at most {high}, {side} {number(-tolerance)}.")
    p = facts.chance
    name = "in the family of all checks" if facts.worse >= facts.skewed else _LOPSIDED
    if p <= rule.alpha:
        yield Asked(
            f"Chance alone loses as much in {_share(p)} of cases {name}, at most {_share(rule.alpha)}."
        )
        return
    text = f"Chance alone loses as much in {_share(p)} of cases {name}, more than {_share(rule.alpha)}"
    if p > SUSPECT:
        yield Asked(f"{text}, and more than {_share(SUSPECT)}: that is noise.")
        return
    unlike = facts.breakage <= BREAKAGE * rule.alpha
    yield Asked(
        f"{text}, and at most {_share(SUSPECT)}; changes accepted before lose as many items altogether in "
        f"{_share(facts.breakage)} of cases, {'at most' if unlike else 'more than'} "
        f"{_share(BREAKAGE * rule.alpha)}."
    )


_LOPSIDED = "for this check alone, allowing for a few items that changed far more than the rest"
"""What the p means that is corrected for skewness."""


def _of_interval(facts: Facts, rule: Rule, tolerance: float, verdict: Verdict) -> Iterator[Asked]:
    if math.isnan(facts.low):
        yield Asked(f"The gain has no interval: {alone(facts)}.", _NO_INTERVAL)
        return
    ends = f"The interval of the gain, {number(facts.low)} to {number(facts.high)},"
    if verdict.reason in _WORSE | {Reason.SUSPECT, Reason.NOISY_DROP, Reason.SMALL_REAL_DROP}:
        side = "does not lie below 0"
        if facts.high < 0:
            side = f"lies below 0: {_FOLLOWS.get(verdict.reason, 'a drop beyond doubt')}"
        yield Asked(f"{ends} {side}.")
    if verdict.reason in _WORSE and facts.retuned_is_fine:
        yield Asked("At re-tuned thresholds the cost has not regressed.", frozenset({Reason.THRESHOLD_SHIFT}))
    if verdict.reason in _WORSE | {Reason.SUSPECT, Reason.NOISY_DROP}:
        return
    low, subject = lower_end(facts, rule.mode), ends
    if low < facts.low or rule.mode is Mode.STRICT:
        subject = "It"
        yield Asked(f"With one more item that loses everything, the lower end is {number(low)}.")
    fine = low >= -tolerance - SLACK
    yield Asked(
        f"{subject} {'rules' if fine else 'does not rule'} out a loss of more than {number(tolerance)}.",
        frozenset({Reason.WITHIN_TOLERANCE}) if fine else _UNSURE,
    )


_FOLLOWS = {
    Reason.SUSPECT: "a drop, but not certain enough to block",
    Reason.NOISY_DROP: "by itself that is too little to call it a drop",
    Reason.SMALL_REAL_DROP: "a drop, but perhaps no larger than is tolerated",
}
"""What an interval below 0 comes to where nothing has regressed."""

_UNSURE = frozenset({Reason.SMALL_REAL_DROP, Reason.UNDERPOWERED})

_NO_INTERVAL = frozenset({Reason.NOISY_DROP, Reason.UNDERPOWERED})


def _share(chance: float) -> str:
    return f"{number(100 * chance)} %"
