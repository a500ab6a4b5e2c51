"""Why two runs, or one check of them, cannot be compared fairly."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gate.chunks import as_judged
from gate.digits import counted
from gate.inputs.calibrations import identities, name_of
from gate.judgement.checks import Obstacle
from gate.samples.overlap import FEWEST, known_anywhere, overlap
from gate.samples.ranked import RankedSample
from gate.scoring import matching
from gate.slicing import MOST_GROUPS, groups_of
from gate.stats.mismatch import mismatch
from gate.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.comparison import Comparison
    from gate.config import CheckRule
    from gate.inputs.reading import Inputs
    from gate.lineup import Lineup
    from gate.run import Run
    from gate.samples.kinds import Sample

KEPT = 0.9
"""Share of a reference's items that must still be there for a comparison to be fair."""


def obstacle_to_all(asked: Inputs, lineup: Lineup) -> Obstacle | None:
    """Return why no check can be compared with the baseline; ``None`` if they can."""
    config = asked.config
    if len(asked.run) and not any(item.id in asked.run.answers for item in asked.golden):
        ours, theirs = next(iter(asked.golden)).id, next(iter(asked.run)).id
        return Obstacle(
            Reason.UNKNOWN_IDS,
            f"the run knows none of the golden items: the golden set has {ours!r}, the run {theirs!r}",
        )
    foreign = _foreign_documents(asked, lineup.sample, asked.run, "run")
    if foreign is not None:
        return foreign
    if asked.stored is None and any(notice.code == "baseline_not_used" for notice in asked.notices):
        return Obstacle(
            Reason.NO_BASELINE,
            f"the base has no baseline {config.name!r}, so nothing was compared; "
            "the one that this change brings counts once it is merged, with `--first-run pass`",
        )
    if asked.stored is None:
        return Obstacle(
            Reason.NO_BASELINE,
            f"there is no baseline {config.name!r} yet, so nothing was compared; "
            f"`gate refresh {config.shown}` records one",
        )
    assert asked.edits is not None
    if asked.edits.kept < KEPT:
        removed = len(asked.edits.removed)
        return Obstacle(
            Reason.TOO_FEW_PAIRS,
            f"{removed:,} of the baseline's {removed + len(asked.edits.shared):,} golden items are gone, "
            f"more than {100 * (1 - KEPT):.0f} %; `gate accept --reason` records a baseline on the new set",
        )
    if lineup.shared is None or asked.baseline_run is None:
        return None
    uneven = _uneven_removal(asked)
    return uneven or _foreign_documents(asked, lineup.shared[0], asked.baseline_run, "baseline")


def _uneven_removal(asked: Inputs) -> Obstacle | None:
    """Return an obstacle where the removed items gather in one slice or label, beyond chance.

    What is left then speaks for the rest of the golden set, and not for that part of it.
    """
    if asked.edits is None or not asked.removed:
        return None
    kept = [groups_of(asked.golden.items[i]) for i in asked.edits.shared]
    gone = [groups_of(item) for item in asked.removed]
    for name in sorted({name for groups in gone for name in groups}):
        before = Counter(groups[name] for groups in (*kept, *gone) if name in groups)
        after = Counter(groups[name] for groups in kept if name in groups)
        if len(before) > MOST_GROUPS:
            continue
        found = mismatch(before, {group: after[group] for group in before})
        if found.is_uneven and found.group in found.lost:
            return Obstacle(
                Reason.TOO_FEW_PAIRS,
                f"{found.lost[found.group]:,} of the {len(gone):,} golden items that this change removes are "
                f"of {name} {found.group!r}: what is left says little of it; `gate accept --reason` records "
                "a baseline on the new set",
            )
    return None


def _foreign_documents(asked: Inputs, sample: Sample, run: Run, which: str) -> Obstacle | None:
    """Return the obstacle that a run's documents are hardly ever those that are judged, for any query.

    A system that only answers badly returns judged documents of other queries; one whose documents were
    cut or named anew returns none.
    """
    least = asked.config.min_overlap
    if not isinstance(sample, RankedSample) or not least:
        return None
    found, possible = overlap(sample)
    if possible < FEWEST or found >= least * possible:
        return None
    judged = as_judged(run, asked.golden, asked.config.chunk_rule)
    known, most, ours, theirs = known_anywhere(asked.golden, judged)
    if most < FEWEST or known >= least * most:
        return None
    return Obstacle(
        Reason.UNKNOWN_IDS,
        f"the {which} knows {known:,} of {most:,} judged documents that it could: the golden set has "
        f"{ours!r}, the {which} {theirs!r}; `system: {{collapse: document}}` makes documents of chunks",
    )


def obstacle_to(
    rule: CheckRule, comparison: Comparison | None, asked: Inputs, lineup: Lineup
) -> Obstacle | None:
    """Return why one check cannot be compared with the baseline, though others can.

    A slice is new where all of its items are, and has too few pairs where more than a tenth of the items
    behind its recorded value were removed from the golden set or moved to another slice.
    """
    if comparison is not None and asked.stored is not None:
        another = _another_judge(rule, asked.stored.summary.conditions, asked)
        if another is not None:
            return Obstacle(
                Reason.STALE_JUDGE,
                f'{another}; gate accept {asked.config.shown} --reason "…" makes it the baseline',
            )
    if comparison is None or not rule.where or asked.stored is None or lineup.shared is None:
        return None
    if not matching(lineup.shared[1], rule.where).any():
        return Obstacle(Reason.NEW, "all of its items are new: there is nothing to compare with yet")
    recorded = next((c for c in asked.stored.summary.checks if c.name == rule.identity), None)
    edits = asked.edits
    if recorded is None or edits is None or not (edits.removed or edits.relabelled):
        return None
    left = comparison.asked
    if left >= KEPT * recorded.n:
        return None
    return Obstacle(
        Reason.TOO_FEW_PAIRS,
        f"{recorded.n - left:,} of the {counted(recorded.n, 'item')} behind the baseline's value "
        "are no longer in "
        f"this slice, more than {100 * (1 - KEPT):.0f} %; `gate accept --reason` records a baseline on the "
        "new set",
    )


def _another_judge(rule: CheckRule, then: Mapping[str, str], asked: Inputs) -> str | None:
    """Say that a check's numbers are another judge's than those of a baseline; ``None`` if they are not."""
    now = dict(identities(asked.config, asked.judges)).get(name_of(rule))
    was = then.get(name_of(rule))
    if now is None or was == now or (was is None and rule.judge is not None):
        return None
    known = f"that of the baseline was {was!r}" if was is not None else "the baseline does not say its own"
    return f"the judge is another one: now {now!r}, and {known}; what differs may be the judge"


def obstacle_since(rule: CheckRule, comparison: Comparison, asked: Inputs) -> Obstacle | None:
    """Return why a check cannot be compared with the anchor; ``None`` if it can.

    Golden sets change between releases. Where more than a tenth of the anchor's items are gone, or it has
    no value for the check at all, the comparison says nothing: that is reported and stops nobody, since
    what was compared then cannot be brought back.
    """
    anchor = asked.anchor
    assert anchor is not None
    another = _another_judge(rule, anchor.stored.summary.conditions, asked)
    if another is not None:
        return Obstacle(Reason.NEW, another.replace("the baseline", "the anchor"))
    removed, shared = len(anchor.edits.removed), len(anchor.edits.shared)
    if anchor.edits.kept < KEPT:
        return Obstacle(
            Reason.NEW,
            f"{removed:,} of the anchor's {removed + shared:,} golden items are gone, more than "
            f"{100 * (1 - KEPT):.0f} %: nothing is compared with it; name a later anchor",
        )
    if not comparison.gain.is_defined:
        return Obstacle(Reason.NEW, "the anchor has no value to compare with")
    return None
