"""LabelledSample: true class, score and decision of every item of a binary classifier."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from gate.digits import counted
from gate.errors import Problem, QuestionError, raise_all
from gate.samples import two_classes
from gate.samples.accounting import Accounting, account
from gate.samples.alongside import groups_of, numbers_of, taken
from gate.samples.misfits import incomplete, mismatch, strangers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.golden import GoldenSet
    from gate.notice import Notice
    from gate.run import Answer, Run
    from gate.samples.repeated import Repeated


@dataclass(frozen=True, slots=True)
class Costs:
    """Price of each kind of error, >= 0 and not both 0; a right decision costs nothing."""

    false_negative: float
    false_positive: float


@dataclass(frozen=True, slots=True)
class LabelledSample:
    """n items with a true class each.

    An item without an answer is scored as worst: a positive gets score ``-inf``, a negative ``+inf``,
    and the decision is the wrong one. An answer counts only if it is whole: it has a score where
    other answers have one, and a predicted class where predictions decide.

    Attributes:
        ids: ``n`` item ids, ascending.
        weight: ``(n,)``, > 0.
        positive: ``(n,)`` whether the true class is the positive one.
        score: ``(n,)`` larger is more positive; NaN never; all NaN if the run has only decisions.
        flagged: ``(n,)`` whether the system decided "positive": ``score >= threshold``, or the
            predicted class where the run gives one and the config no threshold.
        threshold: The threshold behind ``flagged``; ``None`` if there is none.
        costs: Prices of errors; ``None`` if the config has none.
        numbers, groups, accounting: As in :class:`~gate.samples.ranked.RankedSample`.
        answered: ``(n,)`` False where the answer is missing, incomplete or an error.
        decided: Whether ``flagged`` means anything: there is a threshold, or predictions.
        notices: What a reader of the result should know about the answers.
        where: ``file:line`` of the answer to an item; ``None`` if nobody knows.
    """

    ids: tuple[str, ...]
    weight: FloatArray
    positive: BoolArray
    score: FloatArray
    flagged: BoolArray
    threshold: float | None
    costs: Costs | None
    numbers: Mapping[str, FloatArray]
    answered: BoolArray
    groups: Mapping[str, tuple[str, ...]]
    accounting: Accounting
    decided: bool
    notices: tuple[Notice, ...] = ()
    repeated: Repeated | None = None
    where: Callable[[str], str] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def build(
        cls,
        golden: GoldenSet,
        run: Run,
        *,
        positive: str,
        threshold: float | None,
        costs: Costs | None,
    ) -> LabelledSample:
        """Line ``run`` up with ``golden``.

        A threshold outranks predicted classes; where the two disagree, a notice counts the items.
        Without one the predicted class decides; a class that the golden set does not have is a wrong
        decision, with a notice.

        Args:
            golden: Items with a ``label`` each, of at most two classes.
            run: Scores, predicted classes, or both.
            positive: The class to be found, spelt as in the golden set.
            threshold: Least score that is flagged; ``None`` if the config has none.
            costs: Prices of errors.

        Raises:
            QuestionError: A label is missing; there are more than two classes, or two and neither is
                ``positive``; a score is NaN; a threshold meets a run without scores; or no
                prediction at all is a class of the golden set.
        """
        known = two_classes.of(golden, positive)
        answers = [run.answers.get(i) for i in golden.items]
        _refuse_nan(answers, run.source)
        scored = any(a is not None and a.score is not None for a in answers)
        predicts = any(a is not None and a.predicted is not None for a in answers)
        if threshold is not None and predicts and not scored:
            raise QuestionError(
                Problem(
                    f"the config has threshold {threshold!r}, but no answer has a score",
                    run.source,
                    "give each answer a score, or remove `threshold:` to use the predicted classes",
                    code="run_lacks",
                )
            )
        by_class = threshold is None and predicts
        whole = np.array([a is not None and a.error is None for a in answers], np.bool_)
        has_score = np.array([a is not None and a.score is not None for a in answers], np.bool_)
        has_class = np.array([a is not None and a.predicted is not None for a in answers], np.bool_)
        answered = whole & (has_score | has_class)
        answered &= (has_score | (not scored)) & (has_class | (not by_class))
        truth = np.array([item.label == positive for item in golden], np.bool_)
        worst = np.where(truth, -math.inf, math.inf)
        score = np.array([math.nan if a is None or a.score is None else a.score for a in answers])
        score = np.where(answered | predicts & (not scored), score, worst)
        predicted = [a.predicted if a is not None else None for a in answers]
        decision = np.array([p == positive for p in predicted], np.bool_)
        notices: tuple[Notice, ...] = ()
        if threshold is not None:
            flagged = np.where(answered, score >= threshold, ~truth)
            notices = two_classes.overruled(golden, predicted, flagged, positive, where=run.source)
        elif by_class:
            strange = answered & two_classes.unknown(predicted, known)
            notices = strangers(golden, predicted, strange, sorted(known), where=run.source)
            if notices and bool((strange == answered).all()):
                raise QuestionError(mismatch(predicted, sorted(known), where=run.source))
            flagged = np.where(answered & ~strange, decision, ~truth)
        else:
            flagged = ~truth & ~answered
        accounting = account(golden, run, answered)
        parts = {"score": has_score} if threshold is not None else {"class": has_class, "score": has_score}
        notices += incomplete(golden, run, accounting, parts)
        return cls(
            ids=tuple(golden.items),
            weight=np.array([item.weight for item in golden], np.float64),
            positive=truth,
            score=score,
            flagged=flagged,
            threshold=threshold,
            costs=costs,
            numbers=numbers_of(answers),
            answered=answered,
            groups=groups_of(golden.items.values()),
            accounting=accounting,
            decided=threshold is not None or by_class,
            notices=notices,
            where=run.where,
        )

    @classmethod
    def of(
        cls,
        positive: Sequence[int],
        score: Sequence[float | None],
        *,
        threshold: float | None = None,
        costs: Costs | None = None,
        weight: Sequence[float] | None = None,
    ) -> LabelledSample:
        """Build a sample from 0/1 labels and scores, for examples and tests.

        A score of ``None`` is a missing answer. Ids number the items in the order given.

        >>> LabelledSample.of([1, 0, 1], [0.9, 0.6, None], threshold=0.5).column("fn")
        array([0., 0., 1.])
        """
        truth = np.array(positive, np.bool_)
        answered = np.array([s is not None for s in score], np.bool_)
        worst = np.where(truth, -math.inf, math.inf)
        values = np.where(answered, np.array([s if s is not None else 0.0 for s in score]), worst)
        ids = tuple(f"{i:09d}" for i in range(len(truth)))
        cut = math.inf if threshold is None else threshold
        return cls(
            ids=ids,
            weight=np.ones(len(truth)) if weight is None else np.array(weight, np.float64),
            positive=truth,
            score=values,
            flagged=np.where(answered, (values >= cut) & (threshold is not None), ~truth),
            threshold=threshold,
            costs=costs,
            numbers={},
            answered=answered,
            groups={},
            accounting=Accounting(tuple(compress(ids, answered)), missing=tuple(compress(ids, ~answered))),
            decided=threshold is not None,
        )

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.ids)

    @property
    def positives(self) -> int:
        """Number of items whose true class is the positive one, unweighted."""
        return int(self.positive.sum())

    @property
    def offers(self) -> frozenset[str]:
        """What a metric may need and this sample has: of ``"threshold"``, ``"costs"``, ``"score"``.

        Predicted classes count as ``"threshold"``: there is a decision to judge.
        """
        has_scores = not bool(np.isnan(self.score).any())
        offered = {"threshold": self.decided, "costs": self.costs is not None, "score": has_scores}
        return frozenset(name for name, there in offered.items() if there)

    @property
    def probability(self) -> FloatArray:
        """``(n,)`` scores as probabilities of the positive class; an unanswered item is surely wrong.

        Raises:
            QuestionError: A score lies outside [0, 1]; the message names the first such item.
        """
        outside = self.answered & ~((self.score >= 0) & (self.score <= 1))
        if outside.any():
            row = int(outside.argmax())
            raise QuestionError(
                Problem(
                    f"score {float(self.score[row])!r} of item {self.ids[row]!r} is not a probability"
                    f" ({counted(int(outside.sum()), 'score')} outside 0 to 1)",
                    self.where(self.ids[row]) if self.where else "",
                    fix="give probabilities as scores, or leave `brier` and `log_loss` out",
                    code="no_probability",
                )
            )
        return np.clip(self.score, 0.0, 1.0)

    def column(self, name: str) -> FloatArray:
        """Return a 0/1 column ``(n,)`` by name: ``tp``, ``fp``, ``fn`` or ``tn``."""
        match name:
            case "tp":
                hit = self.positive & self.flagged
            case "fp":
                hit = ~self.positive & self.flagged
            case "fn":
                hit = self.positive & ~self.flagged
            case "tn":
                hit = ~self.positive & ~self.flagged
            case _:
                raise KeyError(name)
        return np.asarray(hit, dtype=np.float64)

    def take(self, rows: BoolArray) -> LabelledSample:
        """Return the items where ``(n,)`` ``rows`` is true; accounting and notices stay the whole's."""
        return replace(
            self,
            **taken(self, rows),
            positive=self.positive[rows],
            score=self.score[rows],
            flagged=self.flagged[rows],
        )


def _refuse_nan(answers: Sequence[Answer | None], source: str) -> None:
    raise_all(
        Problem(
            f"the score of item {a.id!r} is NaN",
            source,
            "leave the score out if there is none",
            code="not_a_number",
        )
        for a in answers
        if a is not None and a.score is not None and math.isnan(a.score)
    )
