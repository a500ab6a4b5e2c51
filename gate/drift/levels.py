"""The one place where a difference between two windows becomes an alarm.

Two conditions have to hold: chance hardly makes such a difference (p, by Holm's method over the fields
that share a statistic), and the difference is large enough to matter (the statistic's own level). With
many records every shift is significant; with few, every window looks shifted.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.drift.finding import Finding, Outcome
from gate.stats.holm import holm

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST = 20
"""Records of each window below which nothing is compared."""

RARE = 0.2
"""Change of a share, relative to the reference's, that matters where the share itself is small."""


def decide(findings: Sequence[Finding], *, p: float) -> tuple[Finding, ...]:
    """Correct the chances, and say of every finding whether it is an alarm.

    Args:
        findings: Of all fields; those without ``p`` stay as they are.
        p: Chance of a false alarm of each statistic, over all its fields together.
    """
    corrected = [math.nan] * len(findings)
    for statistic in dict.fromkeys(each.statistic for each in findings):
        rows = [
            i for i, each in enumerate(findings) if each.statistic == statistic and not math.isnan(each.p)
        ]
        for i, value in zip(rows, holm([findings[i].p for i in rows]), strict=True):
            corrected[i] = value
    return tuple(_decided(each, found, p) for each, found in zip(findings, corrected, strict=True))


def share_level(reference: float, points: float) -> float:
    """Return the change of a share that matters: ``points``, or a fifth of a share that is small.

    >>> share_level(0.5, 0.02), round(share_level(0.01, 0.02), 4)
    (0.02, 0.002)
    """
    return min(points, RARE * reference)


def too_few(field: str, kind: str, sizes: tuple[int, int]) -> Finding | None:
    """Return the finding that there is nothing to compare; ``None`` if there is enough."""
    if min(sizes) >= FEWEST:
        return None
    which = "reference" if sizes[0] < FEWEST else "window"
    because = (
        f"the {which} has {counted(min(sizes), 'record')} with a value, and fewer than {FEWEST} tell nothing"
    )
    return Finding(
        field,
        kind,  # type: ignore[arg-type]
        "records",
        outcome=Outcome.NO_ANSWER,
        reference_records=sizes[0],
        window_records=sizes[1],
        because=because,
    )


def _decided(finding: Finding, corrected: float, p: float) -> Finding:
    if math.isnan(corrected):
        return finding
    alarm = corrected <= p and finding.effect > finding.level
    return replace(finding, corrected=corrected, outcome=Outcome.ALARM if alarm else Outcome.QUIET)
