"""An answer as one line of a run file: the only shape in which answers are kept, anywhere.

Journal, cache, ``gate run`` and a check all hold these lines, and the reader of run files reads them. So
a live system and a file with the same answers cannot give two values.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gate import readers
from gate.digits import counted
from gate.errors import QuestionError
from gate.metrics import RANKINGS
from gate.readers.fields import Fields
from gate.readers.values import MEASURED, quoted
from gate.source import FileSource
from gate.stores.canonical import dumps

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gate.systems.asking import Question, Reply

MOST_OVER = 0.01
"""By how much probabilities may sum to more than 1, as the losses of several classes allow."""

LONGEST = 500
"""Characters of an error that a run keeps."""

_RANKED = ("ranked", "retrieved")
_HIT = ("id", "document", "doc", "doc_id", "start", "end", "score")
_TEXT = ("text",)
_DECIDED = ("score", "predicted", "prediction", "label", "probabilities")
SOURCE = FileSource(Path("answer.jsonl"), "answer", "jsonl")
"""What a line is read as; a config tells it which keys are numbers, as it tells a run file."""


def answer(
    question: Question,
    reply: Reply,
    *,
    task: str,
    positive: str | None,
    repeats: int,
    source: FileSource = SOURCE,
) -> str:
    """Return the line of an answer.

    Understood are, for retrieval: a list of ids, of ``[id, score]`` or of objects with an id or a document,
    perhaps a span of it, and perhaps a score; ``{document: score}``; or ``{"ranked": one of these, …}``. For
    classification: a score (a number with a point), a class (text, a whole number, true or false),
    ``{class: probability}``, or an object with ``score``, ``predicted`` or ``probabilities``. Further numbers
    of an object are kept. Of probabilities, the positive class's is the score, and the likeliest class, the
    first in order of text where several are, is the decision; with several classes they stay as they are,
    and a list is one of labels. For generation: a text, or an object with ``text``. A judge gives a
    verdict, a score (a number with a point), or an object with ``predicted`` and ``swapped``, or ``score``.

    Args:
        question: What was asked.
        reply: What came back.
        task: The config's ``task``.
        positive: The positive class; only for classification.
        repeats: How often each item is asked; above 1 the line says which time it was.
        source: :data:`SOURCE`, told which keys are numbers: with anything else there, it is no answer.

    Raises:
        ValueError: It is none of these, or says ``error``; in a sentence.
    """
    value, fields = _without_empty_error(reply.value), Fields(source)
    told = {*fields.numbers(), *fields.classes()}
    if task in {"multiclass", "multilabel"}:
        found = _chosen(value, told)
    elif task == "generation":
        found = _written(value, told)
    elif task == "judge":
        found = _verdicts(value, told)
    else:
        found = _ranked(value, told) if task in RANKINGS else _decided(value, positive, told)
    if "error" in found:
        raise ValueError(str(found["error"]))
    if reply.latency_ms is not None:
        found.setdefault("latency_ms", round(reply.latency_ms, 3))
    line = dumps({**_head(question, repeats), **found})
    try:
        readers.parse_run(line.encode(), source, task)
    except QuestionError as error:
        raise ValueError(error.problems[0].what) from None
    return line


def belongs(line: str, question: Question, task: str, source: FileSource = SOURCE) -> bool:
    """Say whether a line that was kept is a whole answer to ``question``, read as ``source``."""
    try:
        run = readers.parse_run(line.encode(), source, task)
    except QuestionError:
        return False
    return list(run.answers) == [question.id] and run.answers[question.id].error is None


def failure(question: Question, why: str, *, repeats: int) -> str:
    """Return the line of an item that got no answer."""
    shown = " ".join(why.split())
    said = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
    return dumps({**_head(question, repeats), "error": said or "error"})


def _head(question: Question, repeats: int) -> dict[str, Any]:
    return {"id": question.id} if repeats == 1 else {"id": question.id, "repeat": question.repeat}


def _numbers(value: dict[str, Any], known: tuple[str, ...], told: AbstractSet[str]) -> dict[str, Any]:
    """Return the further numbers of an object, by name; what describes the answer is left out.

    Latency, cost and what is ``told`` to be a number are kept as they are: the reader says whether they are.
    """
    taken, judged = {*known, "id", "repeat"}, {*MEASURED, *told}
    return {
        name: value[name]
        for name in sorted(value)
        if name not in taken and (name in judged or _is_number(value[name])) and value[name] is not None
    }


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _without_empty_error(value: object) -> object:
    """Return an object without an ``error`` that says nothing, where there is an answer beside it."""
    if not isinstance(value, dict) or value.get("error", "") not in ("", None):
        return value
    rest = {name: given for name, given in value.items() if name != "error"}
    return rest if rest.keys() - {"id", "repeat", *MEASURED} else value


def _ranked(value: object, told: AbstractSet[str]) -> dict[str, Any]:
    if isinstance(value, list):
        return {"ranked": _hits(value)}
    if not isinstance(value, dict):
        raise ValueError(f"the answer is {quoted(value)}, not a list of documents")  # noqa: TRY004
    if value.get("error") is not None:
        return {"error": value["error"]}
    name = next((name for name in _RANKED if isinstance(value.get(name), (list, dict))), None)
    if name is None:
        return {"ranked": [[document, score] for document, score in value.items()]}
    given = value[name]
    hits = [list(pair) for pair in given.items()] if isinstance(given, dict) else _hits(given)
    return {"ranked": hits, **_numbers(value, _RANKED, told)}


def _hits(hits: list[Any]) -> list[Any]:
    """Return ids or ``[id, score]`` where that says all; results that name a document or a span stay objects.

    What else a result holds, such as its text, is left out.
    """
    if not any(isinstance(hit, dict) for hit in hits):
        return hits
    kept = []
    for hit in hits:
        found = (
            {name: hit[name] for name in _HIT if hit.get(name) is not None} if isinstance(hit, dict) else {}
        )
        if not found.keys() - {"score"}:
            raise ValueError(f"a result is {quoted(hit)}, and names neither an 'id' nor a 'document'")
        kept.append(found)
    scored = ["score" in found for found in kept]
    if any(scored) and not all(scored):
        without = counted(scored.count(False), "result", "has", "have")
        raise ValueError(f"of {len(kept)} results, {without} no score: give all one, or none")
    if any(found.keys() - {"id", "score"} for found in kept):
        return kept
    return [[found["id"], found["score"]] if "score" in found else found["id"] for found in kept]


def _chosen(value: object, told: AbstractSet[str]) -> dict[str, Any]:
    """Return an answer among several classes: a class, labels, probabilities, or an object of these."""
    if isinstance(value, (str, bool, int, list)):
        return {"predicted": value}
    if not isinstance(value, dict) or not value:
        raise ValueError(f"the answer is {quoted(value)}: not a class, labels or probabilities")
    if value.get("error") is not None:
        return {"error": value["error"]}
    said = {name: value[name] for name in _DECIDED if value.get(name) is not None}
    found = {"probabilities": said["probabilities"]} if "probabilities" in said else {}
    decided = next((said[name] for name in ("predicted", "prediction", "label") if name in said), None)
    if decided is not None:
        found["predicted"] = decided
    return {**found, **_numbers(value, _DECIDED, told)} if found else {"probabilities": value}


def _written(value: object, told: AbstractSet[str]) -> dict[str, Any]:
    """Return a text that was written, and the further numbers of an object that holds one."""
    if isinstance(value, str):
        return {"text": value}
    if not isinstance(value, dict):
        raise ValueError(f"the answer is {quoted(value)}, not a text")  # noqa: TRY004
    if value.get("error") is not None:
        return {"error": value["error"]}
    if not isinstance(value.get("text"), str):
        raise ValueError(f"the answer is {quoted(value)}, an object without a text: write {{'text': …}}")  # noqa: TRY004
    return {"text": value["text"], **_numbers(value, _TEXT, told)}


def _verdicts(value: object, told: AbstractSet[str]) -> dict[str, Any]:
    """Return a judge's answer: a verdict, a score, or an object with these, or the swapped pair's verdict."""
    if isinstance(value, float):
        return {"score": value}
    found = _chosen(value, told)
    if not isinstance(value, dict) or "error" in found:
        return found
    said = {"predicted": found["predicted"]} if "predicted" in found else {}
    said |= _numbers(value, tuple(name for name in _DECIDED if name != "score"), told)
    if not said.keys() & {"predicted", "score"}:
        raise ValueError(
            f"the answer is {quoted(value)}: no verdict; say it as 'predicted', a number as 'score'"
        )
    return {**said, "swapped": value["swapped"]} if value.get("swapped") is not None else said


def _decided(value: object, positive: str | None, told: AbstractSet[str]) -> dict[str, Any]:
    if isinstance(value, float):
        return {"score": value}
    if isinstance(value, (str, bool, int)):
        return {"predicted": value}
    if not isinstance(value, dict) or not value:
        raise ValueError(f"the answer is {quoted(value)}: not a score, a class or probabilities")
    if value.get("error") is not None:
        return {"error": value["error"]}
    given = {name: value[name] for name in _DECIDED if value.get(name) is not None}
    if not given:
        return _of_probabilities(value, positive)
    found = _of_probabilities(given["probabilities"], positive) if "probabilities" in given else {}
    decided = next((given[name] for name in ("predicted", "prediction", "label") if name in given), None)
    if decided is not None:
        found["predicted"] = decided
    if "score" in given:
        found["score"] = given["score"]
    return {**dict(sorted(found.items(), reverse=True)), **_numbers(value, _DECIDED, told)}


def _of_probabilities(value: object, positive: str | None) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise ValueError(f"probabilities are {{class: number}}, not {quoted(value)}")
    for name, share in value.items():
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
            raise ValueError(f"the probability of {name!r} is {quoted(share)}, not a number from 0 to 1")
    whole = math.fsum(value.values())
    if whole > 1 + MOST_OVER:
        raise ValueError(
            f"the probabilities sum to {whole:.4g}: of classes that exclude one another they make 1; "
            "give the positive class's alone, as a score, if it is none"
        )
    if positive not in value:
        known = ", ".join(map(repr, sorted(value)))
        raise ValueError(f"no probability of the positive class {positive!r}; there is {known}")
    likeliest = min(value, key=lambda name: (-value[name], name))
    return {"score": value[positive], "predicted": likeliest}
