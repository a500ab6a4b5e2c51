"""Refresh and accept: how a run becomes the baseline, and when it does not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gate import inputs, pipeline, surroundings
from gate.errors import Problem, QuestionError
from gate.lineup import cheapest_of
from gate.promotion import Promotion, Step, promote
from gate.run import Run
from gate.stores.answers import encode
from gate.stores.summary import GoldenFacts, Level, Provenance, RunFile, Summary
from gate.telling.conditions import conditions
from gate.telling.story import tell
from gate.verdict import Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from gate.judgement import Judged, Line
    from gate.report import Report


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a refresh or an accept did.

    Attributes:
        report: The comparison with the baseline as it was.
        promotion: What was decided, and why.
        files: Files that were written; none if nothing changed.
    """

    report: Report
    promotion: Promotion
    files: tuple[Path, ...]


def refresh(path: Path, *, run: Path | None = None) -> Recorded:
    """Raise the baseline in the work tree if the run earns it; never lower it.

    Args:
        path: A config.
        run: A run file to record instead of the config's own.

    Returns:
        The promotion; ``Step.REFUSE`` if the run regressed or a first run is incomplete.

    Raises:
        GateError: As :func:`gate.pipeline.check`; another process changed the baseline meanwhile.
    """
    asked = inputs.read(path, run=run, base=surroundings.WORKTREE)
    judged = pipeline.judge(asked, first_run_passes=True)
    accounting = judged.lineup.sample.accounting
    promotion = promote(
        judged.lines,
        has_baseline=asked.stored is not None,
        added=len(asked.edits.added) if asked.edits else 0,
        unanswered=len(accounting.errored) + len(accounting.missing),
    )
    told = tell(judged)
    if _is_not_comparable(judged) and promotion.step is not Step.RECORD:
        why = next(c.because for c in told.checks if c.outcome is Outcome.NOT_COMPARABLE)
        promotion = Promotion(Step.REFUSE, why)
    if promotion.step is Step.REFUSE:
        return Recorded(told, promotion, ())
    answers = _answers(judged, promotion.step)
    files = _save(judged, answers, how="refresh", reason="", by="")
    return Recorded(told, promotion, files)


def accept(path: Path, *, reason: str, run: Path | None = None, retune: bool = False) -> Recorded:
    """Make a run the baseline because a person says so, worse or not.

    Args:
        path: A config.
        reason: Why; kept in the baseline for whoever asks later.
        run: A run file to record instead of the config's own.
        retune: Whether to freeze the cheapest threshold of this run instead of the frozen one.

    Raises:
        QuestionError: The reason is empty, or there is nothing to re-tune.
        GateError: As :func:`gate.pipeline.check`.
    """
    if not reason.strip():
        raise QuestionError(
            Problem("a baseline is accepted for a reason", "--reason", "say why in a sentence")
        )
    asked = inputs.read(path, run=run, base=surroundings.WORKTREE)
    judged = pipeline.judge(asked, first_run_passes=True)
    threshold = cheapest_of(asked, asked.run) if retune else None
    files = _save(
        judged,
        asked.run,
        how="accept",
        reason=reason.strip(),
        by=surroundings.person(path),
        threshold=threshold,
    )
    because = f"accepted: {reason.strip()}" if files else "the baseline is this run already"
    return Recorded(tell(judged), Promotion(Step.RAISE if files else Step.KEEP, because), files)


def _is_not_comparable(judged: Judged) -> bool:
    return bool(judged.vanished) or any(
        line.verdict.outcome is Outcome.NOT_COMPARABLE for line in judged.lines
    )


def _answers(judged: Judged, step: Step) -> Run:
    """Return the answers to store: all new ones, or the old ones with those to new items."""
    asked = judged.inputs
    before = asked.baseline_run
    if step in (Step.RECORD, Step.RAISE) or before is None or asked.edits is None:
        return asked.run
    added = frozenset(asked.edits.added)
    new = {a.id: a for a in asked.run if a.id in added}
    gone = frozenset(asked.edits.removed)
    kept = {a.id: a for a in before if a.id not in gone}
    return Run({**kept, **new}, asked.run.source)


def _save(
    judged: Judged,
    run: Run,
    *,
    how: Literal["refresh", "accept"],
    reason: str,
    by: str,
    threshold: float | None = None,
) -> tuple[Path, ...]:
    asked = judged.inputs
    known = {i: a for i, a in run.answers.items() if i in asked.golden.items}
    answers = encode(Run(known, run.source))
    # Rules are recorded for the answers that are stored, so an unchanged run is measured as it was.
    measured = judged if run is asked.run else pipeline.judge(_with_run(judged, run), first_run_passes=True)
    store = inputs.folder_store(asked.config)
    summary = _summary(measured, how=how, reason=reason, by=by, threshold=threshold)
    expecting = asked.stored.digest if asked.stored else None
    return tuple(store.save(asked.config.name, summary, answers, expecting=expecting))


def _with_run(judged: Judged, run: Run) -> inputs.Inputs:
    asked = judged.inputs
    return inputs.Inputs(
        asked.config, asked.golden, run, asked.stored, asked.baseline_run, asked.edits, asked.base, ()
    )


def _summary(
    judged: Judged, *, how: Literal["refresh", "accept"], reason: str, by: str, threshold: float | None
) -> Summary:
    asked = judged.inputs
    golden, config = asked.golden, asked.config
    facts = conditions(
        config, golden, judged.lineup.sample, paired=None, threshold=judged.lineup.threshold.value
    ).facts
    previous = asked.stored.digest if asked.stored else ""
    commit = dict(surroundings.facts(config.path)).get("commit", "")
    return Summary(
        name=config.name,
        task=config.task,
        golden=GoldenFacts(golden.source, golden.fingerprint, len(golden)),
        checks=tuple(_level(line) for line in judged.lines),
        threshold=threshold if threshold is not None else judged.lineup.threshold.value,
        conditions=dict(facts),
        item_digests=golden.digests,
        provenance=Provenance(
            recorded_at=surroundings.now(),
            tool=surroundings.version(),
            commit=commit,
            by=by,
            how=how,
            reason=reason,
            previous=previous,
        ),
        run=RunFile(),
    )


def _level(line: Line) -> Level:
    level = line.candidate.level
    value, low, high = (x if math.isfinite(x) else None for x in (level.value, level.low, level.high))
    return Level(
        line.rule.identity,
        str(line.rule.spec),
        line.rule.slice_name,
        value,
        low,
        high,
        level.n,
        line.candidate.positives,
    )
