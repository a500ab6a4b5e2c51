"""Metrics of a judge's verdicts against those of people."""

from gate.metrics.parameter import Parameter

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
