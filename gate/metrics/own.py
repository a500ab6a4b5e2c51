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
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError, raise_all
from gate.metrics.declare import Metric
from gate.metrics.guarded import guarded
from gate.plugins import installed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from types import ModuleType

Origin = tuple[str, str]
"""What a plugin is called, and what tells its versions apart."""

Tasks = Mapping[str, tuple[str, ...]]
"""Tasks, each with the kinds of metrics that it has: :data:`gate.metrics.FOLDERS`."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_RANKED = "ranked"
"""The kind of metrics whose sample has a list an item."""

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
    module = sys.modules[found.formula.__module__]
    shown = f"{offered.distribution} ({module.__name__})"
    own = declared(module, (offered.distribution, offered.version), shown, tasks=dict(tasks))
    return own[name]


def _is_of(value: object, module: ModuleType) -> bool:
    return isinstance(value, Metric) and value.formula.__module__ == module.__name__


def _misfits(metric: Metric, shown: str) -> Iterator[Problem]:
    """Yield what is wrong with a declaration by itself."""
    where = f"{shown}:{metric.formula.__code__.co_firstlineno}"
    if not _NAME.fullmatch(metric.name):
        fix = "small letters, digits and underscores, a letter first"
        yield Problem(f"{metric.name!r} cannot be a metric's name", where, fix, code="plugin_unfit")
    if metric.better not in {"higher", "lower"}:
        yield Problem(f"better={metric.better!r}: it is 'higher' or 'lower'", where, code="plugin_unfit")
    low, high = (*metric.bounds, math.nan, math.nan)[:2]
    if not low < high:
        yield Problem(
            f"bounds={metric.bounds!r}: the least value comes first, and is less", where, code="plugin_unfit"
        )
    elif metric.worst is not None and not (low <= metric.worst <= high or math.isinf(metric.worst)):
        yield Problem(
            f"worst={metric.worst!r} lies outside of bounds={metric.bounds!r}", where, code="plugin_unfit"
        )
    if not (metric.formula.__doc__ or "").strip():
        yield Problem(
            f"{metric.name} has no docstring",
            where,
            "say in one line what it is, for the reports",
            code="plugin_unfit",
        )


def _unfit(metric: Metric, having: tuple[str, ...], shown: str, tasks: Tasks) -> Iterator[Problem]:
    """Yield what a declaration asks of a task that does not have it."""
    where = f"{shown}:{metric.formula.__code__.co_firstlineno}"
    for task in having:
        if _RANKED in tasks[task] and metric.form not in {"per_item", "quantile"}:
            fix = "declare it with per_item"
            yield Problem(
                f"{metric.name}: {task} has no totals or curves, only a value an item",
                where,
                fix,
                code="plugin_unfit",
            )
            continue
        known = _COLUMNS.get(task, frozenset())
        fix = f"its columns are {', '.join(sorted(known))}" if known else "declare it with per_item"
        for column in () if metric.groups is not None else metric.columns:
            if column not in known:
                what = f"{metric.name}: {task} has no column {column!r}"
                yield Problem(what, where, fix, code="plugin_unfit")
