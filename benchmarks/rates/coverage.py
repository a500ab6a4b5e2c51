"""How often intervals of rankings hold the true value, and how often a strict pass is wrong."""

from __future__ import annotations

import numpy as np

from benchmarks.rates.merges import LARGE, SMALL, SPELLINGS, scored, spelt
from benchmarks.rates.tables import Table, error, percent
from gate.stats import interval

CONFIDENCE = 0.95
HELD = 1e-12
"""Rounding that an end of an interval may miss the truth by."""


def levels(sizes: tuple[int, ...], runs: int) -> Table:
    """Coverage of one system's value: BCa, and Wilson's interval for 0/1 metrics."""
    _, values, _ = scored(SMALL, 0.0)
    rng = np.random.default_rng(31)
    rows = []
    for column, name in enumerate(SPELLINGS):
        metric, _ = spelt(name)
        truth = float(values[:, column].mean())
        cells = []
        for n in sizes:
            held = 0
            for _ in range(runs):
                seen = values[rng.integers(0, len(values), n), column]
                found = (
                    interval.level_wilson(float(seen.sum()), n, confidence=CONFIDENCE)
                    if metric.zero_one
                    else interval.level_mean(seen, bounds=metric.bounds, confidence=CONFIDENCE)
                )
                held += found.low <= truth <= found.high
            cells.append(percent(held, runs))
        rows.append([f"{name}, {'Wilson' if metric.zero_one else 'BCa'}", *cells])
    return Table(
        "Intervals of one system's value",
        f"Per cent of {runs:,} golden sets whose 95 % interval holds the true value; Monte-Carlo error "
        f"{error(0.95, runs):.1f} points.",
        ["metric and interval", *(f"n = {n:,}" for n in sizes)],
        rows,
    )


def gains(sizes: tuple[int, ...], runs: int) -> Table:
    """Coverage of the gain: Student's t on paired differences."""
    rng = np.random.default_rng(32)
    rows = []
    for label, correlation, broken in (
        ("small harmless change", SMALL, 0.0),
        ("large harmless change", LARGE, 0.0),
        ("5 % of the queries find nothing", SMALL, 0.05),
    ):
        _, before, after = scored(correlation, 0.0)
        for column in (0, 1, 3, 5):
            was, now = before[:, column], after[:, column]
            truth = float(now.mean() * (1 - broken) - was.mean())
            cells = []
            for n in sizes:
                held = 0
                for _ in range(runs):
                    pick = rng.integers(0, len(was), n)
                    apart = np.where(rng.random(n) < broken, 0.0, now[pick]) - was[pick]
                    found = interval.gain(float(apart.mean()), apart, confidence=CONFIDENCE)
                    held += found.low - HELD <= truth <= found.high + HELD
                cells.append(percent(held, runs))
            rows.append([f"{label}, {SPELLINGS[column]}", *cells])
    return Table(
        "Intervals of a gain",
        f"The same for the paired difference ({runs:,} golden sets). Where hardly an item changed the "
        "interval holds more often than promised; where 50 queries have not met a rare break no interval can "
        "know of it, which is what the next table is for.",
        ["change and metric", *(f"n = {n:,}" for n in sizes)],
        rows,
    )


def strict_passes(sizes: tuple[int, ...], runs: int) -> Table:
    """How often the lower end that a strict pass rests on lies above the truth."""
    rng = np.random.default_rng(33)
    rows = []
    for column in (0, 1):
        for broken in (0.005, 0.01, 0.02, 0.05):
            _, before, after = scored(SMALL, 0.0)
            was, now = before[:, column], after[:, column]
            truth = float(now.mean() * (1 - broken) - was.mean())
            cells = []
            for n in sizes:
                plain = strict = 0
                for _ in range(runs):
                    pick = rng.integers(0, len(was), n)
                    apart = np.where(rng.random(n) < broken, 0.0, now[pick]) - was[pick]
                    low = interval.gain(float(apart.mean()), apart, confidence=CONFIDENCE).low
                    longer = np.append(apart, -1.0)
                    one_more = interval.gain(float(longer.mean()), longer, confidence=CONFIDENCE).low
                    plain += low > truth + HELD
                    strict += min(low, one_more) > truth + HELD
                cells.append(f"{percent(strict, runs)} / {percent(plain, runs)}")
            rows.append([f"{SPELLINGS[column]}, {100 * broken:g} % of the queries find nothing", *cells])
    return Table(
        "A strict pass that is wrong",
        "Per cent of golden sets where the lower end lies above the true gain (2.5 promised): with one "
        f"imaginary lost item, as `strict` uses it / without. {runs:,} golden sets a cell.",
        ["metric and change", *(f"n = {n:,}" for n in sizes)],
        rows,
    )
