"""Metrics by name: one file a metric, one folder a kind of sample."""

from __future__ import annotations

import difflib
import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from gate.metrics.metric import Metric
from gate.metrics.own import installed_metric
from gate.plugins import installed
from gate.spec import take_apart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.metrics.own import Owned

FOLDERS = {
    "retrieval": ("ranked", "any"),
    "classification": ("labelled", "any"),
    "multiclass": ("categorical", "classwise", "any"),
    "multilabel": ("multilabel", "classwise", "any"),
    "generation": ("text", "any"),
    "judge": ("rated", "any"),
    "recommendation": ("recommended", "ranked", "any"),
}
"""Where the metrics of a task live."""

RANKINGS = ("retrieval", "recommendation")
"""Tasks that judge ranked lists."""

CLASSIFIERS = ("classification", "multiclass", "multilabel", "judge")
"""Tasks that judge classes, verdicts among them."""

_NONE: Mapping[str, Owned] = MappingProxyType({})


@cache
def names(task: str) -> tuple[str, ...]:
    """Return the names of every metric of ``task``, in alphabetical order."""
    here = Path(__file__).parent
    found = {module.name for folder in FOLDERS[task] for module in pkgutil.iter_modules([str(here / folder)])}
    return tuple(sorted(found))


def known(task: str, own: Mapping[str, Owned] = _NONE) -> tuple[str, ...]:
    """Return every name that may be a metric of ``task``: ours, those of plugins, and installed ones."""
    mine = (name for name, one in own.items() if task in one.tasks)
    return tuple(sorted({*names(task), *mine, *installed.names("gate.metrics")}))


def is_ours(name: str) -> bool:
    """Whether a metric of ours is called ``name``, of any task."""
    return name in {each for task in FOLDERS for each in names(task)}  # the folder `any` hides the function


def find(name: str, task: str, own: Mapping[str, Owned] = _NONE) -> Metric:
    """Return the metric called ``name`` (without cut-off or parameters) of ``task``.

    Args:
        name: Looked for among our own first, then in ``own``, then in what is installed.
        task: The config's ``task``.
        own: Metrics of plugins, by name.

    Raises:
        ValueError: There is none; the message names the nearest one.
        QuestionError: An installed one does not load.
    """
    if name in names(task):
        return _ours(name, task)
    mine = owned(name, own)
    if mine is not None and task in mine.tasks:
        return mine.metric
    near = difflib.get_close_matches(name, known(task, own), n=1)
    hint = f", did you mean {near[0]!r}?" if near else f"; `gate metrics --task {task}` lists them"
    elsewhere = [other for other in CLASSIFIERS if task in CLASSIFIERS and name in names(other)]
    if mine is not None:
        hint = f"; {mine.origin[0]} has it for {' and '.join(mine.tasks)}"
    elif elsewhere:
        hint = f"; it is one of `task: {'` and `task: '.join(elsewhere)}`"
    raise ValueError(f"no metric {name!r} for {task}{hint}")


def owned(name: str, own: Mapping[str, Owned]) -> Owned | None:
    """Return the metric ``name`` of a plugin, or else an installed one; ``None`` if it is none of these.

    Raises:
        QuestionError: An installed one does not load.
    """
    if is_ours(name):
        return None
    return own.get(name) or installed_metric(name, tuple(FOLDERS.items()))


@cache
def _ours(name: str, task: str) -> Metric:
    for folder in FOLDERS[task]:
        if (Path(__file__).parent / folder / f"{name}.py").exists():
            metric = getattr(import_module(f"gate.metrics.{folder}.{name}"), name)
            assert isinstance(metric, Metric)
            return metric
    raise AssertionError(name)


def of(text: str, task: str, own: Mapping[str, Owned] = _NONE) -> Metric:
    """Return the metric that ``text`` (``"ndcg@10"``) spells; errors as :func:`find`."""
    return find(take_apart(text).name, task, own)
