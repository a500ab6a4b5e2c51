"""Both sides of the items that moved the headlines most, so that a page can lay them side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gate.telling.movers import mover

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.judgement.checks import Line
    from gate.judgement.judged import Judged
    from gate.report import Mover, Side

MOST = 150
"""Items whose two sides a report holds, at most."""

LENGTH = 300_000
"""Characters of documents, texts and questions in all of them together; the first is always there."""


class _Moved(NamedTuple):
    """How far an item moved a headline, 1 for the item that moved it furthest."""

    share: float
    item: str
    line: Line
    row: int


def moved_most(judged: Judged) -> tuple[Mover, ...]:
    """Describe the items that moved the headlines most, one entry an item, the one that moved most first.

    Headlines have unlike units, so a change counts as a share of the largest one under its headline. Each
    item is told under the headline that it moved most; equal ones stand in order of id.
    """
    found: dict[str, _Moved] = {}
    for each in _moved(judged):
        known = found.get(each.item)
        if known is None or each.share > known.share:
            found[each.item] = each
    chosen = sorted(found.values(), key=lambda each: (-each.share, each.item))[:MOST]
    told: list[Mover] = []
    length = 0
    for each in chosen:
        entry = mover(judged, each.line, each.row)
        length += _length(entry)
        if told and length > LENGTH:
            break
        told.append(entry)
    return tuple(told)


def _moved(judged: Judged) -> Iterator[_Moved]:
    for line in judged.lines:
        comparison = line.comparison
        if line.rule.role != "headline" or comparison is None or not comparison.gain.is_defined:
            continue
        sizes = np.abs(comparison.effect)
        largest = float(sizes.max(initial=0.0))
        if not 0 < largest < np.inf:
            continue
        for row in np.argsort(-sizes, kind="stable")[:MOST]:
            if sizes[row] > 0:
                yield _Moved(float(sizes[row]) / largest, comparison.ids[row], line, int(row))


def _length(entry: Mover) -> int:
    texts = [entry.item, entry.query, *entry.references]
    return sum(map(len, texts)) + _of_side(entry.baseline) + _of_side(entry.candidate)


def _of_side(side: Side) -> int:
    return sum(len(place.document) for place in side.places) + len(side.text or "") + len(side.error)
