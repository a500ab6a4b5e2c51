"""`gate explain metric`: what a metric is, from the words of its own docstring.

Shapes of arrays and the example's code are for developers: they stay in the docstring.
"""

from __future__ import annotations

import inspect
import math
import re
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from gate.cli.metrics import spelling, way
from gate.cli.options import TASKS
from gate.cli.own_metrics import config_option, own_metrics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from gate.metrics.metric import Metric
    from gate.metrics.own import Owned
    from gate.metrics.parameter import Parameter

_SECTION = re.compile(r"^(Args|Returns|Raises|Source|Example):\n((?:[ \t]+.*\n?|\n)*)", re.MULTILINE)
_ROLE = re.compile(r":[a-z]+:`(?:~?\.?([^`<]+?)(?:\s*<[^`>]*>)?)`")
_SHAPE = re.compile(
    r"^``\([nr],\)`` |, shaped like the totals( without their last axis)?(, the class)?"
    r"| of ``\(r, [^`]+\)``\s+totals[^;]*"
)
WIDTH = 88
"""Characters of a line of facts, beside their titles."""

_NEEDS = {
    "threshold": "a `threshold` in the config, or predicted classes in the run",
    "costs": "`costs` in the config",
    "score": "scores in the run",
    "decision": "a predicted class in the run, or probabilities; for labels, a `threshold` or predicted ones",
    "probabilities": "a number for each class in the run",
    "verdict": "a judge's verdicts in the run, as `predicted`",
    "swapped": "its verdicts on swapped pairs, as `swapped`",
    "positive": "`positive` in the config",
    "pair": "`pair` in the config",
    "length": "`length` in the golden set; of single answers also `positive`",
    "producer": "`producer` in the golden set; of single answers also `positive`",
    "judge": "`requires_judge` in the config, and a baseline of that judge",
    "catalogue": "a `catalogue` in the config",
    "popularity": "interactions counted there",
    "similarity": "`similarity` named there",
}


@click.command()
@click.argument("name")
@click.option(
    "--task",
    type=click.Choice(TASKS),
    help="Which one, where several tasks have a metric of that name; all by default.",
)
@config_option
def metric(name: str, task: str | None, config: Path | None) -> None:
    """Say what the metric NAME is: formula, range, parameters, source, and a worked example.

    \b
    Examples:
      gate explain metric ndcg
      gate explain metric recall --task classification
    """
    own = _own(name, config)
    found = _find(name, task, own)
    for number, (shown, one) in enumerate(found):
        if number:
            click.echo("\n")
        click.echo("\n".join(page(one, shown)))
        if one.name in own:
            click.echo(f"{'From:':12}{' '.join(own[one.name].origin)}")


def page(metric: Metric, task: str) -> Iterator[str]:
    """Yield the lines of a metric's page."""
    words, sections, example = _parts(metric)
    yield f"{spelling(metric)}, {task}"
    yield ""
    yield from words
    yield ""
    for title, text in _facts(metric, sections):
        wrapped = (
            wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False) for line in text.split("\n")
        )
        first, *rest = (line for lines in wrapped for line in lines)
        yield f"{title + ':':12}{first}"
        yield from (f"{'':12}{line}" for line in rest)
    if example and "Example" not in sections:
        yield ""
        yield "Example:"
        yield from (f"    {line}".rstrip() for line in example)


def _own(name: str, config: Path | None) -> Mapping[str, Owned]:
    """Return the metrics of the user; nothing is looked up for one of ours."""
    from gate.metrics import is_ours

    return {} if config is None and is_ours(name.partition("@")[0].partition("(")[0]) else own_metrics(config)


def _find(name: str, task: str | None, own: Mapping[str, Owned]) -> list[tuple[str, Metric]]:
    from gate.errors import Problem, QuestionError
    from gate.metrics import FOLDERS, find, names
    from gate.spec import take_apart

    try:
        bare = take_apart(name).name
        tasks = [t for t in FOLDERS if task in {None, t}]
        of_own = own[bare].tasks if bare in own else ()
        having = [t for t in tasks if bare in names(t) or t in of_own] or tasks[:1]
        found = [(t, find(bare, t, own)) for t in having]
    except ValueError as error:
        if task is None and (near := _nearest(name, own)):
            raise QuestionError(
                Problem(f"no metric {name!r}, did you mean {near!r}?", code="unknown_metric")
            ) from None
        what, lists = str(error), "lists them"
        if what.endswith(lists) and task is None:
            what = f"no metric {name!r}"
        fix = "" if what.endswith(lists) else f"`gate metrics` {lists}"
        raise QuestionError(Problem(what, fix=fix, code="unknown_metric")) from None
    if name.strip() != bare:
        found = _spelt_so(name, found)
    together: dict[int, tuple[list[str], Metric]] = {}
    for task_name, one in found:
        together.setdefault(id(one), ([], one))[0].append(task_name)
    return [(_listed(having), one) for having, one in together.values()]


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


_K = re.compile("@k(?![a-z0-9])")
"""The cut-off as `gate metrics` prints it, which stands for any."""


def _spelt_so(name: str, found: list[tuple[str, Metric]]) -> list[tuple[str, Metric]]:
    """Return those that can be spelt like ``name``, with its cut-off and its parameters."""
    from gate.errors import Problem, QuestionError

    fitting, wrong = [], []
    for task, metric in found:
        try:
            metric.resolve(_K.sub("", name, count=1) if metric.cutoff != "none" else name, k=1)
        except ValueError as error:
            fix = f"`gate explain metric {metric.name}` shows what it takes"
            wrong.append(Problem(str(error), fix=fix, code="unknown_metric"))
        else:
            fitting.append((task, metric))
    if not fitting:
        raise QuestionError(wrong[0])
    return fitting


def _nearest(name: str, own: Mapping[str, Owned]) -> str | None:
    import difflib

    from gate.metrics import FOLDERS, names

    known = sorted({*own, *(known for task in FOLDERS for known in names(task))})
    return next(iter(difflib.get_close_matches(name.lower().partition("@")[0], known, n=1)), None)


def _parts(metric: Metric) -> tuple[list[str], dict[str, str], list[str]]:
    """Return the words, the named sections and the worked example of a metric's docstring."""
    text = inspect.cleandoc(metric.formula.__doc__ or "")
    prose, prompt, code = text.partition(">>> ")
    sections = {title: inspect.cleandoc(body) for title, body in _SECTION.findall(f"{prose}\n")}
    words = _readable(_SECTION.sub("", f"{prose}\n")).strip()
    words = re.sub(r"\n{3,}", "\n\n", words)
    return words.splitlines(), sections, (prompt + code).rstrip().splitlines()


def _readable(text: str) -> str:
    return _ROLE.sub(r"\1", text).replace("``", "")


def _facts(metric: Metric, sections: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield from _worked(sections)
    low, high = metric.bounds
    yield "Range", f"{_number(low)} to {_number(high)}; better: {way(metric)}"
    if "Returns" in sections:
        yield "Values", " ".join(_readable(_SHAPE.sub("", sections["Returns"])).split())
    match metric.cutoff:
        case "from_k":
            yield "Cut-off", f"{metric.name}@10, or the config's k; {metric.name}@all for the whole list"
        case "optional":
            yield "Cut-off", f"{metric.name}@10 looks at ten results, {metric.name} at the whole list"
        case "none":
            pass
    for name, parameter in metric.parameters.items():
        yield "Parameter", f"{name}: {_parameter(parameter)}"
    if metric.form == "per_item":
        yield "No answer", _without_answer(metric)
    if metric.needs:
        yield "Needs", ", ".join(_NEEDS.get(need, need) for need in sorted(metric.needs))
    if metric.diagnostic:
        yield "Blocks", f"never: it is {metric.diagnostic}"
    elif metric.limits_only:
        yield "Blocks", "by a floor or a ceiling; a drop of it is not judged"
    elif metric.min_positives:
        yield (
            "Blocks",
            f"by a drop only with at least {metric.min_positives} {_rare(metric)}, by a limit always",
        )
    if "Source" in sections:
        yield "Source", " ".join(_readable(sections["Source"]).split())


def _worked(sections: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the example in words, and its arithmetic on a line of its own."""
    if "Example" in sections:
        words, _, sums = _readable(sections["Example"]).rpartition("\n")
        yield "Example", f"{' '.join(words.split())}\n{sums}"


def _rare(metric: Metric) -> str:
    if metric.form == "curve":
        return "items of either class"
    if "class" in metric.parameters:
        return "items of the class" + (" and as many other items" if metric.form == "curves" else "")
    if metric.even:
        return (
            "effective items, squared number of classes / sum of 1 / items of each; and as many outside the "
            "largest class (with a label, where they have several)"
        )
    if "verdict" in metric.needs or not metric.needs:  # a judge's verdicts, or a number in their place
        return "items outside the most frequent label"
    if metric.needs & {"decision", "probabilities"}:
        return "items outside the largest class (with a label, where they have several)"
    return "positive items"


def _without_answer(metric: Metric) -> str:
    if metric.worst is None:
        return "an item without an answer is left out, and counted"
    if math.isinf(metric.worst):
        return "an item without an answer counts as the wrong decision"
    return f"an item without an answer counts as {metric.worst:g}"


def _parameter(parameter: Parameter) -> str:
    allowed = " or ".join(parameter.choices)
    if not allowed and not parameter.is_text:
        above = "above" if parameter.low_open else "from"
        allowed = f"{above} {_number(parameter.low)} to {_number(parameter.high)}"
    shown = parameter.default if isinstance(parameter.default, str) else _number(parameter.default or 0)
    default = "has to be given" if parameter.default is None else f"default {shown}"
    return f"{parameter.description} ({'; '.join(part for part in (allowed, default) if part)})"


def _number(value: float) -> str:
    if math.isinf(value):
        return "infinity" if value > 0 else "minus infinity"
    return f"{value:g}"
