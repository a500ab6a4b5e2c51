"""Metrics by name: one file a metric, one folder a kind of sample."""

from __future__ import annotations

import difflib
import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path

from gate.metrics.declare import Metric
from gate.spec import take_apart

FOLDERS = {
    "retrieval": ("ranked", "any"),
    "classification": ("labelled", "any"),
    "multiclass": ("categorical", "classwise", "any"),
    "multilabel": ("multilabel", "classwise", "any"),
    "generation": ("text", "any"),
}
"""Where the metrics of a task live."""

CLASSIFIERS = ("classification", "multiclass", "multilabel")
"""Tasks that judge classes."""


@cache
def names(task: str) -> tuple[str, ...]:
    """Return the names of every metric of ``task``, in alphabetical order."""
    here = Path(__file__).parent
    found = {module.name for folder in FOLDERS[task] for module in pkgutil.iter_modules([str(here / folder)])}
    return tuple(sorted(found))


@cache
def find(name: str, task: str) -> Metric:
    """Return the metric called ``name`` (without cut-off or parameters) of ``task``.

    Raises:
        ValueError: There is none; the message names the nearest one.
    """
    if name not in names(task):
        near = difflib.get_close_matches(name, names(task), n=1)
        hint = f", did you mean {near[0]!r}?" if near else f"; `gate metrics --task {task}` lists them"
        elsewhere = [other for other in CLASSIFIERS if task in CLASSIFIERS and name in names(other)]
        if elsewhere:
            hint = f"; it is one of `task: {'` and `task: '.join(elsewhere)}`"
        raise ValueError(f"no metric {name!r} for {task}{hint}")
    for folder in FOLDERS[task]:
        if (Path(__file__).parent / folder / f"{name}.py").exists():
            metric = getattr(import_module(f"gate.metrics.{folder}.{name}"), name)
            assert isinstance(metric, Metric)
            return metric
    raise AssertionError(name)


def of(text: str, task: str) -> Metric:
    """Return the metric that ``text`` (``"ndcg@10"``) spells; errors as :func:`find`."""
    return find(take_apart(text).name, task)
