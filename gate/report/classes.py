"""What a classifier did to each class: its confusion matrix, and how far its probabilities hold."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often each true class was given each decision, by both systems on the same items.

    Attributes:
        classes: Names of the rows, the true classes, in their order; with a positive class that one, then
            everything else.
        decisions: Names of the columns: the classes again, and a last one for items that were given none
            of them, or no answer.
        before: ``before[true][decision]``, a number of items; ``None`` without a baseline.
        after: The same of the candidate.
    """

    classes: tuple[str, ...]
    decisions: tuple[str, ...]
    before: tuple[tuple[int, ...], ...] | None
    after: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Hits:
    """How often one of several labels was decided rightly and wrongly, in numbers of items.

    Attributes:
        found: Items that have the label and were given it.
        missed: Items that have it and were not.
        false_alarms: Items that were given it and do not have it.
    """

    found: int
    missed: int
    false_alarms: int


@dataclass(frozen=True, slots=True)
class LabelHits:
    """One label of a classifier with several labels an item.

    Attributes:
        label: The label.
        before: By the baseline; ``None`` without one.
        after: By the candidate.
    """

    label: str
    before: Hits | None
    after: Hits


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Items of about the same probability.

    Attributes:
        items: Their number.
        probability: Their mean probability.
        share: Share of them that came true; weighted where items are.
        low: Lower end of its interval, Wilson's.
        high: Upper end.
    """

    items: int
    probability: float
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """Probabilities in bins of equal mass, and what happened in each: a reliability diagram.

    Attributes:
        of: What the probability is of, in words.
        before: The baseline's bins, by probability; ``None`` without one, or without probabilities.
        after: The candidate's.
    """

    of: str
    before: tuple[ReliabilityBin, ...] | None
    after: tuple[ReliabilityBin, ...]
