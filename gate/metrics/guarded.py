"""A user's formula, called so that what is wrong with it is said with its line."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from gate.errors import GateError, Problem, QuestionError
from gate.plugins.files import line_in, said
from gate.plugins.quiet import quiet

if TYPE_CHECKING:
    from gate.arrays import BoolArray, FloatArray
    from gate.metrics.declare import Formula, Metric

_SLACK = 1e-9
"""How far a value may lie outside of its bounds, as a share of them: rounding."""


Check = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]
"""``(found, args, kwargs) -> value``: what a function returned, and what it was given; raises ``_Unfit``."""


def guarded(metric: Metric, file: str | None, shown: str) -> Metric:
    """Return ``metric`` with functions that end in a clear error where theirs are wrong.

    Checked are the shape of what they return, that no number is infinite, and, where the metric is a mean,
    that every value lies within the declared bounds. There an item without an answer gets the declared
    ``worst``. What they print is swallowed, and undefined operations on numbers give NaN without a warning.

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
                with quiet(), np.errstate(all="ignore"):
                    found = function(*args, **kwargs)
                return check(found, args, kwargs)
            except GateError:
                raise
            except _Unfit as error:
                what, line = str(error), None
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a formula of the user can raise anything
                what, line = f"it raised {said(error)}", line_in(error, file)
            at = line or function.__code__.co_firstlineno
            raise QuestionError(
                Problem(f"{metric.name}: {what}", f"{shown}:{at}", _FIX, code="plugin_failed")
            ) from None

        return call

    by_form: dict[str, Check] = {"per_item": partial(_an_item, metric), "quantile": partial(_an_item, metric)}
    check = by_form.get(metric.form, _a_resample if metric.form == "over_totals" else _as_it_is)
    return replace(
        metric,
        formula=around(metric.formula, check),
        influence=None if metric.influence is None else around(metric.influence, _as_it_is),
        groups=None if metric.groups is None else around(metric.groups, _as_it_is),
    )


def _an_item(metric: Metric, found: Any, args: tuple[Any, ...], _: dict[str, Any]) -> FloatArray:
    sample = args[0]
    values = _numbers(found)
    if values.shape != (len(sample.ids),):
        raise _Unfit(f"it returned shape {values.shape}, not one value for each of {len(sample.ids):,} items")
    if metric.form == "per_item" and not (metric.worst is not None and math.isinf(metric.worst)):
        values = _unanswered(values, sample.answered, math.nan if metric.worst is None else metric.worst)
    _within(values, metric, sample.ids)
    return values


def _a_resample(found: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    rows = [len(each) for each in (*args, *kwargs.values()) if getattr(each, "ndim", 0)]
    if not rows:
        return found
    values = _numbers(found)
    if values.shape != (rows[0],):
        raise _Unfit(f"it returned shape {values.shape} for {rows[0]:,} totals, not ({rows[0]},)")
    return values


def _as_it_is(found: Any, *_: Any) -> Any:
    return _numbers(found)


_FIX = "mend the metric; `docs/plugins.md` says what is asked of it"


class _Unfit(Exception):  # noqa: N818 - it reads as the sentence it is
    """What a formula returned cannot be used."""


def _numbers(found: Any) -> FloatArray:
    import numpy as np

    try:
        values = np.asarray(found, dtype=np.float64)
    except (TypeError, ValueError):
        raise _Unfit(f"it returned {type(found).__name__}, not an array of numbers") from None
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
    slack = _SLACK * (high - low) if np.isfinite(high - low) else 0.0
    wrong = (values < low - slack) | (values > high + slack)
    if metric.zero_one:
        wrong |= ~np.isnan(values) & (values != 0) & (values != 1)
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        allowed = "0 or 1" if metric.zero_one else f"from {low:g} to {high:g}"
        raise _Unfit(f"it gives {values[i]:g} for item {ids[i]!r}, and says that its values are {allowed}")
