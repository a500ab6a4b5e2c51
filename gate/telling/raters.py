"""A judge and people, told: who rated, how verdicts are spread, what an item's label rests on."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted, number
from gate.notice import EXAMPLES, Notice
from gate.samples.categorical import NONE
from gate.samples.rated import RatedSample
from gate.telling.classes import IMBALANCED

if TYPE_CHECKING:
    from gate.arrays import BoolArray, IntArray
    from gate.golden import GoldenItem
    from gate.samples.kinds import Sample
    from gate.scores import Score

LEANS = {
    "verbosity_bias": ("length", "longer than the median", "the others", "the longer answer"),
    "self_preference": ("producer", "of its own", "of others", "its own answer"),
}
"""What could sway a judge, by metric: marked and other single answers, the marked one of a pair."""

DISAGREEING = frozenset({"cohen_kappa", "pearson", "spearman", "kendall"})
"""Metrics that no share of items shows, and in which a missing verdict counts all the same."""


def rated_facts(sample: RatedSample) -> list[tuple[str, str]]:
    """Name what the numbers of a judge depend on."""
    labelled, counts = int(sample.labelled.sum()), sample.counts
    shares = [
        f"{name} {count:,} ({number(100 * count / labelled)} %)"
        for name, count in zip(sample.classes, counts.tolist(), strict=True)
        if labelled
    ]
    facts = [("people's labels", ", ".join(shares) or "none")]
    given = int((sample.ratings != NONE).sum())
    if sample.ratings.shape[1] > 1:
        facts.append(("ratings", f"{given:,} by {sample.ratings.shape[1]} people"))
    if sample.positive != NONE:
        facts.append(("positive verdict", sample.classes[sample.positive]))
    if sample.pair is not None:
        first, second = (sample.classes[place] for place in sample.pair)
        facts.append(("pair", f"{first} shown first, {second} second"))
    return facts


def odd_verdicts(leading: str, sample: RatedSample) -> list[Notice]:
    """Warn where raw agreement leads, and one label is nearly everything."""
    counts = sample.counts
    if leading != "raw_agreement" or not counts.sum() or 1 - counts.max() / counts.sum() >= IMBALANCED:
        return []
    share, name = counts.max() / counts.sum(), sample.classes[int(counts.argmax())]
    text = (
        f"raw_agreement leads this config, but {number(100 * share)} % of the labels are {name!r}: a judge "
        f"that always says so agrees in {number(share)}; gate on cohen_kappa"
    )
    return [Notice("agreement_on_imbalanced_labels", text)]


def rater_notes(score: Score, sample: Sample) -> list[str]:
    """Say of a judge's metric what stands behind its number."""
    if not isinstance(sample, RatedSample):
        return []
    notes = []
    rated = sample.labelled | (score.spec.arguments.get("people") == "mean")
    silent = int((rated & ~sample.answered).sum())
    if silent and score.spec.arguments.get("missing") == "skip":
        notes.append(f"{counted(silent, 'item')} without a verdict left out; `verdict_rate` counts them")
    elif silent and score.metric.name in DISAGREEING:
        notes.append(f"{counted(silent, 'item')} without a verdict counted as disagreement")
    if score.metric.name == "cohen_kappa" and score.rows.any():
        rows = score.rows & sample.labelled
        agree = float(np.average(sample.choice[rows] == sample.truth[rows], weights=sample.weight[rows]))
        notes.append(f"raw agreement on these items is {number(agree)}")
    if score.metric.name in {"raw_agreement", "cohen_kappa"} and score.rows.any():
        notes += _parted(sample, score.rows & (sample.choice != sample.truth))
    if score.metric.name in LEANS and score.rows.any():
        notes.append(_favour(score, sample))
    return notes


def _parted(sample: RatedSample, rows: BoolArray) -> list[str]:
    """Name the items on which judge and people part, if there are any."""
    ids = list(compress(sample.ids, rows))
    if not ids:
        return []
    more = ", …" if len(ids) > EXAMPLES else ""
    return [f"judge and people part on {counted(len(ids), 'item')}: {', '.join(ids[:EXAMPLES])}{more}"]


def _favour(score: Score, sample: RatedSample) -> str:
    """Say how often the judge and people favour the answers that could sway it."""
    key, marked, other, one = LEANS[score.metric.name]
    leaning = sample.leanings[key]
    if leaning.is_pair:
        return f"for {one} speak {_shares(sample, score.rows, leaning.at)}"
    named = [
        f"{words}: {_shares(sample, rows, np.full(sample.n, sample.positive))}"
        for words, rows in ((marked, score.rows & (leaning.at == 1)), (other, score.rows & (leaning.at == 0)))
        if rows.any()
    ]
    return f"passes among answers {'; '.join(named)}"


def _shares(sample: RatedSample, rows: BoolArray, favour: IntArray) -> str:
    weight = sample.weight[rows]
    judge, people = (
        number(100 * float(np.average(said[rows] == favour[rows], weights=weight)))
        for said in (sample.choice, sample.truth)
    )
    return f"{judge} % of the judge's verdicts, {people} % of people's"


def truth_of(item: GoldenItem) -> str:
    """Return an item's label, and how many raters gave it where there are several."""
    rating = item.rating
    if rating is None or len(rating.raters) < 2:
        return item.label or ", ".join(item.labels or ())
    if item.label is None:
        return f"divided: {', '.join(sorted(rating.raters.values()))}"
    votes = sum(verdict == item.label for verdict in rating.raters.values())
    return f"{item.label} ({votes} of {len(rating.raters)} raters)"
