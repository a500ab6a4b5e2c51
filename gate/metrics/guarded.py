"""A user's formula, called so that what is wrong with it is said with its line."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.errors import GateError, Problem, QuestionError
from gate.metrics.steps import Step
from gate.plugins.files import line_in, said
from gate.plugins.quiet import quiet
from gate.plugins.sealed import Tampered, sealed

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray
    from gate.metrics.metric import Formula, Metric

_SLACK = 1e-9
"""How far a value may lie outside of its bounds, as a share of them: rounding."""


Check = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
"""``(found, args, kwargs) -> value``: what a function returned, and what it was given; raises ``_Unfit``."""


def guarded(metric: Metric, file: str | None, shown: str) -> Metric:
    """Return ``metric`` with functions that end in a clear error where theirs are wrong.

    Checked are the shape of what they return, that no number is infinite, and that values lie within the
    declared bounds: of a mean every item's, of totals and curves that of the sample as it is. In a mean an
    item without an answer gets the declared ``worst``. What the functions are given is read-only, what they
    print is swallowed, and undefined operations on numbers give NaN without a warning.

    Args:
        metric: As it was declared.
        file: The file it stands in, as tracebacks name it.
        shown: The same for messages.
    """

    def around(function: Formula, check: Check) -> Formula:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            import numpy as np

            try:
                with quiet(), np.errstate(all="ignore"), sealed(*args, *kwargs.values()):
                    found = function(*args, **kwargs)
                return check(found, args, kwargs)
            except (GateError, KeyboardInterrupt):
                raise
            except (_Unfit, Tampered) as error:
                what, line = str(error), None
            except BaseException as error:  # noqa: BLE001 - a formula of the user can raise anything
                what, line = f"it raised {said(error)}", line_in(error, file)
            at = line or getattr(function, "__code__", metric.formula.__code__).co_firstlineno
            raise QuestionError(
                Problem(f"{metric.name}: {what}", f"{shown}:{at}", _FIX, code="plugin_failed")
            ) from None

        return call

    of_item, of_row = partial(_an_item, metric), partial(_a_row, metric)
    check = of_item if metric.form in {"per_item", "quantile"} else of_row
    return replace(
        metric,
        formula=around(metric.formula, check),
        influence=None if metric.influence is None else around(metric.influence, _an_influence),
        groups=None if metric.groups is None else around(metric.groups, _columns),
        steps=None if metric.steps is None else around(metric.steps, _told),
        item_steps=None if metric.item_steps is None else around(metric.item_steps, _told),
    )


def _an_item(metric: Metric, found: Any, args: tuple[Any, ...], _: dict[str, Any]) -> FloatArray:
    sample = args[0]
    values = _numbers(found)
    if values.shape != (len(sample.ids),):
        raise _Unfit(
            f"it returned shape {values.shape}, not one value for each of {counted(len(sample.ids), 'item')}"
        )
    if metric.form == "per_item" and not (metric.worst is not None and math.isinf(metric.worst)):
        values = _unanswered(values, sample.answered, math.nan if metric.worst is None else metric.worst)
    _within(values, metric, sample.ids)
    return values


def _a_row(metric: Metric, found: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> FloatArray:
    """Check a formula over totals or curves: one value a row of what it is given."""
    rows = _rows((*args, *kwargs.values()))
    values = _numbers(found)
    if values.shape != (() if rows is None else (rows,)):
        wanted = "()" if rows is None else f"({rows},)"
        raise _Unfit(f"it returned shape {values.shape} for {rows or 1:,} resamples, not {wanted}")
    if rows == 1 and "errors" not in kwargs:  # a judge's errors can move a value out, and it is clipped
        low, high = metric.bounds
        if _outside(values, low, high).any():
            says = f"and says that its values are from {low:g} to {high:g}"
            raise _Unfit(f"it gives {values[0]:g} for the whole sample, {says}")
    return values


def _rows(given: tuple[Any, ...]) -> int | None:
    """Return the number of resamples in totals or cells; ``None`` where totals are plain numbers."""
    for each in given:
        cells = each[0] if isinstance(each, tuple | list) and each else each
        array: Any = getattr(cells, "tp", cells)
        if getattr(array, "ndim", 0):
            return len(array)
    return None


def _an_influence(found: Any, args: tuple[Any, ...], _: dict[str, Any]) -> FloatArray:
    curve = args[0][0] if isinstance(args[0], tuple | list) else args[0]
    values = _numbers(found)
    if values.shape != (curve.items,):
        raise _Unfit(
            f"its influence has shape {values.shape}, not one value for each of "
            f"{counted(curve.items, 'item')}"
        )
    return values


def _columns(found: Any, args: tuple[Any, ...], _: dict[str, Any]) -> FloatArray:
    values, n = _numbers(found), len(args[0].ids)
    if values.ndim != 2 or len(values) != n or not values.shape[1]:
        raise _Unfit(
            f"its groups have shape {values.shape}, not a row of columns for each of {counted(n, 'item')}"
        )
    return values


def _told(found: Any, *_: Any) -> tuple[Step, ...]:
    if not isinstance(found, tuple | list) or not all(isinstance(each, Step) for each in found):
        raise _Unfit(f"its steps are {found!r}, not several gate.metrics.steps.Step")
    return tuple(found)


_FIX = "mend the metric; `docs/plugins.md` says what is asked of it"


class _Unfit(Exception):  # noqa: N818 - it reads as the sentence it is
    """What a formula returned cannot be used."""


def _numbers(found: Any) -> FloatArray:
    import numpy as np

    if np.ma.is_masked(found):
        raise _Unfit("it returned a masked array; what is undefined is NaN")
    try:
        given = np.asarray(found)
        values = np.asarray(given, dtype=np.float64) if given.dtype.kind in "biufO" else None
    except (TypeError, ValueError):
        values = None
    if values is None:
        of = f" of {found.dtype}" if isinstance(found, np.ndarray) else ""
        raise _Unfit(f"it returned {type(found).__name__}{of}, not an array of numbers")
    if np.isinf(values).any():
        raise _Unfit("it returned an infinite number; what is undefined is NaN")
    return values


def _unanswered(values: FloatArray, answered: BoolArray, worst: float) -> FloatArray:
    """Give every item without an answer the value that was declared for it."""
    import numpy as np

    return np.where(answered, values, worst)


def _within(values: FloatArray, metric: Metric, ids: tuple[str, ...]) -> None:
    """Refuse a value outside of the declared bounds: intervals and tolerances are checked against these."""
    import numpy as np

    if metric.form != "per_item":
        return
    low, high = metric.bounds
    wrong = _outside(values, low, high)
    if metric.zero_one:
        wrong |= ~np.isnan(values) & (values != 0) & (values != 1)
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        allowed = "0 or 1" if metric.zero_one else f"from {low:g} to {high:g}"
        raise _Unfit(f"it gives {values[i]:g} for item {ids[i]!r}, and says that its values are {allowed}")


def _outside(values: FloatArray, low: float, high: float) -> BoolArray:
    slack = _SLACK * (high - low) if math.isfinite(high - low) else 0.0
    return (values < low - slack) | (values > high + slack)
