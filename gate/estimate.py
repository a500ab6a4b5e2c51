"""Estimate: a number, how far to trust it, and why not."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A point value with its confidence interval.

    Attributes:
        value: The statistic on the data as they are; NaN if undefined.
        low: Lower end; ``low <= high``, or both NaN.
        high: Upper end.
        method: How the interval was made, as a reader should see it, e.g. ``"BCa bootstrap"``.
        n: Items behind the value.
        standard_error: NaN where none was estimated.
        because: Why the value or the interval is undefined or special; empty if neither is.
        rejected: Share of resamples on which the statistic was undefined, in [0, 1].
    """

    value: float
    low: float
    high: float
    method: str
    n: int
    standard_error: float = math.nan
    because: str = ""
    rejected: float = 0.0

    def __post_init__(self) -> None:
        if not (self.low <= self.high or (math.isnan(self.low) and math.isnan(self.high))):
            raise ValueError(f"interval ends out of order: {self.low}, {self.high}")

    @classmethod
    def undefined(cls, because: str, *, n: int = 0) -> Estimate:
        """Build the estimate of something that cannot be measured, saying why."""
        return cls(math.nan, math.nan, math.nan, "none", n, because=because)

    @property
    def is_defined(self) -> bool:
        """Whether there is a value at all."""
        return not math.isnan(self.value)
