"""Fixtures for retrieval metrics: a metric by its spelling."""

import math

import pytest

from gate import metrics


def per_query(text, sample):
    """Return ``(n,)`` values of the metric spelt ``text``, as the gate calls it."""
    metric = metrics.of(text, "retrieval")
    spec = metric.resolve(text, k=None)
    cut = {} if metric.cutoff == "none" else {"k": spec.cutoff or math.inf}
    return metric(sample, **cut, **spec.arguments)


@pytest.fixture(scope="session", name="per_query")
def per_query_fixture():
    """Give the function from a spelling and a sample to values."""
    return per_query
