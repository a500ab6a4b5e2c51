"""What both systems did with an item, in words: ranks of documents, or score and decision, or a text."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.reporters import texts
from gate.reporters.escaping import SENTENCE, shorten
from gate.reporters.numbers import exact, exact_change
from gate.verdict import SLACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gate.metrics.metric import Effect
    from gate.report import Lost, Mover, Place, Side

SHOWN = 4
"""Documents named for one item; more are counted."""

NEWCOMERS = 2
"""Documents named that took a place at the top."""

TOP = 3
"""How far down a newcomer is worth naming."""

MEASURES: dict[Effect, str] = {
    "gain": "gains, whose mean over all items is the gain",
    "contribution": "contributions, which add up to the gain",
    "influence": "changes of influence, which add up to nothing",
}
"""What is told of items that moved a metric, and what it has to do with the metric's gain."""


@dataclass(frozen=True, slots=True)
class Move:
    """Where one document went, unescaped.

    Attributes:
        document: Its id.
        remark: ``"grade 3"`` or ``"unjudged"``.
        path: ``"2 → 14"``, ``"4 → not returned"``, ``"new at 1"``.
    """

    document: str
    remark: str
    path: str


@dataclass(frozen=True, slots=True)
class Story:
    """One item of the table of movers, unescaped.

    Attributes:
        mover: What it is about.
        value: The metric's value on the item, before → after; empty for a metric that has none on a
            single item, such as an area under a curve.
        gain: Its change on the item, before any weight; else what ``measure`` says. Positive is better.
        measure: ``"gain"``, the item's ``"contribution"`` to the metric's gain, or the change of its
            ``"influence"`` on the metric.
        is_weighted: Whether that change counts more or less in the metric than an item of mean weight does.
        moves: Retrieval: relevant documents that changed rank, and newcomers at the top.
        more: Relevant documents that moved and are not in ``moves``.
        score: Classification: score before → after; empty for rankings.
        decision: Classification: decision before → after; empty for rankings.
        errors: Why there was no answer, one sentence a side.
        texts: Generation: ``(what it is, text)`` of the reference and of both answers.
    """

    mover: Mover
    value: str
    gain: str
    measure: Effect
    is_weighted: bool
    moves: tuple[Move, ...]
    more: int
    score: str
    decision: str
    errors: tuple[str, ...]
    texts: tuple[tuple[str, str], ...] = ()


def story(mover: Mover) -> Story:
    """Tell what happened to one item."""
    before, after = mover.baseline, mover.candidate
    moved = [] if _silent(before) or _silent(after) else _moved(before.places, after.places)
    newcomers = _newcomers(before.places, after.places) if before.places else []
    errors = [f"{name}: {side.error}" for name, side in _named(before, after) if side.error]
    change = _change(mover)
    return Story(
        mover=mover,
        value=_numbers(before.value, after.value) if _is_per_item(mover) else "",
        gain=exact_change(change),
        measure=measure_of(mover),
        is_weighted=abs(change - mover.gain) > SLACK,
        moves=(*moved[:SHOWN], *newcomers),
        more=max(0, len(moved) - SHOWN),
        score=_score(before, after),
        decision=_decision(before, after),
        errors=tuple(errors),
        texts=texts.told(mover),
    )


def loss(lost: Lost) -> str:
    """Tell in one line, unescaped, what an item lost.

    >>> from gate.report import Lost
    >>> loss(Lost("mrr", "q7", "upload limits", 12, -0.5, 0.5, 0.0))
    'q7 “upload limits”: mrr 0.5 → 0'
    """
    query = f" “{shorten(lost.query, SENTENCE)[0]}”" if lost.query else ""
    if lost.baseline is None or lost.candidate is None:
        if lost.measure == "contribution":
            return (
                f"{lost.item}{query}: it contributed {exact_change(lost.gain)} to the gain of {lost.metric}"
            )
        return f"{lost.item}{query}: its influence on {lost.metric} changed by {exact_change(lost.gain)}"
    return (
        f"{lost.item}{query}: {lost.metric} {exact(lost.baseline, most=4)} → {exact(lost.candidate, most=4)}"
    )


def arrow(before: str, after: str) -> str:
    """Join two states, or write one that did not change once.

    >>> arrow("2", "14"), arrow("flagged", "flagged")
    ('2 → 14', 'flagged, as before')
    """
    return f"{before}, as before" if before == after else f"{before} → {after}"


def by_check(movers: Iterable[Mover]) -> dict[str, list[Mover]]:
    """Group ``movers`` by the check they moved, in the order given."""
    groups: dict[str, list[Mover]] = {}
    for mover in movers:
        groups.setdefault(mover.metric, []).append(mover)
    return groups


def _moved(before: Iterable[Place], after: Iterable[Place]) -> list[Move]:
    was = {p.document: p for p in before}
    now = {p.document: p for p in after}
    relevant = {d: p for d, p in {**was, **now}.items() if p.grade is not None and p.grade > 0}
    moved = [d for d in relevant if _rank(was.get(d)) != _rank(now.get(d))]
    moved.sort(key=lambda d: (-(relevant[d].grade or 0), _rank(was.get(d)) or 10**9, d))
    return [
        Move(d, f"grade {exact(relevant[d].grade)}", arrow(_place(was.get(d)), _place(now.get(d))))
        for d in moved
    ]


def _newcomers(before: Iterable[Place], after: Iterable[Place]) -> list[Move]:
    known = {p.document for p in before}
    fresh = [p for p in after if p.document not in known and p.rank is not None and p.rank <= TOP]
    return [
        Move(
            p.document,
            "unjudged" if p.grade is None else f"grade {exact(p.grade)}",
            f"new at {p.rank}",
        )
        for p in fresh
        if p.grade is None or p.grade <= 0
    ][:NEWCOMERS]


def _rank(place: Place | None) -> int | None:
    return place.rank if place else None


def _place(place: Place | None) -> str:
    rank = _rank(place)
    return "not returned" if rank is None else f"{rank:,}"


def _is_per_item(mover: Mover) -> bool:
    """Return whether the metric has a value on the item, so that it is a mean over items, weighted or not."""
    return mover.baseline.value is not None or mover.candidate.value is not None


def measure_of(mover: Mover) -> Effect:
    """Return what a mover's gain is; a report of an earlier release does not say."""
    if _is_per_item(mover):
        return "gain"
    return "influence" if mover.measure == "gain" else mover.measure


def _change(mover: Mover) -> float:
    """Return the item's own change, before its weight; what it did to the metric, where it has no value."""
    before, after = mover.baseline.value, mover.candidate.value
    if before is None or after is None:
        return mover.gain
    return math.copysign(abs(after - before), mover.gain)


def _silent(side: Side) -> bool:
    return bool(side.error) and not side.places


def _named(before: Side, after: Side) -> tuple[tuple[str, Side], tuple[str, Side]]:
    return ("baseline", before), ("candidate", after)


def _score(before: Side, after: Side) -> str:
    if before.score is None and after.score is None:
        return ""
    return _numbers(before.score, after.score)


def _numbers(before: float | None, after: float | None) -> str:
    """Write two numbers with four significant digits, or with as many as tell them apart."""
    most = 4
    while most < 15 and before != after and exact(before, most=most) == exact(after, most=most):
        most += 1
    return arrow(exact(before, most=most), exact(after, most=most))


def _decision(before: Side, after: Side) -> str:
    if not before.decision and not after.decision:
        return ""
    return arrow(before.decision or "no answer", after.decision or "no answer")
