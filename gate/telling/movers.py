"""Which items moved a metric, with both sides of each; and all that a worrying check lost."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gate.chunks import as_judged
from gate.judgement.critical import CHECK as CRITICAL
from gate.placing import ranks
from gate.report import Lost, Mover, Place, Side
from gate.run import Run
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.text import TextSample
from gate.telling.classes import class_side
from gate.telling.raters import truth_of
from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.judgement.checks import Line
    from gate.judgement.judged import Judged
    from gate.measuring.levels import Measured
    from gate.run import Answer
    from gate.samples.kinds import Sample

CHECKS = 3
"""Checks whose movers a report lists."""

LOSERS, WINNERS = 5, 2
"""Items a check, at most: those that lost most, then those that gained most."""

LOST = 1_000
"""Lost items that a report names, shared equally among the checks that need eyes."""

SHOWN = 10
"""Results of a ranking that are listed, at most; relevant documents further down come after them."""


def movers(judged: Judged) -> tuple[Mover, ...]:
    """List the items that moved the checks which need eyes; else those that moved a headline.

    Empty where nothing could be compared, or nothing changed.
    """
    headlines = [x for x in judged.lines if x.rule.role == "headline"]
    urgent = _urgent(judged)
    # What moved since the anchor is worth a list only where nothing moved since the baseline.
    chosen = [x for x in urgent if x.rule.since is None] or urgent
    # What a judge said that may not be relied on moved nothing.
    trusted = [x for x in chosen or headlines if not x.facts.means_nothing]
    compared = [x for x in trusted if x.comparison and x.comparison.gain.is_defined]
    return tuple(
        mover(judged, line, row)
        for line in compared[:CHECKS]
        if line.comparison is not None
        for row in extremes(line.comparison.effect)
    )


def lost(judged: Judged) -> tuple[Lost, ...]:
    """List what the checks lost that need eyes, most urgent first, worst first within each.

    Critical items that broke come before. An item without a line of its own, as in a golden set of
    several files, has line 0.
    """
    compared = [x for x in _urgent(judged) if x.comparison and x.comparison.gain.is_defined][:LOST]
    broken = judged.critical.broken if judged.critical is not None else ()
    items = judged.inputs.golden.items
    found = [_lost(judged, CRITICAL, items[i], -1.0, (1.0, 0.0)) for i in broken[:LOST]]
    for line in compared:
        assert line.comparison is not None
        sides = line.comparison.baseline, line.comparison.candidate
        for row in _worst(line.comparison.effect, max(1, LOST // len(compared))):
            item, gain = items[line.comparison.ids[row]], float(line.comparison.effect[row])
            before, after = (_value(side, row) for side in sides)
            lost = _lost(judged, line.rule.identity, item, gain, (before, after))
            found.append(replace(lost, measure=line.rule.metric.effect))
    return tuple(found)


def _worst(column: FloatArray, most: int) -> list[int]:
    """Return the rows that lost most, worst first, at most ``most``; in order of id where equal."""
    rows = np.flatnonzero(column < 0)
    if len(rows) > most:  # a million items may lose, and only a few are named
        rows = rows[column[rows] <= np.partition(column[rows], most - 1)[most - 1]]
    return [int(row) for row in rows[np.argsort(column[rows], kind="stable")][:most]]


def _lost(
    judged: Judged, check: str, item: GoldenItem, gain: float, values: tuple[float | None, float | None]
) -> Lost:
    one_file = judged.inputs.config.golden_source.path.is_file()
    return Lost(check, item.id, item.query, item.line if one_file else 0, gain, *values)


def _urgent(judged: Judged) -> list[Line]:
    return sorted((x for x in judged.lines if _urgency(x) is not None), key=lambda x: _urgency(x) or 0)


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
        row: Row of the item among the paired items.
    """
    comparison = line.comparison
    assert comparison is not None
    item = judged.inputs.golden.items[comparison.ids[row]]
    sides = zip(_as_judged(judged, line, item), (comparison.baseline, comparison.candidate), strict=True)
    before, after = (_side(item, line, run, sample, measured, row) for (run, sample), measured in sides)
    gain = float(comparison.effect[row]) + 0.0  # no minus sign on nothing
    return Mover(
        line.rule.identity,
        item.id,
        item.query,
        truth_of(item),
        gain,
        before,
        after,
        item.references or (),
        line.rule.metric.effect,
    )


def _as_judged(judged: Judged, line: Line, item: GoldenItem) -> Iterator[tuple[Run, Sample]]:
    """Yield both sides, with the one answer as documents or passages that are judged."""
    asked = judged.inputs
    for run, sample in judged.sides(line):
        given = run.answers.get(item.id)
        one = Run({item.id: given} if given is not None else {}, run.source)
        yield as_judged(one, asked.golden, asked.config.chunk_rule), sample


def _value(measured: Measured, row: int) -> float | None:
    part = float(measured.score.parts[row])
    return part if measured.score.metric.form == "per_item" and math.isfinite(part) else None


def _side(item: GoldenItem, line: Line, run: Run, sample: Sample, measured: Measured, row: int) -> Side:
    answer = run.answers.get(item.id)
    value = _value(measured, row)
    if answer is None:
        return Side(value, error="no answer")
    if answer.error is not None:
        return Side(value, error=answer.error)
    if isinstance(sample, CategoricalSample | MultilabelSample):
        return class_side(sample, row, value)
    if isinstance(sample, TextSample):
        return Side(value, text=answer.text)
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
    below = [
        Place(d, int(rank) if math.isfinite(rank) else None, grades[d])
        for d, rank in zip(further, ranks([ranking], [further]), strict=True)
    ]
    below.sort(key=lambda place: (place.rank is None, place.rank or 0))
    return tuple(places + below[:SHOWN])
