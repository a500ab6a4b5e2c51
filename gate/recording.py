"""Refresh and accept: how a run becomes the baseline, and when it does not."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from gate import pipeline, surroundings
from gate.errors import Problem, QuestionError
from gate.golden import GoldenSet
from gate.inputs import reading
from gate.inputs.basis import folder_store
from gate.inputs.calibrations import identities
from gate.lineup import cheapest_of
from gate.metrics import CLASSIFIERS
from gate.promotion import Promotion, Step, promote
from gate.stores.answers import LEFT_OUT, encode
from gate.stores.folder import FolderStore
from gate.stores.summary import GoldenFacts, Level, Provenance, RunFile, Summary
from gate.systems.checks import checked_by
from gate.telling.conditions import conditions
from gate.telling.story import tell
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.config import Config
    from gate.inputs.reading import Inputs
    from gate.judgement.checks import Line
    from gate.judgement.judged import Judged
    from gate.report import Report
    from gate.run import Run


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


def refresh(path: Path, *, run: Path | None = None, into: Path | None = None) -> Recorded:
    """Raise the baseline in the work tree if the run earns it; never lower it.

    Args:
        path: A config.
        run: A run file to record instead of the config's own.
        into: Folder to write to instead of the config's own store; it holds a copy of what that holds.

    Returns:
        The promotion; ``Step.REFUSE`` if the run regressed or a first run is incomplete.

    Raises:
        GateError: As :func:`gate.pipeline.check`; another process changed the baseline meanwhile.
    """
    asked = reading.read(path, run=run, base=surroundings.WORKTREE)
    judged = pipeline.judge(asked, first_run_passes=True)
    accounting = judged.lineup.sample.accounting
    promotion = promote(
        judged.lines,
        judged.critical,
        has_baseline=asked.stored is not None,
        added=len(_answered(asked.run, asked.edits.added)) if asked.edits else 0,
        unanswered=len(accounting.errored) + len(accounting.missing),
        lost=sum(line.comparison.lost for line in judged.lines if line.comparison is not None),
    )
    told = tell(judged, pictured=True)
    if _is_not_comparable(judged):
        why = next(c.because for c in told.checks if c.outcome is Outcome.NOT_COMPARABLE)
        promotion = Promotion(Step.REFUSE, why)
    match promotion.step:
        case Step.REFUSE:
            return Recorded(told, promotion, ())
        case Step.RECORD | Step.RAISE:
            kept = judged
        case _:
            kept = _keeping(judged, promotion.step)
    files = _save(kept, asked, how="refresh", reason="", by="", into=into)
    if files and promotion.step is Step.KEEP:
        promotion = Promotion(
            Step.KEEP, f"{promotion.because}; the answers stay, the rules were brought up to date"
        )
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
            Problem(
                "a baseline is accepted for a reason",
                "--reason",
                "say why in a sentence",
                code="reason_missing",
            )
        )
    asked = reading.read(path, run=run, base=surroundings.WORKTREE)
    if retune:
        _refuse_retuning(asked)
        frozen = cheapest_of(asked, asked.run)
        judged = pipeline.judge(asked, first_run_passes=True, frozen=frozen)
    else:
        judged = pipeline.judge(asked, first_run_passes=True)
    by = surroundings.person(path)
    files = _save(judged, asked, how="accept", reason=reason.strip(), by=by)
    because = reason.strip() if files else "the baseline is this run already"
    step = Step.ACCEPT if files else Step.KEEP
    return Recorded(tell(judged, pictured=True), Promotion(step, because), files)


def _refuse_retuning(asked: Inputs) -> None:
    value = asked.config.threshold
    if value != "from-baseline":
        raise QuestionError(
            Problem(
                f"the threshold is not frozen in the baseline: the config says {value!r}",
                "--retune",
                "write the new number in the config, or `threshold: from-baseline`",
                code="no_frozen_threshold",
            )
        )


def _answered(run: Run, items: Sequence[str]) -> list[str]:
    """Return those of ``items`` that have a whole answer."""
    return [i for i in items if i in run.answers and run.answers[i].error is None]


def _is_not_comparable(judged: Judged) -> bool:
    return bool(judged.vanished) or any(
        line.verdict.outcome is Outcome.NOT_COMPARABLE for line in judged.lines
    )


def _keeping(judged: Judged, step: Step) -> Judged:
    """Judge the answers that stay, with those to new items if they are appended.

    They are measured at the threshold they were deployed with, which a refresh does not move.
    """
    asked = judged.inputs
    before = asked.baseline_run
    assert before is not None
    assert asked.stored is not None
    assert asked.edits is not None
    added = _answered(asked.run, asked.edits.added) if step is Step.APPEND else []
    gone = frozenset(asked.edits.removed)
    kept = before.only({i for i in before.answers if i not in gone})
    run = kept.plus(asked.run.only(added))
    known = {*asked.edits.shared, *added}
    items = {i: item for i, item in asked.golden.items.items() if i in known}
    golden = GoldenSet(items, asked.golden.source, catalogue=asked.golden.catalogue)
    return pipeline.judge(
        replace(asked, golden=golden, run=run, notices=()),
        first_run_passes=True,
        frozen=asked.stored.summary.threshold,
    )


def _save(
    judged: Judged,
    asked: Inputs,
    *,
    how: Literal["refresh", "accept"],
    reason: str,
    by: str,
    into: Path | None = None,
) -> tuple[Path, ...]:
    golden, run = judged.inputs.golden, judged.inputs.run
    known = run.only(golden.items)
    summary = summary_of(judged, how=how, reason=reason, by=by)
    expecting = asked.stored.digest if asked.stored else None
    answers = encode(known)
    store = folder_store(asked.config) if into is None else FolderStore(into, str(into))
    return tuple(store.save(asked.config.name, summary, answers, expecting=expecting))


def summary_of(judged: Judged, *, how: Literal["refresh", "accept"], reason: str, by: str) -> Summary:
    """Return what a baseline keeps of a run beside its answers.

    Args:
        judged: The run, judged.
        how: By the rule of ``refresh``, or by a person.
        reason: The person's reason; empty after ``refresh``.
        by: Who ran the command.
    """
    asked = judged.inputs
    golden, config = asked.golden, asked.config
    facts = conditions(
        config,
        golden,
        judged.lineup.sample,
        paired=None,
        threshold=judged.lineup.threshold.value,
        judges=identities(config, asked.judges),
    ).facts
    previous = asked.stored.digest if asked.stored else ""
    commit = dict(surroundings.facts(config.path)).get("commit", "")
    return Summary(
        name=config.name,
        task=config.task,
        golden=GoldenFacts(_written(config), golden.fingerprint, len(golden)),
        checks=tuple(_level(line, config.task) for line in judged.lines if _is_recorded(line)),
        threshold=judged.lineup.threshold.value,
        conditions={
            **dict(facts),
            **{checked_by(f): digest for f, digest in asked.sources.items() if digest},
        },
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


def _written(config: Config) -> str:
    """Return the golden set's path as the config wrote it, whatever the config was called by."""
    return config.golden_set.path


def _is_recorded(line: Line) -> bool:
    """Whether a check's value is part of the baseline: the config's and its slices', not the anchor's.

    The guard on errors that nobody asked for stands in a comparison when either run holds an error; what is
    stored must not depend on the run that is replaced.
    """
    if line.rule.since is not None:
        return False
    return line.rule.line != 0 or line.candidate.level.value != 0


def _level(line: Line, task: str) -> Level:
    """Return what a check measured; undefined where the answers that are stored could not say it again.

    What is stored of such a check is the same whichever run it was measured on.
    """
    level = line.candidate.level
    called = line.rule.identity, str(line.rule.spec), line.rule.slice_name
    if line.rule.spec.arguments.get("field") in LEFT_OUT:
        return Level(*called, None, None, None, 0, 0 if task in CLASSIFIERS else None)
    value, low, high = (x if math.isfinite(x) else None for x in (level.value, level.low, level.high))
    return Level(*called, value, low, high, level.n, line.candidate.positives)
