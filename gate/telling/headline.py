"""The verdict in one sentence, to read aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.report import Check


def headline(checks: Sequence[Check], outcome: Outcome, *, paired: int | None) -> str:
    """Say what came out, naming the first check that decided it.

    Args:
        checks: Most worrying first.
        outcome: Of the whole report.
        paired: Paired items; ``None`` if nothing was compared.
    """
    if not checks:
        return "Nothing was asked, so nothing passes."
    first, same = checks[0], [c for c in checks if c.outcome is outcome]
    more = f" (and {counted(len(same) - 1, 'more check')})" if len(same) > 1 else ""
    on = f" on {paired:,} paired items" if paired is not None else ""
    match outcome:
        case Outcome.REGRESSED:
            if first.reason is Reason.FLOOR:
                return f"{first.name}: {first.because}{more}."
            return f"{first.name} got worse: {first.because}{more}."
        case Outcome.NOT_COMPARABLE:
            return f"No answer: {first.name}: {first.because}{more}."
        case Outcome.INCONCLUSIVE:
            return f"Cannot tell: {first.name}: {first.because}{more}."
        case Outcome.IMPROVED:
            gainer = same[0]
            return f"{gainer.name} improved: {gainer.because}{more}; {_no_worse(checks, on)}."
        case Outcome.PASS | Outcome.INFO | Outcome.NOT_AFFECTED:
            return _calm(checks, on)


def _calm(checks: Sequence[Check], on: str) -> str:
    gated = [c for c in checks if c.outcome is Outcome.PASS]
    scored = [c for c in gated if c.reason is not Reason.CRITICAL]  # that one counts, and has no gain
    # Where there are critical items, one may have been mended: another check then tells a change.
    asked = scored if len(scored) == len(gated) else [*scored, *(c for c in checks if c.gain is not None)]
    if scored and all(c.gain is not None and not c.gain.changed for c in asked):
        return f"Nothing changed: every gated check scores exactly as before{on}."
    if any(c.reason is Reason.NO_BASELINE for c in gated):
        return "No baseline yet: nothing was compared."
    if gated and not on:
        return "Every limit is kept; nothing was compared with a baseline."
    if not gated:
        return "Nothing is gated: the numbers are reported."
    return f"{_no_worse(checks, on).capitalize()}."


def _no_worse(checks: Sequence[Check], on: str) -> str:
    """Say that nothing got worse, and of how many checks that is not sure."""
    unsure = [c for c in checks if c.outcome is Outcome.INCONCLUSIVE and _lost_more(c)]
    if not unsure:
        return f"nothing got worse than tolerated{on}"
    return f"nothing surely got worse than tolerated{on}; {counted(len(unsure), 'check')} cannot tell"


def _lost_more(check: Check) -> bool:
    """Say whether a check lost more than is tolerated, sure or not."""
    return check.gain is not None and check.gain.value < -(check.tolerance or 0.0)
