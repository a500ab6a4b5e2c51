"""What samples of several classes share: which classes there are, and each against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.samples.curve import Curve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.golden import GoldenSet
    from gate.notice import Notice
    from gate.run import Answer, Run
    from gate.samples.accounting import Accounting

SUM_SLACK = 0.01
"""How far from 1 the probabilities of an item may sum, since files round them."""


class ClasswiseSample(Protocol):
    """n items and c classes, each of which can be told from the rest."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids, ascending."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The ``c`` classes that averages go over."""

    @property
    def weight(self) -> FloatArray:
        """``(n,)``, > 0."""

    @property
    def answered(self) -> BoolArray:
        """``(n,)`` whether there is a whole answer."""

    @property
    def truths(self) -> BoolArray:
        """``(n, c)`` whether an item truly is of a class."""

    @property
    def scores(self) -> FloatArray:
        """``(n, c)`` how much an item looks like a class; larger is more; all NaN without scores."""

    @property
    def accounting(self) -> Accounting:
        """Where every golden item went."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What a reader of the result should know."""


def classes_of(
    declared: Sequence[str], golden: GoldenSet, runs: Iterable[Run]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes of a question, and further ones that only probabilities name.

    The classes are those the config declares, in its order, then the further labels of the golden set in
    alphabetical order. Averages go over them. A class that a run merely gives probabilities for takes
    part in no average, but in the order of an item's probabilities and in their sum.
    """
    labels = {label for item in golden for label in (item.labels or ([item.label] if item.label else []))}
    known = (*declared, *sorted(labels - set(declared)))
    named = {name for run in runs for answer in run for name in answer.probabilities or ()}
    return known, tuple(sorted(named - set(known)))


def scores_of(
    answers: Sequence[Answer | None], classes: Sequence[str], *, absent: float
) -> tuple[FloatArray, BoolArray]:
    """Return ``(n, c)`` scores by class name, and ``(n,)`` whether an answer has any.

    They are the answer's ``probabilities``; where no answer has such, the numbers that the run carries
    under the names of classes. A class that an answer does not name has score ``absent``.
    """
    given: list[Mapping[str, float] | None] = [a.probabilities if a is not None else None for a in answers]
    if all(of is None for of in given):
        given = [_numbers_named(a, classes) for a in answers]
    has = np.array([bool(of) for of in given], np.bool_)
    rows = [[of.get(name, absent) for name in classes] if of else [np.nan] * len(classes) for of in given]
    return np.array(rows, np.float64).reshape(len(answers), len(classes)), has


def _numbers_named(answer: Answer | None, classes: Sequence[str]) -> Mapping[str, float] | None:
    if answer is None or answer.error is not None:
        return None
    return {name: answer.numbers[name] for name in classes if name in answer.numbers}


def refuse_nan(scores: FloatArray, has: BoolArray, ids: Sequence[str], *, where: str) -> None:
    """Raise a :class:`QuestionError` that names the first item with a NaN among its scores."""
    rows = has & np.isnan(scores).any(axis=1)
    if rows.any():
        name = ids[int(rows.argmax())]
        raise QuestionError(
            Problem(
                f"a probability of item {name!r} is NaN",
                where,
                "leave the answer out if there is none",
                code="not_a_number",
            )
        )


def are_probabilities(scores: FloatArray, *, sums_to_one: bool = False) -> bool:
    """Say whether all rows of ``(n, c)`` scores lie between 0 and 1, and sum to about 1 if they have to."""
    inside = bool(((scores >= 0) & (scores <= 1)).all())
    return inside and not (sums_to_one and bool((np.abs(scores.sum(axis=1) - 1) > SUM_SLACK).any()))


def refuse_improbable(
    scores: FloatArray, rows: BoolArray, ids: Sequence[str], *, where: Callable[[str], str] | None
) -> None:
    """Raise a :class:`QuestionError` that names the first item whose scores are no probabilities.

    Args:
        scores: ``(n, c)``; those of an item are to lie in [0, 1] and to sum to about 1.
        rows: ``(n,)`` the items that have any.
        ids: ``n`` names.
        where: Says where the answer to an item was read.
    """
    outside = rows & ~((scores >= 0) & (scores <= 1)).all(axis=1)
    if outside.any():
        row = int(outside.argmax())
        odd = next(float(s) for s in scores[row] if not 0 <= s <= 1)
        raise QuestionError(
            Problem(
                f"{odd!r} of item {ids[row]!r} is not a probability"
                f" ({counted(int(outside.sum()), 'item')} with numbers outside 0 to 1)",
                where(ids[row]) if where else "",
                fix="give probabilities, or leave metrics of probabilities out",
                code="no_probability",
            )
        )
    total = scores.sum(axis=1)
    apart = rows & (np.abs(total - 1) > SUM_SLACK)
    if apart.any():
        row = int(apart.argmax())
        raise QuestionError(
            Problem(
                f"the probabilities of item {ids[row]!r} sum to {float(total[row]):.6g}, not to 1"
                f" ({counted(int(apart.sum()), 'such item')})",
                where(ids[row]) if where else "",
                fix="give a probability for every class, or leave metrics of probabilities out",
                code="no_probability",
            )
        )


def curve_of(sample: ClasswiseSample, place: int) -> Curve:
    """Return one class against the rest, by its score."""
    return Curve.of_scores(
        sample.truths[:, place], sample.scores[:, place], sample.answered, weight=sample.weight
    )


def curves_of(sample: ClasswiseSample, kind: str, place: int | None) -> tuple[Curve, ...]:
    """Return the curves that a metric of several classes is made of.

    Args:
        sample: The rows that take part; it has scores.
        kind: ``"class"``: one class against the rest; ``"rest"``: each class against the rest, in order;
            ``"pairs"``: each ordered pair of classes, on the items of these two, by the first one's score;
            ``"pooled"``: every pair of item and class as one entry.
        place: Which class, for ``"class"``.
    """
    classes = range(len(sample.classes))
    match kind:
        case "class":
            assert place is not None
            return (curve_of(sample, place),)
        case "rest":
            return tuple(curve_of(sample, i) for i in classes)
        case "pairs":
            return tuple(_pair(sample, i, k) for i in classes for k in classes if i != k)
        case "pooled":
            return (_pooled(sample),)
        case _:
            raise KeyError(kind)


def _pair(sample: ClasswiseSample, one: int, other: int) -> Curve:
    rows = np.flatnonzero(sample.truths[:, one] | sample.truths[:, other])
    return Curve.of_scores(
        sample.truths[rows, one],
        sample.scores[rows, one],
        sample.answered[rows],
        weight=sample.weight,
        item=rows,
    )


def _pooled(sample: ClasswiseSample) -> Curve:
    n, c = sample.truths.shape
    return Curve.of_scores(
        sample.truths.ravel(),
        sample.scores.ravel(),
        np.repeat(sample.answered, c),
        weight=sample.weight,
        item=np.repeat(np.arange(n), c),
    )
