"""Whether golden set and answers speak of the same documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.samples.ranked import RankedSample

FEWEST = 20
"""Documents on either side below which nothing follows from an overlap of none."""


def overlap(sample: RankedSample) -> tuple[int, int]:
    """Return how many judged documents were returned for their own query, and how many could have been.

    A query with j judged documents and a list of l results can have min(j, l) in common: the quotient
    of both numbers, summed over the queries, is their overlap coefficient (Szymkiewicz and Simpson).

    >>> from gate.samples.ranked import RankedSample
    >>> overlap(RankedSample.of((["d1", "x"], {"d1": 1, "d2": 1, "d3": 0}), (["y"], {"d4": 1})))
    (1, 3)
    """
    judged = np.bincount(sample.query, minlength=sample.n)
    found = int(np.isfinite(sample.rank).sum())
    return found, int(np.minimum(judged, sample.returned).sum())


def known_anywhere(golden: GoldenSet, run: Run) -> tuple[int, int, str, str]:
    """Return how many judged documents any list holds, how many could be, and an unknown id of each side.

    Looks at every id of the run, so it is asked only where :func:`overlap` is suspicious.
    """
    judged = {document for item in golden for document in item.relevant or {}}
    returned = {d for answer in run if answer.ranking is not None for d in answer.ranking.documents}
    ours, theirs = min(judged - returned, default=""), min(returned - judged, default="")
    return len(judged & returned), min(len(judged), len(returned)), ours, theirs
