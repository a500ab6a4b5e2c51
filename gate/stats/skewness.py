"""Student's t without the error of a skewed sample: what a drop is worth where a few items gained much."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.stats import students_t

if TYPE_CHECKING:
    from gate.arrays import FloatArray


def drop_chance(column: FloatArray) -> float:
    """Return the one-sided p of a mean this far below 0, by a t statistic corrected for skewness.

    Flipping signs takes an item's gain to be as likely as its loss. Where most items lose a little and a
    few gain much, the mean of a sample lies below its expectation more often than that, and by more. The
    third moment says so as soon as the sample holds some of the winners. Hall's transformation takes it out
    and, being monotone, never turns a larger drop into a smaller one.

    Args:
        column: ``(n,)`` parts of independent items in a gain.

    Returns:
        In [0, 1]. Without any spread there is no skewness and no chance: 0 for a drop, 1 otherwise. Less
        than three items have no skewness to correct.

    Source:
        Hall, JRSS B 54, 1992, after Johnson, JASA 73, 1978.

    >>> import numpy as np
    >>> lost = np.array([-0.1] * 9 + [-0.2])
    >>> [round(drop_chance(np.append(lost, gained)), 4) for gained in (-0.1, 0.4)]
    [0.0, 0.2054]
    """
    n = column.size
    if n == 0:
        return 1.0
    mean = math.fsum(column.tolist()) / n
    centred = (column - mean).tolist()
    squares = math.fsum(x * x for x in centred)
    if n < 2 or squares <= (1e-12 * mean) ** 2 * n:
        return 0.0 if mean < 0 else 1.0
    spread = math.sqrt(squares / (n - 1))
    ratio = mean / spread
    skew = math.fsum(x**3 for x in centred) / n / spread**3 if n > 2 else 0.0
    corrected = ratio + skew * ratio**2 / 3 + skew**2 * ratio**3 / 27 + skew / (6 * n)
    return students_t.tail(-math.sqrt(n) * corrected, n - 1)
