"""RatedSample: what people and a judge said of every item, lined up."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.errors import Problem, QuestionError
from gate.samples.accounting import Accounting, account
from gate.samples.alongside import groups_of, numbers_of
from gate.samples.categorical import NONE, CategoricalSample
from gate.samples.leaning import Leaning, of_length, of_producer
from gate.samples.misfits import mismatch, some, strangers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gate.arrays import BoolArray, IntArray
    from gate.golden import GoldenSet
    from gate.run import Run


@dataclass(frozen=True, slots=True)
class RatedSample(CategoricalSample):
    """n items with c verdicts: the people's label is the true class, the judge's verdict the decision.

    An item whose raters are divided has no label: its ``truth`` is :data:`NONE`, and it takes part only in
    what looks at the raters themselves. A verdict that is none of ``classes`` is a wrong one; an item
    without a verdict counts as disagreement unless a metric is spelt with ``missing=skip``.

    Attributes:
        ratings: ``(n, r)`` place of each rater's verdict; :data:`NONE` where a rater gave none. Where
            nobody is named, the label is the one rater.
        positive: Place of the verdict that is a pass; :data:`NONE` if the config names none.
        pair: Places of the verdicts for the answer shown first, and second; ``None`` without a pair.
        swapped: ``(n,)`` place of the verdict with the answers in the other order; :data:`NONE` without.
        leanings: By what a judge could be swayed: ``length``, ``producer``, as far as they are known.
        is_ordered: Whether ``classes`` go from lowest to highest, as somebody declared.
    """

    ratings: IntArray = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    positive: int = NONE
    pair: tuple[int, int] | None = None
    swapped: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    leanings: Mapping[str, Leaning] = field(default_factory=dict)
    is_ordered: bool = False

    @classmethod
    def line_up(
        cls,
        golden: GoldenSet,
        run: Run,
        *,
        classes: Sequence[str],
        positive: str | None = None,
        pair: tuple[str, str] | None = None,
        own: Sequence[str] = (),
        is_ordered: bool = False,
    ) -> RatedSample:
        """Line a judge's verdicts up with what people said; verdicts are matched by name.

        An answer counts if it has a verdict; in a run that has no verdicts at all, if it has a number.

        Args:
            golden: Items with a label, ratings or both.
            run: The judge's verdicts.
            classes: All verdicts, from lowest to highest where they have an order.
            positive: The one that is a pass.
            pair: Those for the answer shown first, and second.
            own: Producers whose answers are the judge's own.
            is_ordered: Whether somebody declared the order of ``classes``.

        Raises:
            QuestionError: No answer has a verdict or a number, or no verdict is one of ``classes``.
        """
        answers = [run.answers.get(i) for i in golden.items]
        place = {name: i for i, name in enumerate(classes)}
        said = [a.predicted if a is not None and a.error is None else None for a in answers]
        judged = np.array([verdict is not None for verdict in said], np.bool_)
        answered = judged
        if not judged.any():
            numbered = [a is not None and a.error is None and bool(a.numbers) for a in answers]
            answered = np.array(numbered, np.bool_)
        choice = _places(said, place)
        if not answered.any() and any(a is not None and a.error is None for a in answers):
            raise QuestionError(
                Problem(
                    "no answer has a verdict",
                    run.source,
                    f"give it `predicted`, one of {some(classes)}",
                    code="run_lacks",
                )
            )
        notices = strangers(golden, said, judged & (choice == NONE), classes, where=run.source)
        if notices and bool((choice[judged] == NONE).all()):
            raise QuestionError(mismatch(said, classes, where=run.source))
        truth = _places([item.label for item in golden], place)
        raters = sorted({name for item in golden if item.rating for name in item.rating.raters})
        by_rater = [
            _places([item.rating.raters.get(name) if item.rating else None for item in golden], place)
            for name in raters
        ]
        ratings = np.column_stack(by_rater or [truth])
        # A label without named raters is one verdict of somebody.
        unnamed = (ratings == NONE).all(axis=1)
        ratings[unnamed, 0] = truth[unnamed]
        swapped = [a.swapped if a is not None else None for a in answers]
        leanings = {"length": of_length(golden, place), "producer": of_producer(golden, place, own)}
        return cls(
            ids=tuple(golden.items),
            weight=np.array([item.weight for item in golden], np.float64),
            classes=tuple(classes),
            further=(),
            truth=truth,
            choice=choice,
            probabilities=np.full((len(answers), len(classes)), np.nan),
            prices=None,
            numbers=numbers_of(answers),
            answered=answered,
            groups=groups_of(golden.items.values()),
            accounting=_divided(account(golden, run, answered), golden, truth),
            notices=notices,
            ratings=ratings,
            positive=NONE if positive is None else place[positive],
            pair=None if pair is None else (place[pair[0]], place[pair[1]]),
            swapped=_places(swapped, place),
            leanings={name: found for name, found in leanings.items() if found is not None},
            is_ordered=is_ordered,
        )

    @property
    def counts(self) -> IntArray:
        """``(c,)`` number of items that people gave each verdict, unweighted."""
        return np.bincount(self.truth[self.labelled], minlength=len(self.classes))

    @property
    def labelled(self) -> BoolArray:
        """``(n,)`` whether people agree enough on an item for it to have a label."""
        return np.asarray(self.truth != NONE)

    @property
    def offers(self) -> frozenset[str]:
        """What a metric may need and this sample has."""
        single = any(not each.is_pair for each in self.leanings.values())
        swayed = self.leanings if not single or self.positive != NONE else ()
        offered = {
            "verdict": bool((self.choice != NONE).any()) or not self.numbers,
            "positive": self.positive != NONE,
            "pair": self.pair is not None,
            "swapped": bool((self.swapped != NONE).any()),
            **dict.fromkeys(swayed, True),
        }
        return frozenset(name for name, there in offered.items() if there)

    def compared(self, missing: str) -> BoolArray:
        """Return ``(n,)``: the items on which judge and people are compared.

        Args:
            missing: ``"disagree"`` or ``"skip"``: what becomes of items without a verdict.
        """
        return self.labelled & self.answered if missing == "skip" else self.labelled

    def take(self, rows: BoolArray) -> RatedSample:
        """Return the items where ``(n,)`` ``rows`` is true; accounting and notices stay the whole's."""
        taken = CategoricalSample.take(self, rows)
        assert isinstance(taken, RatedSample)
        return replace(
            taken,
            ratings=self.ratings[rows],
            swapped=self.swapped[rows],
            leanings={name: each.take(rows) for name, each in self.leanings.items()},
        )

    @classmethod
    def given(
        cls,
        people: Sequence[str | Mapping[str, str]],
        judge: Sequence[str | None],
        *,
        classes: Sequence[str] = (),
        swapped: Sequence[str | None] | None = None,
        length: Sequence[float | Mapping[str, float]] | None = None,
        producer: Sequence[str | Mapping[str, str]] | None = None,
        weight: Sequence[float] | None = None,
        positive: str | None = None,
        pair: tuple[str, str] | None = None,
        own: Sequence[str] = (),
        numbers: Mapping[str, Sequence[float | None]] | None = None,
    ) -> RatedSample:
        """Build a sample from lists, for examples and tests; ``None`` is a missing verdict, or number.

        The order of ``classes`` counts as declared.

        >>> RatedSample.given(["good", "bad"], ["good", None]).answered.tolist()
        [True, False]
        """
        from gate.golden import GoldenItem, GoldenSet
        from gate.rating import Rating
        from gate.run import Answer, Run

        ids = [f"{i:09d}" for i in range(len(people))]
        items = {}
        for row, (ident, said) in enumerate(zip(ids, people, strict=True)):
            rating = Rating(
                {} if isinstance(said, str) else said,
                length[row] if length else None,
                producer[row] if producer else None,
            )
            label = said if isinstance(said, str) else rating.majority
            items[ident] = GoldenItem(ident, label=label, rating=rating, weight=weight[row] if weight else 1)
        turned = swapped or [None] * len(ids)
        given = {name: dict(zip(ids, each, strict=True)) for name, each in (numbers or {}).items()}
        beside = [
            {name: number for name, each in given.items() if (number := each[i]) is not None} for i in ids
        ]
        answers = {
            i: Answer(i, predicted=verdict, swapped=other, numbers=own_numbers)
            for i, verdict, other, own_numbers in zip(ids, judge, turned, beside, strict=True)
            if verdict is not None or own_numbers
        }
        golden = GoldenSet(items)
        known = verdicts_of(classes, golden)
        return cls.line_up(
            golden,
            Run(answers),
            classes=known,
            positive=positive,
            pair=pair,
            own=own,
            is_ordered=bool(classes),
        )


def verdicts_of(declared: Sequence[str], golden: GoldenSet) -> tuple[str, ...]:
    """Return all verdicts: the declared ones, in their order, then what else people said, sorted."""
    labels = {item.label for item in golden if item.label is not None}
    said = {verdict for item in golden if item.rating for verdict in item.rating.raters.values()}
    return (*declared, *sorted((labels | said) - set(declared)))


def _places(said: Iterable[str | None], place: Mapping[str, int]) -> IntArray:
    return np.array([NONE if verdict is None else place.get(verdict, NONE) for verdict in said], np.int64)


def _divided(found: Accounting, golden: GoldenSet, truth: IntArray) -> Accounting:
    """Move items whose raters are divided out of the other buckets, under a rule of their own."""
    divided = {item.id for item, place in zip(golden, truth, strict=True) if place == NONE}
    if not divided:
        return found
    kept = {
        each.name: tuple(i for i in getattr(found, each.name) if i not in divided)
        for each in fields(Accounting)
        if each.name in {"scored", "errored", "missing"}
    }
    return replace(found, **kept, excluded={"divided_raters": tuple(sorted(divided))})
