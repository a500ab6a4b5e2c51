"""JSON Lines, our own format: one item or answer a line, so that a diff reads as a change list.

Lines end with a line feed and nothing else; U+2028 and U+0085 inside a string are data.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from gate.golden import GoldenItem
from gate.readers import values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.fields import Fields
from gate.readers.findings import Findings
from gate.readers.json_text import Repeated, decode, entries
from gate.run import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gate.golden import GoldenSet
    from gate.run import Ranking, Run
    from gate.source import FileSource

FORMATS = {"jsonl": (".jsonl", ".ndjson")}
TASKS = ("retrieval", "classification")

T = TypeVar("T")

_SHAPES = "'ranked' is [document, …], [[document, score], …] or {document: score}"


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read lines of ``{"id", "relevant"}`` or ``{"id", "label"}``."""
    findings = Findings(source.shown)
    draft = GoldenDraft(findings)
    wanted = "relevant" if task == "retrieval" else "label"
    keys: dict[str, int] = {}
    for line in _lines(source, data, findings):
        for key in line.row:
            keys.setdefault(key, line.number)
        ident = line.ident()
        if ident is None or draft.taken(ident, line.number):
            continue
        relevant, label, given = None, None, line.given(wanted)
        if given is None:
            line.lacks(wanted)
        elif task == "retrieval":
            relevant = _judge(draft, ident, given, line)
        else:
            label = line.value(values.label, given)
        draft.add(GoldenItem(ident, relevant=relevant, label=label, line=line.number, **_details(line)))
    for key, number in keys.items():
        near = get_close_matches(key, ("weight", "cluster", "critical", "slices"), 1, 0.8)
        if near and key not in Fields(source).known():
            text = f"the key {key!r} means nothing here; did you mean {near[0]!r}?"
            findings.notice("unknown_key", text, line=number)
    return draft.finish()


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read lines of ``{"id", "ranked"}`` or ``{"id", "score", "predicted"}``, or with ``"error"``."""
    findings = Findings(source.shown)
    draft = RunDraft(findings)
    for line in _lines(source, data, findings):
        ident = line.ident()
        given = line.given("repeat")
        repeat = 1 if given is None else line.value(values.repeat, given)
        if ident is None or repeat is None or draft.taken(ident, line.number, repeat):
            continue
        error = line.given("error")
        if error is not None:
            found: dict[str, Any] = {"error": line.value(_error, error)}
        elif task == "retrieval":
            found = {"ranking": _ranking(draft, ident, line)}
        else:
            found = _decision(line)
        draft.add(Answer(ident, numbers=_numbers(line), **found), line.number, repeat)
    return draft.finish()


def read_queries(source: FileSource, data: bytes, findings: Findings) -> dict[str, str]:
    """Read ``{id: query}`` lines, the query list of a BEIR folder."""
    queries = {}
    for line in _lines(source, data, findings):
        ident = line.ident()
        query = line.value(partial(values.text, what="the query"), line.given("query") or "")
        if ident is not None and query is not None:
            queries[ident] = query
    return queries


@dataclass(frozen=True, slots=True)
class _Line:
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

    def lacks(self, field: str, also: str = "") -> None:
        """Note that a field is missing."""
        what, fix = self.fields.missing(field, [key for key, given in self.row.items() if given is not None])
        self.problem(what + also, fix)


def _lines(source: FileSource, data: bytes, findings: Findings) -> Iterator[_Line]:
    fields = Fields(source)
    for number, text in enumerate(data.decode().split("\n"), start=1):
        if not text or text.isspace():
            continue
        try:
            row = decode(text)
        except ValueError as err:
            findings.problem(number, str(err))
            continue
        if isinstance(row, Repeated):
            findings.problem(number, f"the key {row.twice!r} stands twice in one object")
        elif isinstance(row, dict):
            yield _Line(number, row, fields, findings)
        else:
            findings.problem(number, f"a line holds one object {{…}}, not {values.quoted(row)}")


def _details(line: _Line) -> dict[str, Any]:
    meanings: dict[str, Callable[[object], Any]] = {
        "query": partial(values.text, what="the query"),
        "weight": values.weight,
        "cluster": partial(values.text, what="a cluster"),
        "critical": values.flag,
        "slices": _slices,
    }
    given = {field: line.given(field) for field in meanings}
    return {field: line.value(meanings[field], value) for field, value in given.items() if value is not None}


def _slices(given: object) -> dict[str, str]:
    if not isinstance(given, dict) or isinstance(given, Repeated):
        raise ValueError(f"'slices' is an object, each key once, not {values.quoted(given)}")  # noqa: TRY004
    said = {name: value for name, value in given.items() if value is not None}
    return {name: values.text(value, f"the slice {name!r}") for name, value in said.items()}


def _error(given: object) -> str:
    return values.text(given, "an error") or "error"


def _judge(draft: GoldenDraft, ident: str, given: object, line: _Line) -> Mapping[str, float]:
    if isinstance(given, dict):
        pairs = list(entries(given))
    elif isinstance(given, list):
        pairs = [(document, 1) for document in given]
    else:
        line.problem(f"'relevant' is {{document: grade}} or [document, …], not {values.quoted(given)}")
        return {}
    draft.open(ident)
    for name, number in pairs:
        document = line.value(values.identifier, name)
        grade = line.value(values.grade, number)
        if document is not None and grade is not None:
            draft.judge(ident, document, grade, line.number)
    return draft.judged[ident]


def _ranking(draft: RunDraft, ident: str, line: _Line) -> Ranking | None:
    given = line.given("ranked")
    if given is None:
        line.lacks("ranked")
        return None
    if not isinstance(given, (dict, list)):
        line.problem(f"{_SHAPES}, not {values.quoted(given)}")
        return None
    pairs = [list(pair) for pair in entries(given)] if isinstance(given, dict) else given
    scored = bool(pairs) and isinstance(pairs[0], list)
    odd = [entry for entry in pairs if (isinstance(entry, list) and len(entry) == 2) != scored]
    if odd:
        line.problem(f"{_SHAPES}, each entry alike; this one has {values.quoted(odd[0])}")
        return None
    names = [entry[0] for entry in pairs] if scored else pairs
    documents = [line.value(values.identifier, name) for name in names]
    scores = [line.value(values.score, entry[1]) for entry in pairs] if scored else None
    if None in documents or None in (scores or ()):
        return None
    return draft.ranking(ident, documents, scores)  # type: ignore[arg-type]


def _decision(line: _Line) -> dict[str, Any]:
    meanings: dict[str, Callable[[object], Any]] = {"score": values.score, "predicted": values.label}
    given = {field: line.given(field) for field in meanings}
    found = {field: line.value(meanings[field], value) for field, value in given.items() if value is not None}
    if not found:
        line.lacks("score", "; and no 'predicted'")
    return found


def _numbers(line: _Line) -> Mapping[str, float]:
    taken = line.fields.of_run()
    plain = {
        key: value
        for key, value in line.row.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool) and key not in taken
    }
    found = {key: line.value(partial(values.number, what=key), value) for key, value in plain.items()}
    return {key: number for key, number in found.items() if number is not None}
