"""Noise and faults of answers that name classes: one of several, or any number of labels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gate.selftest.fault import Fault
from gate.selftest.perturb import wandered
from gate.selftest.plant import FALLS, falls

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.run import Answer, Run
    from gate.selftest.strength import Strength


@dataclass(frozen=True, slots=True)
class OneOf:
    """Answers that decide for one of several classes.

    What wanders and falls is the share of one class in the probability that it has together with its
    rival, so that the probabilities of an answer keep their sum. The decision follows.

    Attributes:
        classes: In the order of reports.
        shares: Ascending: how the two likeliest classes of every answer share their probability, from the
            side of either.
    """

    classes: tuple[str, ...]
    shares: FloatArray

    @classmethod
    def of(cls, run: Run, classes: tuple[str, ...]) -> OneOf:
        """Set up for the answers of a run."""
        found = []
        for answer in run:
            pair = _likeliest(answer.probabilities or {}, classes)
            if len(pair) == 2 and (share := _share(answer.probabilities or {}, *pair)) is not None:
                found += [share, 1 - share]
        return cls(classes, np.sort(np.array(found, dtype=np.float64)))

    def room(self, strength: Strength) -> int:  # noqa: ARG002
        """Return 2: for the share, and for the decision where there are no probabilities."""
        return 2

    def noise(self, answer: Answer, strength: Strength, luck: FloatArray) -> Answer:
        """Let the two likeliest classes share anew; see :class:`~gate.selftest.straying.Straying`."""
        drift = strength.drift
        given = answer.probabilities or {}
        first, second, *_ = (*_likeliest(given, self.classes), "", "")
        share = _share(given, first, second) if second else None
        if share is not None:
            moved = wandered(share, self.shares, drift, float(luck[0]))
            return _sharing(answer, first, second, moved)
        others = [name for name in self.classes if name != answer.predicted]
        if answer.predicted is None or not others or luck[1] >= drift:
            return answer
        return replace(answer, predicted=others[int(luck[1] / drift * len(others))])

    def faults(self) -> list[Fault]:
        """Return falls of the true class behind its rival, and the loss to it."""
        found = [Fault(falls(share), partial(self._fallen, by=share)) for share in FALLS]
        return [
            *(found if self.shares.size else []),
            Fault("answers are wrong", partial(self._fallen, by=2.0)),
        ]

    def _fallen(self, item: GoldenItem, answer: Answer, *, by: float) -> Answer:
        """Give the place of the true class up for one further down, at the end for the last."""
        given, true = answer.probabilities or {}, item.label or ""
        rivals = [name for name in self.classes if name != true]
        rival = (_likeliest(given, rivals) or rivals[:1] or [true])[0]
        share = _share(given, true, rival)
        if share is not None and self.shares.size:
            place = int(np.searchsorted(self.shares, share, side="left"))
            place -= max(1, round(by * self.shares.size))
            return _sharing(answer, true, rival, float(self.shares[max(place, 0)]))
        return replace(answer, predicted=rival) if answer.predicted is not None and by > 1 else answer


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Answers that give any number of labels.

    Attributes:
        classes: The labels, in the order of reports.
        orders: ``{label: its scores in all answers, ascending}``.
        decides: Whether answers say which labels they decided for.
    """

    classes: tuple[str, ...]
    orders: Mapping[str, FloatArray]
    decides: bool

    @classmethod
    def of(cls, run: Run, classes: tuple[str, ...]) -> AnyOf:
        """Set up for the answers of a run."""
        given: dict[str, list[float]] = {}
        for answer in run:
            for name, score in (answer.probabilities or {}).items():
                given.setdefault(name, []).append(score)
        orders = {name: np.sort(np.array(scores)) for name, scores in given.items()}
        return cls(classes, orders, any(answer.labels is not None for answer in run))

    def room(self, strength: Strength) -> int:  # noqa: ARG002
        """Return one number for the score of each label, and one for the decisions."""
        return len(self.classes) + 1

    def noise(self, answer: Answer, strength: Strength, luck: FloatArray) -> Answer:
        """Let every score wander among those of its label, and rarely turn a decision."""
        drift = strength.drift
        found = answer
        if answer.probabilities is not None:
            numbers = dict(zip(self.classes, luck.tolist(), strict=False))
            moved = {
                name: wandered(score, self.orders[name], drift, numbers[name]) if name in numbers else score
                for name, score in answer.probabilities.items()
            }
            found = replace(found, probabilities=moved)
        if answer.labels is not None and luck[-1] < drift:
            turned = self.classes[int(luck[-1] / drift * len(self.classes))]
            found = replace(found, labels=tuple(sorted({*answer.labels} ^ {turned})))
        return found

    def faults(self) -> list[Fault]:
        """Return falls of all scores to the wrong side, one wrong decision, and nothing but wrong ones."""
        found = [Fault(falls(share), partial(self._fallen, by=share)) for share in FALLS]
        one = [Fault("one label is wrong", self._one_wrong)] if self.decides else []
        return [*(found if self.orders else []), *one, Fault("answers are wrong", self._wrong)]

    def _fallen(self, item: GoldenItem, answer: Answer, *, by: float) -> Answer:
        """Move the score of each label to the wrong side, in the order of that label's scores."""
        if answer.probabilities is None:
            return answer
        true, moved = set(item.labels or ()), {}
        for name, score in answer.probabilities.items():
            order = self.orders[name]
            away = max(1, round(by * order.size))
            place = int(np.searchsorted(order, score, side="left" if name in true else "right"))
            place = place - away if name in true else place - 1 + away
            moved[name] = float(order[min(max(place, 0), order.size - 1)])
        return replace(answer, probabilities=moved)

    def _one_wrong(self, item: GoldenItem, answer: Answer) -> Answer:
        """Take the first right label away, or else give the first wrong one."""
        if answer.labels is None:
            return answer
        true, given = set(item.labels or ()), set(answer.labels)
        right = [name for name in self.classes if name in true & given]
        wrong = [name for name in self.classes if name not in true | given]
        turned = (right or wrong)[:1]
        return replace(answer, labels=tuple(sorted(given ^ set(turned))))

    def _wrong(self, item: GoldenItem, answer: Answer) -> Answer:
        found = self._fallen(item, answer, by=2.0)
        if answer.labels is None:
            return found
        return replace(found, labels=tuple(sorted(set(self.classes) - set(item.labels or ()))))


def _likeliest(given: Mapping[str, float], classes: Sequence[str]) -> list[str]:
    """Return the two likeliest of ``classes`` that have a probability, of equal ones the first in order."""
    return sorted((name for name in classes if name in given), key=lambda name: -given[name])[:2]


def _share(given: Mapping[str, float], one: str, other: str) -> float | None:
    """Return the part of ``one`` in what both classes have together; ``None`` if that is nothing."""
    both = given.get(one, 0.0) + given.get(other, 0.0)
    return given.get(one, 0.0) / both if both > 0 else None


def _sharing(answer: Answer, one: str, other: str, share: float) -> Answer:
    """Let two classes share what they have together, and a decision for one of them follow."""
    given = dict(answer.probabilities or {})
    both = given.get(one, 0.0) + given.get(other, 0.0)
    given[one], given[other] = share * both, (1 - share) * both
    decided = answer.predicted
    if decided in {one, other}:
        decided = one if share > 0.5 or (share == 0.5 and decided == one) else other
    return replace(answer, probabilities=given, predicted=decided)
