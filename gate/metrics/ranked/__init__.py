"""Metrics of ranked lists: `RankedSample` in, one value a query out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.samples.ranked import RankedSample


def hits_of(sample: RankedSample, k: float) -> Step:
    """Count the relevant documents among the first ``k`` results of the only query of ``sample``."""
    found = sample.is_relevant & sample.within(k)
    ranks = ", ".join(f"{rank:.0f}" for rank in sorted(sample.rank[found]))
    note = f"relevant at rank {ranks}" if ranks else "nothing relevant there"
    return Step(f"hits{cut(k)}", "", float(found.sum()), note)


def relevant_of(sample: RankedSample) -> Step:
    """Count the relevant documents of the only query of ``sample``."""
    return Step("relevant documents", "", float(sample.relevant[0]))


def cut(k: float) -> str:
    """Return how a cut-off is spelt behind a name; nothing where there is none."""
    return f"@{k:.0f}" if math.isfinite(k) else ""
