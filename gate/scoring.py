"""A sample and a metric → a score: the value, and each item's part in it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from gate.samples.curve import Cells, Curve
from gate.samples.labelled import LabelledSample
from gate.samples.ranked import RankedSample
from gate.stats import quantile
from gate.stats.rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.metrics.declare import Metric
    from gate.samples.repeated import Repeated
    from gate.spec import MetricSpec

Sample = RankedSample | LabelledSample


@dataclass(frozen=True, slots=True)
class Scored:
    """What was worked out before, of samples that are still alive, so that slices and metrics share it.

    Attributes:
        curves: Sorted scores by sample and rows.
        values: ``(n,)`` values of every item by sample and spelling of a metric that is a mean.
    """

    curves: dict[tuple[int, bytes], Curve] = field(default_factory=dict)
    values: dict[tuple[int, str], FloatArray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """One metric on one sample, or on the slice of it that a check asks about.

    Attributes:
        metric: What was computed.
        spec: With which cut-off and parameters.
        value: On the data as they are; NaN if undefined.
        rows: ``(n,)`` whether an item takes part: inside the slice, and defined.
        parts: ``(n,)`` what each item contributes, for people: its own value where the metric is a mean
            or a quantile, the influence otherwise; NaN outside ``rows``.
        influence: ``(n,)`` effect of each item's weight on the value: ``sum(share * influence) = 0``
            where ``share`` is the item's weight over the weight of all ``rows``; 0 outside ``rows``.
        share: ``(n,)`` weight of each item over the weight of all ``rows``; sums to 1, 0 outside.
        columns: ``(n, c)`` weighted columns whose totals the metric is a formula of; ``c = 0`` for
            curve metrics. For quantiles the values and the weights.
        curve: The sorted scores of a curve metric; else ``None``.
        spread: Row of the item that each answer on the curve belongs to, where items were asked more than
            once; ``None`` where the curve has one answer an item.
        rounds: How much the value differs from one round of answers to the next; ``None`` without repeats.
    """

    metric: Metric
    spec: MetricSpec
    value: float
    rows: BoolArray
    parts: FloatArray
    influence: FloatArray
    share: FloatArray
    columns: FloatArray
    curve: Curve | None
    spread: IntArray | None = None
    rounds: Rounds | None = None

    @property
    def n(self) -> int:
        """Number of items behind the value."""
        return int(self.rows.sum())

    @property
    def is_plain_mean(self) -> bool:
        """Whether the value is a mean of items that all count the same."""
        weights = self.share[self.rows]
        return self.metric.form == "per_item" and bool(np.ptp(weights) <= 1e-15 if weights.size else True)

    def of_totals(self, totals: FloatArray) -> FloatArray:
        """Evaluate the formula on ``(r, c)`` totals of :attr:`columns`; ``(r,)``, NaN if undefined."""
        if self.metric.form == "per_item":
            with np.errstate(invalid="ignore", divide="ignore"):
                return np.asarray(totals[:, 0] / totals[:, 1])
        named = dict(zip(self.metric.columns, totals.T, strict=True))
        return np.asarray(self.metric.formula(**named, **self.spec.arguments), dtype=np.float64)

    def of_cells(self, cells: Cells) -> FloatArray:
        """Evaluate a curve metric on resampled cells; ``(r,)``, NaN if undefined."""
        return np.asarray(self.metric.formula(cells, **self.spec.arguments), dtype=np.float64)


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
    if sample.repeated is not None and metric.form != "quantile":
        return _averaged(sample, sample.repeated, metric, spec, where, only, scored or Scored())
    rows = matching(sample, where or {})
    if only is not None:
        rows &= only
    match metric.form:
        case "per_item":
            return _mean(sample, metric, spec, rows, scored or Scored())
        case "quantile":
            return _quantile(sample, metric, spec, rows)
        case "over_totals":
            assert isinstance(sample, LabelledSample)
            return _formula(sample, metric, spec, rows)
        case "curve":
            assert isinstance(sample, LabelledSample)
            return _curve(sample, metric, spec, rows, scored or Scored())


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
        fine.curve,
        repeated.item[fine.rows] if fine.curve is not None else None,
        Rounds.of(repeated.item[fine.rows], (fine.value + fine.influence)[fine.rows]),
    )


def _mean(sample: Sample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored) -> Score:
    key = (id(sample), spec.text)
    if key not in scored.values:
        cut = {} if metric.cutoff == "none" else {"k": spec.cutoff if spec.cutoff is not None else math.inf}
        values = np.asarray(metric.formula(sample, **cut, **spec.arguments), dtype=np.float64)
        scored.values[key] = values
    values = scored.values[key]
    rows = rows & ~np.isnan(values)
    weight = np.where(rows, sample.weight, 0.0)
    total = math.fsum(weight)
    filled = np.where(rows, values, 0.0)
    value = math.fsum(weight * filled) / total if total else math.nan
    share = weight / total if total else weight
    return Score(
        metric,
        spec,
        value,
        rows,
        np.where(rows, values, math.nan),
        np.where(rows, filled - value, 0.0),
        share,
        np.column_stack([weight * filled, weight]),
        None,
    )


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
        None,
    )


def _formula(sample: LabelledSample, metric: Metric, spec: MetricSpec, rows: BoolArray) -> Score:
    weight = np.where(rows, sample.weight, 0.0)
    columns = np.column_stack([sample.column(name) * weight for name in metric.columns])
    totals = np.array([[math.fsum(column) for column in columns.T]])
    total = math.fsum(weight)
    share = weight / total if total else weight
    blank = Score(
        metric, spec, math.nan, rows, np.full(len(rows), math.nan), np.zeros(len(rows)), share, columns, None
    )
    value = float(blank.of_totals(totals)[0])
    influence = np.where(rows, _jackknife(blank, value, totals), 0.0)
    return Score(
        metric, spec, value, rows, np.where(rows, influence, math.nan), influence, share, columns, None
    )


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


def _curve(
    sample: LabelledSample, metric: Metric, spec: MetricSpec, rows: BoolArray, scored: Scored
) -> Score:
    key = (id(sample), rows.tobytes())
    if key not in scored.curves:
        scored.curves[key] = Curve.of(sample if rows.all() else sample.take(rows))
    curve = scored.curves[key]
    weight = np.where(rows, sample.weight, 0.0)
    total = math.fsum(weight)
    share = weight / total if total else weight
    influence = np.zeros(len(rows))
    parts = np.full(len(rows), math.nan)
    blank = Score(metric, spec, math.nan, rows, parts, influence, share, np.zeros((len(rows), 0)), curve)
    if not rows.any():
        return blank
    value = float(blank.of_cells(curve.cells)[0])
    if not math.isnan(value):
        assert metric.influence is not None
        influence[rows] = metric.influence(curve, **spec.arguments)
        parts = np.where(rows, influence, math.nan)
    return Score(metric, spec, value, rows, parts, influence, share, blank.columns, curve)
