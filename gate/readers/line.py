"""One object of a file: what it says for each field, whatever the field is called there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from gate.readers import values

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.readers.fields import Fields
    from gate.readers.findings import Findings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Line:
    """One object, with the line it stands on and the names that its fields have."""

    number: int
    row: dict[str, Any]
    fields: Fields
    findings: Findings

    def given(self, field: str) -> Any:
        """Return what the line says for ``field``; ``None`` if nothing, or null."""
        name = self.fields.find(field, self.row)
        return None if name is None else self.row[name]

    def ident(self) -> str | None:
        """Return the id; ``None`` after a problem."""
        problem = self.fields.id_problem(self.row)
        if problem:
            self.problem(*problem)
            return None
        return self.value(values.identifier, self.given("id"))

    def value(self, meaning: Callable[[object], T], given: object) -> T | None:
        """Return ``meaning(given)``; ``None`` after a problem."""
        return self.findings.value(self.number, meaning, given)

    def problem(self, what: str, fix: str = "") -> None:
        """Note that this line cannot be used."""
        self.findings.problem(self.number, what, fix)

    def refuse_two_names(self, field: str) -> None:
        """Note a problem where the line says ``field`` under two names."""
        if len(there := self.fields.all_of(field, self.row)) > 1:
            self.problem(f"{' and '.join(map(repr, there))} say the same", "keep one of them")

    def lacks(self, field: str, also: str = "") -> None:
        """Note that a field is missing."""
        name = self.fields.find(field, self.row)
        if name is not None:
            self.problem(f"{name!r} is null{also}", "say what it is, or leave the line out")
            return
        what, fix = self.fields.missing(field, [key for key, given in self.row.items() if given is not None])
        self.problem(what + also, fix)
