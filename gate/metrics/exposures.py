"""How a formula over what a catalogue's items were shown is declared, without numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.metric import Better, Formula, Metric

if TYPE_CHECKING:
    from collections.abc import Callable


def over_exposures(
    *statistics: str, better: Better, bounds: tuple[float, float], steps: Formula | None = None
) -> Callable[[Formula], Metric]:
    """Declare ``(*statistics) -> value``: a formula over how often each item is shown within ``k``.

    The function takes ``(r,)`` arrays of the statistics by the names that
    :class:`~gate.samples.exposure.Exposure` gives them; 0/0 is NaN.
    """

    def declare(formula: Formula) -> Metric:
        return Metric(
            formula.__name__, "over_exposures", formula, better, bounds,
            cutoff="from_k", columns=statistics, needs=frozenset({"catalogue"}), steps=steps,
        )  # fmt: skip

    return declare
