"""A live experiment with two arms: read it, size it, distrust it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError, raise_all
from gate.readers import measurements
from gate.stats import power
from gate.stats.sample_ratio import ALARM, SampleRatio, sample_ratio
from gate.stats.welch import Welch, welch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.notice import Notice

LARGEST = 10**15
"""Users an arm beyond which a number is a slip, not a count or a plan."""


RAREST = 1e-9
"""Chance below which a test cannot be sized: a normal quantile there is all rounding."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric in two arms.

    Attributes:
        metric: Name of the column.
        arms: The two files, as given.
        found: The means, compared.
        notices: What was odd about the files.
    """

    metric: str
    arms: tuple[str, str]
    found: Welch
    notices: tuple[Notice, ...]

    @property
    def is_answer(self) -> bool:
        """Whether the arms vary at all, so that a difference can be judged."""
        return not math.isnan(self.found.t)


@dataclass(frozen=True, slots=True)
class Size:
    """How many units an experiment needs.

    Attributes:
        sd: Standard deviation of one unit's value.
        effect: Difference of the means that is to be seen.
        alpha: Chance of a false alarm, two-sided.
        power: Chance of seeing the effect.
        per_arm: Units in each of the two arms.
    """

    sd: float
    effect: float
    alpha: float
    power: float
    per_arm: int


@dataclass(frozen=True, slots=True)
class Split:
    """How units were split, beside the plan.

    Attributes:
        found: The counts, tested.
        planned: The planned ratio, as given.
        alarm_below: ``p`` below which the split is not to be believed.
    """

    found: SampleRatio
    planned: tuple[float, ...]
    alarm_below: float

    @property
    def is_broken(self) -> bool:
        """Whether chance alone would hardly ever split units like this."""
        return self.found.p < self.alarm_below


def difference(first: Path, second: Path, *, metric: str, confidence: float = 0.95) -> Difference:
    """Compare the mean of a column in two files by Welch's t test.

    Args:
        first: The control: a CSV, TSV or JSON Lines file with one row a unit.
        second: The treatment, likewise.
        metric: Name of the column.
        confidence: Of the interval, in (0, 1).

    Raises:
        QuestionError: A file is malformed, or has fewer than two rows; everything wrong is named.
    """
    read: list[measurements.Measurements] = []
    problems: list[Problem] = []
    if not 0 < confidence < 1:
        problems.append(
            Problem(
                f"{confidence:g} is no confidence between 0 and 1",
                "--confidence",
                "write 0.95, for example",
                code="option_value",
            )
        )
    for path in (first, second):
        try:
            arm = measurements.read(path, metric)
        except QuestionError as error:
            problems += error.problems
            continue
        if len(arm.values) < 2:
            problems.append(
                Problem(
                    "one row only: no spread can be told from it",
                    str(path),
                    "give at least two",
                    code="option_value",
                )
            )
        read.append(arm)
    raise_all(problems)
    control, treatment = read
    return Difference(
        metric,
        (str(first), str(second)),
        welch(control.values, treatment.values, confidence=confidence),
        (*control.notices, *treatment.notices),
    )


def size(*, sd: float, effect: float, alpha: float = 0.05, power_wanted: float = 0.8) -> Size:
    """Say how many units each of two unpaired arms needs.

    Args:
        sd: Standard deviation of one unit's value, above 0.
        effect: Difference to be seen, above 0 or below.
        alpha: Chance of a false alarm, two-sided; at least :data:`RAREST`.
        power_wanted: Chance of seeing the effect, above ``alpha`` and at most ``1 - RAREST``.

    Raises:
        QuestionError: A number is out of range, or no experiment is large enough.

    >>> size(sd=0.5, effect=-0.05).per_arm
    1570
    """
    problems = []
    if not 0 < sd < math.inf:
        problems.append(
            Problem(f"{sd:g} is no standard deviation", "--sd", "give a number above 0", code="option_value")
        )
    if effect == 0 or not math.isfinite(effect):
        problems.append(
            Problem(
                f"no experiment can show a difference of {effect:g}",
                "--effect",
                "give another number",
                code="option_value",
            )
        )
    for name, value in (("--alpha", alpha), ("--power", power_wanted)):
        if not RAREST <= value <= 1 - RAREST:
            fix = "" if 0 < value < 1 else "give a share, such as 0.05"
            problems.append(
                Problem(f"no experiment is planned for a chance of {value:g}", name, fix, code="option_value")
            )
    if 0 < power_wanted <= alpha < 1:
        what = f"a power of {power_wanted:g} is had without looking, at an alpha of {alpha:g}"
        problems.append(Problem(what, "--power", "ask for more than alpha", code="option_value"))
    raise_all(problems)
    if abs(sd / effect) > math.sqrt(LARGEST):
        raise QuestionError(
            Problem(
                f"an effect of {effect:g} drowns in a standard deviation of {sd:g}: "
                "no experiment is large enough",
                "--effect",
                "look for a larger effect, or a metric that varies less",
                code="option_value",
            )
        )
    per_arm = max(2, power.two_arm(sd, abs(effect), alpha, power_wanted))
    return Size(sd, effect, alpha, power_wanted, per_arm)


def spread_of_rate(rate: float) -> float:
    """Return the standard deviation of a value that is 1 with chance ``rate`` in (0, 1), and 0 otherwise.

    Raises:
        QuestionError: ``rate`` is out of range.

    >>> spread_of_rate(0.5)
    0.5
    """
    if not 0 < rate < 1:
        fix = "12 % is written 0.12"
        raise QuestionError(
            Problem(f"{rate:g} is no rate between 0 and 1", "--rate", fix, code="option_value")
        )
    return math.sqrt(rate * (1 - rate))


def refuse_impossible(rate: float, effect: float) -> None:
    """Refuse an effect that would put the other arm's rate outside of 0 to 1, up and down.

    Raises:
        QuestionError: No arm can differ so much from ``rate``.
    """
    if abs(effect) > max(rate, 1 - rate):
        what = f"no rate lies {abs(effect):g} away from {rate:g}, since rates are between 0 and 1"
        raise QuestionError(
            Problem(what, "--effect", "one percentage point is written 0.01", code="option_value")
        )


def split(counts: Sequence[int], *, expected: str = "", alarm_below: float = ALARM) -> Split:
    """Compare how many units each arm got with how many it should have got.

    Args:
        counts: Units of each arm.
        expected: The planned ratio, ``"50:50"`` or ``"90:5:5"``; equal arms if empty.
        alarm_below: ``p`` from which on the split is believed, in (0, 1).

    Raises:
        QuestionError: Counts and plan do not fit together, or a number is out of range.

    >>> split([5012, 4876], expected="50:50").is_broken
    False
    """
    planned, problems = _planned(expected, len(counts))
    if len(counts) < 2:
        problems.append(
            Problem("one count is no split", fix="give the count of every arm", code="option_value")
        )
    if any(count < 0 for count in counts) or sum(counts) == 0:
        shown = " ".join(map(str, counts))
        what, fix = f"{shown}: counts are not negative, and not all 0", "give the number of users of each arm"
        problems.append(Problem(what, fix=fix, code="option_value"))
    if sum(counts) > LARGEST:
        problems.append(
            Problem(
                f"more than {LARGEST:,} users are not counted here",
                fix="check the counts",
                code="option_value",
            )
        )
    if not 0 < alarm_below < 1:
        problems.append(
            Problem(
                f"{alarm_below:g} is no chance between 0 and 1",
                "--alarm",
                "write 0.001, for example",
                code="option_value",
            )
        )
    raise_all(problems)
    return Split(sample_ratio(counts, planned), planned, alarm_below)


def _planned(expected: str, arms: int) -> tuple[tuple[float, ...], list[Problem]]:
    if not expected:
        return (1.0,) * arms, []
    fix = "write one number above 0 an arm, such as 50:50 or 90:5:5"
    shares = []
    for part in expected.split(":"):
        try:
            share = float(part)
        except ValueError:
            return (), [
                Problem(f"{part!r} in {expected!r} is not a number", "--expected", fix, code="option_value")
            ]
        if not 1 / LARGEST <= share <= LARGEST:
            return (), [
                Problem(
                    f"{part!r} in {expected!r} is not above 0, or too large",
                    "--expected",
                    fix,
                    code="option_value",
                )
            ]
        shares.append(share)
    if len(shares) != arms:
        what = f"{expected!r} has {len(shares)} shares for {arms} counts"
        return (), [Problem(what, "--expected", "give one share and one count an arm", code="option_value")]
    return tuple(shares), []
