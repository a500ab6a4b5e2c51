"""Accepted merges: what the gate has seen of harmless changes, and what it makes of five lost queries."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.gated import judged
from benchmarks.rates.merges import LARGE, SMALL, SPELLINGS, TINY, Merge, Scenario, spelt
from benchmarks.rates.tables import Table, percent
from gate.stats.breakage import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL = {TINY: 0.6, SMALL: 0.3, LARGE: 0.1}
"""Result-changing merges of a mixed month, by the correlation of their noises."""


@dataclass(frozen=True, slots=True)
class Past:
    """A kind of history.

    Attributes:
        name: For the table.
        merges: How many result-changing merges were accepted.
        kinds: How large their changes are.
        broken: Accepted merges that broke a tenth of the queries, on top.
        reorders: Whether accepted changes never lose or mend an item altogether, as far as a metric can
            tell the two from a smaller change.
    """

    name: str
    merges: int
    kinds: tuple[tuple[float, float], ...] = tuple(USUAL.items())
    broken: int = 0
    reorders: bool = False

    def draw(self, n: int, rng: np.random.Generator) -> dict[str, list[Tally]]:
        """Draw what those merges did to a golden set of ``n`` queries, by check."""
        found = accepted_merges(n, self.merges, rng, self.kinds)
        if self.reorders:
            found = {
                name: seen if spelt(name)[0].zero_one else [replace(t, lost=0, mended=0) for t in seen]
                for name, seen in found.items()
            }
        for _ in range(self.broken):
            for name, tally in tallies(Scenario("", SMALL, broken=0.1).draw(n, rng)).items():
                found[name].append(tally)
        return found


PASTS = (
    Past("nothing accepted yet", 0),
    Past("3 merges", 3),
    Past("10 merges", 10),
    Past("20 merges", 20),
    Past("60 merges", 60),
    Past("drifting: 60 tiny merges, then others", 60, ((TINY, 1.0),)),
    Past("dirty: 57 merges and 3 accepted breakages", 57, broken=3),
    Past("misleading: 60 merges that lost and mended nothing", 60, reorders=True),
)


def accepted_merges(
    n: int,
    merges: int,
    rng: np.random.Generator,
    kinds: Sequence[tuple[float, float]] = tuple(USUAL.items()),
) -> dict[str, list[Tally]]:
    """Draw harmless merges that change some result, and count what they did, by check."""
    found: dict[str, list[Tally]] = {name: [] for name in SPELLINGS}
    for _ in range(merges):
        changed = False
        while not changed:
            correlation = float(rng.choice([c for c, _ in kinds], p=[share for _, share in kinds]))
            merge = Scenario("", correlation).draw(n, rng)
            changed = bool(merge.gains.any())
        for name, tally in tallies(merge).items():
            if tally.changed:
                found[name].append(tally)
    return found


def tallies(merge: Merge) -> dict[str, Tally]:
    """Count what a merge did to each metric on the whole set."""
    had, has = merge.values > 0, merge.values + merge.gains > 0
    counts = ((merge.gains != 0).sum(axis=0), (had & ~has).sum(axis=0), (has & ~had).sum(axis=0))
    return {
        name: Tally(*found) for name, *found in zip(SPELLINGS, *(c.tolist() for c in counts), strict=True)
    }


def histories(n: int, runs: int, power_runs: int, pasts: int) -> Table:
    """What each kind of history does to false alarms and to power."""
    changes = [
        (Scenario("small", SMALL), runs, 2),
        (Scenario("large", LARGE), runs, 2),
        (Scenario("5 % broken", SMALL, broken=0.05), power_runs, 0),
        (Scenario("10 % broken", SMALL, broken=0.10), power_runs, 0),
        (Scenario("10 % broken, large", LARGE, broken=0.10), power_runs, 0),
    ]
    drawn = {p: [p.draw(n, np.random.default_rng([n, k])) for k in range(pasts)] for p in PASTS}
    columns: list[list[str]] = []
    for change, many, digits in changes:
        rng = np.random.default_rng([n, *change.name.encode()])
        found = [judged(change.draw(n, rng)) for _ in range(many)]
        red = sum(f.red for f in found)
        suspect = [f for f in found if f.suspect]
        after = {
            past: np.mean([sum(f.is_red_after(seen) for f in suspect) for seen in histories])
            for past, histories in drawn.items()
        }
        least = [percent(red, many, digits)]
        most = [percent(len(suspect), many, digits)]
        columns.append([*least, *(percent(after[p], many, digits) for p in PASTS), *most])
    names = ["sign flips alone", *(p.name for p in PASTS), "every suspect red (the bound)"]
    return Table(
        f"Losing queries altogether, by what was accepted before (n = {n})",
        f"Per cent of merges turned red. Harmless: {runs:,} merges; broken: {power_runs:,}; {pasts} "
        "histories of each kind.",
        ["accepted merges", *(f"{'harmless, ' if s.broken == 0 else ''}{s.name}" for s, _, _ in changes)],
        [[name, *cells] for name, *cells in zip(names, *columns, strict=True)],
    )
