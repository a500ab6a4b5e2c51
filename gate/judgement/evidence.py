"""What is known of a check when it is judged: a level, a comparison and a chance → facts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gate.config.rules import UNSTORED
from gate.digits import counted
from gate.stats import interval, skewness
from gate.stats.breakage import Tally
from gate.verdict import Facts, Reason

if TYPE_CHECKING:
    from gate.comparison import Comparison
    from gate.judgement.family import Chance
    from gate.judgement.sensitivity import Power
    from gate.measuring.levels import Measured


def of_candidate(candidate: Measured, *, max_lost: float) -> Facts:
    """Return what the candidate alone says of a check.

    Args:
        candidate: Value and interval.
        max_lost: Share of items that may lack the number a metric reads: those that failed are not missing
            by chance, and the mean over the others says nothing. How long an answer took and what it cost
            is often not recorded, and may be lacking.
    """
    scarce, scarce_class = _scarce(candidate)
    score, obstacle, text = candidate.score, None, ""
    lacking = score.asked - score.n
    if lacking > max_lost * score.asked and score.n and score.spec.arguments.get("field") not in UNSTORED:
        field, obstacle = score.spec.arguments["field"], Reason.UNDEFINED
        text = f"scored {score.n:,} of {score.asked:,}: the others have no {field!r}, and that does not pass"
    return Facts(
        obstacle=obstacle,
        obstacle_text=text,
        means_nothing=obstacle is not None,
        value=candidate.level.value,
        because=candidate.level.because,
        scarce=scarce,
        scarce_class=scarce_class,
        rejected=candidate.level.rejected,
    )


def of_pair(
    alone: Facts, comparison: Comparison, chance: Chance, seen: Power, *, confidence: float, max_lost: float
) -> Facts:
    """Add what the comparison says.

    Args:
        alone: What the candidate alone says.
        comparison: Both runs on the paired items; its gain is defined.
        chance: What the family test says.
        seen: What the check could have seen.
        confidence: Of the intervals, in (0, 1).
        max_lost: Share of the reference's items that may have lost the number a metric reads.
    """
    gain, column = comparison.gain, comparison.column[comparison.candidate.score.rows]
    reach = chance.critical * gain.standard_error if math.isfinite(chance.critical) else math.inf
    scarce, scarce_class = _scarce(comparison.candidate)
    found = replace(
        alone,
        before=comparison.baseline.level.value,
        gain=gain.value,
        low=gain.low,
        high=gain.high,
        strict_low=_one_more_lost(comparison, confidence),
        unchanged=not column.any(),
        n=gain.n,
        clusters=_clusters(comparison),
        worse=chance.worse,
        better=chance.better,
        worse_alone=chance.worse_alone,
        skewed=_skewed(comparison),
        simultaneous_high=gain.value + reach,
        scarce=scarce,
        scarce_class=scarce_class,
        rejected=comparison.rejected,
        needed=seen.needed,
    )
    if comparison.lost <= max_lost * comparison.asked:
        return found
    lost = (
        f"{comparison.lost:,} of {counted(comparison.asked, 'item')} had a value in the baseline and "
        "have none now"
    )
    return replace(found, obstacle=Reason.UNDEFINED, obstacle_text=lost)


def _clusters(comparison: Comparison) -> int | None:
    clusters = comparison.clusters
    return None if clusters is None else len(np.unique(clusters.index[comparison.candidate.score.rows]))


def _skewed(comparison: Comparison) -> float:
    """Return the p of the drop with the skewness taken out, over clusters where items belong to some."""
    rows = comparison.candidate.score.rows
    if comparison.clusters is None:
        return skewness.drop_chance(comparison.column[rows])
    return skewness.drop_chance(comparison.clusters.take(rows).totals(comparison.column[rows]))


def tally(comparison: Comparison) -> Tally:
    """Count the items that changed, that fell to the metric's worst value, and that rose from it.

    Returns:
        The counts; of items lost and mended none where the metric is no mean of items or has no worst
        value, and where items belong to clusters: those are lost together, not one by one.
    """
    before, after = comparison.baseline.score, comparison.candidate.score
    changed = comparison.changed
    worst = after.metric.worst
    told = after.metric.form == "per_item" and worst is not None and math.isfinite(worst)
    if not told or comparison.clusters is not None:
        return Tally(int(changed.sum()), 0, 0)
    was, now = ((side.parts == worst) & side.rows for side in (before, after))
    return Tally(int(changed.sum()), int((changed & now & ~was).sum()), int((changed & was & ~now).sum()))


def _scarce(measured: Measured) -> tuple[int | None, str]:
    """Return how many items of the rarer class there are, where the metric needs both classes.

    That is one curve, of a binary classifier or of one class; averages of curves counted both sides already.
    """
    positives, score = measured.positives, measured.score
    name = score.spec.arguments.get("class")
    one = score.metric.form == "curve" or (score.metric.form == "curves" and name is not None)
    if positives is not None and one and score.n - positives < positives:
        return score.n - positives, "negatives" if name is None else f"negatives of {name!r}"
    return positives, score.rare


def _one_more_lost(comparison: Comparison, confidence: float) -> float:
    """Lower end of the gain with one imaginary item that lost everything the metric can lose.

    Without a finite range (costs, losses) the largest change seen stands in for it. Where items belong to
    clusters, the imaginary one is a cluster of usual size. The end stops at what is possible.
    """
    rows = comparison.candidate.score.rows
    column, clusters = comparison.column[rows], comparison.clusters
    low, high = comparison.candidate.score.metric.bounds
    whole = high - low if math.isfinite(high - low) else float(np.abs(column).max(initial=0.0))
    reach = high - low if math.isfinite(high - low) else math.inf
    if clusters is None:
        longer = np.append(column, -whole)
        return max(interval.gain(float(longer.mean()), longer, confidence=confidence).low, -reach)
    index = clusters.index[rows].tolist()
    size = max(1, round(len(index) / len(set(index))))
    longer = np.append(column, np.full(size, -whole))
    together = [*index, *[-1] * size]
    found = interval.gain(float(longer.mean()), longer, confidence=confidence, clusters=together).low
    return max(found, -reach)
