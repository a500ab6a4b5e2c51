"""Intervals of means, here and with scipy.stats.bootstrap, side by side in one process.

    python benchmarks/mean_intervals.py                    # time, growth, and memory scaled to 100 resamples
    python benchmarks/mean_intervals.py --full-memory      # memory with all 10,000 resamples: minutes

The task: 10,000 queries x 6 metrics, baseline and candidate, 10,000 resamples. scipy's share is one
percentile interval of the paired difference per metric, measured on one metric and multiplied by six.
Ours is three intervals per metric: both levels (BCa, from the law itself) and the gain (Student's t).
A third row draws the resamples after all, for twelve columns at once, as metrics that are not means
need it. Times are CPU seconds of this process, the least of the repeats; trust the ratios, not the
seconds, and set OPENBLAS_NUM_THREADS=1 for quiet ones.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import numpy as np

from gate.engines import dense
from gate.stats import interval, resample

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.arrays import FloatArray

QUERIES, METRICS, RESAMPLES = 10_000, 6, 10_000
CHANGED = 0.058
MEMORY_ITEMS = 1_000_000
MEMORY_GOAL_GIB = 1.5
SPEED_GOAL = 50


def generate(queries: int) -> tuple[FloatArray, FloatArray]:
    """Make ``(n, 6)`` scores of two runs that differ on 5.8 % of the queries, always the same ones.

    Half of the metrics take few values, as recall does; the others any, as nDCG does.
    """
    rng = np.random.Generator(np.random.Philox(20_11))
    baseline = rng.beta(2.0, 1.0, (queries, METRICS))
    candidate = np.where(rng.random((queries, 1)) < CHANGED, rng.beta(2.0, 1.0, baseline.shape), baseline)
    for scores in (baseline, candidate):
        scores[:, ::2] = np.round(scores[:, ::2] * 10) / 10
    return baseline, candidate


def ours(baseline: FloatArray, candidate: FloatArray) -> None:
    """Make both levels' intervals and the gain's for each metric."""
    for before, after in zip(baseline.T, candidate.T, strict=True):
        apart = after - before
        interval.level_mean(before, bounds=(0.0, 1.0), confidence=0.95)
        interval.level_mean(after, bounds=(0.0, 1.0), confidence=0.95)
        interval.gain(float(apart.mean()), apart, confidence=0.95)


def drawn(baseline: FloatArray, candidate: FloatArray, resamples: int) -> FloatArray:
    """Total all columns of both runs under the same drawn weights."""
    ids = [f"q{i:07}" for i in range(len(baseline))]
    return dense.totals(resample.weights(ids, resamples, seed=1), np.hstack([baseline, candidate]))


def scipys(baseline: FloatArray, candidate: FloatArray) -> None:
    """Make one percentile interval of a paired difference, in batches that fit into memory."""
    from scipy import stats

    apart = candidate[:, 1] - baseline[:, 1]
    rng = np.random.default_rng(1)
    stats.bootstrap((apart,), np.mean, n_resamples=RESAMPLES, batch=100, method="percentile", rng=rng)


def least(work: Callable[[], object], repeats: int) -> float:
    """Return the least CPU seconds that ``work`` took."""
    taken = []
    for _ in range(repeats):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def speed() -> None:
    """Print the three times and their ratios."""
    baseline, candidate = generate(QUERIES)
    peer = METRICS * least(lambda: scipys(baseline, candidate), 2)
    law = least(lambda: ours(baseline, candidate), 5)
    weights = least(lambda: drawn(baseline, candidate, RESAMPLES), 2)
    print(f"{QUERIES:,} queries x {METRICS} metrics x {RESAMPLES:,} resamples")
    print(f"  scipy percentile, gains only    {peer:8.3f} s     1 x")
    print(f"  levels BCa + gains, computed    {law:8.3f} s  {peer / law:4.0f} x   goal {SPEED_GOAL} x")
    print(f"  both levels, drawn              {weights:8.3f} s  {peer / weights:4.0f} x")


def growth() -> None:
    """Print what doubling the items, or the resamples, does to each way."""
    sizes = {n: generate(n) for n in (20_000, 40_000)}
    small = least(lambda: drawn(*sizes[20_000], 1_000), 3)
    long = least(lambda: drawn(*sizes[20_000], 2_000), 3)
    wide = least(lambda: drawn(*sizes[40_000], 1_000), 3)
    computed = [least(lambda data=data: ours(*data), 5) for data in sizes.values()]
    print("growth when doubled (2.0 is linear)")
    print(f"  drawn: resamples {long / small:.2f}, items {wide / small:.2f}")
    print(f"  computed: items {computed[1] / computed[0]:.2f}, resamples 1 (none are drawn)")


def memory(resamples: int) -> None:
    """Print the peak memory of a process that draws for a million items."""
    began = time.perf_counter()
    command = [sys.executable, __file__, "--inside", str(resamples)]
    peak = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    took = time.perf_counter() - began
    gib = peak / 2**20
    print(f"peak memory, {MEMORY_ITEMS:,} items x {resamples:,} resamples x {2 * METRICS} columns")
    print(f"  {gib:.2f} GiB, goal {MEMORY_GOAL_GIB} GiB; {took:.0f} s")


def inside(resamples: int) -> None:
    """Do the work of the memory row and print the peak in KiB."""
    baseline, candidate = generate(MEMORY_ITEMS)
    drawn(baseline, candidate, resamples)
    ours(baseline, candidate)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--full-memory", action="store_true", help="all 10,000 resamples of a million items")
    parser.add_argument("--inside", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside is not None:
        inside(asked.inside)
        return
    speed()
    growth()
    memory(RESAMPLES if asked.full_memory else 100)


if __name__ == "__main__":
    main()
