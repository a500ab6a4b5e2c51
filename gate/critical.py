"""Critical items: what became of the golden items that must not break, without statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.verdict import Outcome, Reason, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray
    from gate.golden import GoldenSet
    from gate.lineup import Lineup
    from gate.samples.kinds import Sample

CHECK = "critical items"
"""What the check on them is called in a report."""

NAMED = 3
"""Broken items that the verdict names."""


@dataclass(frozen=True, slots=True)
class Critical:
    """What became of the critical items; ids ascending.

    Attributes:
        right: Those that the candidate answers rightly: a relevant document within k, the true class.
        broken: Those that the baseline answered rightly and the candidate does not.
        wrong: Those that were not right before either, or that the baseline was never asked.
        undecided: Those that nothing can be said of: no threshold, or nothing to find.
        verdict: Regressed exactly if any is broken.
    """

    right: tuple[str, ...]
    broken: tuple[str, ...]
    wrong: tuple[str, ...]
    undecided: tuple[str, ...]
    verdict: Verdict

    @property
    def n(self) -> int:
        """Critical items in the golden set."""
        return len(self.right) + len(self.broken) + len(self.wrong) + len(self.undecided)


def follow(lineup: Lineup, golden: GoldenSet, *, k: int | None) -> Critical | None:
    """Follow the critical items from the baseline to the candidate; ``None`` if there are none.

    Args:
        lineup: Both runs as samples.
        golden: Says which items are critical.
        k: Cut-off within which a relevant document must stand; anywhere in the ranking without one.
    """
    marked = [item.id for item in golden if item.critical]
    if not marked:
        return None
    now = _right(lineup.sample, k)
    before = _right(lineup.shared[0], k) if lineup.shared is not None else {}
    right = [i for i in marked if now.get(i) is True]
    broken = [i for i in marked if now.get(i) is False and before.get(i) is True]
    wrong = [i for i in marked if now.get(i) is False and before.get(i) is not True]
    undecided = [i for i in marked if i not in now]
    verdict = _judge(len(marked), broken, wrong, undecided, lineup.sample)
    return Critical(tuple(right), tuple(broken), tuple(wrong), tuple(undecided), verdict)


def _judge(
    n: int, broken: Sequence[str], wrong: Sequence[str], undecided: Sequence[str], sample: Sample
) -> Verdict:
    if broken:
        did = "lost every relevant document" if isinstance(sample, RankedSample) else "flipped to wrong"
        some = ", ".join(repr(i) for i in broken[:NAMED])
        more = f" and {len(broken) - NAMED} more" if len(broken) > NAMED else ""
        because = f"{len(broken):,} of {counted(n, 'critical item')} {did}: {some}{more}"
        return Verdict(Outcome.REGRESSED, Reason.CRITICAL, because)
    if len(undecided) == n:
        return Verdict(
            Outcome.NOT_COMPARABLE,
            Reason.CRITICAL,
            f"nothing can be said of {counted(n, 'critical item')}: they need a decision, so a `threshold` "
            "or a `predicted` column, or a document to find",
        )
    rest = f"; {counted(len(wrong), 'item')} not right before either" if wrong else ""
    because = f"none of {counted(n, 'critical item')} broke{rest}"
    return Verdict(Outcome.PASS, Reason.CRITICAL, because)


def _right(sample: Sample, k: int | None) -> dict[str, bool]:
    """Return ``{id: whether it is answered rightly}``, where that can be said; most often, if repeated."""
    if sample.repeated is not None:
        answers = np.array(list(_right(sample.repeated.rows, k).values()), dtype=np.float64)
        if not answers.size:
            return {}
        n = len(sample.ids)
        often = sample.repeated.totals(answers, n) >= 0.5 * sample.repeated.totals(np.ones(answers.size), n)
        return dict(zip(sample.ids, often.tolist(), strict=True))
    if isinstance(sample, RankedSample):
        reach = np.inf if k is None else k
        hit = (sample.rank <= reach) & np.isfinite(sample.rank) & (sample.grade >= sample.relevant_grade)
        found: BoolArray = np.zeros(len(sample.ids), dtype=np.bool_)
        found[sample.query[hit]] = True
        return dict(zip(sample.ids, found.tolist(), strict=True))
    if not isinstance(sample, CategoricalSample) and not sample.decided:
        return {}
    match sample:
        case LabelledSample():
            right = sample.flagged == sample.positive
        case CategoricalSample():
            right = np.asarray(sample.choice == sample.truth)
        case MultilabelSample():
            right = np.asarray((sample.chosen == sample.truths).all(axis=1))
    right = right & sample.answered
    return dict(zip(sample.ids, right.tolist(), strict=True))
