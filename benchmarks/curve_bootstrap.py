"""Bootstrap PR-AUC, ROC-AUC and cheapest cost, here and with scikit-learn, side by side in one process.

    python benchmarks/curve_bootstrap.py            # n = 10,000, continuous scores: alone and paired
    python benchmarks/curve_bootstrap.py --large    # n = 1,000,000, scores with two decimals, by groups

Work on both sides: all three metrics on every resample, drawing included; a pair is two runs on the
same items. scikit-learn runs a few resamples, scaled up. Times are CPU seconds of this process, the
least of the repeats; trust the ratios, not the seconds. Targets: 60 x alone, 30 x paired, 5,000 x large.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import numpy as np

from gate import metrics
from gate.samples.curve import Cells, Curve, interchangeable
from gate.samples.labelled import Costs, LabelledSample
from gate.stats import resample

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gate.arrays import BoolArray, FloatArray

RESAMPLES = 2_000
COSTS = Costs(false_negative=5, false_positive=1)
FORMULAS = [metrics.find(name, "classification") for name in ("pr_auc", "roc_auc", "cheapest_cost")]


def generate(n: int, decimals: int | None) -> tuple[BoolArray, list[FloatArray]]:
    """Make labels with 20 % positives and probabilities of two systems, always the same ones."""
    rng = np.random.Generator(np.random.Philox(20_05))
    truth = rng.random(n) < 0.2
    logit = rng.normal(1.5 * truth - 1.5)
    systems = [1 / (1 + np.exp(-logit)), 1 / (1 + np.exp(-logit - rng.normal(0, 0.3, n)))]
    return truth, systems if decimals is None else [np.round(s, decimals) for s in systems]


def evaluate(cells: Cells) -> FloatArray:
    """Return ``(3, r)`` values."""
    return np.array([formula(cells) for formula in FORMULAS])


def by_item(samples: Sequence[LabelledSample]) -> list[FloatArray]:
    """Resample the items of all systems at once."""
    curves = [Curve.of(sample) for sample in samples]
    drawn = [
        [evaluate(curve.reduce(block)) for curve in curves]
        for block in resample.weights(samples[0].ids, RESAMPLES, seed=1)
    ]
    return [np.concatenate(values, axis=1) for values in zip(*drawn, strict=True)]


def by_group(samples: Sequence[LabelledSample]) -> list[FloatArray]:
    """Resample the numbers of items that no metric of any system can tell apart."""
    sizes, curves = interchangeable(*(Curve.of(sample) for sample in samples))
    drawn = [
        [evaluate(curve.reduce(block)) for curve in curves]
        for block in resample.cell_totals(sizes, RESAMPLES, seed=1)
    ]
    return [np.concatenate(values, axis=1) for values in zip(*drawn, strict=True)]


def peer(truth: BoolArray, systems: Sequence[FloatArray], resamples: int) -> list[FloatArray]:
    """Do the same as one would with scikit-learn: draw rows, call three functions, repeat."""
    from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

    rng = np.random.Generator(np.random.Philox(2))
    found: list[list[tuple[float, float, float]]] = [[] for _ in systems]
    for _ in range(resamples):
        rows = rng.integers(0, truth.size, truth.size)
        labels, positives = truth[rows], truth[rows].sum()
        for values, system in zip(found, systems, strict=True):
            scores = system[rows]
            fpr, tpr, _ = roc_curve(labels, scores)
            cost = COSTS.false_negative * positives * (1 - tpr)
            cost += COSTS.false_positive * (truth.size - positives) * fpr
            ap, auc = average_precision_score(labels, scores), roc_auc_score(labels, scores)
            values.append((float(ap), float(auc), float(cost.min() / truth.size)))
    return [np.array(values).T for values in found]


def least(work: Callable[[], list[FloatArray]], repeats: int) -> tuple[float, list[FloatArray]]:
    """Return the least CPU seconds of ``repeats`` runs, and what the last one found."""
    seconds, found = [], []
    for _ in range(repeats):
        start = time.process_time()
        found = work()
        seconds.append(time.process_time() - start)
    return min(seconds), found


def report(
    name: str,
    truth: BoolArray,
    systems: Sequence[FloatArray],
    work: Callable[[Sequence[LabelledSample]], list[FloatArray]],
    *,
    repeats: int,
    peers: int,
) -> None:
    """Measure one row and print it."""
    samples = [LabelledSample.of(truth.tolist(), s.tolist(), costs=COSTS) for s in systems]
    ours, found = least(lambda: work(samples), repeats)
    theirs, other = least(lambda: peer(truth, systems, peers), min(2, repeats))
    theirs *= RESAMPLES / peers
    each = ours / RESAMPLES / truth.size * 1e9
    print(f"{name:<28} {ours:8.3f} s {theirs:10.1f} s {theirs / ours:9.0f} x   {each:6.2f} ns a weight")
    if peers < 100:
        return
    spread = ", ".join(f"{f.std():.5f} ({o.std():.5f})" for f, o in zip(found[0], other[0], strict=True))
    print(f"{'':<28} standard errors, theirs in brackets: {spread}")


def main() -> None:
    """Print one line a setting."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--large", action="store_true", help="a million items by groups")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    print(f"{RESAMPLES:,} resamples {'':<16} ours  scikit-learn      ratio")
    if options.large:
        truth, systems = generate(1_000_000, decimals=2)
        report("n = 1,000,000, alone", truth, systems[:1], by_group, repeats=options.repeats, peers=3)
        report("n = 1,000,000, paired", truth, systems, by_group, repeats=options.repeats, peers=2)
    else:
        truth, systems = generate(10_000, decimals=None)
        report("n = 10,000, alone", truth, systems[:1], by_item, repeats=options.repeats, peers=100)
        report("n = 10,000, paired", truth, systems, by_item, repeats=options.repeats, peers=100)


if __name__ == "__main__":
    main()
