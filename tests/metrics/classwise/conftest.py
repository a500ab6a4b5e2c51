"""Classifiers of several classes as samples, and metrics evaluated by their spelling."""

import numpy as np
import pytest

from gate import metrics, scoring
from gate.samples.categorical import CategoricalSample


def evaluate(spelling, sample, k=None):
    """Score a sample as the gate does; return the value."""
    task = "multiclass" if isinstance(sample, CategoricalSample) else "multilabel"
    metric = metrics.of(spelling, task)
    return scoring.score(sample, metric, metric.resolve(spelling, k=k)).value


@pytest.fixture(scope="session")
def value():
    """Give the function that computes a metric by its spelling."""
    return evaluate


def draw_classes(seed, n=200, c=4, *, decimals=None):
    """Draw true classes, decisions and a matrix of probabilities, correlated with each other."""
    rng = np.random.default_rng(seed)
    names = [f"class {i}" for i in rng.permutation(c)]
    share = rng.dirichlet(np.full(c, 1.5))
    truth = rng.choice(c, n, p=share)
    logits = rng.normal(size=(n, c)) + 1.2 * np.eye(c)[truth]
    probabilities = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    if decimals is not None:
        probabilities = np.round(probabilities, decimals)
        probabilities += 1e-3
        probabilities /= probabilities.sum(axis=1, keepdims=True)
    return names, truth, probabilities


def sample_of(names, truth, probabilities, *, predicted=None, **more):
    """Build a sample from arrays; classes are named by place in ``names``."""
    return CategoricalSample.of(
        [names[t] for t in truth],
        None if predicted is None else [names[p] for p in predicted],
        [dict(zip(names, map(float, row), strict=True)) for row in probabilities],
        **more,
    )
