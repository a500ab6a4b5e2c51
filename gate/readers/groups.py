"""What a golden table says about its items beside the judgements: weights, clusters, slices."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from gate.readers import values
from gate.readers.fields import OF_RUNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.readers.rows import Table


class Groups:
    """What a golden table says about its items beside the judgements.

    A retrieval table says it on every row of a query. The rows must agree on weight, cluster and
    critical; a further column is a slice only if they agree on it.

    Args:
        table: The table.
        never: Further columns that are no slices.
    """

    def __init__(self, table: Table, *, never: frozenset[str] = frozenset()) -> None:
        self._table = table
        plain: dict[str, Callable[[object], Any]] = {
            "query": partial(values.text, what="the query"),
            "weight": values.weight,
            "cluster": partial(values.text, what="a cluster"),
            "critical": values.flag,
        }
        self._meanings = {
            field: (name, meaning) for field, meaning in plain.items() if (name := table.column(field))
        }
        slices = table.column("slices")
        further = [name for name in table.further() if name not in OF_RUNS and name not in never]
        self._slices = [*further, slices] if slices else further
        self._first: dict[str, tuple[int, dict[str, str]]] = {}
        self._varies: dict[str, int] = {}

    def take(self, ident: str, line: int, cells: dict[str, str]) -> None:
        """Note one row of an item."""
        before, first = self._first.setdefault(ident, (line, cells))
        if first is cells:
            return
        for field, (name, _) in self._meanings.items():
            if cells[name] != first[name] and field != "query":
                what = f"{ident!r} has the {field} {cells[name]!r} here and {first[name]!r} on line {before}"
                self._table.findings.problem(line, what, "say the same on every row")
        for name in self._slices:
            if cells[name] != first[name]:
                self._varies.setdefault(name, line)

    def details(self) -> dict[str, dict[str, Any]]:
        """Return what to construct each item with."""
        findings = self._table.findings
        for name, line in self._varies.items():
            text = f"the column {name!r} differs between rows of one query, so it is no slice"
            findings.notice("no_slice", text, line=line)
        slices = [name for name in self._slices if name not in self._varies]
        details: dict[str, dict[str, Any]] = {}
        for ident, (line, cells) in self._first.items():
            found = {
                field: findings.value(line, meaning, cells[name])
                for field, (name, meaning) in self._meanings.items()
                if cells[name]
            }
            details[ident] = {**found, "slices": {name: cells[name] for name in slices if cells[name]}}
        return details
