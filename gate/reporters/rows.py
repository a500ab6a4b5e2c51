"""A check as one row of a table: its numbers written with one number of decimals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.reporters.numbers import between, decimals, exact, interval, percent, plain, signed
from gate.reporters.words import needs_eyes, verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate.report import Check, Threshold


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one check, unescaped.

    Attributes:
        check: What the row is about.
        baseline: Its level.
        candidate: Its level.
        gain: Change, positive is better; with its share of the baseline where the tolerance is one.
        interval: Its interval.
        allowed: Tolerance, floor and ceiling.
        verdict: Outcome and reason.
        n: Items behind the comparison, or behind the level where there is none.
        sees: Smallest drop that would be seen 4 times in 5; empty if unknown.
    """

    check: Check
    baseline: str
    candidate: str
    gain: str
    interval: str
    allowed: str
    verdict: str
    n: str
    sees: str


def row(check: Check) -> Row:
    """Write the numbers of ``check``.

    The levels, the change and the limits have as many decimals as it takes for the reader to see the
    verdict: the two levels differ if the values do, the value is on its side of a floor, and
    the loss on its side of the tolerance.
    """
    baseline = check.baseline.value if check.baseline else None
    candidate = check.candidate.value
    gain = check.gain
    change = gain.value if gain else None
    lost = abs(change) if change is not None else None
    digits = decimals(
        [baseline, candidate],
        apart=[
            (baseline, candidate),
            (candidate, check.floor),
            (candidate, check.ceiling),
            (lost, check.tolerance),
            (candidate, 1.0),
        ],
    )
    text = signed(change, digits)
    if gain and gain.relative is not None and check.tolerance_text.endswith("%") and change:
        text += f" ({percent(gain.relative)})"
    return Row(
        check=check,
        baseline=plain(baseline, digits),
        candidate=plain(candidate, digits),
        gain=text,
        interval=interval(gain.low, gain.high, digits) if gain else interval(None, None, digits),
        allowed=allowed(check),
        verdict=verdict(check),
        n=f"{gain.n if gain else check.candidate.n:,}",
        sees=exact(check.detectable, most=2) if check.detectable is not None else "",
    )


def allowed(check: Check) -> str:
    """Write how much worse a check may get and where its limits are.

    The tolerance stands as its author wrote it, and in the metric's unit beside it if that differs.
    """
    parts = []
    if check.tolerance is not None:
        if check.tolerance_text.endswith("%"):
            parts.append(f"{check.tolerance_text} = {exact(check.tolerance, most=4)}")
        else:
            parts.append(check.tolerance_text or exact(check.tolerance))
    elif check.tolerance_text:
        parts.append(check.tolerance_text)  # a share of a baseline that there is not
    if check.floor is not None:
        parts.append(f"floor {exact(check.floor)}")
    if check.ceiling is not None:
        parts.append(f"ceiling {exact(check.ceiling)}")
    return ", ".join(parts)


def is_compared(checks: Iterable[Check]) -> bool:
    """Return whether any of ``checks`` has a baseline to show."""
    return any(check.baseline is not None or check.gain is not None for check in checks)


def counts_more_now(checks: Iterable[Check]) -> bool:
    """Return whether some value of today is of more items than the baseline beside it."""
    return any(check.gain is not None and check.candidate.n > check.gain.n for check in checks)


def has_parts(checks: Iterable[Check]) -> bool:
    """Return whether some checks are on a slice, so that they differ in what they could see."""
    return any(check.slice is not None for check in checks)


def split(checks: Iterable[Check]) -> tuple[list[Check], list[Check]]:
    """Return the checks that need eyes and the others, each in the order given."""
    eyes: list[Check] = []
    rest: list[Check] = []
    for check in checks:
        (eyes if needs_eyes(check) else rest).append(check)
    return eyes, rest


@dataclass(frozen=True, slots=True)
class Price:
    """One line of the table of thresholds, unescaped."""

    what: str
    threshold: str
    cost: str
    interval: str
    total: str


def prices(threshold: Threshold) -> list[Price]:
    """Write the deployed threshold beside the re-tuned one, with the mean cost of an item at each."""
    values = [
        threshold.baseline_cost,
        threshold.cost.value,
        threshold.cheapest_cost.value,
        threshold.in_sample_cost,
    ]
    digits = decimals(values, apart=[(values[0], values[1]), (values[1], values[2])])
    deployed, before = (
        exact(value) if value is not None else "its own"
        for value in (threshold.deployed, threshold.baseline_deployed)
    )
    tuned = exact(threshold.cheapest, most=6) if threshold.cheapest is not None else "flag nothing"
    cost, cheapest = threshold.cost, threshold.cheapest_cost
    lines = [
        Price(
            "baseline, deployed threshold",
            before,
            plain(values[0], digits),
            "",
            _total(threshold.baseline_total_cost),
        ),
        Price(
            "candidate, deployed threshold",
            deployed,
            plain(cost.value, digits),
            between(cost.low, cost.high, digits),
            _total(threshold.total_cost),
        ),
        Price(
            "candidate, re-tuned, on items it was not tuned on",
            tuned,
            plain(cheapest.value, digits),
            between(cheapest.low, cheapest.high, digits),
            _total(threshold.cheapest_total_cost),
        ),
        Price(
            "candidate, cheapest on these items (flattering)",
            tuned,
            plain(values[3], digits),
            "",
            _total(threshold.in_sample_total_cost),
        ),
    ]
    missing = {0: threshold.baseline_cost is None, 3: threshold.in_sample_cost is None}
    return [line for i, line in enumerate(lines) if not missing.get(i)]


def _total(cost: float | None) -> str:
    return exact(cost, most=6) if cost is not None else ""
