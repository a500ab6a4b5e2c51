"""Metrics of a judge's verdicts against those of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.samples.rated import RatedSample

MISSING = Parameter(
    "What becomes of an item without a verdict: it counts as disagreement, or it is left out.",
    default="disagree",
    choices=("disagree", "skip"),
)
"""How a metric of agreement takes missing verdicts."""

BETTER = Parameter(
    "Which way is better: a ceiling holds it from above, with better=higher a floor from below.",
    default="lower",
    choices=("lower", "higher"),
)
"""Of a metric that is best at 0: which side of it a limit is for."""


def said(sample: RatedSample, verdict: int) -> str:
    """Name a verdict by its place; below 0 it is one that the config does not know."""
    return repr(sample.classes[verdict]) if verdict >= 0 else "none of the verdicts"


def verdicts(sample: RatedSample, *, holds: bool) -> tuple[Step, ...]:
    """Return the only step of a share of agreement: whether it ``holds`` for an item, with both verdicts."""
    people, judge = said(sample, int(sample.truth[0])), said(sample, int(sample.choice[0]))
    return (Step("", "", float(holds), f"people say {people}, the judge {judge}"),)
