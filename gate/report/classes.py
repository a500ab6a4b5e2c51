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
        baseline: ``baseline[true][decision]``, a number of items; ``None`` without a baseline.
        candidate: The same for the candidate.
    """

    classes: tuple[str, ...]
    decisions: tuple[str, ...]
    baseline: tuple[tuple[int, ...], ...] | None
    candidate: tuple[tuple[int, ...], ...]


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
        baseline: By the baseline; ``None`` without one.
        candidate: By the candidate.
    """

    label: str
    baseline: Hits | None
    candidate: Hits


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
        baseline: The baseline's bins, by probability; ``None`` without one, or without probabilities.
        candidate: The candidate's.
    """

    of: str
    baseline: tuple[ReliabilityBin, ...] | None
    candidate: tuple[ReliabilityBin, ...]
