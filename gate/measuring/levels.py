"""Every level with its interval: metrics on one run, from the same resamples."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.estimate import Estimate
from gate.measuring.replication import replicate
from gate.samples.kinds import fewest
from gate.scores import Score, Scored
from gate.scoring import score
from gate.stats import interval, jackknife, prevalence, quantile
from gate.stats.resample import MULTINOMIAL_BELOW

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.metrics.metric import Metric
    from gate.samples.clusters import Clusters
    from gate.samples.kinds import Sample
    from gate.spec import MetricSpec

FEW_POSITIVES = 20
"""Below this many positives (or 200 items) resamples follow the exact multinomial law."""


UNDRAWN = ("quantile", "over_exposures")
"""Forms of a metric that are never resampled: their intervals come from ranks, or from the jackknife."""


@dataclass(frozen=True, slots=True)
class Question:
    """One metric, asked of the whole set or of a slice of it."""

    metric: Metric
    spec: MetricSpec
    where: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How intervals are made.

    Attributes:
        confidence: In (0, 1).
        resamples: Bootstrap resamples; 0 draws none.
        seed: Of the resamples.
        levels: Whether levels get intervals. No verdict turns on them, and without them a comparison takes
            a tenth of the time; resamples then only tell how often a metric is undefined.
    """

    confidence: float
    resamples: int
    seed: int
    levels: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """One metric on one run, with its interval.

    Attributes:
        score: The value and each item's part in it.
        level: Value and interval.
        positives: Positives behind it (classification); ``None`` for rankings.
    """

    score: Score
    level: Estimate
    positives: int | None


def measure(
    sample: Sample, questions: Sequence[Question], sampling: Sampling, clusters: Clusters | None = None
) -> list[Measured]:
    """Score one run alone: every level with its interval, from the same resamples.

    Args:
        sample: What the system answered.
        questions: What is asked.
        sampling: How intervals are made.
        clusters: Which of its items belong together; ``None`` if all stand alone.
    """
    scored = Scored()
    scores = [score(sample, q.metric, q.spec, where=q.where, scored=scored) for q in questions]
    drawn = draw(scores, sample, sampling, clusters)
    return [measured(s, sampling, drawn.get(i), clusters) for i, s in enumerate(scores)]


def has_known_law(each: Score, clusters: Clusters | None) -> bool:
    """Whether the bootstrap's law of a score is known without drawing: a plain mean of single items."""
    return each.is_plain_mean and clusters is None


def draw(
    scores: Sequence[Score], sample: Sample, sampling: Sampling, clusters: Clusters | None
) -> dict[int, FloatArray]:
    """Resample the scores whose law is not known in closed form, all together; quantiles need no law.

    Items are drawn from the whole set, so that scores stay paired across slices; only where a slice is
    so small that the exact multinomial law is needed are they drawn from that slice alone.

    Returns:
        ``(resamples,)`` values by the score's place; NaN where a resample left it undefined.
    """
    apart: dict[bytes, list[int]] = {}
    if not sampling.resamples:
        return {}
    for i, each in enumerate(scores):
        is_drawn = each.metric.form not in UNDRAWN and not has_known_law(each, clusters)
        if is_drawn and not math.isnan(each.value):
            small = _is_small(each.rows, sample) and not each.rows.all()
            apart.setdefault(each.rows.tobytes() if small else b"", []).append(i)
    found: dict[int, FloatArray] = {}
    for key, places in apart.items():
        only = scores[places[0]].rows if key else np.ones(len(sample.ids), dtype=np.bool_)
        drawn = replicate(
            [scores[i] for i in places],
            sample.ids,
            only=only,
            clusters=clusters,
            resamples=sampling.resamples,
            seed=sampling.seed,
            few=_is_small(only, sample),
        )
        found |= dict(zip(places, drawn, strict=True))
    return found


def measured(
    each: Score, sampling: Sampling, drawn: FloatArray | None, clusters: Clusters | None
) -> Measured:
    """Put the interval beside a score, from its resampled values where it needs them."""
    return Measured(each, _level(each, sampling, drawn, each.positives, clusters), each.positives)


def _is_small(rows: BoolArray, sample: Sample) -> bool:
    rarest = fewest(sample, rows)
    few = rarest is not None and rarest < FEW_POSITIVES
    return few or int(rows.sum()) < MULTINOMIAL_BELOW


def _level(
    each: Score,
    sampling: Sampling,
    drawn: FloatArray | None,
    positives: int | None,
    clusters: Clusters | None,
) -> Estimate:
    if math.isnan(each.value):
        return Estimate.undefined(_why_undefined(each, positives), n=each.n)
    if not sampling.levels:
        rejected = 0.0 if drawn is None else float(np.isnan(drawn).mean())
        return Estimate(each.value, math.nan, math.nan, "none", each.n, rejected=rejected)
    metric, confidence = each.metric, sampling.confidence
    values = each.parts[each.rows]
    if metric.form == "quantile":
        effective = effective_number(each, clusters)
        weights = each.share[each.rows]
        return quantile.interval(values, weights, metric.level, confidence=confidence, effective=effective)
    if metric.errors is not None:
        judged = math.fsum(each.share[each.rows] * values) * metric.errors.reach + 1
        rate = min(max(judged - metric.errors.true_negative, 0.0), 1.0)
        effective = effective_number(each, clusters)
        return prevalence.level(rate, effective, metric.errors, confidence=confidence, items=each.n)
    if metric.form == "over_exposures":
        pulls = [_summed(each, column, clusters) for column in (each.influence, each.parts - each.value)]
        pull = jackknife.wider(*pulls)
        return jackknife.level(each.value, pull, bounds=metric.bounds, confidence=confidence, n=each.n)
    if metric.zero_one:
        effective = effective_number(each, clusters)
        level = interval.level_wilson(each.value * effective, effective, confidence=confidence)
        return replace(level, n=each.n)
    if drawn is None:
        return interval.level_mean(values, bounds=metric.bounds, confidence=confidence)
    if metric.form in {"curve", "curves"} and math.isfinite(metric.bounds[1]):
        defined = drawn[~np.isnan(drawn)]
        spread = float(defined.std()) if defined.size else math.nan
        rejected = 1 - defined.size / drawn.size
        return interval.level_logit(each.value, spread, confidence=confidence, n=each.n, rejected=rejected)
    pull = _pulls(each, clusters)
    squares = math.fsum(pull**2)
    acceleration = math.fsum(pull**3) / (6 * squares**1.5) if squares else 0.0
    return interval.level_resampled(
        each.value, drawn, bounds=metric.bounds, confidence=confidence, acceleration=acceleration, n=each.n
    )


def _pulls(each: Score, clusters: Clusters | None) -> FloatArray:
    """Return what each unit that is drawn does to the value: its items' weighted influences."""
    if clusters is None:
        return each.influence[each.rows]
    return _summed(each, each.influence, clusters)


def _summed(each: Score, influence: FloatArray, clusters: Clusters | None) -> FloatArray:
    pulls = (each.share * influence)[each.rows]
    return pulls if clusters is None else clusters.take(each.rows).totals(pulls)


def effective_number(each: Score, clusters: Clusters | None) -> float:
    """Return how many independent items of equal weight say as much as these: Kish's number.

    Clusters divide it by their design effect, the variance of the mean over what it would be if items
    stood alone; never below 1, since alike answers within a cluster may also come by chance.
    """
    effective = 1 / math.fsum(each.share[each.rows] ** 2)
    if clusters is None:
        return effective
    alone = math.fsum((each.share * each.influence)[each.rows] ** 2)
    together = math.fsum(_pulls(each, clusters) ** 2)
    return effective / max(1.0, together / alone) if alone else min(effective, len(clusters.names))


def _why_undefined(each: Score, positives: int | None) -> str:
    if each.n == 0:
        return "no item takes part"
    if each.metric.undefined:
        return each.metric.undefined
    of_class = "class" in each.spec.arguments
    if positives == 0:
        return "no positive example" if each.rare == "positives" else f"no {each.rare}"
    if positives == each.n and (of_class or each.rare == "positives"):
        return "no example of another class" if of_class else "no negative example"
    return "undefined on these items"
