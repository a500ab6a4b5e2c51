"""How long the decision takes: 30 checks on a golden set, once everything is scored."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.rates.gated import cases, decide
from benchmarks.rates.merges import LARGE, Scenario
from benchmarks.rates.tables import Table


def decision(sizes: tuple[int, ...], merges: int) -> Table:
    """CPU seconds of the family test and of all verdicts, median and worst of several merges."""
    rows = []
    for n in sizes:
        rng = np.random.default_rng([n, 35])
        taken = []
        for _ in range(merges):
            merge = Scenario("large", LARGE).draw(n, rng)
            found = cases(merge.before, merge.after)
            began = time.process_time()
            decide(found)
            taken.append(time.process_time() - began)
        rows.append([f"{n:,}", f"{np.median(taken):.2f}", f"{max(taken):.2f}"])
    return Table(
        "Time of the decision",
        f"CPU seconds for 30 checks, {merges} merges each: 10,000 sign patterns, or 100,000 where a p-value "
        "lies near a line. The only table that depends on the machine.",
        ["queries", "median", "worst"],
        rows,
    )
