"""A sample and a metric → a score."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gate.samples.classwise import curves_of
from gate.samples.curve import Curve
from gate.samples.kinds import place_of, rarest
from gate.samples.labelled import LabelledSample
from gate.samples.ranked import RankedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample
from gate.scores import Score, Scored, arguments_of
from gate.stats import quantile
from gate.stats.rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.metrics.metric import Metric
    from gate.samples.kinds import Sample
    from gate.samples.repeated import Repeated
    from gate.spec import MetricSpec


def score(
    sample: Sample,
    metric: Metric,
    spec: MetricSpec,
    *,
    where: Mapping[str, Sequence[str]] | None = None,
    only: BoolArray | None = None,
    scored: Scored | None = None,
) -> Score:
    """Compute one metric on ``sample``.

    Args:
        sample: What the system answered, lined up with what is right.
        metric: The declared metric.
        spec: Its cut-off and parameters.
        where: ``{slice field: allowed values}``; only items that match all of them take part.
        only: ``(n,)`` rows that may take part at all; everything by default.
        scored: What was worked out before; what is new is added.

    Returns:
        The score; its value is NaN where nothing takes part or the formula is undefined.
    """
    scored = scored or Scored()
    if sample.repeated is not None and metric.form != "quantile":
        found = _averaged(sample, sample.repeated, metric, spec, where, only, scored)
    else:
        rows = matching(sample, where or {})
        if only is not None:
            rows &= only
        match metric.form:
            case "per_item":
                found = _mean(sample, metric, spec, rows, scored)
            case "quantile":
                found = _quantile(sample, metric, spec, rows)
            case "over_exposures":
                found = _exposed(sample, metric, spec, rows)
            case "over_totals":
                found = _formula(sample, metric, spec, rows, scored)
            case _:
                found = _curve(sample, metric, spec, rows, scored)
    positives, rare = rarest(sample, spec, found.rows, curves=metric.curves, even=metric.even)
    return replace(found, positives=positives, rare=rare)


def matching(sample: Sample, where: Mapping[str, Sequence[str]]) -> BoolArray:
    """Return ``(n,)``: whether each item has one of the allowed values in every field of ``where``."""
    rows = np.ones(len(sample.ids), dtype=np.bool_)
    for name, allowed in where.items():
        values = sample.groups.get(name)
        if values is None:
            rows[:] = False
        else:
            rows &= np.fromiter((v in allowed for v in values), np.bool_, len(values))
    return rows


def _averaged(
    sample: Sample,
    repeated: Repeated,
    metric: Metric,
    spec: MetricSpec,
    where: Mapping[str, Sequence[str]] | None,
    only: BoolArray | None,
    scored: Scored,
) -> Score:
    """Score all answers, and give every item the mean of what its own contribute."""
    rows = None if only is None else only[repeated.item]
    fine = score(repeated.rows, metric, spec, where=where, only=rows, scored=scored)
    n = len(sample.ids)
    share = repeated.totals(fine.share, n)
    inside = repeated.totals(fine.rows.astype(np.float64), n) > 0
    filled = np.where(fine.rows, np.nan_to_num(fine.parts), 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = repeated.totals(fine.share * filled, n) / share
        influence = repeated.totals(fine.share * fine.influence, n) / share
    columns = [repeated.totals(column, n) for column in fine.columns.T]
    return Score(
        metric,
        spec,
        fine.value,
        inside,
        np.where(inside, parts, math.nan),
        np.where(inside, influence, 0.0),
        share,
        np.column_stack(columns) if columns else np.zeros((n, 0)),
        fine.curves,
        repeated.item[fine.rows] if fine.curves else None,
        Rounds.of(repeated.item[fine.rows], (fine.value + fine.influence)[fine.rows]),
        asked=fine.asked,
    )


def _mean(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored) -> Score:
    key = (id(sample), f"{spec.text} {metric.errors or ''}")
    if key not in scored.values:
        cut = {} if metric.cutoff == "none" else {"k": spec.cutoff if spec.cutoff is not None else math.inf}
        values = _values(sample, metric, {**cut, **spec.arguments})
        scored.values[key] = values
    values = scored.values[key]
    asked = int(rows.sum()) if "field" in spec.arguments else 0
    rows = rows & ~np.isnan(values)
    weight = np.where(rows, sample.weight, 0.0)
    total = math.fsum(weight)
    filled = np.where(rows, values, 0.0)
    value = math.fsum(weight * filled) / total if total else math.nan
    share = weight / total if total else weight
    low, high = metric.bounds
    return Score(
        metric,
        spec,
        min(max(value, low), high) if metric.errors is not None and total else value,
        rows,
        np.where(rows, values, math.nan),
        np.where(rows, filled - value, 0.0),
        share,
        np.column_stack([weight * filled, weight]),
        asked=asked,
    )


def _values(sample: Sample, metric: Metric, arguments: Mapping[str, Any]) -> FloatArray:
    """Return ``(n,)`` values of a mean; rankings are judged for users who have something to find."""
    if isinstance(sample, RecommendedSample) and metric.folder == "ranked":
        return sample.spread(np.asarray(metric.formula(sample.ranked, **arguments), dtype=np.float64))
    return np.asarray(metric.formula(sample, **arguments), dtype=np.float64)


def _exposed(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray) -> Score:
    """Score a formula over exposures; a user without a list takes part, and is shown nothing."""
    assert isinstance(sample, RecommendedSample)
    weight = np.where(rows, sample.weight, 0.0)
    exposure = sample.shown.exposure(spec.cutoff if spec.cutoff is not None else math.inf, weight)
    value, influence, shared = exposure.influences(metric.formula, metric.columns)
    total = math.fsum(weight)
    share = weight / total if total else weight
    parts = np.where(rows, value + shared, math.nan)
    nothing = np.zeros((len(rows), 0))
    return Score(metric, spec, value, rows, parts, influence, share, nothing, exposure=exposure)


def _quantile(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray) -> Score:
    """Score a quantile of the items; one that was asked more than once has the mean of its answers."""
    repeated = sample.repeated
    answers = sample if repeated is None else repeated.rows
    values = np.asarray(metric.formula(answers, **spec.arguments), dtype=np.float64)
    if repeated is not None:
        values = repeated.means(values, len(rows))
    rows = rows & ~np.isnan(values)
    weight = np.where(rows, sample.weight, 0.0)
    total = math.fsum(weight)
    pull = np.zeros(len(rows))
    if rows.any():
        pull[rows] = quantile.influence(values[rows], weight[rows], metric.level)
    return Score(
        metric,
        spec,
        quantile.at(values[rows], weight[rows], metric.level),
        rows,
        np.where(rows, values, math.nan),
        pull,
        weight / total if total else weight,
        np.column_stack([np.where(rows, values, 0.0), weight]),
    )


def _formula(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored) -> Score:
    columns = _columns(sample, metric, spec, rows, scored)
    if metric.groups is not None and np.isnan(columns).any():
        rows = rows & ~np.isnan(columns).any(axis=1)
        columns = np.where(rows[:, None], columns, 0.0)
    weight = np.where(rows, sample.weight, 0.0)
    totals = np.array([[math.fsum(column) for column in columns.T]])
    total = math.fsum(weight)
    share = weight / total if total else weight
    blank = Score(
        metric, spec, math.nan, rows, np.full(len(rows), math.nan), np.zeros(len(rows)), share, columns
    )
    value = float(blank.of_totals(totals)[0])
    influence = np.where(rows, _jackknife(blank, value, totals), 0.0)
    return Score(metric, spec, value, rows, np.where(rows, influence, math.nan), influence, share, columns)


def _columns(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored) -> FloatArray:
    """Return ``(n, c)`` weighted columns; one array for all metrics that ask for the same."""
    kind = (*metric.columns, metric.name if metric.groups else "", *map(str, spec.arguments.values()))
    if metric.groups is None:
        kind = (*metric.columns, "of", str(spec.arguments.get("class", "")))
    key = (id(sample), rows.tobytes(), kind)
    if key in scored.columns:
        return scored.columns[key]
    weight = np.where(rows, sample.weight, 0.0)
    if metric.groups is not None:
        found = metric.groups(sample.take(rows), **spec.arguments)
        columns = np.zeros((len(rows), found.shape[1]))
        columns[rows] = found * weight[rows, None]
    elif isinstance(sample, LabelledSample):
        columns = np.column_stack([sample.column(name) * weight for name in metric.columns])
    else:
        assert not isinstance(sample, RankedSample | TextSample)
        place = place_of(sample, spec)
        blocks = [sample.column(name) * weight[:, None] for name in metric.columns]
        columns = np.hstack([block if place is None else block[:, [place]] for block in blocks])
    scored.columns[key] = columns
    return columns


def _jackknife(score: Score, value: float, totals: FloatArray) -> FloatArray:
    """Return ``(n,)`` centred jackknife influences of a formula over totals.

    Leaving item i out changes the totals by its own row; ``n`` rows are one call of the formula.
    """
    n = int(score.rows.sum())
    if n < 2:
        return np.zeros(len(score.rows))
    without = score.of_totals(totals - score.columns)
    effect = np.where(np.isnan(without), 0.0, (n - 1) * (value - without))
    effect = np.where(score.rows, effect, 0.0)
    scale = np.where(score.rows, score.share * n, 1.0)
    centred = effect - score.share * n * math.fsum(effect) / n
    return np.asarray(centred / scale)


def _curve(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored) -> Score:
    curves = _sorted(sample, metric, spec, rows, scored)
    weight = np.where(rows, sample.weight, 0.0)
    total = math.fsum(weight)
    share = weight / total if total else weight
    influence = np.zeros(len(rows))
    parts = np.full(len(rows), math.nan)
    blank = Score(metric, spec, math.nan, rows, parts, influence, share, np.zeros((len(rows), 0)), curves)
    if not rows.any() or not curves:
        return blank
    value = float(blank.of_cells([curve.cells for curve in curves])[0])
    if not math.isnan(value):
        assert metric.influence is not None
        given = curves if metric.form == "curves" else curves[0]
        influence[rows] = metric.influence(given, **arguments_of(spec))
        parts = np.where(rows, influence, math.nan)
    return Score(metric, spec, value, rows, parts, influence, share, blank.columns, curves)


def _sorted(
    sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored
) -> tuple[Curve, ...]:
    """Return the curves of a metric on some rows, sorted once for all metrics that ask for the same."""
    assert not isinstance(sample, RankedSample | TextSample)
    key = (id(sample), rows.tobytes(), (metric.curves or "", str(spec.arguments.get("class", ""))))
    if key not in scored.curves:
        taken = sample if rows.all() else sample.take(rows)
        if isinstance(taken, LabelledSample):
            curves: tuple[Curve, ...] = (Curve.of(taken),)
        else:
            assert metric.curves is not None
            curves = curves_of(taken, metric.curves, place_of(taken, spec))
        scored.curves[key] = curves
    return scored.curves[key]
