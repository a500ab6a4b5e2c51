"""Metrics of a judge evaluated by their spelling."""

import pytest

from gate import metrics, scoring


def evaluate(spelling, sample):
    """Score a sample as the gate does; return the value."""
    metric = metrics.of(spelling, "judge")
    return scoring.score(sample, metric, metric.resolve(spelling, k=None)).value


@pytest.fixture(scope="session")
def value():
    """Give the function that computes a metric by its spelling."""
    return evaluate
