"""Whether a candidate left items unanswered evenly, or mostly those of one slice or label."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gate.digits import counted, number
from gate.notice import Notice
from gate.slicing import MOST_GROUPS, groups_of
from gate.stats.mismatch import mismatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.judgement.judged import Judged
    from gate.samples.kinds import Sample


def told_of_unevenness(judged: Judged) -> Iterator[Notice]:
    """Warn where the two sides answered differently many items of a slice or label, beyond chance.

    Failures are seldom random: a language that times out, a label that the new model refuses. What is left
    then speaks for the rest of the items, and not for those.
    """
    if judged.lineup.shared is None:
        return
    before, after = judged.lineup.shared
    if bool((before.answered == after.answered).all()):
        return
    for field, group_of in _fields(judged).items():
        found = mismatch(_answered(before, group_of), _answered(after, group_of))
        if not found.is_uneven:
            continue
        lost = found.lost.get(found.group, 0)
        many = lost or found.gained.get(found.group, 0)
        text = (
            f"the candidate answered {counted(many, 'item')} {'fewer' if lost else 'more'} of {field} "
            f"{found.group!r} than the baseline; spread over all items evenly, so many there would be "
            f"chance in {number(100 * found.p)} % of cases"
        )
        yield Notice("uneven_answers", text)


def _fields(judged: Judged) -> dict[str, Mapping[str, str]]:
    """Return ``{field: {item: group}}`` of every slice field, and of the label where items have one."""
    found: dict[str, dict[str, str]] = {}
    for item in judged.inputs.golden:
        for field, group in groups_of(item).items():
            found.setdefault(field, {})[item.id] = group
    return {field: groups for field, groups in found.items() if len(set(groups.values())) <= MOST_GROUPS}


def _answered(sample: Sample, group_of: Mapping[str, str]) -> dict[str, int]:
    answered = zip(sample.ids, sample.answered.tolist(), strict=True)
    counts = Counter(group_of[i] for i, given in answered if given and i in group_of)
    return {group: counts[group] for group in sorted(set(group_of.values()))}
