"""The two classes of a binary golden set, and predicted classes that do not fit them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.errors import Problem, QuestionError, raise_all
from gate.notice import EXAMPLES, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray
    from gate.golden import GoldenSet

SHOWN = 20
"""How many classes an error lists before it only counts."""


def of(golden: GoldenSet, positive: str) -> frozenset[str]:
    """Return the classes of a binary golden set, the positive one included: one or two.

    Raises:
        QuestionError: An item has no label, there are more than two classes, or there are two and
            neither is ``positive``.
    """
    raise_all(
        Problem(
            f"item {item.id!r} has no label",
            f"{golden.source}:{item.line}",
            "give it one",
            code="label_missing",
        )
        for item in golden
        if item.label is None
    )
    counts = Counter(item.label for item in golden if item.label is not None)
    shown = ", ".join(f"{label!r} ({counts[label]})" for label in sorted(counts)[:SHOWN])
    shown += f" and {len(counts) - SHOWN} more" if len(counts) > SHOWN else ""
    if len(counts) > 2:
        raise QuestionError(
            Problem(
                f"{len(counts)} classes: {shown}; with a positive class there are two",
                golden.source,
                "write `task: multiclass` if every class counts, or give each item one of two labels",
                code="positive_unclear",
            )
        )
    if len(counts) == 2 and positive not in counts:
        raise QuestionError(
            Problem(
                f"the positive class {positive!r} is not a label of the golden set: {shown}",
                golden.source,
                "set `positive:` to one of them, spelt the same way",
                code="unknown_class",
            )
        )
    return frozenset({positive, *counts})


def unknown(predicted: Sequence[str | None], known: frozenset[str]) -> BoolArray:
    """Return ``(n,)``: whether each predicted class is one that the golden set does not have.

    With one known class there is nothing to compare with: the other one may be called anything.
    """
    return np.array([len(known) == 2 and p is not None and p not in known for p in predicted], np.bool_)


def strangers(
    golden: GoldenSet,
    predicted: Sequence[str | None],
    strange: BoolArray,
    known: frozenset[str],
    *,
    where: str,
) -> tuple[Notice, ...]:
    """Say which items got a class that the golden set does not have; nothing if none did."""
    items = [i for i, is_strange in zip(golden.items, strange, strict=True) if is_strange]
    if not items:
        return ()
    text = (
        f"{counted(len(items), 'predicted class')} ({_quoted(predicted, known)}) "
        f"{'is' if len(items) == 1 else 'are'} "
        "no label of the golden set; each is a wrong decision"
    )
    return (Notice.about("unknown_class", text, items, where=where),)


def mismatch(predicted: Sequence[str | None], known: frozenset[str], *, where: str) -> Problem:
    """Describe a run none of whose predicted classes is a label of the golden set."""
    labels = " and ".join(repr(c) for c in sorted(known))
    return Problem(
        f"no predicted class ({_quoted(predicted, known)}) is a label of the golden set: {labels}",
        where,
        "spell the classes of the run as the golden set does",
        code="unknown_class",
    )


def overruled(
    golden: GoldenSet, predicted: Sequence[str | None], flagged: BoolArray, positive: str, *, where: str
) -> tuple[Notice, ...]:
    """Say which predicted classes the threshold contradicts; nothing if it contradicts none."""
    rows = zip(golden.items, predicted, flagged, strict=True)
    apart = [i for i, p, is_flagged in rows if p is not None and (p == positive) != is_flagged]
    if not apart:
        return ()
    text = (
        f"{counted(len(apart), 'predicted class', 'disagrees', 'disagree')} with the config's "
        "threshold; the threshold decides"
    )
    return (Notice.about("prediction_overruled", text, apart, where=where),)


def _quoted(predicted: Sequence[str | None], known: frozenset[str]) -> str:
    found = sorted({p for p in predicted if p is not None and p not in known})
    return ", ".join(repr(p) for p in found[:EXAMPLES]) + (", …" if len(found) > EXAMPLES else "")
