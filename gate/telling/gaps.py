"""What is hardly there: numbers that answers lack, and judged documents that no list holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.chunks import as_judged
from gate.digits import counted
from gate.notice import Notice
from gate.samples.overlap import known_anywhere, overlap
from gate.samples.ranked import RankedSample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.judgement.judged import Judged


def told_of_gaps(judged: Judged) -> Iterator[Notice]:
    """Say which numbers come from a part of the items only, and that no list holds what is judged."""
    yield from _partly_measured(judged)
    yield from _no_overlap(judged)


def _partly_measured(judged: Judged) -> Iterator[Notice]:
    """Name how many items a number comes from, where more than one and more than ``max_errors`` lack it.

    One is lacking by design: the first answer of a program, which includes its start, has no latency.
    Where the verdict rests on that, it says so itself.
    """
    told = set()
    for line in judged.lines:
        score = line.candidate.score
        field, lacking = score.spec.arguments.get("field"), score.asked - score.n
        few = lacking <= max(1.0, judged.inputs.config.allowed_errors * score.asked)
        if field is None or few or not score.n or line.facts.means_nothing or line.rule.identity in told:
            continue
        told.add(line.rule.identity)
        text = f"{line.rule.identity} is of {score.n:,} of {counted(score.asked, 'item')}"
        yield Notice("partly_measured", f"{text}: the others have no {field!r}")


def _no_overlap(judged: Judged) -> Iterator[Notice]:
    """Say that not one judged document was returned for its own question, however few there are."""
    sample, asked = judged.lineup.sample, judged.inputs
    if not isinstance(sample, RankedSample):
        return
    found, possible = overlap(sample)
    if found or not possible:
        return
    text = (
        f"document overlap is 0 %: none of {counted(possible, 'judged document')} that could be is returned "
        "for its own question"
    )
    run = as_judged(asked.run, asked.golden, asked.config.chunk_rule)
    known, _, ours, theirs = known_anywhere(asked.golden, run)
    if not known:
        text += f", nor for any other; the golden set has {ours!r}, the run {theirs!r}"
    yield Notice("no_overlap", text)
