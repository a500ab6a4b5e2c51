"""Metrics of the user: those that a plugin declares, and those of installed distributions.

A module declares metrics with the decorators of :mod:`gate.metrics.declare` and says in ``TASKS`` what they
are for, as a reader does.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Real
from types import FunctionType
from typing import TYPE_CHECKING, Any, get_args

from gate.errors import Problem, QuestionError, raise_all
from gate.metrics.guarded import guarded
from gate.metrics.metric import Better, CurveKind, CutoffUse, Metric
from gate.metrics.parameter import Parameter
from gate.plugins import installed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from types import ModuleType
    from typing import TypeGuard

Origin = tuple[str, str]
"""What a plugin is called, and what tells its versions apart."""

Tasks = Mapping[str, tuple[str, ...]]
"""Tasks, each with the kinds of metrics that it has: :data:`gate.metrics.FOLDERS`."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_RANKED = "ranked"
"""The kind of metrics whose sample has a list an item."""

_NEEDS = frozenset({
    "threshold", "costs", "score", "decision", "probabilities", "verdict", "positive", "pair", "swapped",
    "length", "producer", "judge", "catalogue", "popularity", "similarity",
})  # fmt: skip
"""What a declaration may ask of the config or the run."""

_OWED = frozenset({("influence", "curve"), ("influence", "curves")})
"""Functions that a form cannot do without."""

_OF_ITEMS = frozenset({"per_item", "quantile"})
_CURVES = {"classification": "curve", "multiclass": "curves", "multilabel": "curves"}
"""How a metric of score orders is declared, by task; other tasks have no scores."""

_CLASSES = frozenset({"tp", "predicted", "true"})
_COLUMNS = {
    "classification": frozenset({"tp", "fp", "fn", "tn"}),
    "multiclass": _CLASSES,
    "multilabel": _CLASSES,
    "judge": _CLASSES,
}
"""Columns that the sample of a task has by name; other tasks have none."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A metric of the user.

    Attributes:
        metric: Its declaration; what it computes is checked.
        tasks: What it is for.
        origin: Where it comes from.
    """

    metric: Metric
    tasks: tuple[str, ...]
    origin: Origin


def declared(module: ModuleType, origin: Origin, shown: str, *, tasks: Tasks) -> dict[str, Owned]:
    """Return the metrics that a module declares itself, by name.

    Args:
        module: The plugin.
        origin: What is recorded of it.
        shown: Its file, for messages.
        tasks: The tasks there are, each with the kinds of metrics that it has.

    Raises:
        QuestionError: A declaration is wrong; with all that is wrong, each at its line.
    """
    found = [each for each in vars(module).values() if _is_of(each, module)]
    problems = [problem for metric in found for problem in _misfits(metric, shown)]
    having = tasks_of(module, shown, tasks) if found else ()
    problems += [problem for metric in found for problem in _unfit(metric, having, shown, tasks)]
    raise_all(problems)
    return {m.name: Owned(guarded(m, module.__file__, shown), having, origin) for m in found}


def tasks_of(module: Any, shown: str, tasks: Collection[str]) -> tuple[str, ...]:
    """Return what a module says in ``TASKS``.

    Raises:
        QuestionError: It says nothing, or something else than tasks.
    """
    given = getattr(module, "TASKS", None)
    known = ", ".join(tasks)
    if given is None:
        what, fix = (
            "the plugin does not say what it is for",
            f'add `TASKS = ("retrieval",)`; tasks are {known}',
        )
        raise QuestionError(Problem(what, shown, fix, code="plugin_unfit"))
    if not isinstance(given, tuple | list) or not given or any(task not in tasks for task in given):
        what, fix = f"TASKS is {given!r}, not a tuple of tasks", f"tasks are {known}"
        raise QuestionError(Problem(what, shown, fix, code="plugin_unfit"))
    return tuple(given)


@cache
def installed_metric(name: str, tasks: tuple[tuple[str, tuple[str, ...]], ...]) -> Owned | None:
    """Return the metric that an installed distribution offers under ``name``; ``None`` if none does.

    The entry point names the metric, or a module that has it under that name. ``tasks`` are the items of
    what :func:`declared` is given.

    Raises:
        QuestionError: It does not load, or is no metric of that name.
    """
    offered = installed.find("gate.metrics", name)
    if offered is None:
        return None
    found = offered.found if isinstance(offered.found, Metric) else getattr(offered.found, name, None)
    where = f"entry point {name} of gate.metrics"
    if not isinstance(found, Metric) or found.name != name:
        what = f"{offered.distribution} offers no metric of that name there"
        raise QuestionError(
            Problem(
                what, where, "it has to name a declared metric, or a module with one", code="plugin_unfit"
            )
        )
    if not isinstance(found.formula, FunctionType):
        raise QuestionError(*_misfits(found, f"{offered.distribution} ({where})"))
    module = sys.modules[found.formula.__module__]
    shown = f"{offered.distribution} ({module.__name__})"
    own = declared(module, (offered.distribution, offered.version), shown, tasks=dict(tasks))
    return own[name]


def _is_of(value: object, module: ModuleType) -> bool:
    """Whether a module declares ``value`` itself, rather than importing it."""
    if not isinstance(value, Metric):
        return False
    return not isinstance(value.formula, FunctionType) or value.formula.__module__ == module.__name__


def _where(metric: Metric, shown: str) -> str:
    code = getattr(metric.formula, "__code__", None)
    return shown if code is None else f"{shown}:{code.co_firstlineno}"


def _misfits(metric: Metric, shown: str) -> Iterator[Problem]:
    """Yield what is wrong with a declaration by itself."""
    where = _where(metric, shown)
    if not isinstance(metric.formula, FunctionType):
        what = f"{metric.name}: {type(metric.formula).__name__} is declared, not a function"
        yield Problem(what, where, "declare a function that calls it", code="plugin_unfit")
        return
    if not _NAME.fullmatch(metric.name):
        fix = "small letters, digits and underscores, a letter first"
        yield Problem(f"{metric.name!r} cannot be a metric's name", where, fix, code="plugin_unfit")
    for what in (*_wrong_words(metric), *_wrong_parts(metric), *_wrong_numbers(metric)):
        yield Problem(what, where, code="plugin_unfit")
    if not (metric.formula.__doc__ or "").strip():
        yield Problem(
            f"{metric.name} has no docstring",
            where,
            "say in one line what it is, for the reports",
            code="plugin_unfit",
        )


def _wrong_words(metric: Metric) -> Iterator[str]:
    """Yield which words of a declaration are none."""
    if metric.better not in get_args(Better):
        yield f"better={metric.better!r}: it is 'higher' or 'lower'"
    if metric.cutoff not in get_args(CutoffUse):
        yield f"cutoff={metric.cutoff!r}: it is {', '.join(map(repr, get_args(CutoffUse)))}"
    if metric.form == "curves" and metric.curves not in get_args(CurveKind):
        yield f"curves({metric.curves!r}): it is one of {', '.join(map(repr, get_args(CurveKind)))}"
    for need in sorted(metric.needs - _NEEDS, key=repr):
        yield f"needs={need!r}: it is one of {', '.join(sorted(_NEEDS))}"
    for column in metric.columns:
        if not isinstance(column, str):
            yield f"{metric.name}: {column!r} is not the name of a column"


def _wrong_parts(metric: Metric) -> Iterator[str]:
    """Yield which parameters and functions of a declaration are none."""
    for what in ("influence", "groups", "steps", "item_steps"):
        found = getattr(metric, what)
        if not (callable(found) or (found is None and (what, metric.form) not in _OWED)):
            yield f"{what}={found!r}: it is a function"
    if not isinstance(metric.parameters, Mapping):
        yield f"parameters={metric.parameters!r}: it is {{name: Parameter(…)}}"
        return
    for name, parameter in metric.parameters.items():
        if not isinstance(name, str) or not isinstance(parameter, Parameter):
            yield f"parameters={{{name!r}: {parameter!r}}}: it is {{name: Parameter(…)}}"
    if metric.curves == "class" and "class" not in metric.parameters:
        yield "curves('class'): it needs a parameter of the name class"


def _wrong_numbers(metric: Metric) -> Iterator[str]:
    """Yield which numbers of a declaration are none, or contradict each other."""
    bounds: object = metric.bounds
    match bounds:
        case (low, high) if _is_number(low) and _is_number(high):
            if not low < high:
                yield f"bounds={bounds!r}: the least value comes first, and is less"
            elif _is_number(metric.worst) and not (low <= metric.worst <= high or math.isinf(metric.worst)):
                yield f"worst={metric.worst!r} lies outside of bounds={bounds!r}"
        case _:
            yield f"bounds={bounds!r}: it is the least and the greatest value, as (0.0, 1.0)"
    if metric.worst is not None and not _is_number(metric.worst):
        yield f"worst={metric.worst!r}: it is a number, or None"
    if metric.form == "quantile" and not (_is_number(metric.level) and 0 < metric.level < 1):
        yield f"quantile({metric.level!r}): the level lies between 0 and 1"
    if not isinstance(metric.min_positives, int) or metric.min_positives < 0:
        yield f"min_positives={metric.min_positives!r}: it is a whole number from 0"


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, Real) and not isinstance(value, bool) and not math.isnan(value)


def _unfit(metric: Metric, having: tuple[str, ...], shown: str, tasks: Tasks) -> Iterator[Problem]:
    """Yield what a declaration asks of a task that does not have it."""
    where = _where(metric, shown)
    for task in having:
        if _RANKED in tasks[task] and metric.form not in _OF_ITEMS:
            fix = "declare it with per_item"
            yield Problem(
                f"{metric.name}: {task} has no totals or curves, only a value an item",
                where,
                fix,
                code="plugin_unfit",
            )
            continue
        if metric.form not in _OF_ITEMS | {"over_totals", _CURVES.get(task)}:
            what = f"{metric.name}: {task} has nothing that {metric.form} could be computed of"
            fix = f"declare it with {_CURVES.get(task, 'per_item')}"
            yield Problem(what, where, fix, code="plugin_unfit")
            continue
        known = _COLUMNS.get(task, frozenset())
        fix = f"its columns are {', '.join(sorted(known))}" if known else "declare it with per_item"
        if metric.form == "over_totals" and not metric.columns and metric.groups is None:
            yield Problem(f"{metric.name}: it names no column", where, fix, code="plugin_unfit")
        for column in () if metric.groups is not None else metric.columns:
            if column not in known:
                what = f"{metric.name}: {task} has no column {column!r}"
                yield Problem(what, where, fix, code="plugin_unfit")
