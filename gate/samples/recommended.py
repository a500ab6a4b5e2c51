"""RecommendedSample: what each user liked and where it was recommended, and the lists over a catalogue."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gate.catalogue import Catalogue
from gate.digits import counted
from gate.golden import GoldenItem, GoldenSet
from gate.notice import Notice
from gate.run import Answer, Ranking, Run
from gate.samples.accounting import account
from gate.samples.alongside import groups_of, numbers_of
from gate.samples.lists import Lists
from gate.samples.ranked import RankedSample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import BoolArray, FloatArray


@dataclass(frozen=True, slots=True)
class RecommendedSample(RankedSample):
    """A ranked sample whose queries are users, all of them, and their lists over a catalogue.

    A user without a relevant item has no rank of one, and takes part in what is asked of lists alone: the
    ranking metrics are means over :attr:`ranked`.

    Attributes:
        findable: ``(n,)`` whether the user has a relevant item.
        lists: What each user was shown; ``None`` without a catalogue.
    """

    findable: BoolArray | None = None
    lists: Lists | None = None

    def __post_init__(self) -> None:
        if any(a >= b for a, b in zip(self.ids, self.ids[1:], strict=False)):
            raise ValueError("user ids are not in ascending order, each once")
        if self.findable is None or {len(self.findable), len(self.weight)} != {len(self.ids)}:
            raise ValueError(f"a column does not fit {len(self.ids)} users")
        if self.lists is not None and self.lists.n != len(self.ids):
            raise ValueError(f"there are lists of {self.lists.n} users, and {len(self.ids)} users")

    @classmethod
    def of_users(
        cls, golden: GoldenSet, run: Run, *, relevant_grade: float, depth: int | None = None
    ) -> RecommendedSample:
        """Line ``run`` up with the users of ``golden`` and its catalogue.

        Args:
            golden: Users, what each liked, and perhaps the catalogue.
            run: The list of each user; a missing or errored one is empty.
            relevant_grade: Least grade that counts as relevant.
            depth: How many items of a list are looked up in the catalogue; all if ``None``.
        """
        ranked = RankedSample.build(golden, run, relevant_grade=relevant_grade)
        place = {name: row for row, name in enumerate(golden.items)}
        rows = np.array([place[name] for name in ranked.ids], dtype=np.int64)
        findable = np.zeros(len(golden), dtype=np.bool_)
        findable[rows] = True
        answers = [run.answers.get(name) for name in golden.items]
        returned = [0 if a is None or a.ranking is None else len(a.ranking) for a in answers]
        answered = np.array([a is not None and a.ranking is not None for a in answers], dtype=np.bool_)
        catalogue = golden.catalogue
        return cls(
            tuple(golden.items),
            np.array([item.weight for item in golden], dtype=np.float64),
            rows[ranked.query],
            ranked.rank,
            ranked.grade,
            ranked.ideal_rank,
            np.array(returned, dtype=np.int64),
            float(relevant_grade),
            numbers_of(answers),
            answered,
            groups_of(list(golden)),
            account(golden, run, answered),
            findable=findable,
            lists=None if catalogue is None else Lists.of(catalogue, answers, depth),
        )

    @classmethod
    def of_lists(cls, *lists: Sequence[str], catalogue: Catalogue | Sequence[str]) -> RecommendedSample:
        """Build a sample of users who were shown ``lists`` and like nothing, for examples and tests."""
        width = len(str(len(lists)))
        names = [f"u{i:0{width}}" for i in range(1, len(lists) + 1)]
        known = catalogue if isinstance(catalogue, Catalogue) else Catalogue(tuple(catalogue))
        golden = GoldenSet({i: GoldenItem(i, relevant={}) for i in names}, catalogue=known)
        given = zip(names, lists, strict=True)
        run = Run({i: Answer(i, Ranking(tuple(shown))) for i, shown in given})
        return cls.of_users(golden, run, relevant_grade=1)

    @property
    def shown(self) -> Lists:
        """The lists, where the config was checked to have a catalogue."""
        assert self.lists is not None
        return self.lists

    @property
    def ranked(self) -> RankedSample:
        """The users who have a relevant item, as the queries of a ranked sample."""
        found = self.findable
        assert found is not None
        columns = self.kept(found)
        return RankedSample(relevant_grade=self.relevant_grade, accounting=self.accounting, **columns)

    def spread(self, values: FloatArray) -> FloatArray:
        """Return ``(n,)`` values of all users from those of :attr:`ranked`; NaN for the others."""
        found = np.full(len(self.ids), np.nan)
        found[self.findable] = values
        return found

    def or_worst(self, values: FloatArray, worst: float) -> FloatArray:
        """Put ``worst`` for every user who got no answer; an empty list is one, and stays as it is."""
        return np.asarray(np.where(self.answered, values, worst))

    def take(self, mask: BoolArray) -> RecommendedSample:
        """Return the sample of the users where ``mask`` ``(n,)`` is true; accounting stays the whole's."""
        assert self.findable is not None
        lists = None if self.lists is None else self.lists.take(mask)
        return replace(self, findable=self.findable[mask], lists=lists, **self.kept(mask))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is odd about the lists."""
        strange = () if self.lists is None else self.lists.strange
        if not strange:
            return ()
        text = (
            f"{counted(len(strange), 'recommended item')} not in the catalogue: no metric of the catalogue "
            "counts what it lacks, though that keeps its rank"
        )
        return (Notice.about("outside_catalogue", text, strange),)
