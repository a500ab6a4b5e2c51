"""What a reader should know of the clusters that a comparison counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.notice import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.judgement.judged import Judged

FEWEST = 10
"""Clusters below which the interval of a gain is not to be trusted."""


def told_of_clusters(judged: Judged) -> Iterator[Notice]:
    """Warn where so few clusters are compared that intervals say little."""
    shared = judged.lineup.shared
    clusters = judged.lineup.clusters(shared[1]) if shared is not None else None
    if clusters is not None and len(clusters.names) < FEWEST:
        yield Notice(
            "few_clusters",
            f"only {counted(len(clusters.names), 'cluster')} can be compared: below {FEWEST}, intervals are "
            "not to be trusted",
        )
