"""The two classes of a binary golden set, and predicted classes that do not fit them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.notice import Notice
from gate.samples.misfits import refuse_unlabelled

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
    refuse_unlabelled(golden)
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
