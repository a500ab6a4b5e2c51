"""Which items moved a metric, what both runs did with one of them, and how the verdict came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate import inputs, pipeline
from gate.digits import number
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.telling import working
from gate.telling.movers import extremes, mover
from gate.verdict import Outcome, Reason, reasoning

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gate.judged import Judged
    from gate.judgement import Line

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
        write: Turns a mover into lines; takes ``workings=``, how either side comes to its value, for both
            sides in full.

    Raises:
        QuestionError: No such check, or no such item in it.
        NoAnswerError: Nothing can be compared.
    """
    judged = pipeline.judge(inputs.read(path, run=run, base=base, profile=profile), first_run_passes=True)
    line = pipeline.line_named(judged, metric)
    if line is None:
        known = ", ".join(each.rule.identity for each in judged.lines)
        raise QuestionError(
            Problem(f"no check {metric!r}; this config asks for: {known}", str(path), code="unknown_check")
        )
    comparison = line.comparison
    if comparison is None or not comparison.gain.is_defined:
        raise NoAnswerError(_nothing_to_explain(judged, line, path))
    ids = comparison.ids
    told = [f"{line.rule.identity}: {line.verdict.because}.", *_decided(line)]
    samples = [sample for _, sample in judged.sides(line)]
    scores = [side.score for side in (comparison.baseline, comparison.candidate)]
    pairs = list(zip(samples, scores, strict=True))
    if item is not None:
        if item not in ids:
            raise QuestionError(
                Problem(
                    f"no item {item!r} on both sides of {metric}",
                    str(path),
                    "leave it out to list them",
                    code="unknown_item",
                )
            )
        row = ids.index(item)
        found = mover(judged, line, row)
        workings = [working.of_item(sample, score, row) for sample, score in pairs]
        return [*told, *write(found, workings=workings), *_moved(line, found.gain)]
    rows = extremes(comparison.effect, losers=LISTED, winners=LISTED)
    changed = int((comparison.effect != 0).sum())
    told.append(
        f"{number(comparison.baseline.score.value)} -> {number(comparison.candidate.score.value)}; "
        f"{changed:,} of {comparison.gain.n:,} items changed."
    )
    for name, (sample, score) in zip(("baseline", "candidate"), pairs, strict=True):
        if steps := working.of_totals(sample, score):
            told += [f"  {name}", *(f"    {step}" for step in steps)]
    for row in rows:
        told += write(mover(judged, line, row), workings=None)
    return told


def _decided(line: Line) -> list[str]:
    return [f"  {sentence}" for sentence in reasoning(line.facts, line.asked, line.verdict)]


def _moved(line: Line, gain: float) -> list[str]:
    """Say how much of the gain one item is; its parts are those of a mean, or influences on the whole."""
    assert line.comparison is not None
    n = line.comparison.gain.n
    by = "" if line.rule.metric.form == "per_item" else ", by its influence on the formula"
    share = f"{'+' if gain > 0 else ''}{number(gain)} / {n:,} items = {number(gain / n)}"
    return [f"  part in the gain of {number(line.comparison.gain.value)}: {share}{by}"]


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
