"""TextSample: what a system wrote for every item, beside what would have been right."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from gate.errors import Problem, raise_all
from gate.samples.accounting import account
from gate.samples.alongside import groups_of, numbers_of, taken
from gate.samples.words import is_exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from gate.arrays import BoolArray, FloatArray
    from gate.golden import GoldenSet
    from gate.notice import Notice
    from gate.run import Run
    from gate.samples.accounting import Accounting
    from gate.samples.repeated import Repeated

    Counting = Callable[..., tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class TextSample:
    """n items, each with a text and the references that it is held against.

    Attributes:
        ids: ``n`` item ids, ascending.
        weight: ``(n,)``, > 0.
        texts: ``n`` answers; ``None`` where there is none.
        references: ``n`` lists of at least one text each.
        checked: ``{module:name: (n,)}`` what each function of the user says, in [0, 1]; NaN without an
            answer.
        numbers, groups, accounting, answered, repeated: As in
            :class:`~gate.samples.ranked.RankedSample`.
        notices: What a reader of the result should know about the answers.
        counted: What was counted before, by what was asked of which texts; shared by samples that were
            taken from one another.
    """

    ids: tuple[str, ...]
    weight: FloatArray
    texts: tuple[str | None, ...]
    references: tuple[tuple[str, ...], ...]
    checked: Mapping[str, FloatArray]
    numbers: Mapping[str, FloatArray]
    answered: BoolArray
    groups: Mapping[str, tuple[str, ...]]
    accounting: Accounting
    notices: tuple[Notice, ...] = ()
    repeated: Repeated | None = None
    counted: dict[Any, tuple[float, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def build(cls, golden: GoldenSet, run: Run, *, functions: Iterable[str] = ()) -> TextSample:
        """Line ``run`` up with ``golden``.

        Args:
            golden: Items with references.
            run: What the system wrote, with what functions of the user said of it.
            functions: Those of them that the config asks.

        Raises:
            QuestionError: An item has no reference.
        """
        raise_all(
            Problem(
                f"item {item.id!r} has no reference",
                f"{golden.source}:{item.line}",
                "give it a text",
                code="reference_missing",
            )
            for item in golden
            if not item.references
        )
        answers = [run.answers.get(i) for i in golden.items]
        texts = tuple(a.text if a is not None else None for a in answers)
        answered = np.array([text is not None for text in texts], np.bool_)
        said: list[Mapping[str, float]] = [a.checked if a is not None else {} for a in answers]
        return cls(
            ids=tuple(golden.items),
            weight=np.array([item.weight for item in golden], np.float64),
            texts=texts,
            references=tuple(item.references or () for item in golden),
            checked={f: np.array([of.get(f, math.nan) for of in said], np.float64) for f in functions},
            numbers=numbers_of(answers),
            answered=answered,
            groups=groups_of(golden.items.values()),
            accounting=account(golden, run, answered),
        )

    @classmethod
    def of(cls, *pairs: tuple[str | None, str | Sequence[str]]) -> TextSample:
        """Build a sample from ``(answer, reference or references)`` pairs, for examples and tests.

        >>> TextSample.of(("yes", "yes"), (None, ["no", "never"])).answered.tolist()
        [True, False]
        """
        from gate.golden import GoldenItem, GoldenSet
        from gate.run import Answer, Run

        golden, run = {}, {}
        for i, (text, reference) in enumerate(pairs):
            name = f"{i:09d}"
            right = (reference,) if isinstance(reference, str) else tuple(reference)
            golden[name] = GoldenItem(name, references=right)
            if text is not None:
                run[name] = Answer(name, text=text)
        return cls.build(GoldenSet(golden), Run(run))

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.ids)

    @property
    def offers(self) -> frozenset[str]:
        """What a metric may need and this sample has: nothing but the texts."""
        return frozenset()

    def each(self, counting: Counting, *settings: Any) -> FloatArray:
        """Return ``(n, c)``: what ``counting(text, references, *settings)`` says of every item.

        Equal texts are counted once. The text is ``None`` where there is no answer.
        """
        rows = []
        for text, references in zip(self.texts, self.references, strict=True):
            key = (counting, settings, text, references)
            if key not in self.counted:
                self.counted[key] = counting(text, references, *settings)
            rows.append(self.counted[key])
        width = len(rows[0] if rows else counting(None, ("",), *settings))
        return np.array(rows, np.float64).reshape(len(rows), width)

    def values(self, judge: Callable[..., float], *settings: Any) -> FloatArray:
        """Return ``(n,)``: what ``judge(text, references, *settings)`` says of every answer.

        Without an answer it is 0, but NaN where it would be undefined for any answer: an empty one tells.
        """
        empty = np.array([text is None for text in self.texts], np.bool_)
        found = self.each(_single, judge, *settings)[:, 0]
        return np.asarray(np.where(empty & ~np.isnan(found), 0.0, found))

    @property
    def right(self) -> BoolArray:
        """``(n,)``: whether a text is right, yes or no: for items that must not break.

        Every function of the user that was asked says at least one half; where none was, the text is one of
        its references, as :func:`~gate.samples.words.is_exact` compares them.
        """
        if self.checked:
            return np.asarray(np.all([said >= 0.5 for said in self.checked.values()], axis=0))
        return np.asarray(self.values(is_exact) == 1)

    def take(self, rows: BoolArray) -> TextSample:
        """Return the items where ``(n,)`` ``rows`` is true; accounting and notices stay the whole's."""
        return replace(
            self,
            **taken(self, rows),
            texts=tuple(compress(self.texts, rows)),
            references=tuple(compress(self.references, rows)),
            checked={name: values[rows] for name, values in self.checked.items()},
        )


def _single(
    text: str | None, references: tuple[str, ...], judge: Callable[..., float], *settings: Any
) -> tuple[float, ...]:
    return (judge(text or "", references, *settings),)
