"""The canonical text of a run: equal answers, equal bytes.

One JSON object a line and an item, ascending by id, in UTF-8::

    {"id":"q1","ranked":[["d3",0.9],["d1",0.4]]}
    {"id":"q2","ranked":["d3","d1"]}
    {"id":"q3","error":"timeout"}
    {"id":"t7","score":0.25,"predicted":"fraud","faithfulness":1.0}
    {"id":"t8","repeat":1,"score":0.5}
    {"id":"t8","repeat":2,"score":0.75}
    {"id":"p4","predicted":"A","swapped":"B"}
    {"id":"t9","predicted":"cat","probabilities":{"cat":0.75,"dog":0.25}}
    {"id":"u1","text":"On the 4th of May."}

A ranking with scores is written best first, so the order of the file it came from leaves no trace;
the whole list is kept, whatever ``k`` is today. Infinite numbers are the texts ``"inf"`` and ``"-inf"``,
and ``-0.0``, which no comparison can tell from zero, is ``0.0``. How long an answer took and what it
cost differ between equal answers and are left out.
"""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError
from gate.stores.canonical import dumps

if TYPE_CHECKING:
    from collections.abc import Container

    from gate.run import Answer, Ranking, Run

LEFT_OUT = frozenset({"latency_ms", "cost"})
"""Numbers of an answer that are not part of what was answered."""


def encode(run: Run, *, left_out: frozenset[str] = LEFT_OUT) -> bytes:
    """Return the canonical text of ``run``; empty for a run without answers.

    Args:
        run: Answers.
        left_out: Numbers that are not written.

    Raises:
        QuestionError: A number is NaN; the item and the field are named.
    """
    lines = []
    for name, answer in run.answers.items():
        repeats = run.repeats.get(name)
        if repeats is None:
            lines.append(_plain(answer, left_out))
        else:
            lines += [_plain(each, left_out, repeat) for repeat, each in enumerate(repeats, start=1)]
    return "".join(f"{dumps(line)}\n" for line in lines).encode()


def digest(answers: bytes) -> str:
    """Return the SHA-256 of the uncompressed text, 64 hex digits."""
    return hashlib.sha256(answers).hexdigest()


def digest_on(run: Run, items: Container[str]) -> str:
    """Return the digest of the answers to ``items`` alone: what a baseline of this run would carry.

    Raises:
        QuestionError: A number is NaN.
    """
    return digest(encode(run.only(items)))


def _plain(answer: Answer, left_out: frozenset[str], repeat: int | None = None) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": answer.id} if repeat is None else {"id": answer.id, "repeat": repeat}
    if answer.ranking is not None:
        plain["ranked"] = _ranked(answer.ranking, answer.id)
    if answer.score is not None:
        plain["score"] = _number(answer.score, answer.id, "score")
    if answer.predicted is not None:
        plain["predicted"] = answer.predicted
    if answer.swapped is not None:
        plain["swapped"] = answer.swapped
    if answer.labels is not None:
        plain["predicted"] = list(answer.labels)
    if answer.probabilities is not None:
        of = answer.probabilities
        plain["probabilities"] = {name: _number(of[name], answer.id, name) for name in sorted(of)}
    if answer.text is not None:
        plain["text"] = answer.text
    if answer.error is not None:
        plain["error"] = answer.error
    for name in sorted(answer.numbers.keys() - left_out):
        plain[name] = _number(answer.numbers[name], answer.id, name)
    return plain


def _ranked(ranking: Ranking, item: str) -> list[Any]:
    if ranking.scores is None:
        return list(ranking.documents)
    score_of = dict(zip(ranking.documents, ranking.scores, strict=True))
    return [[d, _number(score_of[d], item, "ranked")] for d in ranking.ordered()]


def _number(value: float, item: str, field: str) -> float | str:
    if math.isfinite(value):
        return float(value) + 0.0  # -0.0 + 0.0 is 0.0
    if math.isnan(value):
        raise QuestionError(
            Problem(
                f"{field!r} of item {item!r} is NaN",
                fix="give a number, or say `error` for the item",
                code="not_a_number",
            )
        )
    return "inf" if value > 0 else "-inf"
