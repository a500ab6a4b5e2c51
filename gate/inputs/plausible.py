"""Whether the numbers of a golden set, a run and a config can be reckoned with at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.run import Run

LARGEST = 1e100
"""Numbers beyond it overflow when they are squared and summed."""

HEAVIEST = 1e6
"""How many times as much as the lightest item the heaviest may count; below, rounding is harmless."""


def implausible(config: Config, golden: GoldenSet, run: Run | None = None) -> list[Problem]:
    """Return every weight, number and price that sums would overflow or drown on, and foreign items."""
    numbers = _extreme_numbers(run) if run is not None else ()
    strange = _foreign_items(golden, run) if run is not None else ()
    return [*_extreme_weights(golden), *numbers, *_extreme_costs(config), *strange]


def _foreign_items(golden: GoldenSet, run: Run) -> Iterator[Problem]:
    """Yield that nothing of all that is recommended is in the catalogue, which is then another shop's."""
    if golden.catalogue is None:
        return
    places = golden.catalogue.places
    shown = None
    for answer in run:
        for item in answer.ranking.documents if answer.ranking is not None else ():
            if item in places:
                return
            shown = item if shown is None else min(shown, item)
    if shown is not None:
        known = golden.catalogue.items[0]
        what = f"none of its items is in the catalogue: it has {shown!r}, the catalogue {known!r}"
        yield Problem(
            what, run.source, f"compare the ids with those in {golden.catalogue.source}", code="foreign_items"
        )


def _extreme_weights(golden: GoldenSet) -> Iterator[Problem]:
    weights = [item.weight for item in golden]
    if 1 / LARGEST <= max(weights) <= min(HEAVIEST * min(weights), LARGEST):
        return
    fix = "weights only count relative to each other: write 1 for most items"
    light = min(golden, key=lambda item: item.weight)
    heavy = max(golden, key=lambda item: item.weight)
    where = f"{golden.source}:{heavy.line}" if heavy.line else golden.source
    if heavy.weight <= HEAVIEST * light.weight:
        what = f"no weight as {'small' if heavy.weight < 1 else 'large'} as {heavy.weight:g} can be averaged"
        yield Problem(f"{what}: that of item {heavy.id!r}", where, fix, code="implausible_number")
        return
    yield Problem(
        f"the weights {light.weight:g} of item {light.id!r} and {heavy.weight:g} of {heavy.id!r} are too far "
        f"apart: the heaviest item may count {HEAVIEST:,.0f} times as much as the lightest",
        where,
        fix,
        code="implausible_number",
    )


def _extreme_numbers(run: Run) -> Iterator[Problem]:
    for answer in run:
        for name, value in answer.numbers.items():
            if abs(value) > LARGEST:
                yield Problem(
                    f"{name} is {value:g} for item {answer.id!r}: beyond {LARGEST:g} nothing can be averaged",
                    run.source,
                    "give it in a larger unit, or leave it out",
                    code="implausible_number",
                )


def _extreme_costs(config: Config) -> Iterator[Problem]:
    if max(_prices(config), default=0.0) > LARGEST:
        what = f"beyond {LARGEST:g} no price can be averaged"
        yield config.problem(("costs",), what, fix="give it in a larger unit", code="implausible_number")


def _prices(config: Config) -> list[float]:
    match config.costs:
        case None:
            return []
        case dict() as matrix:
            return [price for row in matrix.values() for price in row.values()]
        case costs:
            return [costs.false_negative, costs.false_positive]
