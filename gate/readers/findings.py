"""Findings: everything odd about one file, told together."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gate.errors import Problem, QuestionError
from gate.notice import Notice
from gate.readers.values import UnfitError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

SHOWN = 20
"""How many problems of a file are printed before the rest is only counted."""


class Findings:
    """Problems and notices of one file, collected while it is read to its end.

    Args:
        shown: The file as messages name it.
    """

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self._problems: list[Problem] = []
        self._more = 0
        self._notices: list[Notice] = []

    def where(self, line: int) -> str:
        """Return ``file:line``, or the file alone for line 0."""
        return f"{self.shown}:{line}" if line else self.shown

    def problem(self, line: int, what: str, fix: str = "", *, code: str = "bad_line") -> None:
        """Note that the file cannot be used, because of ``line``; 0 means the whole file."""
        if len(self._problems) < SHOWN:
            self._problems.append(Problem(what, self.where(line), fix, code=code))
        else:
            self._more += 1

    def value(self, line: int, meaning: Callable[[object], T], value: object) -> T | None:
        """Return ``meaning(value)``; ``None`` where it raises ``ValueError``, which becomes a problem."""
        try:
            return meaning(value)
        except ValueError as err:
            fix = err.fix if isinstance(err, UnfitError) else ""
            self.problem(line, str(err), fix, code="bad_value")
            return None

    def notice(self, code: str, text: str, *, items: Sequence[str] = (), line: int = 0) -> None:
        """Note something odd that does not stop the work."""
        if items:
            self._notices.append(Notice.about(code, text, items, where=self.where(line)))
        else:
            self._notices.append(Notice(code, text, self.where(line)))

    @property
    def failed(self) -> bool:
        """Whether there is a problem."""
        return bool(self._problems)

    def notices(self) -> tuple[Notice, ...]:
        """Return the notices, or raise one :class:`QuestionError` with all problems."""
        problems = self._problems
        if self._more:
            problems = [
                *problems,
                Problem(f"and {self._more:,} more", self.shown, code="more_problems", count=self._more),
            ]
        if problems:
            raise QuestionError(*problems)
        return tuple(self._notices)
