"""Metrics of classifiers with several classes, of which each item has exactly one."""

from gate.metrics.parameter import Parameter

WEIGHTS = Parameter(
    "How much it weighs to take one class for another: the same for all, or by their distance in `classes`.",
    default="none",
    choices=("none", "linear", "quadratic"),
)
"""How a kappa sees an order of the classes."""
