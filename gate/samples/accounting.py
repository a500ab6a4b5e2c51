"""Where every golden item went: scored, errored, missing, or excluded by a named rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import BoolArray
    from gate.golden import GoldenSet
    from gate.run import Run


@dataclass(frozen=True, slots=True)
class Accounting:
    """Every golden item in exactly one bucket, and what the run had beside them.

    Attributes:
        scored: Items with an answer.
        errored: Items whose answer says ``error``; scored as worst.
        missing: Items the run lacks; scored as worst.
        excluded: ``{rule: items}`` left out on both sides, e.g. ``no_relevant_document``.
        extra: Items of the run that the golden set does not know; ignored.
    """

    scored: tuple[str, ...] = ()
    errored: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    excluded: dict[str, tuple[str, ...]] = field(default_factory=dict)
    extra: tuple[str, ...] = ()

    @property
    def golden(self) -> int:
        """Number of golden items over all buckets."""
        return (
            len(self.scored) + len(self.errored) + len(self.missing) + sum(map(len, self.excluded.values()))
        )


def account(
    golden: GoldenSet, run: Run, answered: BoolArray, *, excluded: Mapping[str, Sequence[str]] | None = None
) -> Accounting:
    """Put every golden item into its bucket.

    Args:
        golden: The items.
        run: What was answered to them.
        answered: ``(n,)`` whether there is a whole answer, of the items that are not excluded.
        excluded: ``{rule: items}`` that were left out.
    """
    left_out = {i for items in (excluded or {}).values() for i in items}
    asked = [i for i in golden.items if i not in left_out]
    rest = [i for i, there in zip(asked, answered, strict=True) if not there]
    errored = {i for i in rest if i in run.answers and run.answers[i].error is not None}
    return Accounting(
        scored=tuple(i for i, there in zip(asked, answered, strict=True) if there),
        errored=tuple(i for i in rest if i in errored),
        missing=tuple(i for i in rest if i not in errored),
        excluded={rule: tuple(items) for rule, items in (excluded or {}).items()},
        extra=tuple(i for i in run.answers if i not in golden.items),
    )
