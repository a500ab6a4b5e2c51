"""What each item did to each headline: the winners and the losers, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gate.report import ItemGains

if TYPE_CHECKING:
    from gate.comparison import Comparison
    from gate.judgement.judged import Judged

MOST = 5_000
"""Items that a report names in all, shared equally among its headlines."""


def item_gains(judged: Judged) -> tuple[ItemGains, ...]:
    """List the changed items of every headline that was compared, worst first.

    Of too many the ones that moved least are left out, and counted.
    """
    compared = [
        (line.rule.identity, line.comparison)
        for line in judged.lines
        if line.rule.role == "headline" and line.comparison is not None and line.comparison.gain.is_defined
    ]
    return tuple(_gains(name, both, MOST // len(compared)) for name, both in compared)


def _gains(name: str, comparison: Comparison, most: int) -> ItemGains:
    effect = comparison.effect
    changed = np.flatnonzero(effect)
    kept = changed
    if changed.size > most:
        kept = np.sort(changed[np.argsort(-np.abs(effect[changed]), kind="stable")[:most]])
    order = kept[np.argsort(effect[kept], kind="stable")]
    return ItemGains(
        check=name,
        n=comparison.gain.n,
        items=tuple(comparison.ids[row] for row in order),
        gains=tuple(effect[order].tolist()),
        left_out=int(changed.size - kept.size),
        measure=comparison.candidate.score.metric.effect,
    )
