"""The words for outcomes and reasons: the same in every format, so that no two reports disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate.report import Check, Document, Report

OUTCOMES = {
    Outcome.REGRESSED: "regressed",
    Outcome.NOT_COMPARABLE: "not comparable",
    Outcome.INCONCLUSIVE: "inconclusive",
    Outcome.PASS: "pass",
    Outcome.IMPROVED: "improved",
    Outcome.INFO: "info",
    Outcome.NOT_AFFECTED: "not affected",
}

REASONS = {
    Reason.UNCHANGED: "unchanged",
    Reason.WITHIN_TOLERANCE: "within tolerance",
    Reason.GAIN: "gained",
    Reason.ABOVE_FLOOR: "within its limit",
    Reason.NOT_GATED: "not gated",
    Reason.ADVISORY: "advisory",
    Reason.NEW: "new",
    Reason.SUSPECT: "probably worse",
    Reason.NOISY_DROP: "drop within noise",
    Reason.SMALL_REAL_DROP: "small but real drop",
    Reason.UNDERPOWERED: "too few items",
    Reason.TOO_FEW_POSITIVES: "too few positives",
    Reason.TOO_MANY_REJECTED: "too often undefined",
    Reason.FLOOR_WITHIN_NOISE: "limit crossed within noise",
    Reason.DROP: "drop",
    Reason.CREEP: "slow decline",
    Reason.FLOOR: "limit crossed",
    Reason.CRITICAL: "critical items",
    Reason.THRESHOLD_SHIFT: "threshold shift",
    Reason.NO_BASELINE: "no baseline",
    Reason.VANISHED: "vanished",
    Reason.UNDEFINED: "not measured",
    Reason.TOO_FEW_PAIRS: "too few pairs",
    Reason.UNKNOWN_IDS: "unknown ids",
    Reason.STALE_JUDGE: "another judge",
    Reason.UNFIT_JUDGE: "unfit judge",
}

_ALWAYS = frozenset({Outcome.REGRESSED, Outcome.NOT_COMPARABLE})


def needs_eyes(check: Check) -> bool:
    """Return whether somebody should look at ``check``; such checks are never left out before the others.

    A guard that cannot tell is no news, since guards are many and small: only a suspect one is.
    """
    if check.outcome is Outcome.INCONCLUSIVE:
        return check.role == "headline" or check.reason is Reason.SUSPECT
    return check.outcome in _ALWAYS


def attention(report: Report) -> str:
    """Return how many checks need eyes, and how many others cannot tell: ``"16 checks, 3 need eyes, …"``."""
    eyes = sum(map(needs_eyes, report.checks))
    told = [counted(len(report.checks), "check"), f"{eyes or 'none'} {'need' if eyes > 1 else 'needs'} eyes"]
    others = unsure(report.checks)
    slices = sum(check.slice is not None for check in others)
    if slices:
        told.append(f"{slices} on slices cannot tell")
    if len(others) > slices:
        told.append(f"{counted(len(others) - slices, 'other')} cannot tell")
    return ", ".join(told)


def unsure(checks: Iterable[Check]) -> list[Check]:
    """Return those of ``checks`` that cannot tell, and still need no eyes."""
    return [c for c in checks if c.outcome is Outcome.INCONCLUSIVE and not needs_eyes(c)]


def verdict(check: Check) -> str:
    """Return outcome and reason of one check: ``"regressed: drop"``."""
    reason = REASONS[check.reason]
    if check.is_new and check.reason is not Reason.NEW:
        reason += ", new"
    return f"{OUTCOMES[check.outcome]}: {reason}"


def outcome(check: Check) -> str:
    """Return the verdict of one check in as few words as possible: its outcome, or that it is advisory."""
    return REASONS[check.reason] if check.reason is Reason.ADVISORY else OUTCOMES[check.outcome]


def ending(report: Report | Document) -> str:
    """Return how the process ends: ``"exit code 1"``, or what it would have been."""
    would_be = getattr(report, "would_be", None)
    if would_be is None or would_be == report.exit_code:
        return f"exit code {report.exit_code}"
    return f"exit code {report.exit_code}; report only, it would have been {would_be}"


def last_line(document: Document) -> str:
    """Return the line that closes a terminal report: ``"gate: regressed (exit 1)"``."""
    codes = {report.would_be for report in document.reports if report.would_be}
    also = ""
    if document.exit_code == 0 and codes:
        # 1 outranks 3: something got worse is the stronger statement
        also = f"; report only, it would have been {min(codes)}"
    return f"gate: {OUTCOMES[document.outcome]} (exit {document.exit_code}{also})"


def counted(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    >>> counted(1, "item"), counted(1200, "item"), counted(2, "query", "queries")
    ('1 item', '1,200 items', '2 queries')
    """
    return f"{n:,} {one if n == 1 else many or one + 's'}"
