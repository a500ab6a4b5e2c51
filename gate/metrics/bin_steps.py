"""What metrics of probabilities in bins say of an item, and of all bins, with their numbers filled in."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.steps import MOST, Step, summed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Term = Callable[["Bin"], tuple[str, float]]
    """What a bin adds to the metric: written, and its value."""

    Steps = Callable[..., tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class Bin:
    """A bin of one class that holds something.

    Attributes:
        place: Which bin, from 0, ascending by probability.
        weight: Of its items.
        probability: Sum of their probabilities, by weight.
        happened: Weight of those that came true.
        total: Weight of all items.
        base: Share of all that came true.
    """

    place: int
    weight: float
    probability: float
    happened: float
    total: float
    base: float

    @property
    def mean(self) -> float:
        """Mean probability."""
        return self.probability / self.weight

    @property
    def share(self) -> float:
        """Share that came true."""
        return self.happened / self.weight

    @property
    def counted(self) -> str:
        """The bin's share of all items, written."""
        return f"{number(self.weight)} / {number(self.total)}"


def _bins(totals: Sequence[float], bins: float) -> list[list[Bin]]:
    """Return the bins that hold something, of each class."""
    import numpy as np

    from gate.samples.calibration import split

    found = []
    parts = (part[0].tolist() for part in split(np.array([totals]), bins))
    for of_class in zip(*parts, strict=True):
        whole, happened = math.fsum(of_class[0]), math.fsum(of_class[2])
        found.append(
            [
                Bin(place, weight, probability, true, whole, happened / whole)
                for place, (weight, probability, true) in enumerate(zip(*of_class, strict=True))
                if weight > 0
            ]
        )
    return found


def _gap(of: Bin) -> tuple[str, float]:
    text = f"{of.counted} × |{number(of.mean)} - {number(of.share)}|"
    return text, of.weight / of.total * abs(of.mean - of.share)


def _reliability(of: Bin) -> tuple[str, float]:
    text = f"{of.counted} × ({number(of.mean)} - {number(of.share)})^2"
    return text, of.weight / of.total * (of.mean - of.share) ** 2


def _resolution(of: Bin) -> tuple[str, float]:
    text = f"{of.counted} × ({number(of.share)} - {number(of.base)})^2"
    return text, of.weight / of.total * (of.share - of.base) ** 2


def _of_all(term: Term, note: str) -> Steps:
    def steps(totals: Sequence[float], classes: Sequence[str], *, bins: float) -> tuple[Step, ...]:
        blocks = _bins(totals, bins)
        terms = [[term(each) for each in block] for block in blocks]
        sums = [math.fsum(value for _, value in block) for block in terms]
        if len(blocks) == 1:
            lines = [
                Step(f"bin {each.place + 1}", *told) for each, told in zip(blocks[0], terms[0], strict=True)
            ]
            values = [value for _, value in terms[0]]
        else:
            lines = [
                Step(f"of {name!r}", summed([(number(value), value) for _, value in block]), total)
                for name, block, total in zip(classes, terms, sums, strict=True)
            ]
            values = sums
        lines[:1] = [replace(line, note=note) for line in lines[:1]]
        whole = math.fsum(values) if any(blocks) else math.nan
        return (*lines[:MOST], Step("", summed([(number(value), value) for value in values]), whole))

    return steps


def _of_item(term: Term) -> Steps:
    def steps(
        own: Sequence[float], totals: Sequence[float], classes: Sequence[str], *, bins: float
    ) -> tuple[Step, ...]:
        mine, every = _bins(own, bins), _bins(totals, bins)
        several = len(every) > 1
        lines: list[Step] = []
        for name, ours, whole in zip(classes if several else [""], mine, every, strict=True):
            of = f" of {name!r}" if several else ""
            by_place = {each.place: each for each in whole}
            for each in ours:
                came = "came true" if each.happened else "did not come true"
                lines.append(Step(f"its probability{of}", "", each.mean, came))
                lines += [] if several else _shares(by_place[each.place], bins)
                lines.append(Step(f"bin {each.place + 1}{of}", *term(by_place[each.place])))
        return tuple(lines[: 2 * MOST])

    return steps


def _shares(of: Bin, bins: float) -> list[Step]:
    """Say what a bin holds, of as many as ``bins``."""
    mean, share = (f"{number(above)} / {number(of.weight)}" for above in (of.probability, of.happened))
    return [
        Step(f"mean probability of bin {of.place + 1} of {bins:g}", mean, of.mean),
        Step("share of that bin that came true", share, of.share),
    ]


_GAP = "share of items × |mean probability - share that came true|"
_RELIABILITY = "share of items × (mean probability - share that came true)^2"
_RESOLUTION = "share of items × (share that came true - that of all items)^2"

gap_of_all, gap_of_item = _of_all(_gap, _GAP), _of_item(_gap)
reliability_of_all, reliability_of_item = _of_all(_reliability, _RELIABILITY), _of_item(_reliability)
resolution_of_all, resolution_of_item = _of_all(_resolution, _RESOLUTION), _of_item(_resolution)
"""Steps from bins to the metric, ``(totals, classes, bins)``, and of an item, ``(its row, totals, …)``."""


def uncertainty_of_all(totals: Sequence[float], classes: Sequence[str], *, bins: float) -> tuple[Step, ...]:
    """Return the steps from the share that came true of each class to the variance of what happens."""
    blocks = _bins(totals, bins)
    several = len(blocks) > 1
    terms = []
    for block in blocks:
        base = block[0].base if block else math.nan
        terms.append((f"{number(base)} × (1 - {number(base)})", base * (1 - base)))
    lines = [
        Step(
            f"share of {name!r}" if several else "share that came true",
            f"{number(math.fsum(each.happened for each in block))} / {number(block[0].total)}",
            block[0].base,
        )
        for name, block in zip(classes if several else [""], blocks, strict=True)
        if block
    ]
    return (*lines[:MOST], Step("", summed(terms), math.fsum(value for _, value in terms)))


def uncertainty_of_item(
    own: Sequence[float], _: Sequence[float], classes: Sequence[str], *, bins: float
) -> tuple[Step, ...]:
    """Return what of an item came true, which is all that uncertainty sees of it."""
    mine = _bins(own, bins)
    several = len(mine) > 1
    return tuple(
        Step(
            f"adds to what came true of {name!r}" if several else "adds to what came true",
            "",
            math.fsum(each.happened for each in ours),
        )
        for name, ours in zip(classes if several else [""], mine, strict=True)
        if not several or any(each.happened for each in ours)
    )
