"""Position bias: how much more often a judge prefers the answer that is shown first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.rated import BETTER
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.rated import RatedSample


def _firsts(sample: RatedSample, *, better: str) -> FloatArray:  # noqa: ARG001
    """Return ``(n, 2)``: verdicts for the first place less those for the second, and both together."""
    import numpy as np

    from gate.samples.categorical import NONE

    assert sample.pair is not None
    first, second = sample.pair
    # The answer that is named first stands second once they are swapped.
    for_first = (sample.choice == first).astype(np.float64) + (sample.swapped == second)
    for_second = (sample.choice == second).astype(np.float64) + (sample.swapped == first)
    found = np.column_stack([for_first - for_second, for_first + for_second])
    found[(sample.choice == NONE) | (sample.swapped == NONE)] = np.nan
    return found


def _places(totals: Sequence[float]) -> tuple[float, float]:
    """Return how many verdicts are for the first place, and for the second."""
    less, both = totals
    return (both + less) / 2, (both - less) / 2


def _steps(totals: Sequence[float], classes: Sequence[str], *, better: str) -> tuple[Step, ...]:  # noqa: ARG001
    first, second = _places(totals)
    worked = f"({number(first)} - {number(second)}) / ({number(first)} + {number(second)})"
    value = totals[0] / totals[1] if totals[1] else float("nan")
    return (Step("", worked, value, "verdicts for the place shown first, and for the second"),)


def _of_item(
    own: Sequence[float],
    totals: Sequence[float],  # noqa: ARG001
    classes: Sequence[str],  # noqa: ARG001
    *,
    better: str,  # noqa: ARG001
) -> tuple[Step, ...]:
    first, second = _places(own)
    return (
        Step("verdicts for the place shown first", "", first, "of both orders; a tie is for neither"),
        Step("verdicts for the place shown second", "", second),
    )


@over_totals(
    better="lower",
    bounds=(-1.0, 1.0),
    parameters={"better": BETTER},
    needs=("verdict", "pair", "swapped"),
    groups=_firsts,
    limits_only=True,
    best_at_zero=True,
    undefined="no pair was judged in both orders, and for one of its answers",
    steps=_steps,
    item_steps=_of_item,
)
def position_bias(totals: FloatArray, *, better: str) -> FloatArray:  # noqa: ARG001
    """Share of verdicts for the answer that is shown first, less the share for the one shown second.

    ``position_bias = (verdicts for the first place - for the second) / both together``.

    Over both orders of every pair that was judged in both, ties left out. As each answer stands first once,
    a judge that looks at the answers alone gets 0; one that always takes the first gets 1.

    Returns:
        ``(r,)`` values in [-1, 1] of ``(r, 2)`` totals: verdicts for the first place less those for the
        second, and both together; NaN where every verdict is a tie.

    Source:
        Zheng et al., Judging LLM-as-a-judge with MT-bench and Chatbot Arena, NeurIPS 2023.

    Example:
        Of 20 verdicts 12 are for the answer shown first and 8 for the second:
        (12 - 8) / 20 = 0.2

    >>> import numpy as np
    >>> position_bias(np.array([[4.0, 20.0]]), better="lower")  # 12 of 20 for the first
    array([0.2])
    """
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(totals[:, 0] / totals[:, 1])
