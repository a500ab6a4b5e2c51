"""Scores: one metric on one sample, its value, and each item's part in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.metrics.metric import Metric
    from gate.samples.curve import Cells, Curve
    from gate.samples.exposure import Exposure
    from gate.spec import MetricSpec
    from gate.stats.rounds import Rounds

Asked = tuple[int, bytes, tuple[str, ...]]
"""A sample, some of its rows, and what is asked of them."""

FLOAT_ERROR = 1e-12
"""Relative difference of two per-item values that is rounding, not a change."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What was worked out before, of samples that are still alive, so that slices and metrics share it.

    Attributes:
        curves: Sorted scores by sample, rows and kind of curve.
        columns: ``(n, c)`` weighted columns by sample, rows and names.
        values: ``(n,)`` values of every item by sample and spelling of a metric that is a mean.
    """

    curves: dict[Asked, tuple[Curve, ...]] = field(default_factory=dict)
    columns: dict[Asked, FloatArray] = field(default_factory=dict)
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
            or a quantile, the value and its shared influence where it is one of exposures, the influence
            otherwise; NaN outside ``rows``.
        influence: ``(n,)`` effect of each item's weight on the value: ``sum(share * influence) = 0``
            where ``share`` is the item's weight over the weight of all ``rows``; 0 outside ``rows``.
        share: ``(n,)`` weight of each item over the weight of all ``rows``; sums to 1, 0 outside.
        columns: ``(n, c)`` weighted columns whose totals the metric is a formula of; ``c = 0`` for
            curve metrics. For quantiles the values and the weights.
        curves: The sorted scores of a curve metric, one set a curve; else empty.
        spread: Row of the item that each answer on the curves belongs to, where items were asked more than
            once; ``None`` where the curves have one answer an item.
        rounds: How much the value differs from one round of answers to the next; ``None`` without repeats.
        positives: Items of the class that could be too rare to judge by; ``None`` for rankings.
        rare: Which ones these are, in words.
        asked: Items that the number was looked for, defined or not; 0 where the metric reads none of the run.
        exposure: What was shown to whom, where the metric is a formula of that.
    """

    metric: Metric
    spec: MetricSpec
    value: float
    rows: BoolArray
    parts: FloatArray
    influence: FloatArray
    share: FloatArray
    columns: FloatArray
    curves: tuple[Curve, ...] = ()
    spread: IntArray | None = None
    rounds: Rounds | None = None
    positives: int | None = None
    rare: str = "positives"
    asked: int = 0
    exposure: Exposure | None = None

    @property
    def n(self) -> int:
        """Number of items behind the value."""
        return int(self.rows.sum())

    @property
    def is_plain_mean(self) -> bool:
        """Whether the value is a mean of items that all count the same."""
        weights = self.share[self.rows]
        return self.metric.form == "per_item" and bool(np.ptp(weights) <= 1e-15 if weights.size else True)

    @property
    def turn(self) -> float:
        """1 where more is better; -1 where less is, or what is nearer to 0."""
        more = self.metric.direction(self.spec) == "higher" and not self.metric.best_at_zero
        return 1.0 if more else -1.0

    @property
    def side(self) -> float:
        """-1 where a metric that is best at 0 lies below it, so that more is better there; else 1."""
        return -1.0 if self.metric.best_at_zero and self.value < 0 else 1.0

    @property
    def from_zero(self) -> Score:
        """How far the value is from 0, which its influences move by as much, on whichever side it lies."""
        return replace(self, value=self.side * self.value, influence=self.side * self.influence)

    def of_totals(self, totals: FloatArray) -> FloatArray:
        """Evaluate the formula on ``(r, c)`` totals of :attr:`columns`; ``(r,)``, NaN if undefined."""
        if self.metric.form == "per_item":
            with np.errstate(invalid="ignore", divide="ignore"):
                return np.asarray(totals[:, 0] / totals[:, 1])
        if self.metric.groups is not None:
            return np.asarray(self.metric.formula(totals, **self.spec.arguments), dtype=np.float64)
        names, width = self.metric.columns, totals.shape[1] // len(self.metric.columns)
        by_name = (
            totals.T if width == 1 else np.moveaxis(totals.reshape(len(totals), len(names), width), 1, 0)
        )
        named = dict(zip(names, by_name, strict=True))
        return np.asarray(self.metric.formula(**named, **arguments_of(self.spec)), dtype=np.float64)

    def of_cells(self, cells: Sequence[Cells]) -> FloatArray:
        """Evaluate a curve metric on resampled cells, one a curve; ``(r,)``, NaN if undefined."""
        given = cells if self.metric.form == "curves" else cells[0]
        return np.asarray(self.metric.formula(given, **arguments_of(self.spec)), dtype=np.float64)


def arguments_of(spec: MetricSpec) -> dict[str, str | float]:
    """Return what a formula is told of a spec: a class is chosen before."""
    return {name: value for name, value in spec.arguments.items() if name != "class"}


def unlike(after: FloatArray, before: FloatArray) -> FloatArray:
    """Subtract, and call what is float error no difference at all.

    The same documents, summed in another order, may differ in the last bit; "unchanged" is exact only if
    such bits do not count.
    """
    apart = after - before
    size = np.maximum(1.0, np.maximum(np.abs(after), np.abs(before)))
    return np.asarray(np.where(np.abs(apart) <= FLOAT_ERROR * size, 0.0, apart) + 0.0)
