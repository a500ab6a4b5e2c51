"""Where every item went, counted and named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.notice import EXAMPLES
from gate.report import Bucket

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.golden import Edits
    from gate.samples.accounting import Accounting

RULES = {
    "divided_raters": "on which people are divided: no label, so only what looks at single raters counts it",
    "no_relevant_document": "without a relevant document: undefined, left out on both sides",
}
"""Why items are left out, each in words that read on from their number."""


def buckets(candidate: Accounting, edits: Edits | None, baseline: Accounting | None) -> tuple[Bucket, ...]:
    """Count every golden item once, then what else a reader should know; empty buckets are left out.

    Each text reads on from the count, whatever the count is: "3 without an answer in the run".

    Args:
        candidate: The candidate's accounting.
        edits: How the golden set differs from the baseline's; ``None`` without a baseline.
        baseline: The baseline's accounting; it was never asked the added items.
    """
    worst = "counted as the worst value where a metric has one"
    asked = candidate.golden - sum(map(len, candidate.excluded.values()))
    all_of = f"{asked:,} golden items" if asked == candidate.golden else f"the {asked:,} items not left out"
    found = [
        _bucket("scored", candidate.scored, f"of {all_of} answered"),
        _bucket("errored", candidate.errored, f"with an error for an answer: {worst}"),
        _bucket("missing", candidate.missing, f"without an answer in the run: {worst}"),
    ]
    for rule, items in sorted(candidate.excluded.items()):
        found.append(_bucket("excluded", items, RULES.get(rule, f"left out: {rule}")))
    found.append(_bucket("extra", candidate.extra, "in the run but not in the golden set: ignored"))
    if baseline is not None:
        new = frozenset(edits.added if edits is not None else ())
        missing, errored = ([i for i in ids if i not in new] for ids in (baseline.missing, baseline.errored))
        found += [
            _bucket("baseline_missing", missing, "without an answer in the baseline's run"),
            _bucket("baseline_errored", errored, "with an error for an answer in the baseline's run"),
        ]
    if edits is not None:
        found += [
            _bucket("added", edits.added, "new in the golden set: scored for the candidate alone"),
            _bucket("removed", edits.removed, "of the baseline's golden items gone"),
            _bucket("relabelled", edits.relabelled, "edited in the golden set: re-scored on both sides"),
        ]
    return tuple(bucket for bucket in found if bucket.count)


def _bucket(name: str, items: Sequence[str], text: str) -> Bucket:
    named = () if name == "scored" else tuple(sorted(items)[:EXAMPLES])
    return Bucket(name, len(items), named, text)
