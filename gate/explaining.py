"""Which items moved a metric, what both runs did with one of them, and how the verdict came about."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate import pipeline
from gate.config.rules import UNSTORED
from gate.digits import apart, counted, number
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.inputs import reading
from gate.reporters.words import OUTCOMES, REASONS
from gate.samples.labelled import LabelledSample
from gate.telling import working
from gate.telling.accounting import RULES
from gate.telling.movers import extremes, mover
from gate.verdict import Outcome, Reason, reasoning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gate.judgement.checks import Line
    from gate.judgement.judged import Judged
    from gate.report import Mover
    from gate.samples.kinds import Sample
    from gate.scores import Score

LISTED = 20
"""Items listed on either side where none is named."""


def explain(
    path: Path,
    metric: str,
    item: str | None,
    *,
    run: Path | None,
    base: str | None,
    profile: str | None,
    write: Callable[..., list[str]],
) -> list[str]:
    """Explain a check in lines of text.

    Args:
        path: A config.
        metric: A check of it, as reports spell it.
        item: One item, or ``None`` for those that moved most.
        run: A run file instead of the config's own.
        base: Where the baseline is taken from.
        profile: One of the config's profiles.
        write: Turns a mover into lines; takes ``change=``, how much its item changed, in words, and
            ``workings=``, how either side comes to its value, for both sides in full.

    Raises:
        QuestionError: No such check, or no such item in it.
        NoAnswerError: Nothing can be compared.
    """
    judged = pipeline.judge(reading.read(path, run=run, base=base, profile=profile), first_run_passes=True)
    line = _line_named(judged, metric, path)
    comparison = line.comparison
    if comparison is None or not comparison.gain.is_defined:
        if line.rule.spec.arguments.get("field") in UNSTORED and line.candidate.score.n:
            return _alone(judged, line, item, path)
        raise NoAnswerError(_nothing_to_explain(judged, line, path))
    ids = comparison.ids
    told = [f"{line.rule.identity}: {line.verdict.because}.", *_decided(line)]
    samples = [sample for _, sample in judged.sides(line)]
    scores = [side.score for side in (comparison.baseline, comparison.candidate)]
    pairs = list(zip(samples, scores, strict=True))
    if item is not None:
        row = _row_of(item, ids, f"on both sides of {metric}", judged, path)
        found = _at_thresholds(mover(judged, line, row), samples)
        workings = [working.of_item(sample, score, row, line.rule) for sample, score in pairs]
        shown = write(found, change=_change(line, samples[1], row), workings=workings)
        return [*told, *shown, *_moved(line, samples[1], row)]
    rows = extremes(comparison.effect, losers=LISTED, winners=LISTED)
    changed = int((comparison.effect != 0).sum())
    told.append(
        f"{number(comparison.baseline.score.value)} -> {number(comparison.candidate.score.value)}; "
        f"{changed:,} of {counted(comparison.gain.n, 'item')} moved it{_adding_up(line)}."
    )
    for name, pair in zip(("baseline", "candidate"), pairs, strict=True):
        told += _filled_in(name, *pair)
    for row in rows:
        change = _change(line, samples[1], row)
        told += write(mover(judged, line, row), change=change, workings=None)
    if changed > len(rows):
        told.append(f"and {changed - len(rows):,} more")
    return told


def _at_thresholds(found: Mover, samples: Sequence[Sample]) -> Mover:
    """Name the threshold of each side's decision: the metric may stand at another one, of its own choice."""
    before, after = (
        replace(side, decision=f"{side.decision} with the deployed threshold at {number(sample.threshold)}")
        if side.decision and isinstance(sample, LabelledSample) and sample.threshold is not None
        else side
        for side, sample in zip((found.baseline, found.candidate), samples, strict=True)
    )
    return replace(found, baseline=before, candidate=after)


def _alone(judged: Judged, line: Line, item: str | None, path: Path) -> list[str]:
    """Explain a number that no baseline keeps, such as a latency, by the candidate alone."""
    sample, score, field = judged.lineup.sample, line.candidate.score, line.rule.spec.arguments["field"]
    told = [
        f"{line.rule.identity}: {line.verdict.because}.",
        *_decided(line),
        f"No baseline keeps {field}, which differs from call to call: this is the candidate alone.",
        f"{number(score.value)} over {counted(score.n, 'item')}.",
    ]
    if item is None:
        return [*told, *_filled_in("candidate", sample, score)]
    steps = working.of_item(
        sample, score, _row_of(item, sample.ids, "among the golden items", judged, path), line.rule
    )
    return [*told, *(f"    {step}" for step in steps)]


def _row_of(item: str, ids: Sequence[str], where: str, judged: Judged, path: Path) -> int:
    """Return the row of an item.

    Raises:
        QuestionError: There is no such item, or it is left out.
    """
    if item in ids:
        return ids.index(item)
    near = difflib.get_close_matches(item, ids, n=1)
    what = f"no item {item!r} {where}" + (f", did you mean {near[0]!r}?" if near else "")
    for rule, items in judged.lineup.sample.accounting.excluded.items():
        if item in items:
            what = f"the golden item {item!r} is {RULES.get(rule, 'left out')}"
    fix = "leave the item out to list those that moved most"
    raise QuestionError(Problem(what, str(path), fix, code="unknown_item"))


def _filled_in(name: str, sample: Sample, score: Score) -> list[str]:
    """Write the formula of one side; nothing where it is a mean of items."""
    steps = working.of_all(sample, score)
    return [f"  {name}", *(f"    {step}" for step in steps)] if steps else []


def _decided(line: Line) -> list[str]:
    outcome, reason = line.verdict.outcome, line.verdict.reason
    hence = f"Hence {OUTCOMES[outcome]}: {REASONS[reason]} [{reason}]."
    limit = line.asked.limit
    if limit is not None and not limit.is_floor and reason in {Reason.FLOOR, Reason.FLOOR_WITHIN_NOISE}:
        within = " within noise" if reason is Reason.FLOOR_WITHIN_NOISE else ""
        hence = f"Hence {OUTCOMES[outcome]}: ceiling crossed{within} [{reason}, the code of either limit]."
    return [f"  {sentence}" for sentence in (*reasoning(line.facts, line.asked, line.verdict), hence)]


def _line_named(judged: Judged, name: str, path: Path) -> Line:
    """Return the check called ``name``: in full, by its key in the config, without slice, or by its metric.

    A check of the whole set is meant before those of its slices.

    Raises:
        QuestionError: There is no such check, or more than one.
    """
    keys = judged.inputs.config.by_key
    wanted = keys[name].identity if name in keys else name
    several: list[Line] = []
    for spelt in (
        lambda line: line.rule.identity,
        lambda line: str(line.rule.spec),
        lambda line: line.rule.metric.name,
    ):
        found = [line for line in judged.lines if spelt(line) == wanted]
        whole = [line for line in found if not line.rule.where and line.rule.since is None]
        for meant in (whole, found):
            if len(meant) == 1:
                return meant[0]
        several = several or whole or found
    known = [line.rule.identity for line in several or judged.lines]
    near = [] if several else difflib.get_close_matches(name, [*keys, *known], n=1)
    what = f"{name!r} names several checks" if several else f"no check {name!r}"
    what += f", did you mean {near[0]!r}? This config asks for: " if near else "; this config asks for: "
    raise QuestionError(Problem(what + ", ".join(known), str(path), code="unknown_check"))


@dataclass(frozen=True, slots=True)
class _Own:
    """What an item did by itself.

    Attributes:
        change: By how much its value changed; positive is better.
        weight: Its weight.
        total: Weight of all items that take part.
        is_weighted: Whether these weights differ.
    """

    change: float
    weight: float
    total: float
    is_weighted: bool


def _own(line: Line, sample: Sample, row: int) -> _Own:
    assert line.comparison is not None
    assert line.rule.metric.effect == "gain"
    score, effect = line.comparison.candidate.score, float(line.comparison.effect[row])
    weights = sample.weight[score.rows]
    weight, total = float(sample.weight[row]), math.fsum(weights)
    is_weighted = bool(np.ptp(weights) > 0)
    if is_weighted and score.rows[row]:
        effect *= total / (weight * score.n)  # the effect holds the weight over the mean weight
    return _Own(effect + 0.0, weight, total, is_weighted)  # no minus sign on nothing


def _change(line: Line, sample: Sample, row: int) -> str:
    """Say by how much an item changed, and its weight where weights differ; else what it did to the gain."""
    assert line.comparison is not None
    if line.rule.metric.effect != "gain":
        return f"{line.rule.metric.effect} {_signed(float(line.comparison.effect[row]) + 0.0)}"
    own = _own(line, sample, row)
    return _signed(own.change) + (f", weight {number(own.weight)}" if own.is_weighted else "")


def _adding_up(line: Line) -> str:
    assert line.comparison is not None
    if line.rule.metric.effect != "contribution":
        return ""
    return f"; all contributions add up to the gain of {number(line.comparison.gain.value)}"


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{number(value)}"


def _moved(line: Line, sample: Sample, row: int) -> list[str]:
    """Say how an item changed and which part of the gain that is; empty where it takes no part."""
    comparison = line.comparison
    assert comparison is not None
    before, after = comparison.baseline.score, comparison.candidate.score
    if not after.rows[row]:
        return []
    gain, measure = number(comparison.gain.value), line.rule.metric.effect
    if measure == "influence":
        fell = _signed(float(comparison.effect[row]) + 0.0)
        return [f"  its influence on {after.spec} changed by {fell}, which is no part of the gain of {gain}"]
    if measure == "contribution":
        own_part = number(float(comparison.effect[row]) + 0.0)
        return [
            f"  contribution to the gain of {gain}: {own_part}   (those of all items add up to it)",
            _ON_THE_WAY,
        ]
    own, n = _own(line, sample, row), comparison.gain.n
    better = after.metric.direction(after.spec)
    sides = apart(float(before.parts[row]), float(after.parts[row]))
    first, second = reversed(sides) if better == "higher" else sides
    note = "" if better == "higher" else "   (lower is better)"
    change = f"  gain: {first} - {second} = {_signed(own.change)}{note}"
    divided, by = f"{_signed(own.change)} / {counted(n, 'item')}", ""
    part = own.change / n
    if own.is_weighted:
        part = own.change * own.weight / own.total
        divided = f"{_signed(own.change)} × {number(own.weight)} / {number(own.total)}"
        by = "   (its weight / the weight of all)"
    return [change, f"  contribution to the gain of {gain}: {divided} = {number(part)}{by}"]


_ON_THE_WAY = (
    "  a contribution comes from the path between both runs, on which all items move together, "
    "not from the difference of the two influences"
)


def _nothing_to_explain(judged: Judged, line: Line, path: Path) -> Problem:
    """Say why a check has no pairs; its verdict may be about a limit, which needs none."""
    where, asked = f"{path}: {line.rule.identity}", judged.inputs
    verdict = line.verdict
    if verdict.outcome is Outcome.NOT_COMPARABLE and verdict.reason is not Reason.NO_BASELINE:
        return Problem(verdict.because, where, code=verdict.reason)
    if asked.stored is None:
        what = f"there is no baseline {asked.config.name!r} yet, so there is nothing to compare with"
        return Problem(what, where, f"`gate refresh {path}` records one", code="no_baseline")
    because = line.comparison.gain.because if line.comparison else ""
    return Problem(because or "this check has no items on both sides to compare", where, code="too_few_pairs")
