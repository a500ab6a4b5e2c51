"""What a config asks of each metric, with the metric's name resolved."""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from gate import metrics
from gate.config.values import Tolerance, read_tolerance, spelt
from gate.spec import take_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gate.config.expected import Limit, MetricRule
    from gate.config.judge import RequiredJudge
    from gate.metrics.metric import Metric
    from gate.metrics.own import Owned
    from gate.spec import MetricSpec

Role = Literal["headline", "guard", "info"]

UNSTORED = ("latency_ms", "cost")
"""Fields of a run that its baseline leaves out, because they differ from call to call."""

LARGEST = 10.0
"""Largest relative tolerance where lower is better: tenfold. Above it, a unit was mixed up."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A floor or a ceiling.

    Attributes:
        value: In the metric's unit.
        hysteresis: Beyond the limit by at most this much, a crossing counts only if the paired data
            show a drop; ``None`` makes the limit strict.
    """

    value: float
    hysteresis: float | None = None


@dataclass(frozen=True, slots=True)
class CheckRule:
    """One check: a metric, the items it is computed on, and what is expected of it.

    Attributes:
        metric: The metric's declaration.
        spec: Its cut-off and parameters.
        where: ``{slice field: allowed values}``, fields and values ascending; empty for all items.
        slice_name: The same as one phrase, ``"kind=graded"``; ``None`` for all items.
        tolerance: How much worse than the baseline is fine; ``None`` if nothing is compared.
        floor: Least allowed value, only where higher is better.
        ceiling: Greatest allowed value, only where lower is better.
        role: ``"headline"`` decides, ``"guard"`` can fail but never leaves the gate undecided,
            ``"info"`` is only reported.
        line: Line of its key in the config; 0 for a guard that nobody wrote.
        since: Name of the anchor it is compared with; ``None`` for the baseline.
        advisory: Why it cannot block though it was asked to, in a sentence; empty if it can.
        judge: The judge that gave its numbers, which has to be fit for it; ``None`` if no judge did.
    """

    metric: Metric
    spec: MetricSpec
    where: Mapping[str, tuple[str, ...]]
    slice_name: str | None
    tolerance: Tolerance | None
    floor: Bound | None
    ceiling: Bound | None
    role: Role
    line: int
    since: str | None = None
    advisory: str = ""
    judge: RequiredJudge | None = None

    @property
    def identity(self) -> str:
        """Metric, slice and anchor as one phrase; unique in a config."""
        name = f"{self.spec} [{self.slice_name}]" if self.slice_name else str(self.spec)
        return f"{name} since {self.since}" if self.since else name

    def within(self, where: Mapping[str, tuple[str, ...]]) -> CheckRule:
        """Restrict the check to some slices, besides those it is restricted to already."""
        both = dict(self.where)
        for field, values in where.items():
            both[field] = tuple(v for v in values if v in both[field]) if field in both else values
        ordered = {field: tuple(sorted(set(both[field]))) for field in sorted(both)}
        return replace(self, where=ordered, slice_name=phrase(ordered))


def phrase(where: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return slices as one phrase, ``"kind=graded|plain, topic=billing"``; ``None`` if there are none."""
    return ", ".join(f"{field}={'|'.join(values)}" for field, values in where.items()) or None


def resolve(
    spelling: str, task: str, *, k: int | None, own: Mapping[str, Owned]
) -> tuple[Metric, MetricSpec]:
    """Look a metric up by its spelling, also among those of plugins.

    Raises:
        ValueError: No such metric, or its cut-off or a parameter is wrong; in plain words.
        QuestionError: An installed metric does not load.
    """
    try:
        metric = metrics.of(spelling, task, own)
    except ValueError as error:
        if ("(" in spelling) != (")" in spelling):
            what = f"{spelling!r} is a part of a metric: between {{ and }} a comma ends a key"
            raise ValueError(f"{what}, so put the whole in quotes") from None
        hint = _near_spelling(spelling, metrics.known(task, own))
        raise ValueError(f"{spelling!r} is not spelt like a metric{hint}" if hint else str(error)) from None
    return metric, metric.resolve(spelling, k=k)


def build(rule: MetricRule, metric: Metric, spec: MetricSpec, *, line: int) -> CheckRule:
    """Join what is expected with the metric it is expected of."""
    where = {field: tuple(sorted(set(rule.where[field]))) for field in sorted(rule.where)}
    tolerance = None if rule.tolerance is None else read_tolerance(rule.tolerance)
    return CheckRule(
        metric=metric,
        spec=spec,
        where=where,
        slice_name=phrase(where),
        tolerance=tolerance,
        floor=bound_of(rule.floor),
        ceiling=bound_of(rule.ceiling),
        role=rule.role or _usual_role(rule, metric),
        line=line,
        judge=rule.requires_judge,
    )


def misfits(check: CheckRule, called: str) -> Iterator[tuple[str, str]]:
    """Yield what is expected of a metric and cannot be: ``(key of the rule, what is wrong)``.

    Args:
        check: What is expected.
        called: The metric's spelling in the config.
    """
    low, high = check.metric.bounds
    yield from _without_effect(check, called)
    if check.tolerance is not None and (problem := tolerance_misfit(check, check.tolerance, called)):
        yield "tolerance", problem
    better = check.metric.direction(check.spec)
    for key, bound, fits, other in (
        ("floor", check.floor, "higher", "ceiling"),
        ("ceiling", check.ceiling, "lower", "floor"),
    ):
        if bound is None:
            continue
        if better != fits:
            way = f"write {other!r} instead of {key!r}"
            if check.metric.best_at_zero:
                way += f", or spell the metric with better={fits}: both spellings together hold both sides"
            yield key, f"{better} is better for {called}: {way}"
        elif not low <= bound.value <= high:
            yield key, _outside(called, bound.value, low, high)
        elif bound.hysteresis is not None and bound.hysteresis >= high - low:
            yield key, f"a hysteresis of {bound.hysteresis:g} covers the whole range of {called}"
    if check.role == "headline" and check.metric.diagnostic:
        yield "role", f"{called} is {check.metric.diagnostic}, so it cannot be a headline"
    elif check.role != "info" and not (check.tolerance or check.floor or check.ceiling):
        yield "role", f"a {check.role} needs something to hold: a tolerance, a floor or a ceiling"


def _without_effect(check: CheckRule, called: str) -> Iterator[tuple[str, str]]:
    """Yield rules that could never fail: a gate that is not applied is worse than none."""
    if check.metric.diagnostic:
        why = f"{called} is {check.metric.diagnostic}, so it never blocks: write {{}} alone"
        for key in ("tolerance", "floor", "ceiling"):
            if getattr(check, key) is not None:
                yield key, why
    elif check.metric.form == "quantile" and check.tolerance is not None:
        limit = "ceiling" if check.metric.direction(check.spec) == "lower" else "floor"
        yield (
            "tolerance",
            f"a drop of {called} is not judged, since few items decide a quantile: give it a {limit}",
        )
    elif check.metric.limits_only and check.metric.form == "over_totals" and check.tolerance is not None:
        limit = "ceiling" if check.metric.direction(check.spec) == "lower" else "floor"
        what = f"{called} is best at 0, so that neither direction is a drop: give it a {limit}"
        yield "tolerance", what
    elif check.metric.limits_only and check.tolerance is not None:
        yield "tolerance", f"a drop of {called} is not judged, since its threshold moves: give it a floor"
    elif str(check.spec.arguments.get("field")) in UNSTORED and check.tolerance is not None:
        yield "tolerance", f"the baseline does not keep {called}, so no drop is seen: give it a ceiling"


def tolerance_misfit(check: CheckRule, tolerance: Tolerance, called: str) -> str | None:
    """Say why a metric cannot be held to a tolerance: it lets everything pass; ``None`` if it can."""
    amount, shown, (low, high) = tolerance.amount, tolerance.text, check.metric.bounds
    if tolerance.relative:
        if check.metric.direction(check.spec) == "higher" and amount >= 1:
            return f"{shown} of the baseline tolerates the loss of everything: write less than 100%"
        if amount > LARGEST:
            return f"{shown} of the baseline is more than tenfold: write at most {100 * LARGEST:g}%"
    elif amount >= high - low:
        hint = f"; for per cent of the baseline write {shown}%" if amount > high - low else ""
        return f"{shown} tolerates everything: {called} lies between {low:g} and {high:g}{hint}"
    return None


def _outside(called: str, value: float, low: float, high: float) -> str:
    ends = f"at least {low:g}" if math.isinf(high) else f"between {low:g} and {high:g}"
    hint = f": write {value / 100:g}" if high == 1 and 2 <= value <= 100 else ""  # 1.8 is no percentage
    return f"{spelt(value)} is outside the range of {called}, which is {ends}{hint}"


def bound_of(limit: Limit | None) -> Bound | None:
    """Take a floor or a ceiling as the config spells it."""
    return None if limit is None else Bound(limit.value, limit.hysteresis)


def _usual_role(rule: MetricRule, metric: Metric) -> Role:
    if metric.diagnostic or (rule.tolerance is None and rule.floor is None and rule.ceiling is None):
        return "info"
    return "guard" if rule.where else "headline"


def _near_spelling(spelling: str, known: Iterable[str]) -> str:
    """Return a suggestion for what is not even shaped like a metric, such as ``MRR`` or ``ndcg_at_10``."""
    simple = spelling.strip().lower().replace("-", "_").replace(" ", "")
    simple = re.sub(r"_at_(?=\d)", "@", simple)  # and no part of a name, as in recall_at_precision
    try:
        name = take_apart(simple).name
    except ValueError:
        return ""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f", did you mean {simple.replace(name, near[0], 1)!r}?" if near and simple != spelling else ""
