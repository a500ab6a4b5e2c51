"""Whether a config of several classes agrees with its golden set: classes, prices, metrics of one class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate.config.nearest import near, some
from gate.errors import Problem
from gate.readers.values import MEASURED, label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gate.config.models import Config
    from gate.golden import GoldenItem, GoldenSet
    from gate.source import FileSource


_KNOWN = "correct it, or label an item with it, or list it under `classes:`"


def known_classes(config: Config, golden: GoldenSet) -> tuple[str, ...]:
    """Return the classes of a question: those it declares, in its order; else the golden labels, sorted."""
    declared = tuple(dict.fromkeys(label(name) for name in config.classes or ()))
    labels = {name for item in golden for name in _said_of(item)}
    return (*declared, *sorted(labels - set(declared)))


def with_keys(source: FileSource, config: Config, golden: GoldenSet) -> FileSource:
    """Return a run's file that is told where it holds numbers: under classes, and what metrics read."""
    several = config.task in ("multiclass", "multilabel")
    classes = frozenset(known_classes(config, golden) if several else ())
    return replace(source, classes=classes, numbers=_read_as_numbers(config))


def _read_as_numbers(config: Config) -> dict[str, str]:
    """Return ``{key of a run: the first metric that reads it}``; what a plugin calls `field` is its own."""
    reading = (check.spec for check in config.checks if check.spec.name not in config.own.metrics)
    found: dict[str, str] = {}
    for spec in reading:
        if "field" in spec.arguments:
            found.setdefault(str(spec.arguments["field"]), str(spec))
    return {key: metric for key, metric in found.items() if key not in MEASURED}


def _said_of(item: GoldenItem) -> tuple[str, ...]:
    """Return an item's label or labels, and what any rater said of it."""
    return (*item.classes, *(item.rating.raters.values() if item.rating is not None else ()))


def unfit_classes(config: Config, golden: GoldenSet) -> Iterator[Problem]:
    """Yield every class that the config, or the golden set, has and the other does not know."""
    declared = [label(name) for name in config.classes or ()]
    for name in sorted({name for name in declared if declared.count(name) > 1}):
        yield config.problem(("classes",), f"{name!r} is listed twice", fix="keep one of them")
    known = known_classes(config, golden)
    if declared:
        for name in known[len(set(declared)) :]:
            line = next(i.line for i in golden if name in _said_of(i))
            where = f"{golden.source}:{line}" if line else golden.source
            yield Problem(
                f"the label {name!r} is not one of the config's classes{near(name, declared)}",
                where,
                "correct it, or add it to `classes:`",
                code="unknown_class",
            )
    if not known:
        yield Problem(
            "no item has a label, so there is nothing to find",
            golden.source,
            "give the items their labels",
            code="nothing_to_find",
        )
    elif len(known) == 1 and config.task != "judge":  # whose kappa is then undefined, and says so
        binary = config.task == "multilabel"
        yield Problem(
            f"there is no class but {known[0]!r}, so there is nothing to tell apart",
            golden.source,
            f"add items of other classes{', or ask it as `task: classification`' if binary else ''}",
            code="nothing_to_find",
        )
    for check in config.checks:
        asked = check.spec.arguments.get("class")
        if asked is not None and asked not in known:
            what = f"{check.spec}: there is no class {asked!r}{near(str(asked), known)}"
            yield Problem(what, f"{config.path}:{check.line}", _KNOWN, code="unknown_class")
    for key, verdict in (("positive", config.positive), *(("pair", each) for each in config.pair or ())):
        if verdict is not None and label(verdict) not in known:
            what = f"there is no verdict {verdict!r}{near(verdict, known)}"
            yield config.problem((key,), what, fix=_KNOWN, code="unknown_class")
    if isinstance(config.costs, dict):
        yield from _unfit_prices(config, prices_of(config.costs), known)


def prices_of(costs: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return prices by class, the classes spelt as readers spell them."""
    return {label(true): {label(said): price for said, price in row.items()} for true, row in costs.items()}


def _unfit_prices(
    config: Config, costs: Mapping[str, Mapping[str, float]], known: Sequence[str]
) -> Iterator[Problem]:
    named = [*costs, *(name for row in costs.values() for name in row)]
    for name in sorted(set(named) - set(known)):
        what = f"there is no class {name!r}{near(name, known)}"
        yield config.problem(("costs",), what, fix=_KNOWN, code="unknown_class")
    missing = [
        f"{true} taken for {said}"
        for true in known
        for said in known
        if said != true and said not in costs.get(true, {})
    ]
    if missing:
        fix = "write 0 for an error that costs nothing"
        yield config.problem(("costs",), f"no price for {some(missing)}", fix=fix, code="costs_unfit")
    elif not any(price for true, row in costs.items() for said, price in row.items() if said != true):
        what = "every price is 0, so every system would be perfect"
        yield config.problem(("costs",), what, fix="give an error a price above 0", code="costs_unfit")
