"""One config's whole story, in plain facts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate import config as configs
from gate import surroundings
from gate.digits import counted
from gate.errors import ExitCode, GateError
from gate.inputs.calibrations import identities
from gate.notice import Notice
from gate.report import Check, Conditions, Provenance, Report, Threshold
from gate.samples.labelled import LabelledSample
from gate.samples.ranked import RankedSample
from gate.samples.recommended import RecommendedSample
from gate.stores.answers import digest_on
from gate.systems.checks import checked_by
from gate.telling.accounting import buckets
from gate.telling.checks import critical_items, most_worrying_first, tell_line, vanished
from gate.telling.clusters import told_of_clusters
from gate.telling.conditions import blind_spots, conditions, odd_conditions
from gate.telling.depth import told_of_depth
from gate.telling.gaps import told_of_gaps
from gate.telling.headline import headline
from gate.telling.movers import lost, movers
from gate.telling.pictures import pictures
from gate.telling.tables import confusion, label_hits, reliability
from gate.telling.threshold import threshold_section
from gate.telling.unevenness import told_of_unevenness
from gate.verdict import Mode, Outcome, Reason, worst

if TYPE_CHECKING:
    from pathlib import Path

    from gate.config import Config
    from gate.inputs.affected import Untouched
    from gate.inputs.reading import Inputs
    from gate.judgement.checks import Line
    from gate.judgement.judged import Judged


def tell(judged: Judged, *, identified: bool = False, pictured: bool = False) -> Report:
    """Put what was found out into plain facts.

    Args:
        judged: Everything that was decided.
        identified: Whether the provenance names the digest of the run's answers, which costs a pass over
            them; it always does where the config keeps a history.
        pictured: Whether the report holds the numbers behind its plots.
    """
    asked, config, sample = judged.inputs, judged.inputs.config, judged.lineup.sample
    shared = judged.lineup.shared
    recorded = {c.name for c in asked.stored.summary.checks} if asked.stored else set()
    checks = [
        tell_line(
            line,
            sample,
            is_new=_is_new(line, recorded, asked),
            bounds=judged.bounds.get(line.rule.identity),
            standing=judged.standings.get(line.rule.identity),
        )
        for line in judged.lines
    ]
    if judged.critical is not None:
        checks.append(critical_items(judged.critical))
    ordered = most_worrying_first([*checks, *(vanished(level, config) for level in judged.vanished)])
    outcome = _whole(ordered, judged.code)
    paired = len(shared[1].ids) if shared else (None if asked.stored is None else 0)
    reports_only = config.decision.mode == Mode.REPORT_ONLY.value
    return Report(
        name=config.name,
        config=config.shown,
        task=config.task,
        mode=config.decision.mode,
        outcome=outcome,
        exit_code=int(ExitCode.OK if reports_only else judged.code),
        would_be=int(judged.code) if reports_only else None,
        headline=headline(ordered, outcome, paired=paired),
        checks=ordered,
        movers=movers(judged),
        accounting=buckets(sample.accounting, asked.edits, shared[0].accounting if shared else None),
        blind_spots=blind_spots(judged.lines, alpha=config.decision.chance, n=paired or 0),
        threshold=_threshold(judged),
        conditions=conditions(
            config,
            asked.golden,
            sample,
            paired=paired,
            threshold=judged.lineup.threshold.value,
            baseline_threshold=judged.lineup.labelled[0].threshold if judged.lineup.labelled else None,
            judges=identities(config, asked.judges),
        ),
        notices=_notices(judged),
        provenance=_provenance(asked, identified=identified or config.history is not None),
        lost=lost(judged),
        confusion=confusion(judged.lineup, positive=config.positive),
        labels=label_hits(judged.lineup),
        reliability=reliability(
            judged.lineup, positive=config.positive, confidence=config.interval.confidence
        ),
        pictures=pictures(judged) if pictured else None,
    )


def _is_new(line: Line, recorded: set[str], asked: Inputs) -> bool:
    return asked.stored is not None and line.rule.since is None and line.rule.identity not in recorded


def _whole(checks: tuple[Check, ...], code: ExitCode) -> Outcome:
    """Return the config's outcome: an unsure guard worries nobody, unless the config says so."""
    outcome = worst(
        Outcome.PASS if check.outcome is Outcome.INCONCLUSIVE and check.role != "headline" else check.outcome
        for check in checks
    )
    if code is ExitCode.NO_ANSWER and outcome not in (Outcome.NOT_COMPARABLE, Outcome.INCONCLUSIVE):
        return Outcome.INCONCLUSIVE
    return outcome


def unanswered(path: Path, error: GateError) -> Report:
    """Report a config that has no answer: no fair baseline, a mistake in a file, or a system that failed.

    A config that cannot even be read is called by its file's name.
    """
    try:
        name = configs.load(path).name
    except GateError:
        name = path.stem
    because = "; ".join(f"{p.where}: {p.what}" if p.where else p.what for p in error.problems)
    return Report(
        name=name,
        config=str(path),
        task="",
        mode="",
        outcome=Outcome.NOT_COMPARABLE,
        exit_code=int(error.exit_code),
        would_be=None,
        headline=f"No answer: {because}.",
        checks=(),
        movers=(),
        accounting=(),
        blind_spots=(),
        threshold=None,
        conditions=Conditions("", "", 0, None, ()),
        notices=tuple(
            Notice(p.code, f"{p.what}; {p.fix}" if p.fix else p.what, p.where) for p in error.problems
        ),
        provenance=Provenance(surroundings.facts(path)),
    )


def not_affected(config: Config, found: Untouched) -> Report:
    """Report a config whose answers a change cannot move: nothing was judged, and that is said."""
    count = counted(found.changed, "file")
    facts = [*surroundings.facts(config.path), ("baseline from", found.base.how)]
    return Report(
        name=config.name,
        config=config.shown,
        task=config.task,
        mode=config.decision.mode,
        outcome=Outcome.NOT_AFFECTED,
        exit_code=int(ExitCode.OK),
        would_be=None,
        headline=(
            f"Not affected, so nothing was judged: the change touches {count}, and none of them matches "
            "the config's paths or is the config itself, its golden set, its run or its baseline."
        ),
        checks=(),
        movers=(),
        accounting=(),
        blind_spots=(),
        threshold=None,
        conditions=Conditions("", "", 0, None, ()),
        notices=(),
        provenance=Provenance((*facts, ("time", surroundings.now()))),
    )


def _threshold(judged: Judged) -> Threshold | None:
    sample = judged.lineup.sample
    if not isinstance(sample, LabelledSample) or sample.costs is None or "score" not in sample.offers:
        return None
    cost = next((x for x in judged.lines if x.rule.metric.name == "expected_cost" and not x.rule.where), None)
    if cost is None:
        return None
    return threshold_section(
        sample,
        origin=judged.lineup.threshold.origin,
        cost=cost.candidate.level,
        baseline=_baseline_cost(judged, cost),
        confidence=judged.inputs.config.interval.confidence,
        shifted=cost.verdict.reason is Reason.THRESHOLD_SHIFT,
    )


def _baseline_cost(judged: Judged, cost: Line) -> tuple[float | None, float, float]:
    pair = judged.lineup.labelled
    if pair is None or cost.comparison is None:
        return None, math.nan, math.nan
    return pair[0].threshold, cost.comparison.baseline.level.value, math.fsum(pair[0].weight)


def _notices(judged: Judged) -> tuple[Notice, ...]:
    asked = judged.inputs
    found = [*asked.notices, *odd_conditions(asked.config, judged.lineup.sample, asked.run)]
    sample = judged.lineup.sample
    if isinstance(sample, RecommendedSample) or not isinstance(sample, RankedSample):
        found += sample.notices
    found += told_of_depth(asked.config, sample)
    found += [*told_of_gaps(judged), *told_of_clusters(judged), *told_of_unevenness(judged)]
    if asked.config.threshold == "from-baseline" and asked.stored is None:
        found.append(
            Notice("no_frozen_threshold", "no threshold is frozen yet: the cheapest on this run is used")
        )
    return tuple(found)


def _provenance(asked: Inputs, *, identified: bool) -> Provenance:
    facts = [*surroundings.facts(asked.config.path), ("run", asked.run.source)]
    if identified:
        facts.append(("run digest", digest_on(asked.run, asked.golden.items)))
    facts += [(checked_by(function), digest) for function, digest in asked.sources.items()]
    facts.append(("baseline from", asked.base.how))
    if asked.stored is not None:
        summary = asked.stored.summary
        facts += [
            ("baseline", asked.stored.shown),
            ("baseline recorded", summary.provenance.recorded_at),
            ("baseline commit", summary.provenance.commit),
            ("baseline run digest", summary.run.digest),
        ]
    if asked.anchor is not None:
        summary = asked.anchor.stored.summary
        facts += [
            ("anchor", asked.anchor.stored.shown),
            ("anchor recorded", summary.provenance.recorded_at),
            ("anchor run digest", summary.run.digest),
        ]
    facts.append(("time", surroundings.now()))
    return Provenance(tuple((name, value) for name, value in facts if value))
