"""The numbers behind a report's plots, so that they can be drawn from ``report.json`` alone.

A stranger may have written that file, so each value refuses what could not be drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from gate.metrics.metric import Effect
from gate.report.moves import Mover

Which = Literal["baseline", "candidate"]
"""Which of the two systems something is of."""


@dataclass(frozen=True, slots=True)
class ItemGains:
    """What each item did to one check.

    Attributes:
        check: Name of the check, as :attr:`Check.name`.
        n: Paired items behind it.
        items: Ids of those that changed, worst first, in order of id where equal.
        gains: What each of them did to the gain, positive is better; ascending, as long as ``items``.
        left_out: Changed items that are not in ``items``, since there were too many: those that moved least.
        measure: What ``gains`` are; see :attr:`Mover.measure`.
    """

    check: str
    n: int
    items: tuple[str, ...]
    gains: tuple[float, ...]
    left_out: int = 0
    measure: Effect = "gain"

    def __post_init__(self) -> None:
        """Refuse lists of unequal length, and more items than there are."""
        if len(self.items) != len(self.gains):
            raise ValueError("there must be as many gains as items")
        if len(self.items) > self.n:
            raise ValueError("more items than n cannot have changed")


@dataclass(frozen=True, slots=True)
class Trace:
    """One side's line in a plot.

    Attributes:
        side: ``"baseline"`` or ``"candidate"``.
        x: Where; ascending.
        y: How much; as long as ``x``.
    """

    side: Which
    x: tuple[float, ...]
    y: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse lists of unequal length."""
        if len(self.x) != len(self.y):
            raise ValueError("there must be as many y as x")


@dataclass(frozen=True, slots=True)
class Band:
    """How far one side's line could lie elsewhere on other items like these: pointwise intervals.

    Attributes:
        side: ``"baseline"`` or ``"candidate"``.
        x: Where; ascending.
        low: Lower end; as long as ``x``.
        high: Upper end; likewise, nowhere below ``low``.
    """

    side: Which
    x: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse lists of unequal length, and ends that are swapped."""
        if not len(self.x) == len(self.low) == len(self.high):
            raise ValueError("there must be as many ends as x")
        if any(low > high for low, high in zip(self.low, self.high, strict=True)):
            raise ValueError("a lower end lies above the upper one")


@dataclass(frozen=True, slots=True)
class ScoreCounts:
    """How many items of one class have a score in each bin, on one side.

    Attributes:
        side: ``"baseline"`` or ``"candidate"``.
        is_positive: Whether these are the items of the positive class.
        counts: One less than there are edges.
    """

    side: Which
    is_positive: bool
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """What a binary classifier's scores can do, at every threshold.

    Attributes:
        base_rate: Weight of the positives among all items, in [0, 1]: the precision of flagging everything.
        roc: False positive rate → recall, from (0, 0).
        precision_recall: Recall → precision.
        cost: Threshold → mean cost of an item; empty without costs.
        edges: Ends of the bins of scores, ascending; empty if all scores are equal.
        counts: Items in the bins, by side and class.
        roc_bands: False positive rate → where the highest recall at no more than that may lie.
        precision_recall_bands: Recall → where the precision may lie of the highest threshold that finds as
            much.
    """

    base_rate: float
    roc: tuple[Trace, ...]
    precision_recall: tuple[Trace, ...]
    cost: tuple[Trace, ...]
    edges: tuple[float, ...]
    counts: tuple[ScoreCounts, ...]
    roc_bands: tuple[Band, ...] = ()
    precision_recall_bands: tuple[Band, ...] = ()

    def __post_init__(self) -> None:
        """Refuse bins that are none."""
        if any(low >= high for low, high in pairwise(self.edges)) or len(self.edges) == 1:
            raise ValueError("edges of bins must ascend")
        if any(len(each.counts) != len(self.edges) - 1 for each in self.counts):
            raise ValueError("there must be a count for each bin")


@dataclass(frozen=True, slots=True)
class Sight:
    """What a golden set of another size could see under one check.

    Attributes:
        check: Name of the check, as :attr:`Check.name`.
        n: Items it has now.
        tolerance: In the metric's unit; ``None`` if there is none.
        sizes: Numbers of items, ascending.
        detectable: Smallest drop that would be seen in 4 of 5 cases with as many; as long as ``sizes``.
    """

    check: str
    n: int
    tolerance: float | None
    sizes: tuple[int, ...]
    detectable: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse lists of unequal length, and sizes that are none."""
        if len(self.sizes) != len(self.detectable):
            raise ValueError("there must be a detectable drop for each size")
        if any(size < 1 for size in (self.n, *self.sizes)):
            raise ValueError("a golden set has at least one item")


@dataclass(frozen=True, slots=True)
class Pictures:
    """Everything that plots need beside the checks.

    Attributes:
        gains: One a headline that was compared.
        scores: For binary classifiers with scores; else ``None``.
        sight: One a gated headline whose spread is known.
        movers: Both sides of the items that moved the headlines most, one entry an item, the one that moved
            most first; of very many the others are left out.
    """

    gains: tuple[ItemGains, ...] = ()
    scores: Scores | None = None
    sight: tuple[Sight, ...] = ()
    movers: tuple[Mover, ...] = ()
