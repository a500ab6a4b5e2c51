"""Runs lined up with the golden set, at the thresholds that decide."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

import numpy as np

from gate.chunks import as_judged
from gate.config.classes import prices_of
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.readers.values import label
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import classes_of
from gate.samples.clusters import Clusters
from gate.samples.labelled import Costs, LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample, verdicts_of
from gate.samples.recommended import RecommendedSample
from gate.samples.repeated import Repeated, owner_of, unfold
from gate.samples.text import TextSample
from gate.samples.threshold import cheapest_threshold
from gate.systems.checks import functions_asked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.inputs.reading import Inputs, Reference
    from gate.run import Run
    from gate.samples.kinds import Sample


@dataclass(frozen=True, slots=True)
class Threshold:
    """The threshold that decides: its value, ``None`` if the run decides by itself, and its origin.

    The origin is ``"config"``, ``"baseline"``, ``"cheapest"`` or ``"run"``.
    """

    value: float | None
    origin: str


@dataclass(frozen=True, slots=True)
class Lineup:
    """The runs as samples.

    Attributes:
        sample: The candidate on all golden items.
        shared: Baseline and candidate on the items both were asked; ``None`` without a comparison.
        anchored: Anchor and candidate on the items both were asked; ``None`` without an anchor.
        threshold: What decides for the candidate (classification).
        cluster_of: ``{id: cluster}`` of the golden items that belong to one.
    """

    sample: Sample
    shared: tuple[Sample, Sample] | None
    anchored: tuple[Sample, Sample] | None
    threshold: Threshold
    cluster_of: Mapping[str, str]

    @property
    def labelled(self) -> tuple[LabelledSample, LabelledSample] | None:
        """The shared pair if it is a classifier's; else ``None``."""
        if self.shared is None:
            return None
        before, after = self.shared
        if isinstance(before, LabelledSample) and isinstance(after, LabelledSample):
            return before, after
        return None

    def clusters(self, sample: Sample) -> Clusters | None:
        """Group a sample's items; ``None`` if each stands alone."""
        if not self.cluster_of:
            return None
        return Clusters.of(sample.ids, [self.cluster_of.get(i) for i in sample.ids])


def line_up(asked: Inputs, *, frozen: float | None = None) -> Lineup:
    """Build the candidate's sample, and a pair on the paired items for each reference there is.

    Args:
        asked: What was read.
        frozen: A threshold for all sides, instead of the config's.

    Raises:
        QuestionError: The positive class is not said, or a threshold cannot be found.
    """
    threshold, before = thresholds(asked) if frozen is None else 2 * (Threshold(frozen, "baseline"),)
    sample = build_sample(asked.config, asked.golden, asked.run, threshold.value, runs=_runs(asked))
    shared = anchored = None
    if asked.baseline_run is not None and asked.edits is not None:
        shared = _pair(asked, sample, asked.baseline_run, asked.edits.shared, before)
    if asked.anchor is not None:
        then = _then(asked, asked.anchor, threshold)
        anchored = _pair(asked, sample, asked.anchor.run, asked.anchor.edits.shared, then)
    return Lineup(sample, shared, anchored, threshold, cluster_of(asked.config, asked.golden))


def _pair(
    asked: Inputs, sample: Sample, run: Run, shared: Sequence[str], threshold: Threshold
) -> tuple[Sample, Sample]:
    before = build_sample(asked.config, asked.golden, run, threshold.value, runs=_runs(asked))
    kept = frozenset(shared)
    rows = np.fromiter((i in kept for i in sample.ids), np.bool_, len(sample.ids))
    return (before, sample) if rows.all() else (before.take(rows), sample.take(rows))


def _runs(asked: Inputs) -> list[Run]:
    """Return every run that is compared, so that all samples have their classes in common."""
    anchor = asked.anchor.run if asked.anchor is not None else None
    return [run for run in (asked.run, asked.baseline_run, anchor) if run is not None]


def _then(asked: Inputs, anchor: Reference, threshold: Threshold) -> Threshold:
    """Return the threshold that the anchor was deployed with, where it had one."""
    if threshold.origin == "cheapest":
        return Threshold(cheapest_of(asked, anchor.run), "cheapest")
    frozen = anchor.stored.summary.threshold
    return threshold if frozen is None else Threshold(frozen, "baseline")


def cluster_of(config: Config, golden: GoldenSet) -> dict[str, str]:
    """Return ``{id: cluster}`` of the golden items that belong to one, by the config's rule."""
    field = config.cluster
    found = ((i.id, i.cluster if field is None else i.slices.get(field)) for i in golden)
    return {name: cluster for name, cluster in found if cluster is not None}


def build_sample(
    config: Config, golden: GoldenSet, run: Run, threshold: float | None, *, runs: Sequence[Run] = ()
) -> Sample:
    """Line a run up with the golden set, as the config's task asks; repeats beside the items.

    Args:
        config: The question.
        golden: What is right.
        run: What was answered.
        threshold: What decides, if anything.
        runs: All runs that are compared; ``run`` alone by default.
    """
    if config.task == "retrieval":
        run = as_judged(run, golden, config.chunk_rule)
    sample = _build(config, golden, run, threshold, runs or [run])
    if not run.repeats:
        return sample
    answers = _build(config, *unfold(golden, run), threshold, runs or [run])
    place = {name: row for row, name in enumerate(sample.ids)}
    item = np.fromiter((place[owner_of(i)] for i in answers.ids), np.int64, len(answers.ids))
    return replace(sample, repeated=Repeated(answers, item))


def _build(
    config: Config, golden: GoldenSet, run: Run, threshold: float | None, runs: Sequence[Run]
) -> Sample:
    if config.task == "retrieval":
        return RankedSample.build(golden, run, relevant_grade=config.relevant_grade)
    if config.task == "recommendation":
        depth = _deepest(config)
        return RecommendedSample.of_users(golden, run, relevant_grade=config.relevant_grade, depth=depth)
    if config.task == "classification":
        costs = _costs(config)
        positive = _positive(config, golden)
        return LabelledSample.build(golden, run, positive=positive, threshold=threshold, costs=costs)
    if config.task == "generation":
        return TextSample.build(golden, run, functions=functions_asked(config))
    if config.task == "judge":
        return _rated(config, golden, run)
    classes = classes_of([label(name) for name in config.classes or ()], golden, runs)
    if config.task == "multilabel":
        return MultilabelSample.build(golden, run, classes=classes[0], threshold=threshold)
    prices = prices_of(config.costs) if isinstance(config.costs, dict) else None
    return CategoricalSample.build(golden, run, classes=classes, costs=prices)


def _rated(config: Config, golden: GoldenSet, run: Run) -> RatedSample:
    return RatedSample.line_up(
        golden,
        run,
        classes=verdicts_of([label(name) for name in config.classes or ()], golden),
        positive=None if config.positive is None else label(config.positive),
        pair=None if config.pair is None else (label(config.pair[0]), label(config.pair[1])),
        own=() if config.judge is None else config.judge.producers,
        is_ordered=config.classes is not None,
    )


def _deepest(config: Config) -> int | None:
    """Return how many items of each list the metrics of the catalogue look at; ``None`` for all."""
    cutoffs = [check.spec.cutoff for check in config.checks if check.metric.folder == "recommended"]
    known = [k for k in cutoffs if k is not None]
    return max(known, default=1) if len(known) == len(cutoffs) else None


def thresholds(asked: Inputs) -> tuple[Threshold, Threshold]:
    """Settle the candidate's and the baseline's threshold.

    A number in the config is the candidate's; the baseline keeps the one it was deployed with.
    ``from-baseline`` is that one on both sides; on a first run, where nothing is frozen yet, it is the
    candidate's cheapest, at which nothing blocks. ``cheapest`` optimises each side on its own data.

    Raises:
        NoAnswerError: The baseline was recorded without a threshold, and the config asks for it.
    """
    config = asked.config
    if config.threshold is None:
        return Threshold(None, "run"), Threshold(None, "run")
    frozen = asked.stored.summary.threshold if asked.stored else None
    match config.threshold:
        case "cheapest":
            before = cheapest_of(asked, asked.baseline_run) if asked.baseline_run else None
            return Threshold(cheapest_of(asked, asked.run), "cheapest"), Threshold(before, "cheapest")
        case "from-baseline":
            if frozen is not None:
                return Threshold(frozen, "baseline"), Threshold(frozen, "baseline")
            if asked.stored is not None:
                raise NoAnswerError(
                    Problem(
                        "the baseline has no frozen threshold, and `threshold: from-baseline` asks for it",
                        asked.stored.shown,
                        f"freeze one: `gate accept {config.shown} --reason … --retune`",
                        code="no_frozen_threshold",
                    )
                )
            mine = Threshold(cheapest_of(asked, asked.run), "cheapest")
            return mine, mine
        case float() | int() as value:
            mine = Threshold(float(value), "config")
            return mine, mine if frozen is None else Threshold(frozen, "baseline")
        case other:
            assert_never(other)


def cheapest_of(asked: Inputs, run: Run) -> float:
    """Return the threshold of least cost on a run; infinite if flagging nothing is cheapest.

    Raises:
        QuestionError: The config has no costs, or the run no scores.
    """
    # Where there are scores they alone are read: an answer without a class that others name is not missing.
    scored = any(answer.score is not None for answer in run)
    sample = build_sample(asked.config, asked.golden, run, math.inf if scored else None)
    assert isinstance(sample, LabelledSample)
    if sample.costs is None or "score" not in sample.offers:
        raise QuestionError(
            Problem(
                "a cheapest threshold needs `costs` in the config, and a run with scores",
                asked.config.shown,
                "write `costs: {false_negative: 10, false_positive: 1}`, or a number as `threshold`",
                code="costs_unfit",
            )
        )
    return cheapest_threshold(sample)[0]


def _positive(config: Config, golden: GoldenSet) -> str:
    if config.positive is not None:
        return label(config.positive)
    labels = sorted({item.label for item in golden if item.label is not None})
    shown = ", ".join(repr(label) for label in labels[:10])
    raise QuestionError(
        Problem(
            f"which class is the positive one? The golden set has {shown}",
            config.shown,
            f"write `positive: {labels[-1] if labels else 'CLASS'}`, or whichever is to be found",
            code="positive_unclear",
        )
    )


def _costs(config: Config) -> Costs | None:
    if config.costs is None or isinstance(config.costs, dict):
        return None
    return Costs(config.costs.false_negative, config.costs.false_positive)
