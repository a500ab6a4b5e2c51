"""Real systems: does a red verdict on half of the topics hold on the other half?

    python -m benchmarks.real_runs ../shared/data/retrieval

Reads score matrices (a row a topic, a column a system) and TREC runs with their judgements, and rewrites
a section of docs/error_rates.md. Three questions, for the gate and for two rules of other tools:

* a system against itself on other topics: nothing differs but luck, so nothing may be red;
* two systems whose scores are exchanged by a coin at each topic: the same, with real differences;
* every system against every other on a random half of the topics: what does the other half say?
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.gated import TOLERANCE, is_red
from benchmarks.rates.merges import spelt
from benchmarks.rates.peers import sure_drops
from benchmarks.rates.tables import Table, percent, splice
from gate.readers import read_golden, read_run
from gate.samples.ranked import RankedSample
from gate.scoring import score
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gate.arrays import FloatArray

PAGE = Path(__file__).parents[1] / "docs" / "error_rates.md"

SPELLINGS = ("ndcg@10", "map", "recall@100", "mrr")
"""Metrics of the TREC runs, one family."""

RULES: dict[str, Callable[[FloatArray], bool]] = {
    "point drop": lambda gains: bool((gains.mean(axis=0) < -TOLERANCE).any()),
    "paired bootstrap p < 0.05 and drop": lambda gains: bool(sure_drops(gains).any()),
    "gate": is_red,
}


@dataclass(frozen=True, slots=True)
class Collection:
    """Systems on the same topics.

    Attributes:
        name: For the table.
        scores: ``(systems, topics, metrics)``.
    """

    name: str
    scores: FloatArray


def collections(folder: Path) -> Iterator[Collection]:
    """Read every collection of the folder."""
    for file in sorted((folder / "topic-scores").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            rows = np.array(list(csv.reader(lines))[1:], dtype=np.float64)
        yield Collection(file.stem, rows.T[:, :, None])
    for name, qrels in (
        ("cranfield", "qrels.trec"),
        ("robust03", "qrels.txt.gz"),
        ("trec-covid-round1", "qrels.txt"),
    ):
        yield Collection(name, _scored(folder / name, qrels))


def _scored(folder: Path, qrels: str) -> FloatArray:
    golden = read_golden(_trec(folder / qrels), "retrieval")
    found = []
    for file in sorted((folder / "runs").iterdir()):
        sample = RankedSample.build(golden, read_run(_trec(file), "retrieval"), relevant_grade=1)
        found.append(np.column_stack([score(sample, *spelt(name)).parts for name in SPELLINGS]))
    return np.array(found)


def _trec(path: Path) -> FileSource:
    return FileSource(path, path.name, format="trec")


def same_system(collection: Collection, splits: int, rng: np.random.Generator) -> FloatArray:
    """Count reds of every system against itself: half of the topics, paired at random with the others."""
    red, topics = np.zeros(len(RULES) + 1), collection.scores.shape[1]
    for own in collection.scores:
        for _ in range(splits):
            order = rng.permutation(topics)
            half = topics // 2
            gains = own[order[:half]] - own[order[half : 2 * half]]
            red += [1, *(rule(gains) for rule in RULES.values())]
    return red


def exchanged(collection: Collection, pairs: int, rng: np.random.Generator) -> FloatArray:
    """Count reds between two systems whose scores a coin exchanges at each topic."""
    red = np.zeros(len(RULES) + 1)
    for _ in range(pairs):
        first, second = rng.choice(len(collection.scores), 2, replace=False)
        signs = rng.choice((-1.0, 1.0), collection.scores.shape[1])
        gains = (collection.scores[second] - collection.scores[first]) * signs[:, None]
        red += [1, *(rule(gains) for rule in RULES.values())]
    return red


def halves(collection: Collection, splits: int, rng: np.random.Generator) -> FloatArray:
    """Ask of every red verdict on one half what the other half shows.

    Returns:
        ``(rules, 4)``: pairs asked; red on one half; of these no drop beyond the tolerance on the other
        half in the metrics that dropped on the first; of these even a gain.
    """
    found = np.zeros((len(RULES), 4))
    topics = collection.scores.shape[1]
    for before, after in permutations(collection.scores, 2):
        for _ in range(splits):
            order = rng.permutation(topics)
            gains, rest = (after - before)[order[: topics // 2]], (after - before)[order[topics // 2 :]]
            worst = int(gains.mean(axis=0).argmin())
            other = float(rest[:, worst].mean())
            for row, rule in enumerate(RULES.values()):
                red = rule(gains)
                found[row] += [1, red, red and other >= -TOLERANCE, red and other >= 0]
    return found


def tables(folder: Path, scale: int) -> list[Table]:
    """Ask all three questions of all collections."""
    alike, confirmed = [], []
    for at, collection in enumerate(collections(folder)):
        systems, topics, metrics = collection.scores.shape
        rng = np.random.default_rng([36, at])
        own = same_system(collection, -(-400 * scale // systems), rng)
        coin = exchanged(collection, 400 * scale, rng)
        label = f"{collection.name}, {systems} systems, {metrics} metric{'s'[: metrics > 1]}"
        shares = [" / ".join(percent(r, c[0]) for r in c[1:]) for c in (own, coin)]
        alike.append([label, f"{topics // 2} / {topics}", *shares])
        splits = max(1, 150 * scale // (systems * (systems - 1)))
        for rule, (asked, red, unconfirmed, reversed_) in zip(
            RULES, halves(collection, splits, rng), strict=True
        ):
            confirmed.append(
                [
                    f"{label}: {rule}",
                    f"{topics // 2}",
                    percent(red, asked),
                    *(
                        percent(part, red) if red else "–"
                        for part in (red - unconfirmed, unconfirmed, reversed_)
                    ),
                ]
            )
    return [
        Table(
            "Real systems that do not differ",
            f"Per cent red: {' / '.join(RULES)}. Left, every system against itself on other topics, at least "
            f"{400 * scale:,} comparisons a row; right, {400 * scale:,} pairs of systems whose scores a coin "
            "exchanges at each topic.",
            ["collection", "topics", "against itself", "exchanged by a coin"],
            alike,
        ),
        Table(
            "Real systems: what the other half of the topics says",
            "Every system against every other on a random half. Of the red verdicts: the metric that dropped "
            "most drops beyond the tolerance on the other half, too / does not / even gains there.",
            ["collection and rule", "topics", "red", "confirmed", "not confirmed", "reversed"],
            confirmed,
        ),
    ]


def main() -> None:
    """Run the study on a folder of collections."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds topic-scores/ and folders of TREC runs")
    parser.add_argument("--scale", type=int, default=1, help="times the comparisons of the short study")
    asked = parser.parse_args()
    began = time.perf_counter()
    found = tables(asked.folder, asked.scale)
    splice(PAGE, "real", found)
    print("\n".join(map(str, found)))
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
