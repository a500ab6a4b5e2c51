"""What metrics of a judge's leaning say of an item, and of all, with their numbers filled in.

Their totals are those of :meth:`gate.samples.leaning.Leaning.columns`: two of pairs, four of single answers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def leaning_of_all(marked: str) -> Callable[..., tuple[Step, ...]]:
    """Return the steps of a leaning towards ``marked`` answers, as ``"longer"``.

    >>> print(leaning_of_all("longer")([3.0, 4.0], (), better="lower")[0].line("verbosity_bias"))
    ... # doctest: +ELLIPSIS
    verbosity_bias = 3 / 4 = 0.75   (verdicts of the judge for the longer answer less those of people...
    """

    def steps(totals: Sequence[float], _: Sequence[str], *, better: str) -> tuple[Step, ...]:  # noqa: ARG001
        if len(totals) == 2:
            note = f"verdicts of the judge for the {marked} answer less those of people, / pairs"
            return (_over("", totals[0], totals[1], note),)
        note = "passes by the judge less those by people, / answers"
        first = _over(f"on {marked} answers", totals[0], totals[1], note)
        second = _over("on all others", totals[2], totals[3])
        other = f"({number(second.value)})" if second.value < 0 else number(second.value)
        return (first, second, Step("", f"{number(first.value)} - {other}", first.value - second.value))

    return steps


def leaning_of_item(marked: str) -> Callable[..., tuple[Step, ...]]:
    """Return what an item adds to a leaning towards ``marked`` answers."""

    def steps(
        own: Sequence[float],
        totals: Sequence[float],  # noqa: ARG001 (an item adds the same to any of them)
        classes: Sequence[str],  # noqa: ARG001 (the verdicts are told beside it)
        *,
        better: str,  # noqa: ARG001 (both sides of 0 are worse)
    ) -> tuple[Step, ...]:
        is_marked = own[1] > 0
        more = own[0] if is_marked else own[2]
        if len(own) == 2:
            name, does = f"adds for the {marked} answer", f"favours the {marked} answer"
        else:
            name, does = f"adds on {marked} answers" if is_marked else "adds on all others", "lets it pass"
        if more > 0:
            note = f"the judge {does}, and people do not"
        elif more < 0:
            note = f"people's label {does}, and the judge's verdict does not"
        else:
            note = "the judge favours it as much as people do"
        return (Step(name, "", more, note),)

    return steps


def _over(name: str, above: float, below: float, note: str = "") -> Step:
    return Step(name, f"{number(above)} / {number(below)}", above / below if below else math.nan, note)
