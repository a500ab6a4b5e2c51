"""The story told once: read, score, compare, judge, report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gate import metrics
from gate.comparison import Comparison, compare
from gate.config import CheckRule, Config, Tolerance
from gate.errors import ExitCode, NoAnswerError, Problem, QuestionError
from gate.inputs import reading
from gate.inputs.base_rules import under_base
from gate.judgement.bounds import bounds
from gate.judgement.checks import Case, Terms, judge_all, tolerance_in_unit
from gate.judgement.critical import follow
from gate.judgement.family import judge_together
from gate.judgement.judged import Judged
from gate.judgement.obstacles import obstacle_since, obstacle_to, obstacle_to_all
from gate.judgement.standing import corrected, standings, unfit
from gate.lineup import Lineup, line_up
from gate.measuring.levels import Measured, Question, Sampling, measure
from gate.report import SCHEMA_VERSION, Document, Report
from gate.samples.ranked import RankedSample
from gate.slicing import checks_of, since
from gate.telling.story import tell, unanswered
from gate.verdict import SLACK, Mode, Reason, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.inputs.reading import Inputs
    from gate.samples.kinds import Sample


def check(
    path: str | Path,
    *,
    run: str | Path | None = None,
    base: str | None = None,
    first_run_passes: bool = False,
    profile: str | None = None,
) -> Document:
    """Answer one config as ``gate check`` does.

    Args:
        path: The config.
        run: A run file to judge instead of the config's own.
        base: Where the baseline is taken from; see :func:`gate.surroundings.base`.
        first_run_passes: Whether a missing baseline is fine.
        profile: One of the config's profiles.

    Returns:
        The report, and a second one where the change edits what it is judged by: the same run under the
        rules of the base. Its ``exit_code`` is the graver of both.

    Raises:
        GateError: The question is malformed, nothing fair can be compared with, or the system failed.
            A regression is not an error: it is an outcome.
    """
    return document(
        check_all(
            Path(path),
            run=None if run is None else Path(run),
            base=base,
            first_run_passes=first_run_passes,
            profile=profile,
        )
    )


def check_all(
    path: Path,
    *,
    run: Path | None = None,
    base: str | None = None,
    first_run_passes: bool = False,
    profile: str | None = None,
    identified: bool = False,
    pictured: bool = False,
) -> list[Report]:
    """Answer one config, and once more under the base's rules where the change edits them: one report each.

    Arguments and errors are those of :func:`check`; ``identified`` and ``pictured`` are
    :func:`gate.telling.story.tell`'s. The second report, if there is one, judges the same run by the config
    and the golden set of the base, so that a change cannot lower its own bar.
    """
    asked = reading.read(path, run=run, base=base, profile=profile)
    found = [tell(judge(asked, first_run_passes=first_run_passes), identified=identified, pictured=pictured)]
    try:
        before = under_base(asked, base=base)
    except NoAnswerError as error:
        told = unanswered(path, error)
        return [*found, replace(told, name=f"{told.name} (rules of the base)")]
    if before is not None:
        told = tell(judge(before, first_run_passes=first_run_passes), pictured=pictured)
        found.append(replace(told, name=f"{told.name} (rules of the base)"))
    return found


def judge(asked: Inputs, *, first_run_passes: bool = False, frozen: float | None = None) -> Judged:
    """Score, compare and judge what was read, at ``frozen`` instead of the config's threshold if given."""
    config = asked.config
    lineup = line_up(asked, frozen=frozen)
    rules = rules_of(asked)
    refuse_unanswerable(rules, lineup.sample, config)
    sampling = Sampling(config.interval.confidence, config.interval.resamples, config.interval.seed)
    known = standings(rules, asked.judges, sampling)
    whole = obstacle_to_all(asked, lineup)
    if whole is not None:
        strangers = whole.reason is Reason.UNKNOWN_IDS
        lineup = replace(lineup, shared=None, anchored=None if strangers else lineup.anchored)
    candidates, comparisons, retuned = measure_both(rules, lineup, sampling)
    cases = [
        Case(rule, mine, both, unfit(rule, known) or whole or obstacle_to(rule, both, asked, lineup))
        for rule, mine, both in zip(rules, candidates, comparisons, strict=True)
    ]
    since_anchor = _against_anchor(asked, lineup, rules, candidates, sampling)
    cases += [replace(case, obstacle=unfit(case.rule, known) or case.obstacle) for case in since_anchor]
    common = terms_of(
        config,
        lineup,
        first_run_passes=first_run_passes,
        retuned_is_fine=_is_fine(retuned, rules, alpha=config.decision.chance),
    )
    terms = replace(common, accepted=asked.accepted)
    lines = judge_all(cases, terms=terms)
    # Levels are not judged again, so their resamples can be few.
    few = replace(sampling, resamples=min(sampling.resamples, 100))
    turned = bounds(lines, lineup, few, terms)
    critical = follow(lineup, asked.golden, k=config.k)
    return Judged(asked, lineup, tuple(lines), critical, turned, known)


def terms_of(
    config: Config,
    lineup: Lineup,
    *,
    first_run_passes: bool = False,
    retuned_is_fine: bool | None = None,
) -> Terms:
    """Return what holds for all checks of a config, at the threshold that the runs were lined up with."""
    return Terms(
        Mode(config.decision.mode),
        config.decision.chance,
        first_run_passes or not config.baseline.required,
        threshold_is_frozen=lineup.threshold.origin != "cheapest",
        confidence=config.interval.confidence,
        retuned_is_fine=retuned_is_fine,
        max_lost=config.allowed_errors,
    )


def document(reports: Sequence[Report]) -> Document:
    """Bind the reports of one call; its exit code is the gravest of theirs.

    Regressed outranks no answer, which outranks a pass.
    """
    codes = [report.exit_code for report in reports]
    code = next((c for c in (ExitCode.REGRESSED, ExitCode.NO_ANSWER) if c in codes), ExitCode.OK)
    return Document(SCHEMA_VERSION, worst(r.outcome for r in reports), int(code), tuple(reports))


def measure_both(
    rules: Sequence[CheckRule], lineup: Lineup, sampling: Sampling
) -> tuple[Sequence[Measured], Sequence[Comparison | None], Comparison | None]:
    """Measure the candidate alone, both runs in pairs, and both at re-tuned thresholds.

    Where every item is shared and defined on both sides, the candidate's side of a pair is the
    candidate alone, and is not measured twice.
    """
    questions = [Question(rule.metric, rule.spec, rule.where) for rule in rules]
    alone = lineup.clusters(lineup.sample)
    if lineup.shared is None:
        return measure(lineup.sample, questions, sampling, alone), [None] * len(rules), None
    retunes = _can_retune(lineup, rules)
    asked = [*questions, *([_cheapest()] if retunes else [])]
    found = compare(*lineup.shared, asked, sampling, lineup.clusters(lineup.shared[1]))
    retuned = found.pop() if retunes else None
    if lineup.shared[1] is lineup.sample:
        cut = [q for q, c in zip(questions, found, strict=True) if c.is_cut]
        whole = iter(measure(lineup.sample, cut, sampling, alone))
        return [next(whole) if c.is_cut else c.candidate for c in found], found, retuned
    return measure(lineup.sample, questions, sampling, alone), found, retuned


def _against_anchor(
    asked: Inputs,
    lineup: Lineup,
    rules: Sequence[CheckRule],
    candidates: Sequence[Measured],
    sampling: Sampling,
) -> list[Case]:
    """Compare the candidate with the anchor, too, on every check that sees a drop."""
    if asked.anchor is None or lineup.anchored is None:
        return []
    anchored = since(rules, asked.config, asked.anchor.name)
    mine = {rule.identity: measured for rule, measured in zip(rules, candidates, strict=True)}
    questions = [Question(rule.metric, rule.spec, rule.where) for rule in anchored]
    found = compare(*lineup.anchored, questions, sampling, lineup.clusters(lineup.anchored[1]))
    return [
        Case(rule, mine[replace(rule, since=None).identity], both, obstacle_since(rule, both, asked))
        for rule, both in zip(anchored, found, strict=True)
    ]


def rules_of(asked: Inputs) -> list[CheckRule]:
    """Return the config's checks, and the error rate as a guard where either run holds an error."""
    rules = [corrected(rule, asked.judges) for rule in checks_of(asked.config, asked.golden)]
    runs = [run for run in (asked.run, asked.baseline_run) if run is not None]
    # An error on an item that nobody asks about is no part of any number, and is not stored.
    known = asked.golden.items
    errors = any(answer.error is not None and answer.id in known for run in runs for answer in run)
    if not errors or any(rule.metric.name == "error_rate" for rule in rules):
        return rules
    metric = metrics.find("error_rate", asked.config.task)
    # Point rules know no noise: there the guard allows what the config allows anyway.
    allowed = asked.config.allowed_errors if asked.config.decision.mode == "point" else 0.0
    guard = CheckRule(
        metric=metric,
        spec=metric.resolve("error_rate", k=None),
        where={},
        slice_name=None,
        tolerance=Tolerance(amount=allowed, relative=False, text=f"{allowed:g}"),
        floor=None,
        ceiling=None,
        # Where nothing else asks for a baseline, the guard does not ask for one either.
        role="guard" if asked.stored is not None or any(rule.tolerance for rule in rules) else "info",
        line=0,
    )
    return [*rules, guard]


def refuse_unanswerable(rules: Sequence[CheckRule], sample: Sample, config: Config) -> None:
    """Refuse metrics that need what neither the run nor the config has.

    Raises:
        QuestionError: There are some.
    """
    if isinstance(sample, RankedSample):
        return
    words = {
        "verdict": "verdicts: give the run `predicted`",
        "swapped": "verdicts on swapped pairs: give the run `swapped` beside `predicted`",
        "length": "lengths: give golden items `length`; of single answers also set `positive`",
        "producer": "producers: give golden items `producer`; of single answers also set `positive`",
        "score": "scores, and the run has decisions only",
        "threshold": "decisions: set `threshold`, or give the run a `predicted` column",
        "costs": "the prices of errors: set `costs`",
        "decision": "decisions: set `threshold`, or give the run a `predicted` column",
        "probabilities": "a number for each class, and the run has decisions only",
    }
    problems = [
        Problem(f"{rule.spec} needs {words.get(need, need)}", f"{config.shown}:{rule.line}", code="run_lacks")
        for rule in rules
        for need in sorted(rule.metric.needs - sample.offers)
    ]
    if problems:
        raise QuestionError(*problems)


def _cheapest() -> Question:
    metric = metrics.find("cheapest_cost", "classification")
    return Question(metric, metric.resolve("cheapest_cost", k=None), {})


def _can_retune(lineup: Lineup, rules: Sequence[CheckRule]) -> bool:
    return (
        lineup.labelled is not None
        and any(rule.metric.name == "expected_cost" and rule.tolerance is not None for rule in rules)
        and all(side.costs is not None and "score" in side.offers for side in lineup.labelled)
    )


def _is_fine(retuned: Comparison | None, rules: Sequence[CheckRule], *, alpha: float) -> bool | None:
    """Whether the cost with both thresholds re-tuned would not count as regressed."""
    if retuned is None or not retuned.gain.is_defined:
        return None
    rule = next(r for r in rules if r.metric.name == "expected_cost" and r.tolerance is not None)
    tolerance = tolerance_in_unit(rule, retuned.baseline.score.value) or 0.0
    chance = judge_together([retuned], blocking=[True], alpha=alpha)[0]
    gain = retuned.gain
    return not (gain.value < -tolerance - SLACK and gain.high < 0 and chance.worse <= alpha)
