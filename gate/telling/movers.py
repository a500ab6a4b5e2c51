"""Which items moved a metric, with both sides of each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.report import Mover, Place, Side
from gate.verdict import Outcome

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.comparison import Measured
    from gate.golden import GoldenItem
    from gate.judgement import Judged, Line
    from gate.run import Answer

CHECKS = 3
"""Checks whose movers a report lists."""

LOSERS, WINNERS = 5, 2
"""Items a check, at most: those that lost most, then those that gained most."""

SHOWN = 10
"""Results of a ranking that are listed, at most; relevant documents further down come after them."""


def movers(judged: Judged) -> tuple[Mover, ...]:
    """List the items that moved the checks which need eyes; else those that moved a headline.

    Empty where nothing could be compared, or nothing changed.
    """
    worrying = [x for x in judged.lines if x.verdict.outcome in (Outcome.REGRESSED, Outcome.INCONCLUSIVE)]
    other = [x for x in judged.lines if x.rule.role == "headline"]
    compared = [x for x in worrying or other if x.comparison and x.comparison.gain.is_defined]
    return tuple(
        mover(judged, line, row)
        for line in compared[:CHECKS]
        if line.comparison is not None
        for row in extremes(line.comparison.effect)
    )


def extremes(column: FloatArray, *, losers: int = LOSERS, winners: int = WINNERS) -> list[int]:
    """Return the rows that lost most, worst first, then those that gained most, best last.

    Rows of equal change stand in order of id. Rows that did not change are never among them.
    """
    order = np.argsort(column, kind="stable")
    lost = [int(i) for i in order if column[i] < 0][:losers]
    gained = [int(i) for i in order if column[i] > 0]
    return lost + gained[max(0, len(gained) - winners) :]


def mover(judged: Judged, line: Line, row: int) -> Mover:
    """Describe one item under one check, both sides.

    Args:
        judged: Inputs with a comparison.
        line: One of its checks.
        row: Row of the item among the shared items.
    """
    asked, comparison = judged.inputs, line.comparison
    assert comparison is not None
    assert asked.baseline_run is not None
    item = asked.golden.items[judged.lineup.ids[row]]
    before, after = (
        _side(judged, line, measured, which, row)
        for which, measured in enumerate((comparison.baseline, comparison.candidate))
    )
    gain = float(comparison.effect[row]) + 0.0  # no minus sign on nothing
    return Mover(line.rule.identity, item.id, item.query, item.label or "", gain, before, after)


def _side(judged: Judged, line: Line, measured: Measured, which: int, row: int) -> Side:
    asked, labelled = judged.inputs, judged.lineup.labelled
    item = asked.golden.items[judged.lineup.ids[row]]
    run = (asked.baseline_run, asked.run)[which]
    assert run is not None
    answer = run.answers.get(item.id)
    part = float(measured.score.parts[row])
    is_mean = measured.score.metric.form == "per_item"
    value = part if is_mean and math.isfinite(part) else None
    if answer is None:
        return Side(value, error="no answer")
    if answer.error is not None:
        return Side(value, error=answer.error)
    if labelled is None:
        return Side(value, places=_places(item, answer, line.rule.spec.cutoff))
    sample = labelled[which]
    score = None if answer.score is None or not math.isfinite(answer.score) else answer.score
    decision = ""
    if sample.decided:
        decision = "flagged" if sample.flagged[row] else "not flagged"
    return Side(value, score=score, decision=decision)


def _places(item: GoldenItem, answer: Answer, cutoff: int | None) -> tuple[Place, ...]:
    ranking = answer.ranking
    grades = item.relevant or {}
    if ranking is None:
        return ()
    top = ranking.ordered(min(cutoff or SHOWN, SHOWN))
    places = [Place(d, rank, grades.get(d)) for rank, d in enumerate(top, start=1)]
    further = sorted((d for d in grades if grades[d] > 0 and d not in top), key=lambda d: (-grades[d], d))
    ranks = ranking.ranks_of(further)
    below = [
        Place(d, int(rank) if math.isfinite(rank) else None, grades[d])
        for d, rank in zip(further, ranks, strict=True)
    ]
    below.sort(key=lambda place: (place.rank is None, place.rank or 0))
    return tuple(places + below[:SHOWN])
