"""Whether a config asks for what its golden set has: the positive class, a grade, slices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.config.classes import unfit_classes
from gate.config.judge import identity_of
from gate.config.nearest import near, some
from gate.errors import Problem, QuestionError
from gate.metrics import CLASSIFIERS
from gate.readers.values import label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.config.models import Config
    from gate.golden import GoldenItem, GoldenSet


_A_SLICE = 'correct it, or give items that slice: `"slices": {FIELD: VALUE}`, in a table a column'


def disagreements(config: Config, golden: GoldenSet) -> list[Problem]:
    """Return everything that ``config`` asks for and ``golden`` does not have."""
    found: list[Problem] = []
    if config.task == "classification":
        found += _positive(config, golden)
        return [*found, *_of_slices(config, golden)]
    try:
        identity_of(config.judge, config.path)
    except QuestionError as error:
        found += error.problems
    if config.task in CLASSIFIERS:
        return [*found, *unfit_classes(config, golden), *_of_slices(config, golden)]
    if config.task == "generation":
        return _of_slices(config, golden)
    if config.task == "recommendation" and all(check.metric.folder != "ranked" for check in config.checks):
        return _of_slices(config, golden)  # users may have nothing to find where nothing is looked for
    if config.chunk_rule.collapse is not None and any(item.spans for item in golden):
        what = "the golden set judges passages, and collapsing to documents forgets them"
        fix = "drop `collapse`, or judge documents"
        found.append(config.problem(("system", "collapse"), what, fix=fix, code="rule_unfit"))
    if not any(grade >= config.relevant_grade for item in golden for grade in (item.relevant or {}).values()):
        highest = max((g for item in golden for g in (item.relevant or {}).values()), default=None)
        known = "no document is judged" if highest is None else f"the highest grade is {highest:g}"
        found.append(
            Problem(
                f"nothing is relevant: no document is graded {config.relevant_grade:g} or more; {known}",
                golden.source,
                "lower `relevant_grade`, or judge some documents",
                code="nothing_to_find",
            )
        )
    return [*found, *_of_slices(config, golden)]


def _of_slices(config: Config, golden: GoldenSet) -> list[Problem]:
    found: list[Problem] = []
    for check in config.checks:
        where = f"{config.path}:{check.line}"
        found += [
            Problem(f"{check.spec}: {what}", where, _A_SLICE, code="unknown_slice")
            for what in _slices(check.where, golden)
        ]
    fields = _fields(golden)
    asked = {each.field: each.check.line for each in config.slice_checks}
    for field, line in asked.items():
        if field not in fields:
            what = f"slices.{field}: no item has a slice field {field!r}{near(field, fields)}"
            found.append(Problem(what, f"{config.path}:{line}", _A_SLICE, code="unknown_slice"))
    if config.cluster is not None and config.cluster not in fields:
        what = f"no item has a slice field {config.cluster!r}{near(config.cluster, fields)}"
        found.append(config.problem(("cluster",), what, fix=_A_SLICE, code="unknown_slice"))
    return found


def _fields(golden: GoldenSet) -> list[str]:
    return sorted({field for item in golden for field in item.slices})


def matches(item: GoldenItem, where: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether an item lies in the slices that ``where`` names."""
    return all(item.slices.get(field) in values for field, values in where.items())


def _positive(config: Config, golden: GoldenSet) -> Iterator[Problem]:
    labels = sorted({item.label for item in golden if item.label is not None})
    if config.positive is None:
        yield Problem(
            f"which class is the positive one? The golden set has {some(labels)}",
            str(config.path),
            "write `positive: CLASS`, the class that the score speaks for"
            + (", or `task: multiclass` if every class counts" if len(labels) > 2 else ""),
            code="positive_unclear",
        )
    elif label(config.positive) not in labels and len(labels) > 1:  # of one class only: nothing is positive
        what = f"no item has the class {config.positive!r}{near(config.positive, labels)}"
        fix = "correct it, or label an item with it"
        yield config.problem(("positive",), what, fix=fix, code="unknown_class")
    elif len(labels) > 2:
        yield Problem(
            f"with a positive class there are two, and the golden set has {some(labels)}",
            golden.source,
            "write `task: multiclass` if every class counts, or give each item one of two labels",
            code="positive_unclear",
        )


def _slices(where: Mapping[str, tuple[str, ...]], golden: GoldenSet) -> Iterator[str]:
    fields = _fields(golden)
    fine = True
    for field, values in where.items():
        if field not in fields:
            fine = False
            yield f"no item has a slice field {field!r}{near(field, fields)}"
            continue
        known = sorted({item.slices[field] for item in golden if field in item.slices})
        for value in values:
            if value not in known:
                fine = False
                yield f"no item has {field} = {value!r}{near(value, known)}"
    if fine and where and not any(matches(item, where) for item in golden):
        asked = " and ".join(f"{field} = {' or '.join(values)}" for field, values in where.items())
        yield f"no item has {asked} at once"
