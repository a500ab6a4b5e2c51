"""A judge's standing: whether its verdicts may be relied on, and how often it errs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate import metrics
from gate.digits import apart, counted, number, typeset
from gate.judgement.checks import Obstacle
from gate.lineup import build_sample, cluster_of
from gate.measuring.levels import Question, Sampling, effective_number, measure
from gate.rating import Errors
from gate.samples.clusters import Clusters
from gate.verdict import SLACK, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.config import CheckRule
    from gate.config.judge import RequiredJudge
    from gate.estimate import Estimate
    from gate.inputs.calibrations import Calibration
    from gate.measuring.levels import Measured
    from gate.samples.kinds import Sample

KAPPA = "cohen_kappa"


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a judge may be relied on.

    Attributes:
        identity: Which judge it is today.
        told: What is known of its agreement with people, as one sentence.
        obstacle: Why it may not be relied on; ``None`` if it may.
    """

    identity: str
    told: str
    obstacle: Obstacle | None


def standing(found: Calibration, asked: RequiredJudge, sampling: Sampling) -> Standing:
    """Judge a judge: another one than was measured is stale, and one that agrees too little is unfit.

    The value of kappa decides, as for every floor; its interval is told.

    Args:
        found: What it was last measured on.
        asked: How well it has to agree.
        sampling: How the interval is made.
    """
    shown, identity = found.config.shown, found.identity
    if found.run is None:
        why = (
            f"the judge of {shown} was never compared with people: there is no baseline "
            f"{found.config.name!r}; record one by gate refresh {shown}"
        )
        return Standing(identity, "", _unfit(why))
    kappa, spelt = _kappa(found, sampling)
    told = (
        f"its judge agrees with people by {spelt} {_interval(kappa)} on {counted(kappa.n, 'item')} ({shown})"
    )
    if found.recorded != identity:
        was = f"that was {found.recorded!r}" if found.recorded else "its baseline does not say which one"
        why = (
            f"the judge of {shown} is another than the one that was compared with people: it is "
            f'{identity!r}, {was}; run it on its golden set, then gate accept {shown} --reason "…"'
        )
        return Standing(identity, told, Obstacle(Reason.STALE_JUDGE, why, means_nothing=True))
    if math.isnan(kappa.value):
        why = f"the kappa of the judge of {shown} is undefined: {kappa.because}"
        return Standing(identity, told, _unfit(why))
    if kappa.value < asked.kappa - SLACK:
        value, least = apart(kappa.value, asked.kappa)
        why = f"the judge of {shown} agrees too little with people: {spelt} {typeset(value)} is below {least}"
        return Standing(identity, told, _unfit(why))
    return Standing(identity, told, None)


def standings(
    rules: Sequence[CheckRule], judges: Mapping[str, Calibration], sampling: Sampling
) -> dict[str, Standing]:
    """Return the standing of the judge of each check that relies on one, by the check's identity."""
    asked = {rule.identity: rule.judge for rule in rules if rule.judge is not None}
    # The same judge, held to the same floor, is measured once.
    found = {each: standing(judges[each.config], each, sampling) for each in set(asked.values())}
    return {name: found[each] for name, each in asked.items()}


def unfit(rule: CheckRule, known: Mapping[str, Standing]) -> Obstacle | None:
    """Return why the judge that gave a check's numbers may not be relied on; ``None`` if it may."""
    found = known.get(replace(rule, since=None).identity)
    return found.obstacle if found is not None else None


def corrected(rule: CheckRule, judges: Mapping[str, Calibration]) -> CheckRule:
    """Return a check whose metric knows the errors of its judge, if it asks for them.

    A judge that was never measured errs in an unknown way: the metric is then undefined.
    """
    if "judge" not in rule.metric.needs or rule.judge is None:
        return rule
    found = judges.get(rule.judge.config)
    return replace(rule, metric=rule.metric.corrected_by(errors_of(found) if found is not None else UNKNOWN))


UNKNOWN = Errors(0.5, 0.5, 1.0, 1.0)
"""The errors of a judge that nothing is known of: its verdicts say nothing."""


def errors_of(found: Calibration) -> Errors:
    """Return how often a judge errs, on the items for which it gave a verdict."""
    if found.run is None:
        return UNKNOWN
    sample = _sample(found)
    rates = [
        _measured(sample, f"{name}(missing=skip)") for name in ("true_positive_rate", "true_negative_rate")
    ]
    if any(math.isnan(rate.score.value) for rate in rates):
        return UNKNOWN
    numbers = [effective_number(rate.score, _clusters(found, sample)) for rate in rates]
    return Errors(rates[0].score.value, rates[1].score.value, *numbers)


def _kappa(found: Calibration, sampling: Sampling) -> tuple[Estimate, str]:
    """Return the kappa that the judge's config asks for first, weighted or not, else the plain one."""
    own = [rule for rule in found.config.checks if rule.metric.name == KAPPA and not rule.where]
    metric = metrics.find(KAPPA, "judge")
    spec = own[0].spec if own else metric.resolve(KAPPA, k=None)
    sample = _sample(found)
    return measure(sample, [Question(metric, spec, {})], sampling, _clusters(found, sample))[0].level, str(
        spec
    )


def _clusters(found: Calibration, sample: Sample) -> Clusters | None:
    cluster = cluster_of(found.config, found.golden)
    return Clusters.of(sample.ids, [cluster.get(i) for i in sample.ids]) if cluster else None


def _measured(sample: Sample, spelling: str) -> Measured:
    metric = metrics.of(spelling, "judge")
    spec = metric.resolve(spelling, k=None)
    return measure(sample, [Question(metric, spec, {})], Sampling(0.95, 0, 0, levels=False))[0]


def _sample(found: Calibration) -> Sample:
    assert found.run is not None
    return build_sample(found.config, found.golden, found.run, None)


def _unfit(why: str) -> Obstacle:
    return Obstacle(Reason.UNFIT_JUDGE, why, means_nothing=True)


def _interval(kappa: Estimate) -> str:
    if math.isnan(kappa.value):
        return "undefined"
    return typeset(f"{number(kappa.value)} [{number(kappa.low)}, {number(kappa.high)}]")
