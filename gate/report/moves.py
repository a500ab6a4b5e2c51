"""The items that moved a check, and what both systems did with each; all that a failing check lost."""

from __future__ import annotations

from dataclasses import dataclass

from gate.metrics.metric import Effect


@dataclass(frozen=True, slots=True)
class Place:
    """One document of a ranking, for people.

    Attributes:
        document: Its id.
        rank: From 1; ``None`` if it was not returned.
        grade: As judged; ``None`` if unjudged.
    """

    document: str
    rank: int | None
    grade: float | None


@dataclass(frozen=True, slots=True)
class Side:
    """What one system did with one item.

    Attributes:
        value: The metric's value on this item; ``None`` if undefined, and where the metric is no mean of
            its items: then only what the item did to the whole can be told, as :attr:`Mover.gain`.
        places: Retrieval: the first results in rank order, then relevant documents further down or
            missing.
        score: Classification: the score; ``None`` if missing.
        decision: Classification: ``"flagged"`` or ``"not flagged"``; empty otherwise.
        error: Why there is no answer; empty if there is one.
        text: Generation: what was written; ``None`` otherwise.
    """

    value: float | None
    places: tuple[Place, ...] = ()
    score: float | None = None
    decision: str = ""
    error: str = ""
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Mover:
    """An item that moved a metric.

    Attributes:
        metric: Name of the check, as :attr:`Check.name`.
        item: Item id.
        query: Its question or empty.
        label: True class (classification), or empty.
        gain: What the item did to the gain, in the sense of ``measure``; positive is better.
        baseline: What the baseline did with it.
        candidate: What the candidate did with it.
        references: The texts that would be right (generation), or none.
        measure: ``"gain"``: the change of the item's value, times its weight over the mean weight, whose mean
            is the gain. ``"contribution"``: the item's part in the gain of a metric that is no mean
            of items; over all items they add up to the gain. ``"influence"``: by how much the item's pull on
            the metric changed, which adds up to nothing.
    """

    metric: str
    item: str
    query: str
    label: str
    gain: float
    baseline: Side
    candidate: Side
    references: tuple[str, ...] = ()
    measure: Effect = "gain"


@dataclass(frozen=True, slots=True)
class Lost:
    """An item that lost under a check which needs eyes, for tools that point at lines.

    Attributes:
        metric: Name of the check, as :attr:`Check.name`.
        item: Item id.
        query: Its question or empty.
        line: Its line in the golden set; 0 if unknown.
        gain: What the item did to the gain, below 0; see :attr:`Mover.measure`.
        baseline: The metric's value on the item for the baseline; ``None`` if undefined, or if the metric is
            no mean of its items.
        candidate: The same for the candidate.
        measure: What ``gain`` is; see :attr:`Mover.measure`.
    """

    metric: str
    item: str
    query: str
    line: int
    gain: float
    baseline: float | None
    candidate: float | None
    measure: Effect = "gain"
