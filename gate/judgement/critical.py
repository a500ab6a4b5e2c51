"""Critical items: what became of the golden items that must not break, without statistics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample
from gate.verdict import Outcome, Reason, Verdict

if TYPE_CHECKING:
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
        right: Those that the candidate answers rightly: a relevant document within k, the true class, a
            text that the user's functions, or else a reference, say is right.
        broken: Those that the baseline answered rightly and the candidate does not.
        wrong: Those that were not right before either.
        unasked: Wrong ones that the baseline was never asked.
        alone: Wrong ones with nothing to compare with: no baseline, or none that says what is right.
        undecided: Those that nothing can be said of: no threshold, or nothing to find.
        verdict: Regressed exactly if any is broken.
    """

    right: tuple[str, ...]
    broken: tuple[str, ...]
    wrong: tuple[str, ...]
    unasked: tuple[str, ...]
    alone: tuple[str, ...]
    undecided: tuple[str, ...]
    verdict: Verdict

    @property
    def n(self) -> int:
        """Critical items in the golden set."""
        wrong = sum(len(items) for _, items in self.still_wrong)
        return len(self.right) + len(self.broken) + wrong + len(self.undecided)

    @property
    def still_wrong(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Those that are wrong and did not break, with what is known of them before."""
        return (
            ("not right before either", self.wrong),
            ("wrong and never asked before", self.unasked),
            ("wrong and nothing to compare with", self.alone),
        )


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
    now = _decided(lineup.sample, k)
    before = _decided(lineup.shared[0], k) if lineup.shared is not None else {}
    asked = frozenset(lineup.shared[0].ids) if lineup.shared is not None else frozenset(marked)
    wrong = [i for i in marked if now.get(i) is False]
    found = Critical(
        right=tuple(i for i in marked if now.get(i) is True),
        broken=tuple(i for i in wrong if before.get(i) is True),
        wrong=tuple(i for i in wrong if before.get(i) is False),
        unasked=tuple(i for i in wrong if i not in asked),
        alone=tuple(i for i in wrong if i in asked and i not in before),
        undecided=tuple(i for i in marked if i not in now),
        verdict=Verdict(Outcome.PASS, Reason.CRITICAL, ""),
    )
    return replace(found, verdict=_judge(found, lineup.sample))


def _judge(found: Critical, sample: Sample) -> Verdict:
    n, broken, undecided = found.n, found.broken, found.undecided
    if broken:
        did = "lost every relevant document" if isinstance(sample, RankedSample) else "flipped to wrong"
        some = ", ".join(repr(i) for i in broken[:NAMED])
        more = f" and {len(broken) - NAMED} more" if len(broken) > NAMED else ""
        because = f"{len(broken):,} of {counted(n, 'critical item')} {did}: {some}{more}"
        return Verdict(Outcome.REGRESSED, Reason.CRITICAL, because)
    if len(undecided) == n:
        because = f"nothing can be said of {counted(n, 'critical item')}: {_lacking(sample)}"
        return Verdict(Outcome.NOT_COMPARABLE, Reason.CRITICAL, because)
    rest = "".join(f"; {counted(len(items), 'item')} {what}" for what, items in found.still_wrong if items)
    because = f"none of {counted(n, 'critical item')} broke{rest}"
    return Verdict(Outcome.PASS, Reason.CRITICAL, because)


def _lacking(sample: Sample) -> str:
    """Say why none of the critical items is right or wrong."""
    match sample:
        case RankedSample():
            return f"no document of grade {sample.relevant_grade:g} or more is judged there"
        case RatedSample():
            return "people are divided"
        case _:
            return "nothing decides, neither a `threshold` nor a `predicted` column"


def _decided(sample: Sample, k: int | None) -> dict[str, bool]:
    """Return :func:`_right` without the items on which people are divided: nothing is right there."""
    found = _right(sample, k)
    if not isinstance(sample, RatedSample):
        return found
    return {i: found[i] for i in compress(sample.ids, sample.labelled)}


def _right(sample: Sample, k: int | None) -> dict[str, bool]:
    """Return ``{id: whether it is answered rightly}``, where that can be said; most often, if repeated."""
    if sample.repeated is not None:
        n, answers = len(sample.ids), sample.repeated.rows.ids
        said = _right(sample.repeated.rows, k)
        often = sample.repeated.totals(np.array([said.get(i, False) for i in answers], np.float64), n)
        decided = sample.repeated.totals(np.array([i in said for i in answers], np.float64), n)
        return {i: bool(o >= d / 2) for i, o, d in zip(sample.ids, often, decided, strict=True) if d}
    if isinstance(sample, RecommendedSample):
        sample = sample.ranked
    if isinstance(sample, RankedSample):
        reach = np.inf if k is None else k
        hit = (sample.rank <= reach) & np.isfinite(sample.rank) & (sample.grade >= sample.relevant_grade)
        found: BoolArray = np.zeros(len(sample.ids), dtype=np.bool_)
        found[sample.query[hit]] = True
        return dict(zip(sample.ids, found.tolist(), strict=True))
    if not isinstance(sample, CategoricalSample | TextSample) and not sample.decided:
        return {}
    match sample:
        case LabelledSample():
            right = sample.flagged == sample.positive
        case CategoricalSample():
            right = np.asarray(sample.choice == sample.truth)
        case MultilabelSample():
            right = np.asarray((sample.chosen == sample.truths).all(axis=1) & (sample.strange == 0))
        case TextSample():
            right = sample.right
    right = right & sample.answered
    return dict(zip(sample.ids, right.tolist(), strict=True))
