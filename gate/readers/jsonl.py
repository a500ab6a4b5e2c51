"""JSON Lines, our own format: one item or answer a line, so that a diff reads as a change list.

Lines end with a line feed and nothing else; U+2028 and U+0085 inside a string are data.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

from gate.golden import GoldenItem
from gate.readers import hits, rated, values
from gate.readers.drafts import GoldenDraft, RunDraft
from gate.readers.fields import Fields
from gate.readers.findings import Findings
from gate.readers.json_text import NotJsonError, Repeated, decode, entries
from gate.readers.line import Line
from gate.run import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gate.golden import GoldenSet
    from gate.passage import Passage
    from gate.run import Ranking, Run
    from gate.source import FileSource

FORMATS = {"jsonl": (".jsonl", ".ndjson")}
TASKS = ("retrieval", "classification", "multiclass", "multilabel", "generation", "judge")

Numbered = tuple[int, dict[str, Any]]
"""An object, and the line it stands on."""


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read lines of ``{"id"}`` and what is right: ``relevant``, ``label(s)``, ``ratings``, ``reference``."""
    findings = Findings(source.shown)
    return golden_of(lines(data, findings), source, task, findings)


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read lines of ``{"id", "ranked"}`` or ``{"id", "score", "predicted"}``, or with ``"error"``.

    With more than two classes, ``{"id", "predicted", "probabilities"}``; ``predicted`` is a list where an
    item has several labels. Of generated text, ``{"id", "text"}``.
    """
    findings = Findings(source.shown)
    return run_of(lines(data, findings), source, task, findings)


_SAYS = {
    "retrieval": ("ranked",),
    "classification": ("score", "predicted"),
    "multiclass": ("predicted", "probabilities"),
    "multilabel": ("predicted", "probabilities"),
    "generation": ("text",),
    "judge": ("predicted", "swapped"),
}
"""Task → fields that are an answer."""


def golden_of(rows: Iterable[Numbered], source: FileSource, task: str, findings: Findings) -> GoldenSet:
    """Return the golden set of objects of our own format, wherever they come from.

    Args:
        rows: ``(line, object)``, in the order of the file.
        source: The file; its ``fields`` say what it calls ours.
        task: What they are about.
        findings: Where problems and notices go.

    Raises:
        QuestionError: There were problems, or there is no object.
    """
    draft = GoldenDraft(findings)
    wanted = {"retrieval": "relevant", "multilabel": "labels", "generation": "reference"}.get(task, "label")
    keys: dict[str, int] = {}
    for line in _each(rows, source, findings):
        for key in line.row:
            keys.setdefault(key, line.number)
        ident = line.ident()
        if ident is None or draft.taken(ident, line.number):
            continue
        given = line.given(wanted)
        spans: Mapping[str, Passage] = {}
        label: dict[str, Any] = {}
        relevant: Mapping[str, float] | None = None
        if task == "judge":
            label = line.value(partial(rated.item, label=given), line.row) or label
        elif given is None:
            line.lacks(wanted)
        elif task == "retrieval":
            relevant, spans = _judge(draft, ident, given, line)
        elif task == "generation":
            label = {"references": line.value(values.references, given)}
            line.refuse_two_names("reference")
        else:
            label = {wanted: line.value(values.labels if task == "multilabel" else values.label, given)}
        details = _details(line)
        draft.add(GoldenItem(ident, relevant=relevant, line=line.number, spans=spans, **label, **details))
    for key, number in keys.items():
        near = get_close_matches(key, ("weight", "cluster", "critical", "slices"), 1, 0.8)
        if near and key not in Fields(source).known():
            text = f"the key {key!r} means nothing here; did you mean {near[0]!r}?"
            findings.notice("unknown_key", text, line=number)
    return draft.finish()


def run_of(rows: Iterable[Numbered], source: FileSource, task: str, findings: Findings) -> Run:
    """Return the run of objects of our own format; arguments and errors are those of :func:`golden_of`."""
    draft = RunDraft(findings)
    for line in _each(rows, source, findings):
        ident = line.ident()
        given = line.given("repeat")
        repeat = 1 if given is None else line.value(values.repeat, given)
        if ident is None or repeat is None or draft.taken(ident, line.number, repeat):
            continue
        error, numbers = line.given("error"), _numbers(line, task)
        if error is not None and not (error == "" and _answers(line, task, numbers)):
            found: dict[str, Any] = {"error": line.value(_error, error)}
        elif task == "retrieval":
            found = {"ranking": _ranking(draft, ident, line)}
        elif task == "classification":
            found = _decision(line)
        elif task == "generation":
            found = _text(line)
        elif task == "judge":
            found = rated.verdicts(line.given, partial(line.value, values.label))
        else:
            found = _choice(line, task, numbers)
        draft.add(Answer(ident, numbers=numbers, **found), line.number, repeat)
    return draft.finish()


def read_queries(source: FileSource, data: bytes, findings: Findings) -> dict[str, str]:
    """Read ``{id: query}`` lines, the query list of a BEIR folder."""
    queries = {}
    for line in _each(lines(data, findings), source, findings):
        ident = line.ident()
        query = line.value(partial(values.text, what="the query"), line.given("query") or "")
        if ident is not None and query is not None:
            queries[ident] = query
    return queries


def _each(rows: Iterable[Numbered], source: FileSource, findings: Findings) -> Iterator[Line]:
    fields = Fields(source)
    return (Line(number, row, fields, findings) for number, row in rows)


def lines(data: bytes, findings: Findings) -> Iterator[Numbered]:
    """Yield every object of JSON Lines; a line that holds none becomes a problem."""
    for number, text in enumerate(data.decode().split("\n"), start=1):
        if not text or text.isspace():
            continue
        try:
            row = decode(text)
        except ValueError as err:
            fix = "write one object a line, names and text in double quotes, no comma at the end"
            findings.problem(number, str(err), fix if isinstance(err, NotJsonError) else "")
            continue
        if isinstance(row, Repeated):
            findings.problem(number, f"the key {row.twice!r} stands twice in one object", "keep one of them")
        elif isinstance(row, dict):
            yield number, row
        else:
            what, fix = f"a line holds one object {{…}}, not {values.quoted(row)}", "write one object a line"
            findings.problem(number, what, fix)


def _details(line: Line) -> dict[str, Any]:
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
    return {
        name: values.text(said, f"the slice {name!r}") for name, said in given.items() if said is not None
    }


def _error(given: object) -> str:
    return values.text(given, "an error") or "error"


def _judge(
    draft: GoldenDraft, ident: str, given: object, line: Line
) -> tuple[Mapping[str, float], Mapping[str, Passage]]:
    """Return the grades of one item, and which of its judged ids are passages."""
    spans: dict[str, Passage] = {}
    if isinstance(given, dict):
        found = [hits.Judgement(document, grade) for document, grade in entries(given)]
    elif isinstance(given, list):
        found = [each for entry in given if (each := line.value(hits.judgement, entry)) is not None]
    else:
        line.problem(f"{hits.JUDGEMENTS}, not {values.quoted(given)}")
        return {}, spans
    draft.open(ident)
    for each in found:
        document = line.value(values.identifier, each.document)
        grade = line.value(values.grade, each.grade)
        if document is not None and grade is not None:
            draft.judge(ident, document, grade, line.number)
            if each.span is not None:
                spans[document] = each.span
    return draft.judged[ident], spans


def _ranking(draft: RunDraft, ident: str, line: Line) -> Ranking | None:
    given = line.given("ranked")
    if given is None:
        line.lacks("ranked")
        return None
    found = line.value(hits.results, given)
    if found is None:
        return None
    documents = [line.value(values.identifier, name) for name in found.documents]
    scores = None if found.scores is None else [line.value(values.score, score) for score in found.scores]
    if None in documents or None in (scores or ()):
        return None
    return draft.ranking(ident, documents, scores)  # type: ignore[arg-type]


def _decision(line: Line) -> dict[str, Any]:
    meanings: dict[str, Callable[[object], Any]] = {"score": values.score, "predicted": values.label}
    given = {field: line.given(field) for field in meanings}
    found = {field: line.value(meanings[field], value) for field, value in given.items() if value is not None}
    if not found:
        line.lacks("score", "; and no 'predicted'")
    return found


def _text(line: Line) -> dict[str, Any]:
    given = line.given("text")
    if given is None:
        line.lacks("text")
        return {}
    return {"text": line.value(partial(values.text, what="the answer"), given)}


def _choice(line: Line, task: str, numbers: Mapping[str, float]) -> dict[str, Any]:
    """Return what was decided among several classes; numbers called after classes may say it, too."""
    predicted, probabilities = line.given("predicted"), line.given("probabilities")
    found: dict[str, Any] = {}
    if predicted is not None and task == "multilabel":
        found["labels"] = line.value(values.labels, predicted)
    elif predicted is not None:
        found["predicted"] = line.value(values.label, predicted)
    if probabilities is not None:
        found["probabilities"] = line.value(values.probabilities, probabilities)
    if not found and not numbers:
        line.lacks("predicted", "; and no 'probabilities'")
    return found


def _answers(line: Line, task: str, numbers: Mapping[str, float]) -> bool:
    """Say whether a line holds an answer, beside an error that says nothing."""
    by_class = task in {"multiclass", "multilabel"} and numbers.keys() - set(values.MEASURED)
    return bool(by_class) or any(line.given(field) is not None for field in _SAYS[task])


def _numbers(line: Line, task: str) -> Mapping[str, float]:
    """Return the further numbers of a line; without an object of probabilities, classes stand among them."""
    taken = line.fields.of_run(task)
    classes = line.fields.classes() if line.given("probabilities") is None else frozenset()
    read = line.fields.numbers()
    found: dict[str, float] = {}
    for key, value in line.row.items():
        if key in taken or value is None:
            continue
        if values.is_number(value) or key in classes:
            meaning = values.of_class if key in classes else values.measurement
            number = line.value(partial(meaning, what=key), value)
            found |= {key: number} if number is not None else {}
        elif key in read and not isinstance(value, bool):
            number = line.value(partial(values.read_by, what=key, metric=read[key]), value)
            found |= {key: number} if number is not None else {}
        elif key in values.MEASURED:
            what, fix = f"the {key} {values.quoted(value)} is not a number", f'write a number: `"{key}": 5.0`'
            line.findings.problem(line.number, what, fix, code="bad_value")
    return found
