"""Metrics of classifiers with several classes, of which each item has exactly one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step, summed

if TYPE_CHECKING:
    from collections.abc import Sequence

WEIGHTS = Parameter(
    "How much it weighs to take one class for another: the same for all, or by their distance in `classes`.",
    default="none",
    choices=("none", "linear", "quadratic"),
)
"""How a kappa sees an order of the classes."""


def kappa_steps(totals: Sequence[float], _: Sequence[str], *, weights: str) -> tuple[Step, ...]:
    """Return the steps of Cohen's kappa from its ``1 + 2 c`` totals: distance, decisions, true classes."""
    c = len(totals) // 2
    apart, decided, true = totals[0], totals[1 : c + 1], totals[c + 1 :]
    n = math.fsum(true)
    power = {"none": 0, "linear": 1, "quadratic": 2}[weights]
    terms = [
        (f"{number(p)} × {number(t)}" + (f" × {far}" if far != 1 else ""), p * t * far)
        for i, p in enumerate(decided)
        for j, t in enumerate(true)
        if i != j and p * t > 0
        for far in [abs(i - j) ** power]
    ]
    by_chance = math.fsum(value for _, value in terms)
    observed, expected = (apart / n, by_chance / n**2) if n else (math.nan, math.nan)
    return (
        Step("observed distance", f"{number(apart)} / {number(n)}", observed),
        Step("expected distance", f"({summed(terms)}) / {number(n)}^2", expected, "by the shares alone"),
        Step(
            "",
            f"1 - {number(observed)} / {number(expected)}",
            1 - observed / expected if expected else math.nan,
        ),
    )


def kappa_of_item(
    own: Sequence[float],
    totals: Sequence[float],
    classes: Sequence[str],
    *,
    weights: str,  # noqa: ARG001
) -> tuple[Step, ...]:
    """Return what an item adds to the totals of Cohen's kappa."""
    c, n = len(classes), math.fsum(totals[len(totals) // 2 + 1 :])
    said = [
        ", ".join(
            repr(name) if part == 1 else f"{number(part)} of {name!r}"
            for name, part in zip(classes, parts, strict=True)
            if part
        )
        for parts in (own[1 : c + 1], own[c + 1 :])
    ]
    return (
        Step("its distance", "", own[0], f"decided {said[0] or 'nothing'}, truly {said[1]}"),
        Step("its part of the observed", f"{number(own[0])} / {number(n)}", own[0] / n),
    )
