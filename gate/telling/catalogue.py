"""What the numbers of a recommender depend on: its users, its catalogue, and how popularity is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.samples.recommended import RecommendedSample
from gate.scoring import matching

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from gate.judgement.checks import Line
    from gate.samples.kinds import Sample

_EXPOSURE = frozenset({"coverage", "gini_catalogue", "gini_shown", "exposure_entropy", "personalisation"})


def catalogue_facts(sample: RecommendedSample, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield what a reader of the metrics called ``names`` has to know, as (name, fact)."""
    assert sample.findable is not None
    found = int(sample.findable.sum())
    users = counted(len(sample.ids), "user")
    if found == len(sample.ids):
        yield "users", users
    else:
        yield "users", f"{users}; ranking metrics are means over the {found:,} who have something relevant"
    if sample.lists is None:
        return
    catalogue = sample.lists.catalogue
    yield "catalogue", f"{catalogue.source}, {counted(len(catalogue), 'item')}, {catalogue.fingerprint}"
    if catalogue.popularity is not None and {"novelty", "popularity_bias"} & set(names):
        known = catalogue.popularity
        yield "popularity", f"share of {known.of:,.12g} {known.unit}; what nobody used counts as used once"
    if catalogue.similarity is not None and "diversity" in names:
        yield "similarity", catalogue.similarity.words
    if _EXPOSURE & set(names):
        yield "exposure", "of all users together; intervals by leaving out each user in turn (jackknife)"


def list_notes(line: Line, sample: Sample) -> Iterator[str]:
    """Yield what a value of lists leaves out, or takes for an empty list."""
    if not isinstance(sample, RecommendedSample) or line.rule.metric.folder != "recommended":
        return
    asked = matching(sample, line.rule.where)
    unmeasured = int((asked & ~line.candidate.score.rows).sum())
    if unmeasured:
        what = "without a pair" if line.rule.metric.name == "diversity" else "without an item"
        lists = f"{unmeasured:,} of {counted(int(asked.sum()), 'list')}"
        yield f"{lists} {what} that anything is known of: left out"
    silent = int((asked & ~sample.answered).sum())
    if silent and line.rule.metric.form == "over_exposures":
        yield f"{counted(silent, 'user')} without an answer shown nothing"
