"""Ranks of documents in result lists: of a few judged ones among a thousand, for many queries at once."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gate.packed import PAD, fold, pieces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.packed import Packed, PackedIds, UIntArray
    from gate.run import Ranking


class Places(NamedTuple):
    """Where ``m`` documents stand among the scores of their lists.

    Attributes:
        score: ``(m,)``; NaN where a document is absent, and the rest is then 0.
        upto: ``(m,)`` number of scores that are not higher, its own among them.
        tied: ``(m,)`` whether another score is equal.
    """

    score: FloatArray
    upto: IntArray
    tied: BoolArray

    @classmethod
    def none(cls, m: int) -> Places:
        """Return the places of ``m`` absent documents."""
        return cls(np.full(m, np.nan), np.zeros(m, dtype=np.int64), np.zeros(m, dtype=np.bool_))


def ranks(rankings: Sequence[Ranking], documents: Sequence[Collection[str]]) -> FloatArray:
    """Return the rank of each of ``documents[i]`` in ``rankings[i]``, one list after another.

    A document is placed by its score among the sorted scores of its list; ids are compared only where
    scores are equal.

    Returns:
        ``(sum of lengths of documents,)`` from 1; infinity where a document was not returned.
    """
    sizes = [len(some) for some in documents]
    bounds = np.cumsum([0, *sizes]).tolist()
    packs = [ranking.packed for ranking in rankings]
    lists = [pack for pack in packs if pack is not None]
    wanted = [some for pack, some in zip(packs, documents, strict=True) if pack is not None]
    places = packed_places(lists, wanted)
    if len(lists) < len(packs):
        packed, places = places, Places.none(bounds[-1])
        rows = np.repeat([pack is not None for pack in packs], sizes)
        for column, values in zip(places, packed, strict=True):
            column[rows] = values
        for i, pack in enumerate(packs):
            if pack is None:
                _place(rankings[i], documents[i], places, bounds[i], bounds[i + 1])
    lengths = np.repeat([len(ranking) for ranking in rankings], sizes)
    placed = np.where(np.isnan(places.score), math.inf, lengths - places.upto + 1.0)
    for i, share in _by_list(np.flatnonzero(places.tied), bounds):
        above, some = _above(rankings[i], set(places.score[share].tolist())), tuple(documents[i])
        placed[share] += [above[some[j]] for j in (share - bounds[i]).tolist()]
    return placed


def _by_list(rows: IntArray, bounds: Sequence[int]) -> Iterator[tuple[int, IntArray]]:
    """Yield the number of every list that has some of ``rows``, ascending, and its share of them."""
    owners = np.searchsorted(bounds, rows, side="right") - 1
    numbers, firsts = np.unique(owners, return_index=True)
    return zip(numbers.tolist(), np.split(rows, firsts[1:]), strict=False)


def _place(ranking: Ranking, documents: Collection[str], places: Places, first: int, end: int) -> None:
    """Fill in the places of documents in a list that is not packed, from ``first`` to ``end``."""
    get = ranking.score_of(documents).get
    mine = places.score[first:end]
    mine[:] = [get(document, math.nan) for document in documents]
    rising = ranking.values()
    rising.sort()
    upto = places.upto[first:end] = rising.searchsorted(mine, side="right")
    if (rising[1:] == rising[:-1]).any():
        places.tied[first:end] = upto - rising.searchsorted(mine) > 1


def _above(ranking: Ranking, levels: set[float]) -> dict[str, int]:
    """Count, for each document whose score is one of ``levels``, those of its score that stand above it."""
    above: dict[str, int] = {}
    values = ranking.values()
    for level in levels:
        equal = [ranking.documents[i] for i in np.flatnonzero(values == level).tolist()]
        above.update({document: i for i, document in enumerate(sorted(equal, reverse=True))})
    return above


def packed_places(lists: Sequence[PackedIds], documents: Sequence[Collection[str]]) -> Places:
    """Place each of ``documents[i]`` in ``lists[i]``, one list after another.

    All documents are hashed together, and all that were asked of one pack are searched together.
    """
    ids = list(chain.from_iterable(documents))
    if not ids:
        return Places.none(0)
    table = _encoded(ids)
    hashes = fold(table)
    sizes = [len(some) for some in documents]
    numbers = np.repeat([ids.number for ids in lists], sizes)
    seen: dict[int, Packed] = {id(ids.pack): ids.pack for ids in lists}
    order = {key: i for i, key in enumerate(seen)}
    packs = np.repeat([order[id(ids.pack)] for ids in lists], sizes)
    by_pack = np.argsort(packs, kind="stable")
    ends = np.searchsorted(packs, np.arange(len(seen)), side="right", sorter=by_pack)
    places = Places.none(len(table))
    for pack, asked in zip(seen.values(), np.split(by_pack, ends), strict=False):
        at = pack.rows(numbers[asked], hashes[asked], table[asked])
        found, at = asked[at >= 0], at[at >= 0]
        places.score[found] = pack.scores[at]
        places.upto[found], places.tied[found] = pack.standing(numbers[found], at)
    return places


def _encoded(ids: list[str]) -> UIntArray:
    """Return ``(m, words)`` ids as UTF-8 in rows of words, padded with zero bytes.

    One that nobody packs, because it holds a line end or a zero or is too long, becomes a blank.
    """
    text = "\n".join(ids).encode("utf-8", "surrogatepass")
    codes = np.frombuffer(text + bytes(PAD), dtype=np.uint8)
    ends = np.append(np.flatnonzero(codes[: len(text)] == ord("\n")), len(text))
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts
    if len(ends) != len(ids) or lengths.max(initial=0) >= PAD or b"\0" in text:
        odd = [len(i.encode("utf-8", "surrogatepass")) >= PAD or "\0" in i or "\n" in i for i in ids]
        return _encoded([" " if strange else i for i, strange in zip(ids, odd, strict=True)])
    return pieces(codes, starts, lengths)
