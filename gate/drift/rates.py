"""Rates: proxies for quality such as click-through, and the share of records without a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.drift.finding import Finding, Outcome
from gate.drift.levels import FEWEST, share_level, too_few
from gate.stats.interval import level_wilson
from gate.stats.two_shares import two_shares

if TYPE_CHECKING:
    from gate.config.monitor import Levels, Proxy
    from gate.readers.windows import Column

CONFIDENCE = 0.95


def proxy(field: str, rule: Proxy, reference: Column | None, window: Column, levels: Levels) -> Finding:
    """Compare how often something happened; where only production records it, report the rate alone."""
    hits, trials = _hits(window)
    if reference is None:
        if trials < FEWEST:
            because = (
                f"the window has {counted(trials, 'record')} with a value, and fewer than {FEWEST} tell "
                "nothing"
            )
            return Finding(
                field, "rate", "rate", outcome=Outcome.NO_ANSWER, window_records=trials, because=because
            )
        level = level_wilson(hits, trials, confidence=CONFIDENCE)
        return Finding(
            field,
            "rate",
            "rate",
            value=level.value,
            low=level.low,
            high=level.high,
            window=level.value,
            window_records=trials,
            because="the reference does not record it",
        )
    old = _hits(reference)
    few = too_few(field, "rate", (old[1], trials))
    if few is not None:
        return few
    return _compared(field, "rate", "rate_change", old, (hits, trials), levels, better=rule.better)


def missing_values(field: str, kind: str, reference: Column, window: Column, levels: Levels) -> list[Finding]:
    """Compare the shares of records without a value; nothing where every record has one."""
    if not reference.missing and not window.missing:
        return []
    old, new = ((side.missing, side.missing + sum(side.counts)) for side in (reference, window))
    if min(old[1], new[1]) < FEWEST:
        return []
    return [_compared(field, kind, "missing_values", old, new, levels, better=None)]


def _hits(column: Column) -> tuple[int, int]:
    pairs = list(zip(column.values, column.counts, strict=True))
    return sum(count for value, count in pairs if value), sum(count for _, count in pairs)


def _compared(
    field: str,
    kind: str,
    statistic: str,
    old: tuple[int, int],
    new: tuple[int, int],
    levels: Levels,
    *,
    better: str | None,
) -> Finding:
    """Compare two rates; a change for the better has no effect that an alarm could be about."""
    found = two_shares(old, new, confidence=CONFIDENCE)
    harm = {"higher": -found.difference, "lower": found.difference}.get(better or "", abs(found.difference))
    return Finding(
        field,
        kind,  # type: ignore[arg-type]
        statistic,
        value=found.difference,
        low=found.low,
        high=found.high,
        p=found.p,
        effect=harm,
        level=share_level(found.first.value, levels.share),
        reference=found.first.value,
        window=found.second.value,
        reference_records=old[1],
        window_records=new[1],
        method=found.method,
        because="a change for the better" if better and harm < 0 else "",
    )
