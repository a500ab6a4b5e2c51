"""What every reporter reads: plain facts, already decided.

Everything is a frozen dataclass of plain values, so that it can be written as JSON and read back;
an undefined number is ``None``, never NaN. Numbers are unrounded: rounding is a reporter's job.
"""

from __future__ import annotations

from dataclasses import dataclass

from gate.notice import Notice
from gate.verdict import Outcome, Reason

SCHEMA_VERSION = 1
"""Version of the shape below, as ``report.json`` carries it."""


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
    """Candidate minus baseline on the shared items, turned so that positive is better.

    Attributes:
        value: Point gain.
        low: Lower end of the interval that decides (Student's t on the influence column).
        high: Upper end.
        standard_error: Standard error behind that interval.
        bootstrap_standard_error: The paired bootstrap's, for comparison; ``None`` where not made.
        relative: ``value / |baseline|``; ``None`` where the baseline is 0.
        n: Paired items.
        changed: Items whose contribution changed at all.
        worse: Items that lost.
        better: Items that gained.
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


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report: a metric on the whole set or on a slice, judged.

    Attributes:
        metric: Canonical spelling, ``"ndcg@10"``.
        slice: ``"topic=billing"``; ``None`` for the whole set.
        role: ``"headline"``, ``"guard"`` or ``"info"``.
        better: ``"higher"`` or ``"lower"``.
        summary: What the metric is, in one line.
        baseline: Level on the baseline run, on the paired items; ``None`` without a baseline.
        candidate: Level on the candidate run, on all of its golden items.
        gain: ``None`` where nothing could be compared.
        tolerance: How much worse is fine, in the metric's unit; ``None`` if not asked.
        tolerance_text: As the config wrote it, e.g. ``"3%"``; empty if not asked.
        floor: Lowest allowed value (or ``None``).
        ceiling: Highest allowed value (or ``None``).
        p: Family-wise probability of a drop this large had the systems been interchangeable.
        p_smallest: Smallest ``p`` this many changed items could give.
        outcome: The verdict.
        reason: Its one-word reason.
        because: The sentence, readable aloud.
        detectable: Smallest drop that would be seen in 4 of 5 cases; ``None`` where unknown.
        needed: Items needed for the tolerance; ``None`` where unknown.
        notes: Further sentences, such as a re-tuned threshold.
        is_new: Whether the baseline was recorded before this check existed.
        line: Line of the check in its config; 0 if unknown.
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

    @property
    def name(self) -> str:
        """Metric and slice as one phrase: ``"ndcg@10 [topic=billing]"``."""
        return f"{self.metric} [{self.slice}]" if self.slice else self.metric


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
        value: The metric's value or contribution on this item; ``None`` if undefined.
        places: Retrieval: the first results in rank order, then relevant documents further down or
            missing.
        score: Classification: the score; ``None`` if missing.
        decision: Classification: ``"flagged"`` or ``"not flagged"``; empty otherwise.
        error: Why there is no answer; empty if there is one.
    """

    value: float | None
    places: tuple[Place, ...] = ()
    score: float | None = None
    decision: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Mover:
    """An item that moved a metric.

    Attributes:
        metric: Name of the check, as :attr:`Check.name`.
        item: Item id.
        query: Its question or empty.
        label: True class (classification), or empty.
        gain: Change of the item's contribution, positive is better.
        before: Baseline side.
        after: Candidate side.
    """

    metric: str
    item: str
    query: str
    label: str
    gain: float
    before: Side
    after: Side


@dataclass(frozen=True, slots=True)
class Bucket:
    """A counted group of items: ``name`` says which, ``items`` names the first few."""

    name: str
    count: int
    items: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a number needs beside it.

    Attributes:
        golden_set: Path as written.
        fingerprint: Of the golden set.
        items: Golden items.
        paired: Items on both sides; ``None`` without a baseline.
        facts: ``(name, value)`` pairs in reading order: k, threshold, gain, relevant grade, positive
            class, prevalence, costs, interval, resamples, seed, mode, ...
        confidence: Of every interval in the report, in (0, 1).
    """

    golden_set: str
    fingerprint: str
    items: int
    paired: int | None
    facts: tuple[tuple[str, str], ...]
    confidence: float = 0.95


@dataclass(frozen=True, slots=True)
class Threshold:
    """The frozen threshold beside the cheapest one, for binary classifiers with costs.

    Costs are the mean per item; totals are printed beside them.

    Attributes:
        deployed: The threshold that is gated; ``None`` if the run decides by itself.
        origin: ``"config"``, ``"baseline"`` or ``"cheapest"``.
        cost: Candidate's cost at it.
        total_cost: The same, summed over items.
        baseline_cost: The baseline's cost at its own threshold; ``None`` without a baseline.
        cheapest: Candidate's cost-optimal threshold (the largest, where several are equal);
            ``None`` means "flag nothing".
        cheapest_cost: Cost at it, cross-fitted, with its interval.
        in_sample_cost: Cost at it on the data it was chosen on: flattering.
        sentence: What follows from them.
        baseline_deployed: The threshold that the baseline was deployed with; ``None`` if unknown.
    """

    deployed: float | None
    origin: str
    cost: Level
    total_cost: float | None
    baseline_cost: float | None
    cheapest: float | None
    cheapest_cost: Level
    in_sample_cost: float | None
    sentence: str
    baseline_deployed: float | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the facts come from: the only part that differs between equal calls.

    Attributes:
        facts: ``(name, value)`` pairs: tool version, commit, baseline commit, run files, time, ...
    """

    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """One config's answer.

    Attributes:
        name: The config's ``name``.
        config: Its path as given.
        task: ``"retrieval"`` or ``"classification"``.
        mode: The decision mode.
        outcome: The most worrying line; never a pass when there is no line.
        exit_code: What the process ends with, were this the only config.
        would_be: In ``report_only`` mode, the exit code it would have been; else ``None``.
        headline: The verdict in one sentence.
        checks: Most worrying first, then in the config's order.
        movers: Items that moved most, worst first, at most a few a check.
        accounting: Where the items went.
        blind_spots: What this golden set could not have seen, in sentences.
        threshold: For binary classifiers with costs.
        conditions: What the numbers need beside them.
        notices: Warnings.
        provenance: Clocks, hosts, commits.
    """

    name: str
    config: str
    task: str
    mode: str
    outcome: Outcome
    exit_code: int
    would_be: int | None
    headline: str
    checks: tuple[Check, ...]
    movers: tuple[Mover, ...]
    accounting: tuple[Bucket, ...]
    blind_spots: tuple[str, ...]
    threshold: Threshold | None
    conditions: Conditions
    notices: tuple[Notice, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Document:
    """Everything one call had to say: what ``report.json`` holds.

    Attributes:
        schema_version: :data:`SCHEMA_VERSION`.
        outcome: The most worrying of the reports.
        exit_code: What the process ends with.
        reports: One a config, in the order asked.
    """

    schema_version: int
    outcome: Outcome
    exit_code: int
    reports: tuple[Report, ...]
