"""Family: every check that can turn the build red, judged from the same sign flips."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gate.stats.signflip import FamilyTest, family_test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.arrays import FloatArray, IntArray
    from gate.comparison import Comparison

RULE_VERSION = "1"
"""Part of the seed: a new rule may draw other signs, a rerun of the same rule may not."""


@dataclass(frozen=True, slots=True)
class Chance:
    """What the family test says of one check.

    No chance is below ``2**-m`` where ``m`` items, or clusters, were answered differently: as often do all
    of them point one way among interchangeable systems. In a formula every item carries a part of the gain,
    also one that was answered as before, which would seem to be more to go by.

    Attributes:
        worse: Family-wise probability of a drop this large among interchangeable systems, in (0, 1].
        better: The same for a gain.
        worse_alone: Probability of such a drop for this check alone.
        smallest: Smallest ``worse_alone`` that this many changed items can give.
        critical: Standardised drop at which the family blocks (about 2.3 to 3).
        exact: Whether every sign pattern was enumerated.
    """

    worse: float
    better: float
    worse_alone: float
    smallest: float
    critical: float
    exact: bool


def judge_together(
    comparisons: Sequence[Comparison], *, blocking: Sequence[bool], alpha: float
) -> list[Chance]:
    """Test all checks with one matrix of random signs, step-down over the blocking ones.

    The names of the items, or of their clusters, are the seed together with the rule's version: a rerun
    cannot flip a verdict, and another metric beside it cannot either.

    Args:
        comparisons: The checks, at least one; on the same items, or on others where the reference is
            another: an item that a check was not asked on plays no part in it.
        blocking: Which checks can fail the build; the others get ``worse_alone`` for ``worse``.
        alpha: Family-wise chance of blocking a harmless change, in (0, 1).

    Returns:
        One :class:`Chance` a comparison.

    Source:
        Westfall & Young, Resampling-Based Multiple Testing, 1993 (step-down max-T), on sign flips of
        paired differences (Fisher's randomisation).
    """
    units, columns = _side_by_side(comparisons)
    test = family_test(
        columns, units, seed=_seed(units), blocking=np.asarray(blocking, dtype=np.bool_), alpha=alpha
    )
    return [
        _chance(test, i, blocks=blocks, least=math.ldexp(1.0, -comparisons[i].changed_units))
        for i, blocks in enumerate(blocking)
    ]


def _side_by_side(comparisons: Sequence[Comparison]) -> tuple[Sequence[str], FloatArray]:
    """Return the names of all units, ascending, and ``(G, K)`` the part that each has in each check."""
    names = [c.units for c in comparisons]
    if all(each == names[0] for each in names):
        return names[0], np.column_stack([c.totals for c in comparisons])
    units = sorted(set().union(*names))
    place = {name: i for i, name in enumerate(units)}
    columns = np.zeros((len(units), len(comparisons)))
    rows: dict[tuple[str, ...], IntArray] = {}
    for k, each in enumerate(comparisons):
        if each.units not in rows:
            rows[each.units] = np.fromiter((place[name] for name in each.units), np.int64, len(each.units))
        columns[rows[each.units], k] = each.totals
    return units, columns


def _chance(test: FamilyTest, i: int, *, blocks: bool, least: float) -> Chance:
    worse, better = (test.worse_adjusted, test.better_adjusted) if blocks else (test.worse, test.better)
    return Chance(
        worse=max(float(worse[i]), least),
        better=max(float(better[i]), least),
        worse_alone=max(float(test.worse[i]), least),
        smallest=max(float(test.smallest[i]), least),
        critical=test.critical,
        exact=test.exact,
    )


def _seed(ids: Sequence[str]) -> int:
    text = "\n".join([RULE_VERSION, *ids])
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
