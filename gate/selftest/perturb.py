"""Harmless changes: another answer that is as good as the first, as far as anybody can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from gate.run import Ranking
from gate.selftest.answers import of_answers
from gate.stats.resample import uniform

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.run import Answer, Run
    from gate.selftest.straying import Straying
    from gate.selftest.strength import Strength

DEPTH = 100
"""Ranks from the top that are shuffled."""

Other = Callable[[str], str]
"""The other class of two."""


def jittered(
    run: Run,
    strength: Strength,
    *,
    seed: int,
    stream: int,
    other: Other | None = None,
    straying: Straying | None = None,
) -> Run:
    """Return a run that differs from ``run`` by noise alone.

    Neighbours of nearly equal score change places by the toss of a coin; without scores all neighbours
    count as nearly equal. A classifier's score takes the place of another that stands near it in the order
    of all scores, above or below with equal chance; where only classes are given, a few flip.

    Args:
        run: Any run; errors stay as they are.
        strength: How far it reaches within an answer.
        seed: Any whole number.
        stream: Number of this copy, from 0.
        other: Says the other class of two; without it classes stay as they are.
        straying: Says how answers of this task go astray; ``None`` for rankings and two classes.
    """
    scores = np.sort([a.score for a in run if a.score is not None])
    everything = [run.repeats.get(i, (answer,)) for i, answer in run.answers.items()]
    few = 2 if straying is None else straying.room(strength)
    many = strength.passes * (DEPTH // 2)
    room = [many if a.ranking is not None else few for some in everything for a in some]
    luck = iter(np.split(uniform(sum(room), seed=seed, stream=stream), np.cumsum(room)[:-1]))

    def moved(answer: Answer) -> Answer:
        numbers = next(luck)
        if answer.ranking is not None:
            return replace(
                answer, ranking=shuffled(answer.ranking, numbers.reshape(-1, DEPTH // 2), near=strength.near)
            )
        if straying is not None:
            return answer if answer.error is not None else straying.noise(answer, strength, numbers)
        found = answer
        if answer.score is not None:
            found = replace(found, score=wandered(answer.score, scores, strength.drift, float(numbers[0])))
        if answer.predicted is not None and other is not None and numbers[1] < strength.drift:
            found = replace(found, predicted=other(answer.predicted))
        return found

    return of_answers(run, [[moved(answer) for answer in some] for some in everything])


def shuffled(ranking: Ranking, numbers: FloatArray, *, near: bool) -> Ranking:
    """Let neighbours change places, each pair with chance one half.

    Nearly equal is a distance of at most the median distance of neighbours. Pairs do not overlap within
    a pass; every other pass takes the other pairs.

    Args:
        ranking: Any ranking.
        numbers: ``(passes, width)`` numbers in [0, 1), one a pair.
        near: Whether only places of nearly equal score are exchanged.

    >>> shuffled(Ranking(["a", "b", "c", "d"]), np.zeros((1, 2)), near=True).ordered()
    ['b', 'a', 'd', 'c']
    """
    documents = ranking.ordered()
    alike = _near(ranking, len(documents)) if near else [True] * len(documents)
    for number, some in enumerate(numbers):
        for place in range(number % 2, min(len(documents), DEPTH) - 1, 2):
            if alike[place] and some[place // 2] < 0.5:
                documents[place], documents[place + 1] = documents[place + 1], documents[place]
    return Ranking(documents)


def _near(ranking: Ranking, length: int) -> list[bool]:
    if ranking.scores is None or length < 2:
        return [True] * length
    scores = sorted(ranking.scores, reverse=True)[: DEPTH + 1]
    apart = [a - b if a != b else 0.0 for a, b in pairwise(scores)]
    usual = median(apart)
    return [*(gap <= usual for gap in apart), *[False] * (length - len(apart))]


def wandered(score: float, scores: FloatArray, drift: float, luck: float) -> float:
    """Return the score that stands up to ``drift`` of all scores away, at least one place off at most.

    Args:
        score: One of ``scores``.
        scores: All of them, ascending.
        drift: How far it may wander, as a share of all.
        luck: A number in [0, 1); one half stays.
    """
    reach = max(1.0, drift * scores.size)
    place = int(np.searchsorted(scores, score))
    away = round((2 * luck - 1) * reach)
    return float(scores[min(max(place + away, 0), scores.size - 1)])
