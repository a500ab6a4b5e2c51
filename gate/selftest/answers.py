"""A run whose answers are replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.run import Answer, Run


def of_answers(run: Run, answers: Sequence[Sequence[Answer]]) -> Run:
    """Return ``run`` with other answers: those to each of its items, in its order."""
    first = {i: _first(some) for i, some in zip(run.answers, answers, strict=True)}
    repeats: Mapping[str, tuple[Answer, ...]] = {
        i: tuple(some) for i, some in zip(run.answers, answers, strict=True) if i in run.repeats
    }
    return type(run)(first, run.source, repeats=repeats)


def _first(answers: Sequence[Answer]) -> Answer:
    return next((answer for answer in answers if answer.error is None), answers[0])
