"""What a decision is made from, and what it is."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.digits import counted

if TYPE_CHECKING:
    from gate.verdict.outcomes import Mode, Outcome, Reason


@dataclass(frozen=True, slots=True)
class Limit:
    """A floor or a ceiling.

    Attributes:
        value: The limit itself, in the metric's unit.
        hysteresis: Beyond the limit by at most this much, a crossing counts only if the paired data
            show a drop; 0 makes the limit strict.
        is_floor: Whether values below are the bad ones.
    """

    value: float
    hysteresis: float = 0.0
    is_floor: bool = True

    def beyond(self, value: float) -> float:
        """Return how far ``value`` lies on the wrong side; at most 0 if it does not."""
        return self.value - value if self.is_floor else value - self.value


@dataclass(frozen=True, slots=True)
class Rule:
    """What a check must satisfy.

    Attributes:
        mode: See :func:`judge`.
        alpha: Family-wise chance of blocking a harmless change, in (0, 1).
        tolerance: How much worse is fine, >= 0, in the metric's unit; ``None`` if nothing is compared.
        limit: Floor or ceiling; ``None`` without one.
        min_positives: Positives below which the check must not block.
        may_block: False for diagnostics and ``info`` checks.
        advisory: Why a check that was asked to block cannot, in a sentence; empty if it can.
        since: Name of the anchor that it is compared with; empty for the baseline.
    """

    mode: Mode
    alpha: float
    tolerance: float | None
    limit: Limit | None
    min_positives: int = 0
    may_block: bool = True
    advisory: str = ""
    since: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a check when it is judged.

    Attributes:
        value: Candidate's value on all its items; NaN if undefined.
        because: Why it is undefined; empty if it is not.
        before: Baseline's value on the paired items; NaN without one.
        gain: Candidate minus baseline, positive is better; NaN without a baseline.
        low: Lower end of the gain's interval.
        high: Upper end.
        strict_low: Lower end once one imaginary item has lost everything.
        unchanged: Whether every item's part in the gain is exactly 0.
        n: Paired items.
        clusters: Clusters that they belong to; ``None`` if each stands alone.
        worse: Family-wise p of a drop this large.
        better: Family-wise p of a gain this large.
        worse_alone: p of such a drop for this check alone.
        skewed: p of such a drop for this check alone, by a t statistic corrected for skewness.
        breakage: Chance that a harmless change, like those accepted before, loses as many items
            altogether as this one did.
        simultaneous_high: Upper end of the gain that holds for the whole family at once.
        scarce: Items of the class that is too rare to judge by, if the metric needs enough of them;
            ``None`` for rankings.
        scarce_class: What they are called, in the plural: ``"positives"``, ``"items of class 'spam'"``.
        rejected: Share of resamples on which it was undefined.
        needed: Items that the tolerance would need; ``None`` if unknown.
        retuned_is_fine: For a cost: whether the cost at the re-tuned threshold did not regress;
            ``None`` where that was not asked.
        obstacle: Why nothing could be compared; ``None`` if something could.
        obstacle_text: The same in a sentence.
        means_nothing: Whether not even the candidate's own value says anything, so that limits fall, too.
        first_run_passes: Whether a missing baseline is fine.
    """

    value: float
    because: str = ""
    before: float = math.nan
    gain: float = math.nan
    low: float = math.nan
    high: float = math.nan
    strict_low: float = math.nan
    unchanged: bool = False
    n: int = 0
    clusters: int | None = None
    worse: float = 1.0
    better: float = 1.0
    worse_alone: float = 1.0
    skewed: float = 0.0
    breakage: float = 1.0
    simultaneous_high: float = math.nan
    scarce: int | None = None
    scarce_class: str = "positives"
    rejected: float = 0.0
    needed: int | None = None
    retuned_is_fine: bool | None = None
    obstacle: Reason | None = None
    obstacle_text: str = ""
    means_nothing: bool = False
    first_run_passes: bool = False

    def rare(self, does: str = "", do: str = "") -> str:
        """Write how many items of the rare class there are, with a verb that agrees with the count.

        >>> Facts(0.5, scarce=1, scarce_class="items of class 'spam'").rare("is", "are")
        "1 item of class 'spam' is"
        >>> Facts(0.5, scarce=40).rare()
        '40 positives'
        """
        noun, rest = re.split(r"s\b ?", self.scarce_class, maxsplit=1)
        return counted(self.scarce or 0, noun, f"{rest} {does}".lstrip(), f"{rest} {do}".lstrip())

    @property
    def chance(self) -> float:
        """The p that decides on a drop: in the family, or with the skewness taken out if that is larger."""
        return max(self.worse, self.skewed)

    @property
    def units(self) -> int:
        """Items or, where these belong to some, clusters: as many witnesses as the interval has."""
        return self.n if self.clusters is None else self.clusters


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision on one check: outcome, one-word reason, and a sentence to read aloud."""

    outcome: Outcome
    reason: Reason
    because: str
