"""A golden set in numbers."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.digits import number
from gate.samples.words import words
from gate.stats import normal, power

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.curation.subject import Subject
    from gate.golden import GoldenSet

SPREAD = 0.15
"""Standard deviation of a paired difference that is assumed here: two versions of one search system."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a golden set consists of.

    Attributes:
        items: Items.
        counted: Items that metrics count: labelled, or with a document that is relevant enough.
        fingerprint: Of the set.
        slices: ``{field: {value: items}}``.
        grades: ``{grade: judgements}``, highest first (retrieval).
        labels: ``{label: items}``, most frequent first (classification).
        judged: Least, median and greatest number of judged documents of an item (retrieval).
        references: Least, median and greatest number of references of an item (generation).
        words: The same of the words of a reference.
        detectable: Drop of a mean that is seen 4 times in 5 with so many items, were the standard deviation
            of a paired difference ``spread``; ``None`` where so few are counted that no change can be told
            from chance.
        spread: That assumption.
    """

    items: int
    counted: int
    fingerprint: str
    slices: Mapping[str, Mapping[str, int]]
    grades: Mapping[str, int]
    labels: Mapping[str, int]
    judged: tuple[int, float, int] | None
    references: tuple[int, float, int] | None
    words: tuple[int, float, int] | None
    detectable: float | None
    spread: float = SPREAD


def statistics(about: Subject, golden: GoldenSet) -> Statistics:
    """Count what there is."""
    slices: dict[str, Counter[str]] = {}
    for item in golden:
        for name, value in item.slices.items():
            slices.setdefault(name, Counter())[value] += 1
    grades = Counter(grade for item in golden for grade in (item.relevant or {}).values())
    labels = Counter(label for item in golden for label in item.classes)
    sizes = [len(item.relevant) for item in golden if item.relevant is not None]
    texts = [item.references for item in golden if item.references is not None]
    least = about.relevant_grade
    usable = sum(
        item.relevant is None or max((item.relevant or {}).values(), default=-math.inf) >= least
        for item in golden
    )
    return Statistics(
        items=len(golden),
        counted=usable,
        fingerprint=golden.fingerprint,
        slices={name: dict(_by_count(counts)) for name, counts in sorted(slices.items())},
        grades={number(grade): grades[grade] for grade in sorted(grades, reverse=True)},
        labels=dict(_by_count(labels)),
        judged=_range(sizes),
        references=_range([len(each) for each in texts]),
        words=_range([len(words(text)) for each in texts for text in each]),
        detectable=_detectable(usable, about.alpha),
    )


def _by_count(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _range(sizes: list[int]) -> tuple[int, float, int] | None:
    """Return the least, the median and the greatest."""
    if not sizes:
        return None
    sizes = sorted(sizes)
    return sizes[0], (sizes[(len(sizes) - 1) // 2] + sizes[len(sizes) // 2]) / 2, sizes[-1]


def _detectable(n: int, alpha: float) -> float | None:
    if n < power.broken_needed(alpha):
        return None
    return power.detectable(SPREAD, n, tolerance=0.0, critical=normal.quantile(1 - alpha))
