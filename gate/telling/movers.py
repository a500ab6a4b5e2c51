"""Which items moved a metric, with both sides of each."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gate.report import Mover, Place, Side
from gate.samples.labelled import LabelledSample
from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.judged import Judged
    from gate.judgement import Line
    from gate.measuring import Measured
    from gate.run import Answer, Run
    from gate.scoring import Sample

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
    headlines = [x for x in judged.lines if x.rule.role == "headline"]
    urgent = sorted((x for x in judged.lines if _urgency(x) is not None), key=lambda x: _urgency(x) or 0)
    # What moved since the anchor is worth a list only where nothing moved since the baseline.
    chosen = [x for x in urgent if x.rule.since is None] or urgent
    compared = [x for x in chosen or headlines if x.comparison and x.comparison.gain.is_defined]
    return tuple(
        mover(judged, line, row)
        for line in compared[:CHECKS]
        if line.comparison is not None
        for row in extremes(line.comparison.effect)
    )


def _urgency(line: Line) -> int | None:
    """Return how urgently a line needs eyes, 0 first; ``None`` if it does not."""
    if line.verdict.outcome is Outcome.REGRESSED:
        return 0
    if line.verdict.outcome is not Outcome.INCONCLUSIVE:
        return None
    if line.rule.role == "headline":
        return 1
    return 2 if line.verdict.reason is Reason.SUSPECT else None


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
    comparison = line.comparison
    assert comparison is not None
    item = judged.inputs.golden.items[comparison.ids[row]]
    sides = zip(judged.sides(line), (comparison.baseline, comparison.candidate), strict=True)
    before, after = (_side(item, line, run, sample, measured, row) for (run, sample), measured in sides)
    gain = float(comparison.effect[row]) + 0.0  # no minus sign on nothing
    return Mover(line.rule.identity, item.id, item.query, item.label or "", gain, before, after)


def _side(item: GoldenItem, line: Line, run: Run, sample: Sample, measured: Measured, row: int) -> Side:
    answer = run.answers.get(item.id)
    part = float(measured.score.parts[row])
    is_mean = measured.score.metric.form == "per_item"
    value = part if is_mean and math.isfinite(part) else None
    if answer is None:
        return Side(value, error="no answer")
    if answer.error is not None:
        return Side(value, error=answer.error)
    if not isinstance(sample, LabelledSample):
        return Side(value, places=_places(item, answer, line.rule.spec.cutoff))
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
