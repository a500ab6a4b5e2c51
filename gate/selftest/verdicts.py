"""Noise and faults of a judge's verdicts, and of numbers that it gives instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gate.config.classes import known_classes
from gate.readers.values import label
from gate.selftest.fault import Fault
from gate.selftest.perturb import wandered
from gate.selftest.plant import FALLS, falls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.arrays import FloatArray
    from gate.config import Config
    from gate.golden import GoldenItem, GoldenSet
    from gate.run import Answer, Run
    from gate.selftest.strength import Strength


TURNED = 3
"""How many times as likely a verdict turns as a class does: a judge that is asked again may say another."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Answers that are a verdict, numbers, or both.

    Attributes:
        classes: The verdicts, from lowest to highest where they have an order.
        positive: The one that is a pass; ``None`` if the config names none.
        orders: ``{name of a number that a metric reads: all of its values, ascending}``.
        high: Ids of the items that people put above the middle; a wrong number is then a low one.
        spared: The first item with a verdict; empty where no answer has one.
        turns: Whether they have those on the swapped pair.
    """

    classes: tuple[str, ...]
    positive: str | None
    orders: Mapping[str, FloatArray]
    high: frozenset[str]
    spared: str
    turns: bool

    @classmethod
    def of(cls, config: Config, golden: GoldenSet, run: Run) -> Verdicts:
        """Set up for the answers of a run."""
        classes = known_classes(config, golden)
        place = {name: float(i) for i, name in enumerate(classes)}
        asked = {
            str(rule.spec.arguments["field"]) for rule in config.checks if "people" in rule.spec.arguments
        }
        given = {name: [a.numbers[name] for a in run if name in a.numbers] for name in sorted(asked)}
        people = {item.id: _mean(item, place) for item in golden}
        middle = float(np.median([x for x in people.values() if x is not None] or [0.0]))
        return cls(
            classes,
            None if config.positive is None else label(config.positive),
            {name: np.sort(np.array(values)) for name, values in given.items() if values},
            frozenset(ident for ident, x in people.items() if x is not None and x > middle),
            next((a.id for a in run if a.predicted is not None), ""),
            any(a.swapped is not None for a in run),
        )

    def room(self, strength: Strength) -> int:  # noqa: ARG002
        """Return one number for the verdict, one for that on the swapped pair, and one for each number."""
        return 2 + len(self.orders)

    def noise(self, answer: Answer, strength: Strength, luck: FloatArray) -> Answer:
        """Turn few verdicts into others, and let every number wander among all of its kind."""
        chance = TURNED * strength.drift
        turned = {
            field: self._another(said, float(number) / chance)
            for field, said, number in zip(
                ("predicted", "swapped"), (answer.predicted, answer.swapped), luck[:2], strict=True
            )
            if said is not None and number < chance
        }
        moved = {
            name: wandered(answer.numbers[name], order, strength.drift, float(number))
            for (name, order), number in zip(self.orders.items(), luck[2:], strict=True)
            if name in answer.numbers
        }
        return replace(answer, numbers={**answer.numbers, **moved}, **turned)  # type: ignore[arg-type]

    def faults(self) -> list[Fault]:
        """Return numbers that fall to the wrong side, then verdicts by favour, missing and wrong ones."""
        found = [Fault(falls(share), partial(self._fallen, by=share)) for share in FALLS if self.orders]
        if self.spared and self.positive is not None:
            found.append(Fault("every verdict is a pass", self._lenient))
        if self.turns:
            found.append(Fault("verdicts turn with the order of the answers", self._swayed))
        if self.spared:
            found.append(Fault("there is no verdict", self._silent))
        return [*found, Fault("verdicts are wrong", self._wrong)]

    def _another(self, said: str, luck: float) -> str:
        others = [name for name in self.classes if name != said]
        return others[int(luck * len(others))] if others else said

    def _fallen(self, item: GoldenItem, answer: Answer, *, by: float) -> Answer:
        """Give the places of numbers in the order of all up for others further to the wrong side."""
        moved = {}
        for name, order in self.orders.items():
            if name in answer.numbers:
                up = item.id not in self.high
                place = int(np.searchsorted(order, answer.numbers[name], side="right" if up else "left"))
                away = max(1, round(by * order.size))
                place = place - 1 + away if up else place - away
                moved[name] = float(order[min(max(place, 0), order.size - 1)])
        return replace(answer, numbers={**answer.numbers, **moved})

    def _lenient(self, item: GoldenItem, answer: Answer) -> Answer:  # noqa: ARG002
        return answer if answer.predicted is None else replace(answer, predicted=self.positive)

    def _silent(self, item: GoldenItem, answer: Answer) -> Answer:
        """Say nothing; one verdict stays, since a run without any is another kind of run."""
        return answer if item.id == self.spared else replace(answer, predicted=None, swapped=None)

    def _swayed(self, item: GoldenItem, answer: Answer) -> Answer:  # noqa: ARG002
        if answer.predicted is None or answer.swapped is None:
            return answer
        return replace(answer, swapped=self._another(answer.predicted, 0.0))

    def _wrong(self, item: GoldenItem, answer: Answer) -> Answer:
        """Say of every item what people least say of it: the verdict that is furthest from theirs."""
        found = self._fallen(item, answer, by=2.0)
        if answer.predicted is None or item.label is None:
            return found
        own = self.classes.index(item.label)
        wrong = self.classes[0 if 2 * own >= len(self.classes) - 1 and own else -1]
        turned = None if answer.swapped is None else self._another(wrong, 0.0)
        return replace(found, predicted=wrong, swapped=turned)


def _mean(item: GoldenItem, place: Mapping[str, float]) -> float | None:
    """Return the mean place of what people said of an item; ``None`` if they said nothing."""
    raters = () if item.rating is None else tuple(item.rating.raters.values())
    said = [place[name] for name in raters or ((item.label,) if item.label is not None else ())]
    return sum(said) / len(said) if said else None
