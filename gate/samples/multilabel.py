"""MultilabelSample: the true labels, the decided labels and the scores of every item."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.errors import Problem, QuestionError, raise_all
from gate.notice import Notice
from gate.samples.accounting import account
from gate.samples.alongside import groups_of, numbers_of, taken
from gate.samples.classwise import refuse_nan, scores_of
from gate.samples.misfits import incomplete, some

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.golden import GoldenSet
    from gate.run import Answer, Run
    from gate.samples.accounting import Accounting
    from gate.samples.repeated import Repeated


@dataclass(frozen=True, slots=True)
class MultilabelSample:
    """n items and c labels; an item has any number of them.

    An item without an answer is wrong about every label: each true one is missed, every other is a false
    alarm, and its scores stand below, and above, all others. An answer counts only if it is whole: it has
    scores where other answers have them, and decided labels where these decide.

    Attributes:
        ids: ``n`` item ids, ascending.
        weight: ``(n,)``, > 0.
        classes: The ``c`` labels, in the order of reports.
        truths: ``(n, c)`` whether an item has a label.
        chosen: ``(n, c)`` whether the system decided so: ``score >= threshold`` where the config has a
            threshold, else the run's own decisions.
        strange: ``(n,)`` how many further labels the system decided on that are none of ``classes``; 0 where
            the config has a threshold, and where an item has no answer.
        scores: ``(n, c)`` by label; all NaN if the run has none; 0 where an item has no answer.
        threshold: The threshold behind ``chosen``; ``None`` if there is none.
        decided: Whether ``chosen`` means anything: there is a threshold, or decisions.
        numbers, groups, accounting, answered, repeated: As in
            :class:`~gate.samples.ranked.RankedSample`.
        notices: What a reader of the result should know about the answers.
    """

    ids: tuple[str, ...]
    weight: FloatArray
    classes: tuple[str, ...]
    truths: BoolArray
    chosen: BoolArray
    strange: IntArray
    scores: FloatArray
    threshold: float | None
    decided: bool
    numbers: Mapping[str, FloatArray]
    answered: BoolArray
    groups: Mapping[str, tuple[str, ...]]
    accounting: Accounting
    notices: tuple[Notice, ...] = ()
    repeated: Repeated | None = None

    @classmethod
    def build(
        cls,
        golden: GoldenSet,
        run: Run,
        *,
        classes: tuple[str, ...],
        threshold: float | None = None,
    ) -> MultilabelSample:
        """Line ``run`` up with ``golden``; labels are matched by name.

        Args:
            golden: Items with ``labels`` each, possibly none.
            run: Decided labels, scores by label, or both.
            classes: The known ones, of :func:`~gate.samples.classwise.classes_of`.
            threshold: Least score of a label that is decided; ``None`` if the run's own decisions count.

        Raises:
            QuestionError: The labels of an item are missing, a score is NaN, a threshold meets a run without
                scores, or no decided label at all is a known one.
        """
        raise_all(
            Problem(
                f"item {item.id!r} has no labels",
                f"{golden.source}:{item.line}",
                "write `[]` for none",
                code="label_missing",
            )
            for item in golden
            if item.labels is None
        )
        answers = [run.answers.get(i) for i in golden.items]
        scores, has = scores_of(answers, classes, absent=0.0)
        refuse_nan(scores, has, tuple(golden.items), where=run.source)
        scored = bool(has.any())
        decides = any(a is not None and a.labels is not None for a in answers)
        predicts = threshold is None and decides
        if threshold is not None and not scored and any(a is not None and a.error is None for a in answers):
            raise QuestionError(
                Problem(
                    f"the config has threshold {threshold!r}, but no answer has scores",
                    run.source,
                    "give `probabilities` by label, or remove `threshold:` to use the decided labels",
                    code="run_lacks",
                )
            )
        whole = np.array([a is not None and a.error is None for a in answers], np.bool_)
        says = np.array([a is not None and a.labels is not None for a in answers], np.bool_)
        answered = whole & (has | (not scored)) & (says | (not predicts)) & (has | says)
        truths = _indicators([item.labels for item in golden], classes)
        own = _indicators([a.labels if a is not None else None for a in answers], classes)
        decision = own if threshold is None else scores >= threshold
        accounting = account(golden, run, answered)
        notices = _strangers(golden, answers, classes, where=run.source) if predicts else ()
        parts = {"scores": has} if threshold is not None else {"labels": says, "scores": has}
        return cls(
            ids=tuple(golden.items),
            weight=np.array([item.weight for item in golden], np.float64),
            classes=classes,
            truths=truths,
            chosen=np.where(answered[:, None], decision, ~truths),
            strange=np.where(answered & predicts, _unknown(answers, classes), 0),
            scores=scores if decides and not scored else np.where(answered[:, None], scores, 0.0),
            threshold=threshold,
            decided=threshold is not None or predicts,
            numbers=numbers_of(answers),
            answered=answered,
            groups=groups_of(golden.items.values()),
            accounting=accounting,
            notices=notices + incomplete(golden, run, accounting, parts),
        )

    @classmethod
    def of(
        cls,
        truth: Sequence[Sequence[str]],
        predicted: Sequence[Sequence[str] | None] | None = None,
        scores: Sequence[Mapping[str, float] | None] | None = None,
        *,
        threshold: float | None = None,
        weight: Sequence[float] | None = None,
    ) -> MultilabelSample:
        """Build a sample from lists, for examples and tests; ``None`` is a missing answer.

        >>> MultilabelSample.of([["a", "b"], ["b"]], [["a"], ["b"]]).column("tp")
        array([[1., 0.],
               [0., 1.]])
        """
        from gate.golden import GoldenItem, GoldenSet
        from gate.run import Answer, Run
        from gate.samples.classwise import classes_of

        ids = [f"{i:09d}" for i in range(len(truth))]
        weights = weight if weight is not None else [1.0] * len(ids)
        items = {
            i: GoldenItem(i, labels=tuple(sorted(t)), weight=w)
            for i, t, w in zip(ids, truth, weights, strict=True)
        }
        said = predicted if predicted is not None else [None] * len(ids)
        of = scores if scores is not None else [None] * len(ids)
        answers = {
            i: Answer(i, labels=None if p is None else tuple(sorted(p)), probabilities=q)
            for i, p, q in zip(ids, said, of, strict=True)
            if p is not None or q is not None
        }
        golden, run = GoldenSet(items), Run(answers)
        return cls.build(golden, run, classes=classes_of((), golden, [run])[0], threshold=threshold)

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.ids)

    @property
    def has_scores(self) -> bool:
        """Whether the run gives scores."""
        return not bool(np.isnan(self.scores).any())

    @property
    def offers(self) -> frozenset[str]:
        """What a metric may need and this sample has: ``decision``, ``probabilities``."""
        offered = {"decision": self.decided, "probabilities": self.has_scores}
        return frozenset(name for name, there in offered.items() if there)

    def place(self, name: str) -> int | None:
        """Return the place of a label, or ``None`` if it is not known."""
        return self.classes.index(name) if name in self.classes else None

    def column(self, name: str) -> FloatArray:
        """Return ``(n, c)`` by name: what was right (``tp``), decided (``predicted``), and is (``true``).

        A decision for a label that is none of the classes is shared out evenly among the labels that an item
        does not have: each of them it could wrongly have been.
        """
        match name:
            case "true":
                found = self.truths
            case "tp":
                found = self.truths & self.chosen
            case "predicted":
                wrong = ~self.truths | self.truths.all(axis=1, keepdims=True)
                shared = self.strange / wrong.sum(axis=1)
                return np.asarray(self.chosen + wrong * shared[:, None], dtype=np.float64)
            case _:
                raise KeyError(name)
        return found.astype(np.float64)

    def take(self, rows: BoolArray) -> MultilabelSample:
        """Return the items where ``(n,)`` ``rows`` is true; accounting and notices stay the whole's."""
        return replace(
            self,
            **taken(self, rows),
            truths=self.truths[rows],
            chosen=self.chosen[rows],
            strange=self.strange[rows],
            scores=self.scores[rows],
        )


def _indicators(sets: Sequence[Sequence[str] | None], classes: Sequence[str]) -> BoolArray:
    place = {name: i for i, name in enumerate(classes)}
    found = np.zeros((len(sets), len(classes)), np.bool_)
    for row, labels in enumerate(sets):
        for name in labels or ():
            if name in place:
                found[row, place[name]] = True
    return found


def _unknown(answers: Sequence[Answer | None], classes: Sequence[str]) -> IntArray:
    known = frozenset(classes)
    said = (frozenset(a.labels or ()) if a is not None else frozenset() for a in answers)
    return np.array([len(labels - known) for labels in said], np.int64)


def _strangers(
    golden: GoldenSet, answers: Sequence[Answer | None], classes: Sequence[str], *, where: str
) -> tuple[Notice, ...]:
    known = frozenset(classes)
    given = dict(zip(golden.items, answers, strict=True))
    items = [i for i, a in given.items() if a is not None and not known.issuperset(a.labels or ())]
    if not items:
        return ()
    said = {name for a in answers if a is not None for name in a.labels or ()}
    listed = sorted(said - known)
    shown = some(listed)
    if not said & known:
        raise QuestionError(
            Problem(
                f"no decided label ({shown}) is a label of the golden set",
                where,
                "spell the labels of the run as the golden set does",
                code="unknown_class",
            )
        )
    text = (
        f"{counted(len(items), 'item', 'was', 'were')} given labels ({shown}) that the golden set does not "
        "have: wrong decisions, each shared out among the labels that the item does not have"
    )
    return (Notice.about("unknown_label", text, items, where=where),)
