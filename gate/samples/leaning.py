"""Leaning: by what a judge could be swayed that has nothing to do with quality.

Either one answer is judged, and it is marked (long, or the judge's own) or not; or two are compared, and
one of them is: then a verdict names it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from gate.arrays import BoolArray, FloatArray, IntArray
    from gate.golden import GoldenSet

UNKNOWN = -1
"""Neither marked nor not: nothing is known, or both answers of a pair are alike."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """Which answers are marked.

    Attributes:
        is_pair: Whether verdicts compare two answers.
        at: ``(n,)`` of a pair the place of the verdict for the marked answer; of a single answer 1 where it
            is marked and 0 where not; :data:`UNKNOWN` elsewhere.
    """

    is_pair: bool
    at: IntArray

    def take(self, rows: BoolArray) -> Leaning:
        """Return the rows where ``(n,)`` ``rows`` is true."""
        return replace(self, at=self.at[rows])

    def columns(self, truth: IntArray, choice: IntArray, positive: int, rows: BoolArray) -> FloatArray:
        """Return ``(n, 4)``: on marked answers how far the judge exceeds the people, and 1; then on others.

        An item's excess is 1 where the judge gave the verdict in favour of it and people did not, -1 the
        other way round, and 0 where they agree. A pair has no others: the columns are ``(n, 2)``.

        Args:
            truth: ``(n,)`` places of the people's verdicts.
            choice: ``(n,)`` places of the judge's.
            positive: Place of the verdict that is a pass; for single answers.
            rows: ``(n,)`` items with both verdicts; all others are NaN, as are those of unknown mark.
        """
        favour = self.at if self.is_pair else np.full(len(self.at), positive)
        excess = (choice == favour).astype(np.float64) - (truth == favour)
        marked = self.at != UNKNOWN if self.is_pair else self.at == 1
        found = np.column_stack([excess * marked, marked, excess * ~marked, ~marked]).astype(np.float64)
        found[~rows | (self.at == UNKNOWN)] = np.nan
        return found[:, :2] if self.is_pair else found


def excess(totals: FloatArray) -> FloatArray:
    """Return ``(r,)`` from ``(r, 2)`` or ``(r, 4)`` totals of :meth:`Leaning.columns`: the mean excess.

    Of single answers it is that on marked ones less that on the others; NaN where there are none of either.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        found = [totals[:, i] / totals[:, i + 1] for i in range(0, totals.shape[1], 2)]
    return np.asarray(found[0] - found[1] if len(found) == 2 else found[0])


def of_length(golden: GoldenSet, place: Mapping[str, int]) -> Leaning | None:
    """Mark the longer answer of each pair; of single answers those longer than the median.

    ``None`` where no item says a length. The median is that of the whole golden set.
    """
    given = [item.rating.length if item.rating else None for item in golden]
    if all(length is None for length in given):
        return None
    if any(isinstance(length, Mapping) for length in given):
        return Leaning(is_pair=True, at=np.array([_longest(length, place) for length in given], np.int64))
    lengths = np.array([math.nan if length is None else length for length in given], np.float64)
    long = np.where(np.isnan(lengths), UNKNOWN, lengths > np.nanmedian(lengths))
    return Leaning(is_pair=False, at=long.astype(np.int64))


def of_producer(golden: GoldenSet, place: Mapping[str, int], own: Collection[str]) -> Leaning | None:
    """Mark the answers that a judge's own model wrote; ``None`` where no item says who did."""
    given = [item.rating.producer if item.rating else None for item in golden]
    if all(producer is None for producer in given):
        return None
    if any(isinstance(producer, Mapping) for producer in given):
        return Leaning(is_pair=True, at=np.array([_owned(each, place, own) for each in given], np.int64))
    marked = [UNKNOWN if producer is None else int(producer in own) for producer in given]
    return Leaning(is_pair=False, at=np.array(marked, np.int64))


def _longest(lengths: object, place: Mapping[str, int]) -> int:
    if not isinstance(lengths, Mapping) or len(lengths) < 2:
        return UNKNOWN
    longest = [name for name, length in lengths.items() if length == max(lengths.values())]
    return place.get(longest[0], UNKNOWN) if len(longest) == 1 else UNKNOWN


def _owned(producers: object, place: Mapping[str, int], own: Collection[str]) -> int:
    if not isinstance(producers, Mapping) or len(producers) < 2:
        return UNKNOWN
    mine = [name for name, producer in producers.items() if producer in own]
    return place.get(mine[0], UNKNOWN) if len(mine) == 1 else UNKNOWN
