"""Metrics of classifiers that give each item any number of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.samples.multilabel import MultilabelSample


def overlap(sample: MultilabelSample) -> tuple[float, float, float]:
    """Count the labels of the only item of ``sample``: decided rightly, decided (known or not), true."""
    both = sample.chosen[0] & sample.truths[0]
    return float(both.sum()), float(sample.chosen[0].sum() + sample.strange[0]), float(sample.truths[0].sum())


def share(part: str, whole: str, above: float, below: float) -> Step:
    """Divide ``above`` by ``below``, written as ``part`` and ``whole``; 0 where ``below`` is 0."""
    note = "" if below else "0 where there is nothing to divide by"
    return Step("", f"{part} / {whole}", above / below if below else 0.0, note)
