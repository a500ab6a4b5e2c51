"""What a number needs beside it, and what this golden set could not have seen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.config.decision import Decision
from gate.config.origins import PLUGIN, origins
from gate.digits import counted, number
from gate.notice import Notice
from gate.report import Conditions
from gate.samples.labelled import LabelledSample
from gate.samples.overlap import overlap
from gate.samples.ranked import RankedSample, queries_tied_at
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample
from gate.stats import power
from gate.telling.catalogue import catalogue_facts
from gate.telling.classes import IMBALANCED, class_facts, odd_classes
from gate.telling.raters import odd_verdicts, rated_facts
from gate.telling.texts import odd_texts, text_facts
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.judgement.checks import Line
    from gate.run import Run
    from gate.samples.kinds import Sample


def conditions(
    config: Config,
    golden: GoldenSet,
    sample: Sample,
    *,
    paired: int | None,
    threshold: float | None,
    baseline_threshold: float | None = None,
    judges: Sequence[tuple[str, str]] = (),
) -> Conditions:
    """Name everything that the numbers depend on."""
    facts: list[tuple[str, str]] = []
    if isinstance(sample, RankedSample):
        if config.k is not None:
            facts.append(("k", str(config.k)))
        facts.append(("relevant from grade", number(sample.relevant_grade)))
        names = {rule.metric.name for rule in config.checks}
        if names & {"ndcg", "dcg"}:
            gains = sorted(
                {str(r.spec.arguments["gain"]) for r in config.checks if "gain" in r.spec.arguments}
            )
            facts.append(("gain", ", ".join(gains)))
        if "recall" in names:
            facts.append(("recall", "relevant found / relevant"))
        if "capped_recall" in names:
            facts.append(("capped recall", "relevant found / min(k, relevant)"))
        if config.chunk_rule.collapse is not None:
            facts.append(("chunks", "the best-ranked chunk of a document counts for it"))
        if any(item.spans for item in golden):
            share = f"{number(100 * config.span_overlap)} %"
            facts.append(("passages", f"found once {share} of the text were returned"))
        facts.append(("document overlap", _overlap(sample)))
        facts.append(("ties", "score, then document id, both descending"))
        if isinstance(sample, RecommendedSample):
            facts += catalogue_facts(sample, names)
    elif isinstance(sample, TextSample):
        facts += text_facts(config, sample)
    elif isinstance(sample, RatedSample):
        facts += rated_facts(sample)
    elif not isinstance(sample, LabelledSample):
        facts += class_facts(sample)
    else:
        facts += _binary_facts(config, sample, threshold, baseline_threshold)
    facts += [
        *judges,
        *_design(config, golden, sample),
        ("interval", f"{100 * config.interval.confidence:g} %"),
        ("resamples", f"{config.interval.resamples:,}, seed {config.interval.seed}"),
        ("decision", _decision(config.decision)),
        *((f"{PLUGIN}{name}", version) for name, version in origins(config)),
    ]
    return Conditions(
        golden.source, golden.fingerprint, len(golden), paired, tuple(facts), config.interval.confidence
    )


def _binary_facts(
    config: Config, sample: LabelledSample, threshold: float | None, baseline_threshold: float | None
) -> list[tuple[str, str]]:
    facts = [
        ("positive class", config.positive or ""),
        ("positives", f"{sample.positives:,} of {sample.n:,}"),
        ("prevalence", number(sample.positives / sample.n) if sample.n else "undefined"),
    ]
    if threshold is not None:
        facts.append(("threshold", f"score >= {threshold!r}"))
        if baseline_threshold is not None and baseline_threshold != threshold:
            facts.append(("baseline's threshold", f"score >= {baseline_threshold!r}"))
    elif sample.decided:
        facts.append(("threshold", "none: the run's own decisions"))
    if sample.costs is not None:
        costs = sample.costs
        facts.append(
            (
                "costs",
                (
                    f"false negative {number(costs.false_negative)}, "
                    f"false positive {number(costs.false_positive)}"
                ),
            )
        )
    return facts


def _overlap(sample: RankedSample) -> str:
    found, possible = overlap(sample)
    if not possible:
        return "nothing was returned"
    share = number(100 * found / possible)
    return f"{counted(found, 'judged document')} returned, {possible:,} possible ({share} %)"


def _design(config: Config, golden: GoldenSet, sample: Sample) -> Iterator[tuple[str, str]]:
    """Yield what was judged and how it was asked, where that is not one answer to each item."""
    if sample.repeated is not None:
        answers, items = len(sample.repeated.rows.ids), len(sample.ids)
        yield "repeats", f"{counted(answers, 'answer')} to {counted(items, 'item')}, averaged in each item"
    clustered = _clustered(config, golden)
    if clustered:
        yield "clusters", clustered
    if config.profile is not None:
        yield "profile", config.profile


def _decision(decision: Decision) -> str:
    """Name the mode; also the chance of blocking a harmless change, where the config chose another."""
    if decision.mode == "point":  # knows no chance
        return decision.mode
    if decision.false_block_budget is not None:
        changing = "half" if decision.changing == 0.5 else f"{number(100 * decision.changing)} %"
        merges = f"{counted(decision.merges_per_month, 'merge')} a month"
        origin = f" ({decision.false_block_budget} at {merges}, {changing} of them changing results)"
    elif decision.chance != Decision().chance:
        origin = ""
    else:
        return decision.mode
    return f"{decision.mode}, alpha {number(decision.chance)}{origin}"


def _clustered(config: Config, golden: GoldenSet) -> str:
    """Say how many clusters the items fall into; empty where each stands alone."""
    labels = [item.cluster if config.cluster is None else item.slices.get(config.cluster) for item in golden]
    named = [label for label in labels if label is not None]
    count = len(set(named)) + len(labels) - len(named)
    return f"{count:,} of {len(labels):,} items" if count < len(labels) else ""


def blind_spots(lines: Sequence[Line], *, alpha: float, n: int) -> tuple[str, ...]:
    """Say what could have broken without this golden set noticing.

    Args:
        lines: The judged checks.
        alpha: Chance, over all checks together, of blocking a harmless change.
        n: Items that both systems were asked.
    """
    found = []
    compared = [line for line in lines if line.blocks and line.comparison and line.comparison.gain.is_defined]
    if not compared or not n:
        return ()
    units, kind = _units(compared, n)
    if not any(map(_is_lost, lines)) and all(
        not line.comparison.column.any() for line in compared if line.comparison
    ):
        gathered = f", {counted(units, kind)}" if kind != "item" else ""
        found.append(
            f"Nothing changed on these {counted(n, 'item')}{gathered}; up to "
            f"{number(min(100.0, 300 / units))} % of all that the system is asked could still have changed "
            "unseen (3/n, at 95 %)."
        )
    fewest = power.broken_needed(alpha)
    if fewest <= units:
        found.append(
            f"For metrics that are means, a change that breaks few {kind}s altogether must break at least "
            f"{fewest} of {units:,} ({number(100 * fewest / units)} %) more than it mends before it can "
            "block."
        )
    else:
        found.append(
            f"With {counted(units, kind)} no change can be told from chance; {fewest} is the least that can."
        )
    whole = [line for line in compared if not line.rule.where and line.rule.since is None]
    found += [told for line in whole if (told := _detectable(line, n))]
    slices = [line for line in compared if line.rule.where and line.rule.since is None]
    if told := _detectable_on_slices(slices):
        found.append(told)
    return tuple(found)


def _is_lost(line: Line) -> bool:
    """Whether items of a check lost the value that they had in the baseline, or it has no answer at all."""
    comparison = line.comparison
    return (comparison is not None and comparison.lost > 0) or line.verdict.outcome is Outcome.NOT_COMPARABLE


def _units(lines: Sequence[Line], n: int) -> tuple[int, str]:
    """Return how many independent units ``n`` paired items are, and what one is called."""
    pairs = [line.comparison for line in lines if line.comparison is not None]
    if all(pair.clusters is None for pair in pairs):
        return n, "item"
    return max(pair.independent for pair in pairs), "cluster"


def _detectable(line: Line, n: int) -> str:
    seen = line.power
    if seen is None or math.isnan(seen.detectable):
        return ""
    basis = " (assuming runs as alike as two versions of one system usually are)" if seen.assumed else ""
    text = f"{line.rule.identity}: a drop of {number(seen.detectable)} or more is seen 4 times in 5{basis}"
    if seen.needed and seen.needed > n and line.tolerance:
        text += f"; ruling out one beyond {number(line.tolerance)} takes about {seen.needed:,} items"
    return f"{text}."


def _detectable_on_slices(lines: Sequence[Line]) -> str:
    """Say the range over the slices; the checks name each one's own."""
    known = [(line.power.detectable, line) for line in lines if line.power is not None]
    known = [(drop, line) for drop, line in known if math.isfinite(drop)]
    if not known:
        return ""
    least, most = min(known, key=lambda x: x[0]), max(known, key=lambda x: x[0])
    ends = [
        f"{number(drop)} ({line.rule.identity}, {counted(line.candidate.score.n, 'item')})"
        for drop, line in (least, most)
    ]
    which = f"from {ends[0]} to {ends[1]}" if least[1] is not most[1] else f"of {ends[0]}"
    return f"On slices, the smallest drop seen 4 times in 5 is {which}."


def odd_conditions(config: Config, sample: Sample, run: Run) -> list[Notice]:
    """Warn of conditions under which a number misleads."""
    if isinstance(sample, RankedSample):
        if config.k is None:
            return []
        tied = queries_tied_at(run, sample.ids, config.k)
        text = (
            f"equal scores on both sides of k = {config.k} in {len(tied):,} of "
            f"{counted(len(sample.ids), 'item')}: "
            "there the document id decides, not the system"
        )
        return [Notice.about("tie_at_cutoff", text, tied)] if tied else []
    if not sample.n or not config.checks:
        return []
    if isinstance(sample, TextSample):
        return odd_texts(sample)
    if isinstance(sample, RatedSample):
        return odd_verdicts(config.checks[0].metric.name, sample)
    if not isinstance(sample, LabelledSample):
        return odd_classes(config.checks[0].metric.name, sample)
    found = []
    if config.threshold == "cheapest":
        held = [
            c
            for c in config.checks
            if "threshold" in c.metric.needs and (c.tolerance or c.floor or c.ceiling)
        ]
        if held:
            text = (
                "the threshold is the cheapest on these very items, so nothing decided at it can block: "
                f"{', '.join(c.identity for c in held)}; write a number, or `from-baseline`"
            )
            found.append(Notice("threshold_not_frozen", text))
    rarer = min(sample.positives, sample.n - sample.positives) / sample.n
    if config.checks[0].metric.name == "accuracy" and rarer < IMBALANCED:
        text = (
            f"accuracy leads this config, but only {number(100 * rarer)} % of the items are of the rarer "
            f"class: one answer for all of them scores {number(1 - rarer)}; "
            "gate on pr_auc, recall or expected_cost"
        )
        found.append(Notice("accuracy_on_imbalanced_labels", text))
    return found
