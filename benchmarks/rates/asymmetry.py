"""Harmless changes with many small losses and few big wins, and what a guard against them would cost.

Most queries lose a little; a few that found nothing have their answer first; the true gain is 0. A golden
set that happens to hold none of the winners looks exactly like one of a change that only loses.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.alarms import signal_for
from benchmarks.rates.gated import ALPHA, is_red
from benchmarks.rates.merges import SMALL, scored
from benchmarks.rates.tables import Table, percent
from gate.stats import interval, skewness

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.arrays import FloatArray


def _winner(size: float) -> Callable[[FloatArray], bool]:
    """Ask that the drop survives one imaginary query that gained ``size``."""

    def survives(apart: FloatArray) -> bool:
        longer = np.append(apart, size)
        return interval.gain(float(longer.mean()), longer, confidence=0.95).high < 0

    return survives


def _bca(apart: FloatArray) -> bool:
    """Ask that the upper BCa end lies below 0, too."""
    return interval.level_mean(apart, bounds=(-math.inf, math.inf), confidence=0.98).high < 0


def _unskewed(apart: FloatArray) -> bool:
    """Ask that the drop is rare with the skewness taken out, too."""
    return skewness.drop_chance(apart) <= ALPHA


GUARDS: dict[str, Callable[[FloatArray], bool]] = {
    "sign flips, tolerance and interval alone": lambda _: True,
    "**and rare with the skewness taken out: the rule**": _unskewed,
    "instead, the BCa interval below 0": _bca,
    "instead, with one imaginary gain of 0.25": _winner(0.25),
    "instead, with one imaginary gain of 0.5": _winner(0.5),
    "instead, with one imaginary gain of 1": _winner(1.0),
}


def guards(n: int, runs: int) -> Table:
    """False alarms under asymmetry and power, by guard."""
    columns = []
    for points, wins in ((0.014, True), (0.03, True), (0.03, False)):
        _, before, after = scored(SMALL, signal_for(points))
        apart = after[:, 0] - before[:, 0]
        # Winners gain 1: as many of them as outweigh what the others lose.
        share = -apart.mean() / (1 - apart.mean()) if wins else 0.0
        rng = np.random.default_rng([n, round(1e4 * points), wins])
        red, unmet = np.zeros(len(GUARDS), dtype=np.int64), 0
        for _ in range(runs):
            won = rng.random(n) < share
            drawn = np.where(won, 1.0, apart[rng.integers(0, len(apart), n)])
            if not is_red(drawn[:, None], skewed=False):
                continue
            passed = [guard(drawn) for guard in GUARDS.values()]
            red += passed
            unmet += passed[1] and not won.any()
        columns.append((share, red, unmet))
    rows = [[name, *(percent(red[row], runs) for _, red, _ in columns)] for row, name in enumerate(GUARDS)]
    chances = [f"{100 * (1 - share) ** n:.0f}" if share else "" for share, _, _ in columns]
    unmet = [f"{unmet} of {red[1]}" if share else "" for share, red, unmet in columns]
    names = [
        f"−{points} points, {100 * share:.1f} % win"
        for points, (share, _, _) in zip(("1.4", "3"), columns, strict=False)
    ]
    return Table(
        f"Many small losses, few big wins (n = {n})",
        "Per cent of merges turned red by one metric. The first two columns are harmless: what most queries "
        f"lose, the winners outweigh. The last is a true loss of three points. {runs:,} merges a cell.",
        ["rule", *names, "−3 points, nobody wins"],
        [
            *rows,
            ["per cent of golden sets without a winner", *chances],
            ["golden sets that the rule calls red: those without a winner", *unmet],
        ],
    )
