"""Files of other evaluation tools, one tool a module, read without the tool.

A module says where the records stand and turns each into an object of our own format. Its name is what
``format:`` in a config says; no suffix stands for it. Names of fields are those of the tool's own files;
``fields:`` in the config overrules each, with dots to reach inside: ``{query: inputs.question}``.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.readers import jsonl, records, values
from gate.readers.fields import Fields
from gate.readers.findings import Findings
from gate.readers.mapped.row import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gate.golden import GoldenSet
    from gate.readers.jsonl import Numbered
    from gate.readers.records import Records
    from gate.run import Run
    from gate.source import FileSource

FORMATS: Mapping[str, tuple[str, ...]] = dict.fromkeys(
    ("ragas", "deepeval", "promptfoo", "llama_index", "langsmith", "mlflow"), ()
)
TASKS = ("retrieval", "classification", "multiclass", "multilabel", "generation", "judge")

_NO_CLASSES = ("ragas", "llama_index")
_NO_TEXTS = ("llama_index",)
_RIGHT = {"retrieval": "relevant", "multilabel": "labels", "generation": "reference"}
_ANSWERS = {
    "retrieval": ("ranked",),
    "classification": ("predicted", "score"),
    "multiclass": ("predicted", "probabilities"),
    "multilabel": ("predicted", "probabilities"),
    "generation": ("text",),
    "judge": ("predicted",),
}
"""Task → our fields of which an answer has at least one."""

_LISTED = {"retrieval": "ranked", "multilabel": "labels"}
"""Task → the field of an answer that is a list."""

_A_LIST = 'write it as a list, `["a", "b"]`; a column of arrays in a data frame: `df[c] = df[c].map(list)`'


def read_golden(source: FileSource, data: bytes, task: str) -> GoldenSet:
    """Read a golden set; ``source.format`` names the tool."""
    module, findings = _tool(source, task), Findings(source.shown)
    found = _records(source, data, findings, module, "GOLDEN_AT")
    rows = _ours(found, source, findings, module.golden, (_RIGHT.get(task, "label"),), _RIGHT.get(task))
    return jsonl.golden_of(rows, replace(source, fields={}), task, findings)


def read_run(source: FileSource, data: bytes, task: str) -> Run:
    """Read a run; ``source.format`` names the tool."""
    module, findings = _tool(source, task), Findings(source.shown)
    found = _records(source, data, findings, module, "RUN_AT")
    meaning = _of_labels(module.run) if task == "multilabel" else module.run
    rows = _ours(found, source, findings, meaning, _ANSWERS[task], _LISTED.get(task))
    return jsonl.run_of(rows, replace(source, fields={}), task, findings)


def _tool(source: FileSource, task: str) -> Any:
    lacking = {"retrieval": (), "generation": _NO_TEXTS}.get(task, _NO_CLASSES)
    if source.format in lacking:
        what = f"the format {source.format} holds rankings, and the task is {task}"
        raise QuestionError(
            Problem(what, source.shown, "give a .jsonl or .csv file, or set `format:`", code="unknown_format")
        )
    return import_module(f"{__name__}.{source.format}")


def _records(source: FileSource, data: bytes, findings: Findings, module: Any, at: str) -> Records:
    """Return the records: as the module finds them, or where it says that they stand."""
    own: Callable[..., Records] | None = getattr(module, "records", None)
    found = own(source, data, findings) if own else None
    return found if found is not None else records.load(source, data, findings, getattr(module, at))


def _of_labels(meaning: Callable[[Row], Mapping[str, Any]]) -> Callable[[Row], Mapping[str, Any]]:
    """Let several labels be the decision."""

    def answer(row: Row) -> Mapping[str, Any]:
        found = meaning(row)
        return {**found, "predicted": found["labels"]}

    return answer


def _ours(
    found: Records,
    source: FileSource,
    findings: Findings,
    meaning: Callable[[Row], Mapping[str, Any]],
    wanted: tuple[str, ...],
    listed: str | None,
) -> Iterator[Numbered]:
    """Yield each record as an object of our own format; an id made of a question must be the only one."""
    read = Fields(source).numbers()
    seen: dict[str, tuple[int, int]] = {}
    emptied: list[str] = []
    for number, (line, data) in enumerate(found.rows, start=1):
        row = Row(line, data, source.fields, findings, numeric=found.numeric, read=read)
        ours = {key: value for key, value in meaning(row).items() if value is not None}
        if "error" not in ours and row.lacks(ours, ("id",), wanted):
            continue
        if "error" not in ours and listed in row.unreadable:
            what = f"{values.quoted(row.unreadable[listed])} begins like a list, and cannot be read as one"
            findings.problem(line, what, _A_LIST)
            continue
        first, at = seen.setdefault(str(ours.get("id")), (number, line))
        if first != number and "id" in ours and (row.made_id or at == line):
            already = f"on line {at}" if at != line else f"record {first} of that line, again as {number}"
            what, fix = f"the id {values.quoted(ours.get('id'))} is already {already}", ""
            if row.made_id:
                what = f"this question is already {already}, and ids are made of questions here"
                fix = "give each record an id: `fields: {id: ITS_NAME}`"
            findings.problem(line, what, fix)
            continue
        if row.has_empty_text:
            emptied.append(str(ours["id"]))
        yield line, ours
    if emptied:
        text = f"empty relevant texts left out: in {len(emptied):,} of {counted(len(found.rows), 'record')}"
        findings.notice("empty_text", text, items=emptied)
