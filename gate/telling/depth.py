"""More exact neighbours than a metric asks for: most metrics count every one of them."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from gate.notice import Notice
from gate.readers import neighbours
from gate.samples.ranked import RankedSample

if TYPE_CHECKING:
    from gate.config import Config
    from gate.samples.kinds import Sample

_ANY = frozenset({"capped_recall", "precision", "recall"})
"""Metrics that know no nearest neighbour, only neighbours."""


def told_of_depth(config: Config, sample: Sample) -> list[Notice]:
    """Say which metrics count neighbours beyond their cut-off, of a golden set that is an array of them."""
    source = config.golden_source
    name = source.format or PurePath(source.path.name.lower().removesuffix(".gz")).suffix[1:]
    if name not in neighbours.FORMATS or not isinstance(sample, RankedSample) or not sample.n:
        return []
    depth = int(sample.relevant.max())
    cutoffs = {check.spec.text: check.spec.cutoff for check in config.checks if check.metric.name in _ANY}
    short = [(text, k) for text, k in cutoffs.items() if k is not None and k < depth]
    if not short:
        return []
    text, k = short[0]
    told = (
        f"the golden set has up to {depth} neighbours of an item, and {text} counts any of them; "
        f"neighbour_recall@{k} asks for the {k} nearest"
    )
    return [Notice("deeper_than_cutoff", told, source.shown)]
