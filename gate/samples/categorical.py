"""CategoricalSample: true class, decision and probabilities of every item, with several classes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.errors import Problem, QuestionError
from gate.samples.accounting import account
from gate.samples.alongside import groups_of, numbers_of, taken
from gate.samples.classwise import refuse_improbable, refuse_nan, scores_of
from gate.samples.misfits import incomplete, mismatch, refuse_unlabelled, some, strangers, without_example

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.golden import GoldenSet
    from gate.notice import Notice
    from gate.run import Run
    from gate.samples.accounting import Accounting
    from gate.samples.repeated import Repeated

Prices = dict[str, dict[str, float]]
"""``{true class: {predicted class: price}}``; the right class costs nothing unless it says so."""

NONE = -1
"""The decision of an item that was not given any of the classes."""


@dataclass(frozen=True, slots=True)
class CategoricalSample:
    """n items of c classes, each item of exactly one.

    An item without an answer is decided wrongly: it is shared out evenly among the other classes that
    have an example, looks less like its own class than any other item and more like every other class,
    and its probability was given to a wrong class. A predicted class that is none of ``classes`` is such
    a wrong decision too. An answer counts only if it is whole: it has probabilities where other answers
    have them, and a predicted class where others have one.

    Attributes:
        ids: ``n`` item ids, ascending.
        weight: ``(n,)``, > 0.
        classes: The ``c`` classes, in the order of reports.
        further: Classes that only probabilities name; part of no average.
        truth: ``(n,)`` place of the true class in ``classes``.
        choice: ``(n,)`` place of the decision; :data:`NONE` if it is none of them, or missing.
        probabilities: ``(n, c + len(further))`` by class; all NaN if the run has none; 0 where an item
            has no answer.
        prices: ``(c, c)`` price of each decision (column) for each true class (row); ``None`` if the config
            has no ``costs``.
        numbers, groups, accounting, answered, repeated: As in
            :class:`~gate.samples.ranked.RankedSample`.
        notices: What a reader of the result should know about the answers.
        where: ``file:line`` of the answer to an item; ``None`` if nobody knows.
    """

    ids: tuple[str, ...]
    weight: FloatArray
    classes: tuple[str, ...]
    further: tuple[str, ...]
    truth: IntArray
    choice: IntArray
    probabilities: FloatArray
    prices: FloatArray | None
    numbers: Mapping[str, FloatArray]
    answered: BoolArray
    groups: Mapping[str, tuple[str, ...]]
    accounting: Accounting
    notices: tuple[Notice, ...] = ()
    repeated: Repeated | None = None
    where: Callable[[str], str] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def build(
        cls,
        golden: GoldenSet,
        run: Run,
        *,
        classes: tuple[tuple[str, ...], tuple[str, ...]],
        costs: Prices | None = None,
    ) -> CategoricalSample:
        """Line ``run`` up with ``golden``; classes are matched by name.

        The predicted class decides where the run has any, else the most probable one, of equally
        probable ones the first in the order of the classes.

        Args:
            golden: Items with a ``label`` each.
            run: Predicted classes, probabilities, or both.
            classes: The known and the further ones, of :func:`~gate.samples.classwise.classes_of`.
            costs: Prices of all pairs of known classes.

        Raises:
            QuestionError: A label is missing, a probability is NaN, no answer has a decision, or no
                decision at all is one of the classes.
        """
        known, further = classes
        refuse_unlabelled(golden)
        answers = [run.answers.get(i) for i in golden.items]
        probabilities, has = scores_of(answers, (*known, *further), absent=0.0)
        refuse_nan(probabilities, has, tuple(golden.items), where=run.source)
        predicts = any(a is not None and a.predicted is not None for a in answers)
        scored = bool(has.any())
        predicted = [a.predicted if a is not None else None for a in answers]
        if not predicts and not scored and any(a is not None and a.error is None for a in answers):
            raise QuestionError(
                Problem(
                    f"no answer has a class, or a number called like one: {some(known)}",
                    run.source,
                    "give it `predicted`, or `probabilities` by class",
                    code="run_lacks",
                )
            )
        whole = np.array([a is not None and a.error is None for a in answers], np.bool_)
        says = np.array([p is not None for p in predicted], np.bool_)
        answered = whole & (has | (not scored)) & (says | (not predicts))
        place = {name: i for i, name in enumerate(known)}
        if predicts:
            choice = np.array([place.get(p or "", NONE) for p in predicted], np.int64)
        else:
            choice = np.where(has, np.nan_to_num(probabilities).argmax(axis=1), NONE)
            choice = np.where(choice < len(known), choice, NONE)
        notices = strangers(golden, predicted, answered & (choice == NONE), known, where=run.source)
        named = any(name in place for a in answers if a is not None for name in a.probabilities or ())
        if notices and bool((choice[answered] == NONE).all()) and (predicts or not named):
            raise QuestionError(mismatch(predicted, known, where=run.source))
        accounting = account(golden, run, answered)
        parts = {"class": says, "probabilities": has}
        notices += incomplete(golden, run, accounting, parts) + without_example(golden, known)
        return cls(
            ids=tuple(golden.items),
            weight=np.array([item.weight for item in golden], np.float64),
            classes=known,
            further=further,
            truth=np.array([place[item.label or ""] for item in golden], np.int64),
            choice=np.where(answered, choice, NONE),
            probabilities=probabilities
            if predicts and not scored
            else np.where(answered[:, None], probabilities, 0.0),
            prices=None if costs is None else _prices(costs, known),
            numbers=numbers_of(answers),
            answered=answered,
            groups=groups_of(golden.items.values()),
            accounting=accounting,
            notices=notices,
            where=run.where,
        )

    @classmethod
    def of(
        cls,
        truth: Sequence[str],
        predicted: Sequence[str | None] | None = None,
        probabilities: Sequence[Mapping[str, float] | None] | None = None,
        *,
        classes: Sequence[str] = (),
        costs: Prices | None = None,
        weight: Sequence[float] | None = None,
    ) -> CategoricalSample:
        """Build a sample from lists, for examples and tests; ``None`` is a missing answer.

        >>> CategoricalSample.of(["a", "b", "b"], ["a", "a", "b"]).column("tp")
        array([[1., 0.],
               [0., 0.],
               [0., 1.]])
        """
        from gate.golden import GoldenItem, GoldenSet
        from gate.run import Answer, Run
        from gate.samples.classwise import classes_of

        ids = [f"{i:09d}" for i in range(len(truth))]
        weights = weight if weight is not None else [1.0] * len(ids)
        items = {i: GoldenItem(i, label=t, weight=w) for i, t, w in zip(ids, truth, weights, strict=True)}
        said = predicted if predicted is not None else [None] * len(ids)
        of = probabilities if probabilities is not None else [None] * len(ids)
        answers = {
            i: Answer(i, predicted=p, probabilities=q)
            for i, p, q in zip(ids, said, of, strict=True)
            if p is not None or q is not None
        }
        golden, run = GoldenSet(items), Run(answers)
        return cls.build(golden, run, classes=classes_of(classes, golden, [run]), costs=costs)

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.ids)

    @property
    def counts(self) -> IntArray:
        """``(c,)`` number of items of each class, unweighted."""
        return np.bincount(self.truth, minlength=len(self.classes))

    @property
    def truths(self) -> BoolArray:
        """``(n, c)`` whether an item is of a class."""
        return np.asarray(self.truth[:, None] == np.arange(len(self.classes)))

    @property
    def scores(self) -> FloatArray:
        """``(n, c)`` probabilities of the known classes."""
        return self.probabilities[:, : len(self.classes)]

    @property
    def has_scores(self) -> bool:
        """Whether the run gives probabilities."""
        return not bool(np.isnan(self.probabilities).any())

    @property
    def offers(self) -> frozenset[str]:
        """What a metric may need and this sample has: of ``decision``, ``costs``, ``probabilities``."""
        offered = {"decision": True, "costs": self.prices is not None, "probabilities": self.has_scores}
        return frozenset(name for name, there in offered.items() if there)

    @property
    def trusted(self) -> FloatArray:
        """``(n, c + len(further))`` probabilities that are such; rows without an answer are 0.

        Raises:
            QuestionError: A number lies outside [0, 1], or those of an item do not sum to 1; the message
                names the first such item.
        """
        refuse_improbable(self.probabilities, self.answered, self.ids, where=self.where)
        return self.probabilities

    def place(self, name: str) -> int | None:
        """Return the place of a class, or ``None`` if it is not known."""
        return self.classes.index(name) if name in self.classes else None

    def column(self, name: str) -> FloatArray:
        """Return ``(n, c)`` by name: what was right (``tp``), decided (``predicted``), and is (``true``).

        Each row of ``predicted`` sums to 1: a decision for none of the classes is shared out evenly among
        the other classes that have an example.
        """
        truths = self.truths
        match name:
            case "true":
                return truths.astype(np.float64)
            case "tp":
                return np.asarray(truths & (self.choice == self.truth)[:, None], dtype=np.float64)
            case "predicted":
                chosen = np.asarray(self.choice[:, None] == np.arange(len(self.classes)), dtype=np.float64)
                others = (self.counts > 0) & ~truths
                share = others / np.maximum(others.sum(axis=1, keepdims=True), 1)
                return np.where((self.choice == NONE)[:, None], share, chosen)
            case _:
                raise KeyError(name)

    def take(self, rows: BoolArray) -> CategoricalSample:
        """Return the items where ``(n,)`` ``rows`` is true; accounting and notices stay the whole's."""
        return replace(
            self,
            **taken(self, rows),
            truth=self.truth[rows],
            choice=self.choice[rows],
            probabilities=self.probabilities[rows],
        )


def _prices(costs: Prices, known: Sequence[str]) -> FloatArray:
    return np.array([[costs[t].get(p, 0.0 if t == p else math.nan) for p in known] for t in known])
