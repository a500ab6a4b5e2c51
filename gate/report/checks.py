"""The checks of a report: levels, gains, and what was decided of them."""

from __future__ import annotations

from dataclasses import dataclass

from gate.verdict import Outcome, Reason


@dataclass(frozen=True, slots=True)
class Level:
    """The value of one metric on one run.

    Attributes:
        value: ``None`` if undefined; ``because`` then says why.
        low: Lower end of the interval, or ``None``.
        high: Upper end.
        method: How the interval was made.
        n: Items behind the value.
        because: Why something is undefined or special; empty otherwise.
    """

    value: float | None
    low: float | None
    high: float | None
    method: str
    n: int
    because: str = ""


@dataclass(frozen=True, slots=True)
class Gain:
    """Candidate minus baseline on the paired items, turned so that positive is better.

    Of a metric that is best at 0, how much nearer to 0 the candidate is, on whichever side.

    Attributes:
        value: Point gain.
        low: Lower end of the interval that decides (Student's t on the influence column).
        high: Upper end.
        standard_error: Standard error behind that interval.
        bootstrap_standard_error: The paired bootstrap's, for comparison; ``None`` where not made.
        relative: ``value / |baseline|``; ``None`` where the baseline is 0.
        n: Paired items.
        changed: Items that scored differently, as far as the test can see.
        worse: Items whose :attr:`Mover.gain` is below 0: those that lost, unless it is an influence.
        better: Items where it is above 0.
        broken: Items that lost outright: they have the metric's worst value now, and had another; ``None``
            where the metric is no mean of its items or has no worst value.
        mended: Items that had the metric's worst value and have another now; ``None`` likewise.
    """

    value: float
    low: float | None
    high: float | None
    standard_error: float | None
    bootstrap_standard_error: float | None
    relative: float | None
    n: int
    changed: int
    worse: int
    better: int
    broken: int | None = None
    mended: int | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report: a metric on the whole set or on a slice, judged.

    Attributes:
        metric: Canonical spelling, ``"ndcg@10"``.
        slice: ``"topic=billing"``; ``None`` for the whole set.
        role: ``"headline"``, ``"guard"`` or ``"info"``.
        better: ``"higher"`` or ``"lower"``; ``"zero"`` of a metric that is best at 0.
        summary: What the metric is, in one line.
        baseline: Level on the baseline run, on the paired items; ``None`` without a baseline.
        candidate: Level on the candidate run, on all of its golden items.
        gain: ``None`` where nothing could be compared.
        tolerance: How much worse is fine, in the metric's unit; ``None`` if not asked.
        tolerance_text: As the config wrote it, e.g. ``"3%"``; empty if not asked.
        floor: Lowest allowed value (or ``None``).
        ceiling: Highest allowed value (or ``None``).
        p: Probability of a drop this large had the systems been interchangeable, in the family of all checks;
            or of this check alone with the skewness of its items taken out, if that is larger.
        p_smallest: Smallest ``p`` this many changed items could give.
        outcome: The verdict.
        reason: Its one-word reason.
        because: The sentence, readable aloud.
        detectable: Smallest drop that would be seen in 4 of 5 cases; ``None`` where unknown.
        needed: Items needed for the tolerance; ``None`` where unknown.
        notes: Further sentences, such as a re-tuned threshold.
        is_new: Whether the baseline was recorded before this check existed.
        line: Line of the check in its config; 0 if unknown.
        since: Name of the anchor that it is compared with; ``None`` for the baseline.
    """

    metric: str
    slice: str | None
    role: str
    better: str
    summary: str
    baseline: Level | None
    candidate: Level
    gain: Gain | None
    tolerance: float | None
    tolerance_text: str
    floor: float | None
    ceiling: float | None
    p: float | None
    p_smallest: float | None
    outcome: Outcome
    reason: Reason
    because: str
    detectable: float | None
    needed: int | None
    notes: tuple[str, ...] = ()
    is_new: bool = False
    line: int = 0
    since: str | None = None

    @property
    def name(self) -> str:
        """Metric, slice and anchor as one phrase: ``"ndcg@10 [topic=billing] since v1.2.0"``."""
        name = f"{self.metric} [{self.slice}]" if self.slice else self.metric
        return f"{name} since {self.since}" if self.since else name
