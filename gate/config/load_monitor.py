"""A config file of `gate monitor` → MonitorConfig, or everything that is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate.config.load import OF_CHECK, OF_MONITOR, empty, line_of, of_another_command, text_of, validate
from gate.config.monitor import Embeddings, MonitorConfig
from gate.config.values import spelt
from gate.errors import QuestionError, raise_all
from gate.yaml_source import read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gate import yaml_source
    from gate.errors import Problem
    from gate.yaml_source import Document


def load_monitor(path: Path) -> MonitorConfig:
    """Read the config of `gate monitor` at ``path``.

    Raises:
        QuestionError: There is no such file, it is not YAML, or not such a config. Every problem is named
            at once, in the order of the lines.
    """
    document = read(text_of(path), shown=str(path))
    data = document.data(as_written=_as_written)
    if not isinstance(data, dict):
        raise_all(document.problems)
        what = f"a config is a mapping of keys to values, and this is {spelt(data)}"
        raise QuestionError(document.problem((), what, fix="begin with `version: 1`", code="config_syntax"))
    if data.keys() & OF_CHECK and not data.keys() & OF_MONITOR:
        raise QuestionError(of_another_command(document, "check"))
    blank = dict(empty(data, ()))
    problems = [
        *document.problems,
        *(document.problem(at, what, code="empty_value") for at, what in blank.items()),
    ]
    config, wrong = validate(MonitorConfig, document, data, refused=list(blank))
    problems += [_shortened(problem) for problem in wrong]
    problems += _misfits(document, data)
    if config is not None and config.window is None and not config.only_arrays:
        what = "'window' is missing. File of records from production."
        problems.append(replace(document.problem((), what, code="missing_key"), excerpt=""))
    if problems or config is None:
        raise QuestionError(*sorted(problems, key=line_of))
    return config.located(path, document)


def _as_written(path: yaml_source.Path) -> bool:
    """Whether a value is text even if it looks like a number: names, columns, values, paths."""
    match path:
        case ("name" | "golden" | "count" | "window" | "reference",):
            return True
        case ("fields", _, "column" | "reference_column") | ("proxies", _, "column" | "is"):
            return True
        case ("embeddings", "column" | "reference" | "window"):
            return True
        case _:
            return False


def _misfits(document: Document, data: dict[str, object]) -> Iterator[Problem]:
    """Yield what contradicts another key."""
    found = data.get("embeddings")
    if isinstance(found, dict):
        named = {"reference", "window"} & found.keys()
        if "column" in found and named:
            what = "the vectors stand in `column` or in array files, not in both"
            yield document.problem(("embeddings", min(named)), what, on_key=True, code="rule_unfit")
        elif "column" not in found and len(named) < 2 and found.keys() <= Embeddings.model_fields.keys():
            what = "say where the vectors are: `column`, or `reference` and `window`"
            yield document.problem(("embeddings",), what, code="rule_unfit")
        elif "column" in found and "golden" in data and "reference" not in data:
            what = "a golden set holds no vectors: name array files as `reference` and `window`"
            yield document.problem(("embeddings", "column"), what, on_key=True, code="rule_unfit")
    if "count" in data and "embeddings" in data:
        what = "a row that stands for several records has no one vector: leave out `count` or `embeddings`"
        yield document.problem(("count",), what, on_key=True, code="rule_unfit")


def _shortened(problem: Problem) -> Problem:
    """Drop the excerpt of a problem that is about the file as a whole."""
    return replace(problem, excerpt="") if problem.what.startswith("nothing ") else problem
