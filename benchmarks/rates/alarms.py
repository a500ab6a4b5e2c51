"""How often each rule turns a merge red: harmless ones, and such that lose something."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates import peers
from benchmarks.rates.gated import ONE, judged, verdicts
from benchmarks.rates.merges import LARGE, SMALL, TINY, Scenario
from benchmarks.rates.past import accepted_merges
from benchmarks.rates.tables import Table, error, percent
from gate.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.stats.breakage import Tally

HARMLESS = (Scenario("tiny", TINY), Scenario("small", SMALL), Scenario("large", LARGE))
"""Changes that leave the quality as it is and the results not."""

MONTH = {"identical": 0.5, "tiny": 0.3, "small": 0.15, "large": 0.05}
"""What a month of merges is taken to be made of."""

ACCEPTED = 20
"""Accepted result-changing merges that the gate with a past has seen."""

GATE = ("gate", "gate, 20 accepted merges", "gate or suspect", "gate, one metric")

PASTS = 25
"""Merges after which another past is drawn."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How many of ``runs`` merges each rule turned red; gate first, then peers."""

    runs: int
    red: tuple[int, ...]

    def of(self, rule: str) -> float:
        """Return one rule's share."""
        return self.red[(*GATE, *peers.RULES).index(rule)] / self.runs


@lru_cache(maxsize=512)
def measure(scenario: Scenario, n: int, runs: int) -> Rates:
    """Draw ``runs`` merges and judge each of them by every rule."""
    rng = np.random.default_rng([n, *scenario.name.encode()])
    red = np.zeros(len(GATE) + len(peers.RULES), dtype=np.int64)
    past: Mapping[str, Sequence[Tally]] = {}
    for run in range(runs):
        if run % PASTS == 0:
            past = accepted_merges(n, ACCEPTED, rng)
        merge = scenario.draw(n, rng)
        many, one = judged(merge), judged(merge, ONE)
        red += [many.red, many.is_red_after(past), many.suspect, one.red, *peers.fails(merge)]
    return Rates(runs, tuple(red.tolist()))


def harmless(sizes: tuple[int, ...], runs: int) -> list[Table]:
    """False alarms on changes that keep the quality, and in a month of merges."""
    rows, month = [], {rule: ["**" + rule + "**" if rule in GATE else rule] for rule in (*GATE, *peers.RULES)}
    found = {(n, s.name): measure(s, n, runs) for n in sizes for s in HARMLESS}
    for rule in (*GATE, *peers.RULES):
        cells = [" / ".join(percent(found[n, s.name].of(rule), 1, 2) for s in HARMLESS) for n in sizes]
        rows.append([month[rule][0], *cells])
        month[rule] += [
            percent(sum(MONTH[s.name] * found[n, s.name].of(rule) for s in HARMLESS), 1, 3) for n in sizes
        ]
    head = ["rule", *(f"n = {n:,}" for n in sizes)]
    per = f"{runs:,} merges a cell; the Monte-Carlo error of 1 % is {error(0.01, runs):.2f} points."
    return [
        Table(
            "Harmless changes that are turned red",
            "Per cent of merges that change results and not quality: tiny / small / large changes, which "
            f"give about 10, 23 and 46 % of the queries another nDCG. {per}",
            head,
            rows,
        ),
        Table(
            "All merges of a mixed month that are turned red",
            "Per cent of all merges, where half change no result at all, 30 % are tiny, 15 % small and 5 % "
            "large.",
            head,
            list(month.values()),
        ),
    ]


def losses(points: tuple[float, ...]) -> list[Scenario]:
    """Return changes that take so many points of nDCG@10 from all queries together."""
    return [Scenario(f"every query a little: −{100 * p:g} points", SMALL, loss=signal_for(p)) for p in points]


BROKEN = (
    Scenario("5 % of the queries find nothing", SMALL, broken=0.05),
    Scenario("10 % of the queries find nothing", SMALL, broken=0.10),
    Scenario("a quarter of one area (20 % of all) finds nothing", SMALL, broken=0.25, only="c"),
)


@lru_cache(maxsize=16)
def signal_for(points: float) -> float:
    """Return the loss of signal that costs ``points`` of nDCG@10, by the secant rule."""
    at, last, before = 4.5 * points, 0.0, 0.0
    for _ in range(4):
        lost = -Scenario("", SMALL, loss=round(at, 6)).true_gain()
        slope = (lost - before) / (at - last)
        last, before, at = at, lost, at + (points - lost) / slope
        if abs(points - before) < 2e-5:
            return round(last, 6)
    return round(at, 6)


def power(sizes: tuple[int, ...], runs: int) -> list[Table]:
    """Losses that are turned red, by size of the golden set."""
    kinds = [*losses((0.01, 0.02, 0.03, 0.05, 0.10)), *BROKEN]
    head = ["change", "true nDCG@10", *(f"n = {n:,}" for n in sizes)]
    tables = []
    shown = {
        "The gate": ("gate", "gate, 20 accepted merges", "gate or suspect"),
        "Other rules, one metric": (peers.RULES[0], peers.RULES[2], "gate, one metric"),
        "Other rules, any of 30 checks": (peers.RULES[1], peers.RULES[3], peers.RULES[4]),
    }
    for title, rules in shown.items():
        rows = []
        for kind in kinds:
            found = [measure(kind, n, runs) for n in sizes]
            cells = [" / ".join(percent(rates.of(rule), 1, 0) for rule in rules) for rates in found]
            rows.append([kind.name, f"{kind.true_gain():+.3f}".replace("-", "−"), *cells])
        text = (
            f"Per cent of merges turned red: {' / '.join(rules)}. {runs:,} merges a cell; the Monte-Carlo "
            f"error of 50 % is {error(0.5, runs):.1f} points."
        )
        tables.append(Table(f"Losses that are turned red: {title.lower()}", text, head, rows))
    return tables


def reruns(n: int, merges: int) -> Table:
    """Exact A/A, and the same borderline merge judged twice."""
    rng = np.random.default_rng(n)
    same = Scenario("identical", 1.0)
    unchanged = flipped = 0
    borderline = Scenario("borderline", SMALL, broken=0.06)
    for _ in range(merges):
        merge = same.draw(n, rng)
        lines = verdicts(merge.before, merge.after, ONE)
        unchanged += all(line.verdict.reason is Reason.UNCHANGED for line in lines)
        merge = borderline.draw(n, rng)
        first, again = (verdicts(merge.before, merge.after, ONE) for _ in range(2))
        flipped += [line.verdict for line in first] != [line.verdict for line in again]
    return Table(
        "Identical runs and reruns",
        f"{merges:,} golden sets of {n} queries: a run against itself, and a change that breaks "
        "6 % of the queries, which is near the line of decision, judged twice.",
        ["what happened", "count"],
        [
            ["identical runs that were not *unchanged* in every check", f"{merges - unchanged}"],
            ["reruns with another verdict, reason or sentence", f"{flipped}"],
        ],
    )
