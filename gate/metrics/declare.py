"""What a metric says about itself, without numpy: name, direction, bounds, parameters.

A metric is a function in a file of its own name, wrapped by one of these decorators, or by
:func:`gate.metrics.exposures.over_exposures`:

* :func:`per_item`: ``(sample, **parameters) -> (n,)`` values; the metric is their weighted mean over
  the items where it is defined (NaN: undefined).
* :func:`quantile`: ``(sample, **parameters) -> (n,)`` values; the metric is a weighted quantile of them.
* :func:`over_totals`: ``(*totals, **parameters) -> value``: a formula over weighted sums of the
  sample's named columns, evaluated on ``(r,)`` arrays of resampled totals; 0/0 is NaN.
* :func:`curve`: ``(cells, **parameters) -> (r,)``: a formula over what is found and what is falsely
  flagged at each score, :class:`~gate.samples.curve.Cells` with a row a resample.
* :func:`curves`: ``(cells of each curve, **parameters) -> (r,)``: a formula over several, one a class.

With several classes a column is ``(n, c)``, one a class, and so are the totals that a formula takes: their
last axis is the class. A metric with a parameter ``class`` takes the totals, or the curve, of that class
alone, and its formula does not see the parameter.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.metrics.metric import Metric
from gate.metrics.parameter import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gate.metrics.metric import Better, CurveKind, CutoffUse, Formula


def per_item(
    *,
    better: Better,
    bounds: tuple[float, float],
    worst: float | None,
    zero_one: bool = False,
    cutoff: CutoffUse = "none",
    parameters: Mapping[str, Parameter] | None = None,
    needs: tuple[str, ...] = (),
    min_positives: int = 0,
    steps: Formula | None = None,
) -> Callable[[Formula], Metric]:
    """Declare a mean of per-item values; see :class:`Metric` for the arguments.

    The function takes the sample and its parameters by name. With a cut-off it also takes
    ``k``, a whole number or ``math.inf`` where the list is not cut.
    """

    def declare(formula: Formula) -> Metric:
        return Metric(
            formula.__name__, "per_item", formula, better, bounds, worst, zero_one, cutoff,
            parameters or {}, (), frozenset(needs), min_positives, steps=steps,
        )  # fmt: skip

    return declare


def quantile(level: float) -> Callable[[Formula], Metric]:
    """Declare the quantile at ``level``, in (0, 1), of a number that the run carries for each item.

    The function takes the sample, ``field`` and ``better``; lower is better unless spelt otherwise.
    """

    def declare(formula: Formula) -> Metric:
        return Metric(
            formula.__name__, "quantile", formula, "lower", (-math.inf, math.inf),
            parameters={
                "field": Parameter(
                    "Name of the number in the run file, e.g. latency_ms.", positional=True, is_text=True
                ),
                "better": Parameter(
                    "Which way is better.", default="lower", choices=("lower", "higher")
                ),
            },
            limits_only=True, level=level,
        )  # fmt: skip

    return declare


def over_totals(
    *columns: str,
    better: Better,
    bounds: tuple[float, float],
    parameters: Mapping[str, Parameter] | None = None,
    needs: tuple[str, ...] = ("threshold",),
    min_positives: int = 0,
    groups: Formula | None = None,
    diagnostic: str = "",
    limits_only: bool = False,
    best_at_zero: bool = False,
    undefined: str = "",
    steps: Formula | None = None,
    item_steps: Formula | None = None,
    relative: bool = False,
) -> Callable[[Formula], Metric]:
    """Declare a formula over weighted totals of ``columns``, passed by name; see :class:`Metric`."""

    def declare(formula: Formula) -> Metric:
        return Metric(
            formula.__name__, "over_totals", formula, better, bounds,
            parameters=parameters or {}, columns=columns, needs=frozenset(needs),
            min_positives=min_positives, groups=groups, diagnostic=diagnostic, limits_only=limits_only,
            best_at_zero=best_at_zero, undefined=undefined, steps=steps, item_steps=item_steps,
            relative=relative,
        )  # fmt: skip

    return declare


def curve(
    *,
    better: Better,
    bounds: tuple[float, float],
    influence: Formula,
    parameters: Mapping[str, Parameter] | None = None,
    needs: tuple[str, ...] = ("score",),
    min_positives: int = 30,
    diagnostic: str = "",
    limits_only: bool = False,
    steps: Formula | None = None,
    item_steps: Formula | None = None,
) -> Callable[[Formula], Metric]:
    """Declare a metric of the whole score order; see :class:`Metric` for the arguments."""

    def declare(formula: Formula) -> Metric:
        return Metric(
            formula.__name__, "curve", formula, better, bounds,
            parameters=parameters or {}, needs=frozenset(needs), min_positives=min_positives,
            influence=influence, diagnostic=diagnostic, limits_only=limits_only,
            steps=steps, item_steps=item_steps,
        )  # fmt: skip

    return declare


def curves(
    kind: CurveKind,
    *,
    better: Better,
    bounds: tuple[float, float],
    influence: Formula,
    parameters: Mapping[str, Parameter] | None = None,
    needs: tuple[str, ...] = ("probabilities",),
    min_positives: int = 30,
    even: bool = False,
    steps: Formula | None = None,
    item_steps: Formula | None = None,
) -> Callable[[Formula], Metric]:
    """Declare a metric of several score orders; see :class:`Metric` for the arguments."""

    def declare(formula: Formula) -> Metric:
        return Metric(
            formula.__name__, "curves", formula, better, bounds,
            parameters=parameters or {}, needs=frozenset(needs), min_positives=min_positives,
            influence=influence, curves=kind, even=even, steps=steps, item_steps=item_steps,
        )  # fmt: skip

    return declare
