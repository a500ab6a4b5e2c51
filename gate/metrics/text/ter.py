"""Translation edit rate, by sacrebleu."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from gate.digits import number
from gate.metrics.declare import over_totals
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray
    from gate.samples.text import TextSample


def counts(sample: TextSample) -> FloatArray:
    """Return ``(n, 2)``: the fewest edits that turn an answer into a reference, and the references' words.

    Raises:
        QuestionError: sacrebleu is not installed.
    """
    return sample.each(_of_one)


def _steps(totals: Sequence[float], _: Sequence[str]) -> tuple[Step, ...]:
    edits, words = totals
    rate = 100 * edits / words if words else math.nan
    return (Step("", f"100 × {number(edits)} / {number(words)}", rate, "edits / words of the references"),)


def _of_item(own: Sequence[float], _: Sequence[float], classes: Sequence[str]) -> tuple[Step, ...]:
    (found,) = _steps(own, classes)
    return (replace(found, name="by itself"),)


@over_totals(
    better="lower", bounds=(0, math.inf), needs=(), groups=counts, steps=_steps, item_steps=_of_item,
)  # fmt: skip
def ter(totals: Any) -> FloatArray:
    """Edits that would turn the answers into their references, per 100 words of the references.

    ``ter = 100 * edits / words of the references``.

    An edit inserts, deletes or replaces a word, or moves a stretch of words. All items together; with
    several references the one that takes fewest edits, and their mean length. Small and capital letters are
    the same, punctuation counts as it stands. Above 100 where answers are much too long.

    An item without an answer takes as many edits as its references have words.

    Args:
        totals: ``(r, 2)`` sums of edits and of words of the references.

    Returns:
        ``(r,)`` values. NaN where no reference has a word and nothing is edited, 100 where something is.

    Source:
        Snover et al., "A study of translation edit rate", AMTA 2006; the edits are counted by sacrebleu,
        as tercom does: ``case:lc|tok:tercom|norm:no|punct:yes|asian:no``. Needs the extra ``text``.

    Example:
        It takes 2 edits to turn the answers into references of 8 words:
        100 * 2 / 8 = 25

    Two edits on eight words:

    >>> import numpy as np
    >>> ter(np.array([[2.0, 8.0]])).tolist()
    [25.0]
    """
    import numpy as np

    edits, words = totals[:, 0], totals[:, 1]
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = 100 * edits / words
    return np.where(words > 1e-9, rate, np.where(edits > 1e-9, 100.0, np.nan))


def _of_one(text: str | None, references: Sequence[str]) -> tuple[float, float]:
    found = _scorer().sentence_score(text or "", list(references))
    words = float(found.ref_length)
    return (words if text is None else float(found.num_edits), words)


@cache
def _scorer() -> Any:
    from gate.errors import Problem, QuestionError

    try:
        from sacrebleu.metrics.ter import TER
    except ImportError:
        fix = "pip install 'mergegate[text]', or gate on `chrf` instead"
        raise QuestionError(
            Problem("ter needs sacrebleu, which is not installed", fix=fix, code="extra_missing")
        ) from None
    return TER()
