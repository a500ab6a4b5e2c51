"""Something a reader should know that does not stop the work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = 5
"""How many ids a notice names before it only counts."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning that is counted and printed, never raised.

    Attributes:
        code: Short stable name, ``snake_case``, e.g. ``"repeated_document"``.
        text: One plain sentence, counts included.
        where: File, or ``file:line``; may be empty.
        items: Ids it is about, sorted; at most 5 are kept.
        count: How many items it is about altogether.
    """

    code: str
    text: str
    where: str = ""
    items: tuple[str, ...] = ()
    count: int = 0

    @classmethod
    def about(cls, code: str, text: str, items: Sequence[str], *, where: str = "") -> Notice:
        """Build a notice about ``items``: counted in full, named up to :data:`EXAMPLES`."""
        return cls(code, text, where, tuple(sorted(items)[:EXAMPLES]), len(items))
