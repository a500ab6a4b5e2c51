"""RankedSample: the judged documents of every query, with the rank each one got."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from gate.golden import GoldenItem, GoldenSet
from gate.placing import ranks
from gate.run import Answer, Ranking, Run
from gate.samples.accounting import Accounting, account
from gate.samples.alongside import groups_of, numbers_of, taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.samples.repeated import Repeated

NO_RELEVANT_DOCUMENT = "no_relevant_document"
"""Rule under which a query without anything to find is excluded, on both sides of a comparison."""

_NOTHING = Ranking(())


@dataclass(frozen=True, slots=True)
class RankedSample:
    """n queries and their m judged documents, flat: one row a judged document.

    A rank is 1 for the first result and infinity for a document that was not returned, so
    ``1 / rank`` is 0 for what is missing. Rows stand by query, then by rank, then by ideal rank: rows
    that this leaves equal are interchangeable, so sums do not depend on the order of the files.
    Unjudged documents occupy their ranks and are not stored.

    Attributes:
        ids: ``n`` query ids, ascending.
        weight: ``(n,)``, > 0.
        query: ``(m,)`` row of the query that each judged document belongs to, ascending; every query
            has at least one.
        rank: ``(m,)`` from 1; infinity if not returned.
        grade: ``(m,)`` as judged; may be negative or fractional.
        ideal_rank: ``(m,)`` its rank, from 1, in the query's best possible order (grade descending).
        returned: ``(n,)`` number of documents the system returned.
        relevant_grade: Least grade that counts as relevant for binary metrics.
        numbers: ``{field: (n,)}`` further numbers of the answers; NaN where the run has none.
        answered: ``(n,)`` False where the answer is missing or an error.
        groups: ``{slice field: n values}``; ``""`` where the item has none.
        accounting: Where the golden items went.
        repeated: All answers, where items were asked more than once; the rest is then of one answer each.

    Raises:
        ValueError: Shapes disagree, or rows, ids or weights break what is said above.
    """

    ids: tuple[str, ...]
    weight: FloatArray
    query: IntArray
    rank: FloatArray
    grade: FloatArray
    ideal_rank: FloatArray
    returned: IntArray
    relevant_grade: float
    numbers: Mapping[str, FloatArray]
    answered: BoolArray
    groups: Mapping[str, tuple[str, ...]]
    accounting: Accounting
    repeated: Repeated | None = None

    def __post_init__(self) -> None:
        n, m = len(self.ids), len(self.query)
        of_queries = [self.weight, self.returned, self.answered, *self.numbers.values()]
        of_documents = [self.rank, self.grade, self.ideal_rank]
        lengths = {c.shape for c in of_queries} | {(len(names),) for names in self.groups.values()}
        if lengths != {(n,)} or {c.shape for c in of_documents} != {(m,)}:
            raise ValueError(f"a column does not fit {n} queries or {m} judged documents")
        if any(a >= b for a, b in zip(self.ids, self.ids[1:], strict=False)):
            raise ValueError("query ids are not in ascending order, each once")
        if not np.all(self.weight > 0):
            raise ValueError("a weight is not above 0")
        if not np.array_equal(self.query[_starts(self.query)], np.arange(n)):
            raise ValueError("judged documents do not stand by query, at least one each")

    @classmethod
    def build(cls, golden: GoldenSet, run: Run, *, relevant_grade: float) -> RankedSample:
        """Line ``run`` up with ``golden``.

        Args:
            golden: Judgements; the queries that are averaged over.
            run: Answers. Queries that ``golden`` does not know are ignored and counted.
            relevant_grade: Least grade that counts as relevant for binary metrics.

        Returns:
            The sample. Queries without a document of at least ``relevant_grade`` are excluded under
            the rule ``no_relevant_document``, from graded metrics too (with ``relevant_grade`` 2, nDCG
            would be defined for a query whose best document has grade 1): all metrics of a report are
            means over the same queries. A missing or errored answer is an empty list.
        """
        every = list(golden)
        sizes = np.array([len(item.relevant or ()) for item in every], dtype=np.int64)
        of_items = (item.relevant.values() for item in every if item.relevant)
        grade = np.fromiter(chain.from_iterable(of_items), dtype=np.float64, count=int(sizes.sum()))
        owners = np.repeat(np.arange(len(every)), sizes)
        is_findable = np.bincount(owners[grade >= relevant_grade], minlength=len(every)) > 0
        items = [item for item, kept in zip(every, is_findable.tolist(), strict=True) if kept]
        excluded = [item.id for item, kept in zip(every, is_findable.tolist(), strict=True) if not kept]
        ids = tuple(item.id for item in items)
        answers = [run.answers.get(i) for i in ids]
        rankings = [_NOTHING if a is None or a.ranking is None else a.ranking for a in answers]
        grade, sizes = grade[is_findable[owners]], sizes[is_findable]
        query = np.repeat(np.arange(len(ids)), sizes)
        rank = ranks(rankings, [item.relevant or {} for item in items])
        order = _order(query, rank, -grade)
        query, rank, grade = query[order], rank[order], grade[order]
        answered = np.array([a is not None and a.ranking is not None for a in answers], dtype=np.bool_)
        left_out = {NO_RELEVANT_DOCUMENT: excluded} if excluded else None
        return cls(
            ids,
            np.array([item.weight for item in items], dtype=np.float64),
            query,
            rank,
            grade,
            _ideal_rank(query, grade),
            np.array([len(ranking) for ranking in rankings], dtype=np.int64),
            float(relevant_grade),
            numbers_of(answers),
            answered,
            groups_of(items),
            account(golden, run, answered, excluded=left_out),
        )

    @classmethod
    def of(cls, *queries: tuple[list[str], dict[str, float]], relevant_grade: float = 1) -> RankedSample:
        """Build a sample from ``(ranked list, {document: grade})`` pairs, for examples and tests."""
        width = len(str(len(queries)))
        golden, run = {}, {}
        for i, (ranked, grades) in enumerate(queries, start=1):
            name = f"q{i:0{width}}"
            golden[name] = GoldenItem(name, relevant=grades)
            run[name] = Answer(name, Ranking(tuple(ranked)))
        return cls.build(GoldenSet(golden), Run(run), relevant_grade=relevant_grade)

    @property
    def n(self) -> int:
        """Number of queries."""
        return len(self.ids)

    @property
    def is_relevant(self) -> BoolArray:
        """``(m,)``: whether a judged document counts as relevant for binary metrics."""
        return np.asarray(self.grade >= self.relevant_grade)

    @property
    def relevant(self) -> FloatArray:
        """``(n,)`` number of relevant documents of each query, at least 1."""
        return self.total(self.is_relevant)

    def within(self, k: float) -> BoolArray:
        """``(m,)``: whether a judged document was returned, among the first ``k`` (or ``math.inf``)."""
        return np.asarray((self.rank <= k) & np.isfinite(self.rank))

    def hits(self, k: float) -> FloatArray:
        """``(n,)`` number of relevant documents among the first ``k`` results (or ``math.inf``)."""
        return self.total(self.is_relevant & self.within(k))

    def total(self, values: FloatArray | BoolArray) -> FloatArray:
        """Sum ``(m,)`` values of judged documents to ``(n,)`` values of queries."""
        sums = np.bincount(self.query, weights=values, minlength=self.n)
        return np.asarray(sums, dtype=np.float64)

    def largest(self, values: FloatArray) -> FloatArray:
        """Return the ``(n,)`` largest of each query's ``(m,)`` values."""
        return np.asarray(np.maximum.reduceat(values, _starts(self.query)))

    def so_far(self, counted: BoolArray) -> FloatArray:
        """Count, for each of ``(m,)`` rows, the ``counted`` rows of its query down to and with it."""
        running = np.cumsum(counted, dtype=np.float64)
        before = np.concatenate(([0.0], running))[_starts(self.query)]
        return np.asarray(running - before[self.query])

    def take(self, mask: BoolArray) -> RankedSample:
        """Return the sample of the queries where ``mask`` ``(n,)`` is true; accounting stays the whole's."""
        return replace(self, **self.kept(mask))

    def kept(self, mask: BoolArray) -> dict[str, Any]:
        """Return the columns of the queries where ``mask`` ``(n,)`` is true, by name."""
        rows = mask[self.query]
        return {
            **taken(self, mask),
            "query": (np.cumsum(mask) - 1)[self.query[rows]],
            "rank": self.rank[rows],
            "grade": self.grade[rows],
            "ideal_rank": self.ideal_rank[rows],
            "returned": self.returned[mask],
        }


def queries_tied_at(run: Run, ids: Iterable[str], k: int) -> list[str]:
    """Return those of ``ids`` whose answers have equal scores on both sides of cut-off ``k``.

    There the order of ids decided what was among the first ``k``, not the system.
    """
    found = []
    for i in ids:
        answer = run.answers.get(i)
        if answer is not None and answer.ranking is not None and answer.ranking.tie_at(k):
            found.append(i)
    return found


def _starts(query: IntArray) -> IntArray:
    """Return the first row of each query."""
    return np.flatnonzero(np.diff(query, prepend=-1))


def _ideal_rank(query: IntArray, grade: FloatArray) -> FloatArray:
    """Number each query's documents from 1 by descending grade; equal grades as they stand."""
    starts = _starts(query)
    place = np.empty(len(query))
    place[_order(query, -grade)] = np.arange(1, len(query) + 1)
    return np.asarray(place - np.repeat(starts, np.diff(starts, append=len(query))))


def _order(*columns: IntArray | FloatArray) -> IntArray:
    """Return the rows in the order of ``columns``, the first decides first; equal rows as they stand.

    What a lexsort returns, from one sort of whole numbers that hold all columns and the row itself.
    """
    rows = len(columns[0])
    key, bits = np.zeros(rows, dtype=np.int64), 0
    for column in columns:
        codes, width = _codes(column)
        key, bits = key << width | codes, bits + width
    width = rows.bit_length()
    if bits + width > 63:
        return np.lexsort(columns[::-1])
    key = key << width | np.arange(rows)
    key.sort()
    return np.asarray(key & (1 << width) - 1)


def _codes(column: IntArray | FloatArray) -> tuple[IntArray, int]:
    """Return whole numbers from 0 in the order of ``column``, which may hold infinity, and their bits."""
    finite = np.isfinite(column)
    low, high = column.min(initial=0), column.max(where=finite, initial=0)
    if high - low < 2**31:
        # Ranks, and most grades, are whole numbers already.
        moved = np.where(finite, column - low, high - low + 1)
        codes = moved.astype(np.int64)
        if np.array_equal(codes, moved):
            return codes, int(high - low + 1).bit_length()
    values, codes = np.unique(column, return_inverse=True)
    return codes, len(values).bit_length()
