"""Records of a file that another tool wrote: objects with their lines, whatever holds them.

A container is known by the suffix, or by its first character where there is none that says it: JSON
Lines, one JSON document, CSV or TSV, YAML, Parquet.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from gate.readers import content, jsonl, values
from gate.readers.json_text import NotJsonError, Repeated, decode, elements
from gate.readers.rows import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gate.readers.findings import Findings
    from gate.readers.jsonl import Numbered
    from gate.source import FileSource

    Path = tuple[str, ...]

_TEXTS = {".csv": "csv", ".tsv": "tsv", ".jsonl": "lines", ".ndjson": "lines", ".json": "json"}
_YAML = {".yaml": "yaml", ".yml": "yaml"}


_NAME_IT = "name the file with the records itself"


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a file.

    Attributes:
        rows: ``(line, object)``; in a Parquet file the line is the row, from 1.
        numeric: Columns of a table whose cells, which are text, are all numbers.
        columns: Columns of a table, also those without a cell; empty where every record names its own.
    """

    rows: Sequence[Numbered]
    numeric: frozenset[str] = field(default_factory=frozenset)
    columns: frozenset[str] = field(default_factory=frozenset)


def container(source: FileSource, data: bytes) -> str:
    """Return what holds the records: ``"parquet", "csv", "tsv", "lines", "json"`` or ``"yaml"``."""
    if content.is_parquet(data):
        return "parquet"
    suffix = PurePath(source.path.name.lower().removesuffix(".gz")).suffix
    known = (_TEXTS | _YAML).get(suffix)
    if known is not None:
        return known
    head = data.lstrip()[:1]
    if head not in (b"{", b"["):
        return "csv"
    try:
        decode(data.decode())
    except ValueError:
        return "lines"
    return "json"


def load(source: FileSource, data: bytes, findings: Findings, at: Iterable[Path] = ((),)) -> Records:
    """Return the records of a file; what is none becomes a problem.

    Args:
        source: The file.
        data: Its content.
        findings: Where problems go.
        at: Where in a JSON or YAML document the list of records may stand; the first that is there counts.
    """
    match container(source, data):
        case "parquet":
            from gate.readers import parquet

            rows, columns = parquet.records(source, data, findings)
            return Records(list(rows), columns=columns)
        case "csv" | "tsv" as form:
            return _table(replace(source, format=form), data, findings)
        case "lines":
            return Records(list(jsonl.lines(data, findings)))
        case "yaml":
            return Records(list(_yaml(source, data, findings, tuple(at))))
        case _:
            return Records(list(document(data, findings, at)))


def document(data: bytes, findings: Findings, at: Iterable[Path] = ((),)) -> Iterator[Numbered]:
    """Yield the records of one JSON document; arguments are those of :func:`load`."""
    text = data.decode()
    found = whole(text, findings)
    if found is None:
        return
    path = next((path for path in at if isinstance(_follow(found, path), list)), None)
    if path is None:
        findings.problem(1, *_no_list(found, at))
        return
    for line, _, row in elements(text, path):
        if isinstance(row, Repeated):
            findings.problem(line, f"the key {row.twice!r} stands twice in one object", "keep one of them")
        elif isinstance(row, dict):
            yield line, row
        else:
            findings.problem(line, f"a record is an object {{…}}, not {values.quoted(row)}")


def whole(text: str, findings: Findings) -> object:
    """Return what JSON ``text`` says; a problem and ``None`` if it is empty, or no JSON."""
    if not text.strip():
        return None
    try:
        return decode(text)
    except ValueError as err:
        findings.problem(err.line if isinstance(err, NotJsonError) else 0, str(err))
        return None


def _follow(found: object, path: Path) -> object:
    for key in path:
        if not isinstance(found, dict) or isinstance(found, Repeated):
            return None
        found = found.get(key)
    return found


def _no_list(found: object, at: Iterable[Path]) -> tuple[str, str]:
    """Return a sentence that says so, and the way out."""
    for path in at:
        there = _follow(found, path)
        if path and isinstance(there, str) and there.startswith("file://"):
            return f"{'.'.join(path)} is {values.quoted(there)}, and references are not followed", _NAME_IT
    places = [".".join(path) for path in at if path]
    fix = "write a list of records, `[{…}, {…}]`, or one record a line and name the file .jsonl"
    return f"no list of records{' at ' + ' or '.join(places) if places else ''}", fix


def _table(source: FileSource, data: bytes, findings: Findings) -> Records:
    table = Table(source, data, findings)
    numeric = frozenset(table.numeric(table.columns))
    rows = [(line, {name: cell for name, cell in cells.items() if cell}) for line, cells in table.rows]
    return Records(rows, numeric, frozenset(table.columns))


def _yaml(source: FileSource, data: bytes, findings: Findings, at: Sequence[Path]) -> Iterator[Numbered]:
    from gate import yaml_source

    found = yaml_source.read(data.decode(), shown=source.shown, is_data=True)
    for problem in found.problems:
        findings.problem(_line_of(problem.where), problem.what, problem.fix, code=problem.code)
    plain: Any = found.data()
    path = next((path for path in at if isinstance(_follow(plain, path), list)), None)
    if path is None:
        findings.problem(1, *_no_list(plain, at))
        return
    for i, row in enumerate(_follow(plain, path)):  # type: ignore[var-annotated, arg-type]
        line = found.line((*path, i))
        if isinstance(row, dict):
            yield line, row
        else:
            refers = isinstance(row, str) and row.startswith("file://")
            what = f"a record is a mapping, not {values.quoted(row)}"
            findings.problem(
                line, f"{what}, and references are not followed" if refers else what, _NAME_IT * refers
            )


def _line_of(where: str) -> int:
    _, _, line = where.rpartition(":")
    return int(line) if line.isdecimal() else 0
