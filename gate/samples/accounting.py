"""Where every golden item went: scored, errored, missing, or excluded by a named rule."""

from __future__ import annotations

from dataclasses import dataclass, field


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
