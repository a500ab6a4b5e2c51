"""Where every item went, counted and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.notice import EXAMPLES
from gate.report import Bucket

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.golden import Edits
    from gate.samples.accounting import Accounting

_RULES = {"no_relevant_document": "without a relevant document: undefined, left out on both sides"}


def buckets(candidate: Accounting, edits: Edits | None, baseline: Accounting | None) -> tuple[Bucket, ...]:
    """Count every golden item once, then what else a reader should know; empty buckets are left out.

    Args:
        candidate: The candidate's accounting.
        edits: How the golden set differs from the baseline's; ``None`` without a baseline.
        baseline: The baseline's accounting on the shared items.
    """
    golden = candidate.golden
    found = [
        _bucket("scored", candidate.scored, f"of {golden:,} golden items have an answer"),
        _bucket("errored", candidate.errored, "answers are errors: each counts as the worst value"),
        _bucket("missing", candidate.missing, "have no answer in the run: each counts as the worst value"),
    ]
    for rule, items in sorted(candidate.excluded.items()):
        found.append(_bucket("excluded", items, _RULES.get(rule, f"left out: {rule}")))
    found.append(_bucket("extra", candidate.extra, "are in the run but not in the golden set: ignored"))
    if baseline is not None:
        found.append(_bucket("baseline_missing", baseline.missing, "have no answer in the baseline's run"))
        found.append(
            _bucket("baseline_errored", baseline.errored, "answers are errors in the baseline's run")
        )
    if edits is not None:
        found += [
            _bucket("added", edits.added, "golden items are new: scored for the candidate alone"),
            _bucket("removed", edits.removed, "golden items of the baseline are gone"),
            _bucket("relabelled", edits.relabelled, "golden items were edited: re-scored on both sides"),
        ]
    return tuple(bucket for bucket in found if bucket.count)


def _bucket(name: str, items: Sequence[str], text: str) -> Bucket:
    return Bucket(name, len(items), tuple(sorted(items)[:EXAMPLES]) if name != "scored" else (), text)
