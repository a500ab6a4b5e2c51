"""Ranks of documents in result lists: of a few judged ones among a thousand, for many queries at once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate import packed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gate.arrays import FloatArray, IntArray
    from gate.run import Ranking


def ranks(rankings: Sequence[Ranking], documents: Sequence[Sequence[str]]) -> FloatArray:
    """Return the rank of each of ``documents[i]`` in ``rankings[i]``, one list after another.

    A document is placed by its score among the sorted scores of its list; ids are compared only where
    scores are equal.

    Returns:
        ``(sum of lengths of documents,)`` from 1; infinity where a document was not returned.
    """
    bounds = np.cumsum([0, *map(len, documents)]).tolist()
    mine = _scores(rankings, documents, bounds)
    upto = np.zeros(len(mine), dtype=np.int64)
    equal = np.zeros(len(mine), dtype=np.int64)
    for ranking, first, end in zip(rankings, bounds, bounds[1:], strict=False):
        rising = ranking.values()
        rising.sort()
        upto[first:end] = rising.searchsorted(mine[first:end], side="right")
        if (rising[1:] == rising[:-1]).any():
            equal[first:end] = upto[first:end] - rising.searchsorted(mine[first:end])
    lengths = np.repeat([len(ranking) for ranking in rankings], np.diff(bounds))
    placed = np.where(np.isnan(mine), math.inf, lengths - upto + 1.0)
    for i, rows in _by_list(np.flatnonzero(equal > 1), bounds):
        above = _above(rankings[i], set(mine[rows].tolist()))
        placed[rows] += [above[documents[i][j]] for j in (rows - bounds[i]).tolist()]
    return placed


def _by_list(rows: IntArray, bounds: Sequence[int]) -> Iterator[tuple[int, IntArray]]:
    """Yield the number of every list that has some of ``rows``, ascending, and its share of them."""
    owners = np.searchsorted(bounds, rows, side="right") - 1
    numbers, firsts = np.unique(owners, return_index=True)
    return zip(numbers.tolist(), np.split(rows, firsts[1:]), strict=False)


def _scores(
    rankings: Sequence[Ranking], documents: Sequence[Sequence[str]], bounds: Sequence[int]
) -> FloatArray:
    """Return the score of each document in its list; NaN where it is absent."""
    mine = np.empty(bounds[-1])
    lists, wanted, rows = [], [], []
    for ranking, some, first, end in zip(rankings, documents, bounds, bounds[1:], strict=False):
        if ranking.packed is not None:
            lists.append(ranking.packed)
            wanted.append(some)
            rows.append(np.arange(first, end))
        else:
            get = ranking.score_of(some).get
            mine[first:end] = [get(document, math.nan) for document in some]
    if lists:
        mine[np.concatenate(rows)] = packed.scores(lists, wanted)
    return mine


def _above(ranking: Ranking, levels: set[float]) -> dict[str, int]:
    """Count, for each document whose score is one of ``levels``, those of its score that stand above it."""
    above: dict[str, int] = {}
    values = ranking.values()
    for level in levels:
        equal = [ranking.documents[i] for i in np.flatnonzero(values == level).tolist()]
        above.update({document: i for i, document in enumerate(sorted(equal, reverse=True))})
    return above
