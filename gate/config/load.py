"""A config file → Config, or everything that is wrong with it."""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from gate.config.costs import BY_CLASS, BY_KIND
from gate.config.judging import unfit_judge
from gate.config.models import Config
from gate.config.own import own_of
from gate.config.profile import under
from gate.config.resolved import TWO_PRICES, resolve_all
from gate.config.system import misfits as misfits_of_system
from gate.config.values import spelt
from gate.errors import Problem, QuestionError, raise_all
from gate.metrics import FOLDERS, RANKINGS
from gate.yaml_source import decode, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gate import yaml_source
    from gate.surroundings import Base
    from gate.yaml_source import Document

AnyConfig = TypeVar("AnyConfig", bound=BaseModel)

ONLY_FOR = {
    "k": ("retrieval", "recommendation", "multiclass"),
    "relevant_grade": RANKINGS,
    "span_overlap": ("retrieval",),
    "min_overlap": RANKINGS,
    "catalogue": ("recommendation",),
    "threshold": ("classification", "multilabel"),
    "positive": ("classification", "judge"),
    "costs": ("classification", "multiclass"),
    "classes": ("multiclass", "multilabel", "judge"),
    "judge": ("judge",),
    "pair": ("judge",),
}
"""Keys that mean something for some tasks alone."""

INSTEAD = {
    ("positive", "multiclass"): "; write `task: classification` to find one class",
    ("positive", "multilabel"): "; `recall(class=…)` judges one label",
    ("threshold", "judge"): "; a judge says its verdict itself",
    ("threshold", "multiclass"): "; the most probable class is decided for",
    ("classes", "classification"): "; write `task: multiclass` for more than two",
    ("k", "classification"): "; write `task: multiclass` for more than two classes",
}
"""What somebody may have meant who gave a key to the wrong task."""


_DROP = "drop the key, or write another `task`"

OF_CHECK = frozenset({"task", "golden_set", "metrics", "system"})
"""Keys that tell a config of `gate check` from one of `gate monitor`."""

OF_MONITOR = frozenset({"window", "reference", "fields", "proxies", "embeddings"})
"""Keys that tell a config of `gate monitor` from one of `gate check`."""

_CODES = {"extra_forbidden": "unknown_key", "missing": "missing_key"}
"""Code of a validation error, by pydantic's name of its type; the others are about a value."""


def load(path: Path, *, profile: str | None = None) -> Config:
    """Read the config at ``path``.

    Args:
        path: The file.
        profile: One of its profiles, whose keys override its own.

    Raises:
        QuestionError: There is no such file, it is not YAML, or not a config. Every problem is named
            at once, in the order of the lines.
    """
    return parse(text_of(path), shown=str(path), folder=path.parent, profile=profile)


def text_of(path: Path) -> str:
    """Return the text of the config file at ``path``.

    Raises:
        QuestionError: There is no such file, or it is no text.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise QuestionError(
            Problem("no such config", str(path), "check the path, or the folder", code="config_missing")
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fix = "name the config file itself" if path.is_dir() else "check its permissions"
        raise QuestionError(
            Problem(f"cannot be read: {reason}", str(path), fix, code="cannot_read")
        ) from None
    return decode(raw, shown=str(path))


def parse(
    text: str, *, shown: str, folder: Path, profile: str | None = None, at: Base | None = None
) -> Config:
    """Read a config from its text, as another revision has it for example.

    Args:
        text: The file's content.
        shown: Its name, for messages; the paths it names are shown relative to this one.
        folder: What the paths in it are relative to.
        profile: One of its profiles, whose keys override its own.
        at: The commit whose plugins are meant; ``None`` for those of the work tree.

    Raises:
        QuestionError: As for :func:`load`.
    """
    document = read(text, shown=shown)
    data = document.data(as_written=_as_written)
    if not isinstance(data, dict):
        raise_all(document.problems)
        what = f"a config is a mapping of keys to values, and this is {spelt(data)}"
        raise QuestionError(document.problem((), what, fix="begin with `version: 1`", code="config_syntax"))
    if data.keys() & OF_MONITOR and not data.keys() & OF_CHECK:
        raise QuestionError(of_another_command(document, "monitor"))
    blank = dict(empty(data, ()))
    problems = [
        *document.problems,
        *(document.problem(path, what, code="empty_value") for path, what in blank.items()),
    ]
    own, broken = own_of(document, data, folder, at)
    config, wrong = validate(Config, document, data, refused=list(blank), formats=own.formats)
    resolved, misfit = resolve_all(document, data, own)
    problems += [*broken, *wrong, *misfit, *_unfit_for_task(document, data)]
    if profile is not None and profile not in _profiles(data):
        problems.append(_no_such_profile(document, data, profile))
    if problems or config is None:
        raise QuestionError(*sorted(problems, key=line_of))
    if profile is not None:
        config, resolved = under(config, document, data, profile, resolved)
    return config.located(folder, document, resolved)


def of_another_command(document: Document, command: str) -> Problem:
    """Say that a file is a config of another command than it was given to."""
    what = f"this is a config of `gate {command}`"
    fix = f"gate {command} {document.shown}"
    return replace(document.problem((), what, fix=fix, code="config_syntax"), excerpt="")


def _profiles(data: dict[str, object]) -> list[str]:
    written = data.get("profiles")
    return [str(name) for name in written] if isinstance(written, dict) else []


def _no_such_profile(document: Document, data: dict[str, object], name: str) -> Problem:
    known = _profiles(data)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(map(repr, known))}"
    what, fix = f"no profile {name!r}: {hint}", ""
    if not known:
        what = f"no profile {name!r}: this config has no profiles"
        fix = "leave --profile out, or add it under `profiles:`"
    return replace(document.problem((), what, fix=fix, code="unknown_profile"), excerpt="")


def _as_written(path: yaml_source.Path) -> bool:
    """Whether a value is text even if it looks like a number: names, classes, slices, revisions, paths."""
    match path:
        case ("positive",) | ("name",) | ("golden_set",) | ("baseline", "from" | "store") | ("cluster",):
            return True
        case ("history",) | ("system", "plugin") | ("plugins", *_):
            return True
        case ("catalogue",) | ("catalogue", "items" | "interactions", *_):
            return True
        case ("catalogue", "similarity", *rest):
            return rest != ["timeout"]
        case ("system", "run" | "predictions" | "function" | "folder" | "identity" | "document_id"):
            return True
        case ("system", "command", *_) | ("system", "cache", "folder") | ("system", "http", "url"):
            return True
        case ("system", "http", "headers" | "numbers", _):
            return True
        case ("golden_set", *_) | ("system", "run" | "predictions", *_) | ("paths", *_):
            return True
        case ("judge", "model" | "rubric" | "own", *_) | ("pair", *_) | (_, _, "requires_judge", "config"):
            return True
        case (_, _, "where", *_) | ("anchor", "at") | ("slices", _, "metrics", *_) | ("classes", *_):
            return True
        case _:
            return False


def empty(data: object, path: yaml_source.Path) -> Iterator[tuple[yaml_source.Path, str]]:
    """Yield keys without a value: a rule that is not there must not look as if it were."""
    if data is None:
        is_rule = len(path) == 2 and path[0] in {"metrics", "slices"}
        yield path, f"it has no value: write {'{} to report it' if is_rule else 'one, or drop it'}"
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from empty(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from empty(value, (*path, i))


def validate(
    model: type[AnyConfig],
    document: Document,
    data: dict[str, object],
    *,
    refused: list[yaml_source.Path],
    formats: tuple[str, ...] = (),
) -> tuple[AnyConfig | None, list[Problem]]:
    """Build the config, or say what is wrong outside of what is refused anyway.

    ``formats`` are those that plugins read, besides ours.
    """
    try:
        return model.model_validate(data, context={"formats": formats}), []
    except ValidationError as error:
        from gate.config.wording import plain

        problems = []
        for found in error.errors(include_url=False):
            path = tuple(part for part in found["loc"] if part not in (BY_CLASS, BY_KIND))
            if not any(path[: len(known)] == known for known in refused):
                kind = found["type"]
                on_key, code = kind == "extra_forbidden", _CODES.get(kind, "config_value")
                problem = document.problem(path, plain(found, model), on_key=on_key, code=code)
                problems.append(replace(problem, excerpt="") if kind == "missing" else problem)
        return None, problems


def _unfit_for_task(document: Document, data: dict[str, object]) -> Iterator[Problem]:
    """Yield what contradicts the task, or another key."""
    task = data.get("task")
    for key, only in ONLY_FOR.items():
        if key in data and isinstance(task, str) and task in FOLDERS and task not in only:
            what = f"it means nothing for {task}, only for {' and '.join(only)}{INSTEAD.get((key, task), '')}"
            yield document.problem((key,), what, fix=_DROP, on_key=True, code="wrong_task")
    yield from _unfit_costs(document, data)
    for path, what in unfit_judge(data):
        yield document.problem(path, what, on_key=True, code="judge_incomplete")
    system = data.get("system")
    if isinstance(system, dict):
        if "collapse" in system and task in FOLDERS and task != "retrieval":
            what = f"it means nothing for {task}, only for retrieval"
            yield document.problem(("system", "collapse"), what, fix=_DROP, on_key=True, code="wrong_task")
        if not system:
            yield document.problem(
                ("system",), "it is empty: write {run: PATH}, or leave it out", code="empty_value"
            )
        for key, what in misfits_of_system(system, task):
            yield document.problem(("system", key), what, on_key=True, code="rule_unfit")
    if data.get("threshold") == "cheapest" and "costs" not in data and task != "multilabel":
        yield document.problem(("threshold",), f"cheapest needs `costs: {TWO_PRICES}`", code="costs_unfit")


def _unfit_costs(document: Document, data: dict[str, object]) -> Iterator[Problem]:
    """Yield what makes prices, or a threshold by them, meaningless for the number of classes."""
    task, costs, threshold = data.get("task"), data.get("costs"), data.get("threshold")
    by_class = isinstance(costs, dict) and bool(costs) and all(isinstance(v, dict) for v in costs.values())
    if task == "multiclass" and isinstance(costs, dict) and not by_class:
        what = "with several classes a price is that of a pair: write {true class: {predicted class: price}}"
        yield document.problem(("costs",), what, code="costs_unfit")
    if task == "classification" and by_class:
        what = f"with a positive class there are two prices: write {TWO_PRICES}"
        yield document.problem(("costs",), what, code="costs_unfit")
    if task == "multilabel" and isinstance(threshold, str):
        what = f"{threshold!r} is for two classes: write a number, from which a label is given"
        yield document.problem(("threshold",), what, code="wrong_task")


def line_of(problem: Problem) -> int:
    """Return the line that a problem stands on; 0 where it names none."""
    _, _, line = problem.where.rpartition(":")
    return int(line) if line.isdecimal() else 0
