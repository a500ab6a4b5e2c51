"""A report as a whole: its conditions, its accounting, and the document of one call."""

from __future__ import annotations

from dataclasses import dataclass

from gate.notice import Notice
from gate.report.checks import Check, Level
from gate.report.classes import Confusion, LabelHits, Reliability
from gate.report.moves import Lost, Mover
from gate.report.pictures import Pictures
from gate.verdict import Outcome

SCHEMA_VERSION = 1
"""Version of the shape below, as ``report.json`` carries it."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A counted group of items.

    Attributes:
        name: Which: ``"scored"``, ``"missing"``, ``"errored"`` and so on.
        count: How many items it has.
        items: Ids of the first few.
        text: What became of them, readable aloud.
    """

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
    """The deployed threshold beside the cheapest one, for binary classifiers with costs.

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
        baseline_total_cost: ``baseline_cost``, summed over the baseline's items.
        cheapest_total_cost: ``cheapest_cost``, summed over items.
        in_sample_total_cost: ``in_sample_cost``, summed over items.
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
    baseline_total_cost: float | None = None
    cheapest_total_cost: float | None = None
    in_sample_total_cost: float | None = None


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
        task: One of the tasks of a config, such as ``"retrieval"``.
        mode: The decision mode.
        outcome: The most worrying line; never a pass when there is no line.
        exit_code: What the process ends with, were this the only config.
        would_be: In ``report_only`` mode, the exit code it would have been; else ``None``.
        headline: The verdict in one sentence.
        checks: Most worrying first, then in the config's order.
        movers: Items that moved most, worst first, at most a few a check.
        accounting: Where the items went.
        blind_spots: What the gate could not see, in sentences.
        threshold: For binary classifiers with costs.
        conditions: What the numbers need beside them.
        notices: Warnings.
        provenance: Clocks, hosts, commits.
        lost: Items that lost under the checks which need eyes, check by check, worst first; of very many
            only the worst.
        confusion: Decisions by true class, where an item has one class and the run decides.
        labels: The same where an item has several labels, one entry a label.
        reliability: What happened at which probability, where scores are probabilities.
        pictures: The numbers behind the plots; ``None`` where no output asked for them.
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
    lost: tuple[Lost, ...] = ()
    confusion: Confusion | None = None
    labels: tuple[LabelHits, ...] = ()
    reliability: Reliability | None = None
    pictures: Pictures | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """Everything one call had to say: what ``report.json`` holds.

    Attributes:
        schema_version: Version of this schema: 1.
        outcome: The most worrying of the reports.
        exit_code: What the process ends with.
        reports: One a config, in the order asked.
    """

    schema_version: int
    outcome: Outcome
    exit_code: int
    reports: tuple[Report, ...]
