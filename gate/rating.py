"""Rating: what people said of an answer, and what of it a judge must not be swayed by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of one judged answer, or pair of answers, beside the label.

    Where two answers are compared, a verdict names one of them, and ``length`` and ``producer`` are
    mappings from that verdict to what is said of the answer.

    Attributes:
        raters: ``{rater: verdict}``, each as text.
        length: Of the answer, >= 0, in any one unit; ``{verdict: length}`` of a pair; ``None`` if unknown.
        producer: What wrote the answer; ``{verdict: producer}`` of a pair; ``None`` if unknown.
    """

    raters: Mapping[str, str] = field(default_factory=dict)
    length: float | Mapping[str, float] | None = None
    producer: str | Mapping[str, str] | None = None

    @property
    def majority(self) -> str | None:
        """The verdict that more raters gave than any other; ``None`` where two are equally frequent.

        >>> Rating({"ann": "pass", "bob": "fail", "eve": "pass"}).majority
        'pass'
        >>> Rating({"ann": "pass", "bob": "fail"}).majority is None
        True
        """
        counts = Counter(self.raters.values())
        most = [name for name, count in counts.items() if count == max(counts.values())]
        return most[0] if len(most) == 1 else None

    @property
    def content(self) -> list[object]:
        """Everything that can move a number, the same whatever the order it was written in."""
        return [sorted(self.raters.items()), _ordered(self.length), _ordered(self.producer)]


def _ordered(value: object) -> object:
    return sorted(value.items()) if isinstance(value, dict) else value


@dataclass(frozen=True, slots=True)
class Errors:
    """How often a judge errs, as measured on items that people labelled.

    Attributes:
        true_positive: Share of the passes that it calls passes, in [0, 1].
        true_negative: Share of the fails that it calls fails, in [0, 1].
        positives: Passes that the first was measured on; an effective number where items are weighted.
        negatives: Fails that the second was measured on, likewise.
    """

    true_positive: float
    true_negative: float
    positives: float
    negatives: float

    @property
    def reach(self) -> float:
        """How much of a difference between pass rates the judge shows (Youden's J): 1 if it never errs.

        At 0 and below its verdicts say nothing.
        """
        return self.true_positive + self.true_negative - 1

    def corrected(self, verdict: float) -> float:
        """Return the true pass rate behind a judged one, not clipped (Rogan and Gladen, 1978).

        Linear, so that the mean of corrected verdicts is the corrected mean.

        >>> Errors(0.9, 0.8, 100, 50).corrected(0.55)  # (0.55 + 0.8 - 1) / (0.9 + 0.8 - 1)
        0.5
        """
        return (verdict + self.true_negative - 1) / self.reach
