"""From how many harmless changes may be blocked to the chance of blocking one."""

from __future__ import annotations

import re

from gate.digits import counted

MONTHS = {"week": 12 / 52, "month": 1.0, "quarter": 3.0, "year": 12.0}
"""Length of each period that a budget can be written for."""

LEAST, MOST = 1e-4, 0.1
"""Chances outside of these cannot be told from draws, or are no protection."""

_SHAPE = re.compile(r"(?P<blocks>\d+(?:\.\d+)?)\s*/\s*(?P<period>[a-z]+)")


def alpha_of(budget: str, *, merges_per_month: int, changing: float) -> float:
    """Solve a budget of false blocks for the chance of blocking one harmless change.

    Only changes that alter a result can be blocked at all, so ``blocks = months * merges_per_month *
    changing * alpha``.

    Args:
        budget: ``"1/quarter"``: harmless changes that may be blocked in a period.
        merges_per_month: Changes that are judged, >= 1.
        changing: Share of them that alter any result, in (0, 1].

    Raises:
        ValueError: It is not spelt so, or the chance is out of reach; in plain words.

    >>> round(alpha_of("1/quarter", merges_per_month=100, changing=0.5), 5)
    0.00667
    """
    match = _SHAPE.fullmatch(budget.strip().lower())
    if match is None or match["period"] not in MONTHS or not float(match["blocks"]):
        raise ValueError(f"{budget!r} is no budget: write it like 1/quarter, by {', '.join(MONTHS)}")
    if not changing:
        raise ValueError("a budget needs changes that alter a result: set `changing` above 0")
    alpha = float(match["blocks"]) / (MONTHS[match["period"]] * merges_per_month * changing)
    if alpha < LEAST:
        raise ValueError(
            f"{budget} at {counted(merges_per_month, 'merge')} a month is 1 in {1 / alpha:,.0f} changes, "
            f"fewer than can be told: 1 in {1 / LEAST:,.0f} is the least"
        )
    if alpha > MOST:
        raise ValueError(
            f"{budget} at {counted(merges_per_month, 'merge')} a month lets {100 * alpha:.0f} % of harmless "
            f"changes be blocked; {100 * MOST:.0f} % is the most"
        )
    return alpha
