"""Finding: one statistic of one field. Report: all of them, decided."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.notice import Notice

SCHEMA_VERSION = 1
"""Version of the shape of :class:`Report`."""

Kind = Literal["category", "number", "text", "rate", "embeddings"]


class Outcome(StrEnum):
    """What a statistic, or a report, comes to; the most worrying first."""

    ALARM = "alarm"
    NO_ANSWER = "no_answer"
    WARNING = "warning"
    QUIET = "quiet"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One statistic of one field in two windows. Undefined numbers are NaN.

    Attributes:
        field: The config's name of it.
        kind: What is compared.
        statistic: Name of the statistic, such as ``"population_stability"``.
        value: Its value.
        low: Lower end of the interval of ``value``, where it has one.
        high: Upper end of it.
        p: Chance of a value like this where nothing drifted.
        corrected: ``p`` by Holm's method over all fields that have this statistic.
        effect: What is held against ``level``: the value itself, or the size of a change.
        level: Effect above which it is an alarm, if ``corrected`` is small as well.
        large: Effect above which the alarm is called large; infinite where there is no such level.
        outcome: What it comes to; :func:`gate.drift.decide` says.
        reference: The quantity in the reference, where it is one number.
        window: The same in the window.
        reference_records: Records behind it in the reference.
        window_records: Records behind it in the window.
        method: How ``p`` was found; empty where there is none.
        because: What a reader should know, in one clause; may be empty.
        items: Categories that it is about, those with most records first.
    """

    field: str
    kind: Kind
    statistic: str
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan
    corrected: float = math.nan
    effect: float = math.nan
    level: float = math.nan
    large: float = math.inf
    outcome: Outcome = Outcome.INFO
    reference: float = math.nan
    window: float = math.nan
    reference_records: int = 0
    window_records: int = 0
    method: str = ""
    because: str = ""
    items: tuple[str, ...] = ()

    @property
    def is_large(self) -> bool:
        """Whether it is an alarm of the larger kind."""
        return self.outcome is Outcome.ALARM and self.effect > self.large


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two windows.

    Attributes:
        source: Its file as the config names it.
        records: How many records it has.
        is_golden: Whether it is the golden set's inputs.
    """

    source: str
    records: int
    is_golden: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What `gate monitor` found.

    Attributes:
        name: The config's name.
        headline: The result in one sentence.
        reference: What production is compared with.
        window: The window of production.
        findings: In the config's order; fields first, then embeddings, then proxies.
        notices: What else should be known: the golden set is old, saturated, possibly unrepresentative.
        conditions: What the numbers depend on, as ``(name, value)``.
    """

    name: str
    headline: str
    reference: Side
    window: Side
    findings: tuple[Finding, ...]
    notices: tuple[Notice, ...] = ()
    conditions: tuple[tuple[str, str], ...] = field(default=())

    @property
    def outcome(self) -> Outcome:
        """The most worrying of all; without findings there is no answer."""
        return worst(self.findings, self.notices)


WARNINGS = frozenset({"golden_old", "golden_saturated"})
"""Notices that are warnings."""


def worst(findings: Sequence[Finding], notices: Sequence[Notice]) -> Outcome:
    """Return the most worrying outcome."""
    order = list(Outcome)
    found = [each.outcome for each in findings] or [Outcome.NO_ANSWER]
    found += [Outcome.WARNING for notice in notices if notice.code in WARNINGS]
    least = min(found, key=order.index)
    return Outcome.QUIET if least is Outcome.INFO else least
