"""Planted faults: what a system answers once it is worse, and by how much that is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted, number
from gate.run import Ranking
from gate.selftest.fault import Fault

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.golden import GoldenItem
    from gate.run import Answer, Run
    from gate.selftest.perturb import Other
    from gate.selftest.straying import Straying

SLIDES = (1, 2, 3, 5, 10, 20)
"""Ranks that what is relevant slides down, the mildest fault first."""

FALLS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
"""Shares of all scores by which a score falls to the wrong side, the mildest fault first."""


def ladder(
    run: Run, *, relevant_grade: float, positive: str | None, other: Other | None, straying: Straying | None
) -> list[Fault]:
    """Return the faults of growing severity that a run can have; the last loses the answer altogether.

    Args:
        run: Any run.
        relevant_grade: Least grade of what counts as relevant.
        positive: The class that scores speak for; ``None`` for rankings.
        other: Says the other class of two; ``None`` for rankings and where there is one class only.
        straying: Says how answers of this task go astray; ``None`` for rankings and two classes.
    """
    if straying is not None:
        return straying.faults()
    if positive is None:
        return [*slides(relevant_grade), Fault("nothing relevant is found", lost)]
    scores = np.sort([answer.score for answer in run if answer.score is not None])
    fallen = [
        Fault(falls(share), partial(_fallen, scores=scores, share=share, positive=positive))
        for share in FALLS
    ]
    wrong = Fault("answers are wrong", partial(_wrong, scores=scores, positive=positive, other=other))
    return [*(fallen if scores.size else []), wrong]


def slides(relevant_grade: float) -> list[Fault]:
    """Return the faults of a ranking in which what is relevant comes later."""
    return [
        Fault(_slides(steps), partial(_slid, steps=steps, relevant_grade=relevant_grade)) for steps in SLIDES
    ]


def falls(share: float) -> str:
    """Say how far scores fall.

    >>> falls(0.05)
    'scores fall past 5 % of all scores, to the wrong side'
    """
    return f"scores fall past {100 * share:g} % of all scores, to the wrong side"


def losing(many: int, units: int, *, clustered: bool) -> str:
    """Say how many items, or clusters of them, lose their answers.

    >>> losing(1, 24, clustered=False), losing(2, 12, clustered=True)
    ('1 item (4.2 %) loses its answer', '2 clusters (16.7 %) lose their answers')
    """
    what, lost = ("cluster", "answers") if clustered else ("item", "answer")
    part = f"({number(round(100 * many / units, 1))} %)"
    return counted(many, what, f"{part} loses its {lost}", f"{part} lose their {lost}")


def _slides(steps: int) -> str:
    return f"relevant documents slide down {steps} rank{'s' if steps > 1 else ''}"


def _slid(item: GoldenItem, answer: Answer, *, steps: int, relevant_grade: float) -> Answer:
    """Move what is relevant down; what slides off the end of the list is gone."""
    if answer.ranking is None:
        return answer
    grades = item.relevant or {}
    documents = answer.ranking.ordered()
    slides = [grades.get(document, 0.0) >= relevant_grade for document in documents]
    places = [(i + (steps + 0.5 if slid else 0.0), i) for i, slid in enumerate(slides)]
    kept = sorted((place, i) for place, i in places if place < len(documents))
    return replace(answer, ranking=Ranking([documents[i] for _, i in kept]))


def lost(item: GoldenItem, answer: Answer) -> Answer:
    """Take everything relevant out of a ranking."""
    if answer.ranking is None:
        return answer
    grades = item.relevant or {}
    return replace(answer, ranking=Ranking([d for d in answer.ranking.ordered() if grades.get(d, 0.0) <= 0]))


def _fallen(item: GoldenItem, answer: Answer, *, scores: FloatArray, share: float, positive: str) -> Answer:
    """Give the score's place in the order of all scores up for one further to the wrong side."""
    if answer.score is None:
        return answer
    is_positive = item.label == positive
    place = int(np.searchsorted(scores, answer.score, side="left" if is_positive else "right"))
    away = max(1, round(share * scores.size))
    moved = place - away if is_positive else place - 1 + away
    return replace(answer, score=float(scores[min(max(moved, 0), scores.size - 1)]))


def _wrong(
    item: GoldenItem, answer: Answer, *, scores: FloatArray, positive: str, other: Other | None
) -> Answer:
    found = answer
    if answer.score is not None:
        found = replace(found, score=float(scores[0 if item.label == positive else -1]))
    if answer.predicted is not None and item.label is not None and other is not None:
        found = replace(found, predicted=other(item.label))
    return found
