"""Search made-up vectors exactly and approximately, and write what the gate needs.

    python examples/nearest_neighbours/make.py

writes the 20 exact nearest neighbours of 200 queries (golden_sets/nearest_neighbours.ivecs) and what three
indexes return, ten a query, as arrays of NumPy:

===============================  ====================================================================
`nearest_neighbours.baseline`    what is deployed: vectors lie in 32 cells, and the 8 nearest are searched
`nearest_neighbours`             the candidate, a harmless change: the 9 nearest cells are searched
`nearest_neighbours.fault`       the candidate with a fault: the setting was lost, and 1 cell is searched
===============================  ====================================================================

A query whose cells hold fewer than ten vectors would get a list filled up with -1. Chance comes from one
seed.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent.parent
VECTORS, QUERIES, NUMBERS, CELLS = 4_000, 200, 12, 32
EXACT, SHOWN = 20, 10


def main() -> None:
    """Write the golden set and the runs."""
    chance = np.random.default_rng(5)
    centres = chance.normal(size=(60, NUMBERS))
    vectors = centres[chance.integers(0, 60, VECTORS)] + 0.6 * chance.normal(size=(VECTORS, NUMBERS))
    queries = centres[chance.integers(0, 60, QUERIES)] + 0.6 * chance.normal(size=(QUERIES, NUMBERS))
    exact = np.argsort(apart(queries, vectors), axis=1, kind="stable")[:, :EXACT].astype("<i4")
    path = ROOT / "golden_sets/nearest_neighbours.ivecs"
    np.hstack([np.full((QUERIES, 1), EXACT, "<i4"), exact]).tofile(path)
    middles = vectors[chance.choice(VECTORS, CELLS, replace=False)]
    for name, probed in (
        ("nearest_neighbours.baseline", 8),
        ("nearest_neighbours", 9),
        ("nearest_neighbours.fault", 1),
    ):
        np.save(ROOT / f"runs/{name}.npy", search(queries, vectors, middles, probed))
        print(f"{QUERIES} rows in runs/{name}.npy")


def search(queries: np.ndarray, vectors: np.ndarray, middles: np.ndarray, probed: int) -> np.ndarray:
    """Return the nearest vectors among those in the ``probed`` nearest cells of each query."""
    cell = np.argmin(apart(vectors, middles), axis=1)
    near = np.argsort(apart(queries, middles), axis=1, kind="stable")[:, :probed]
    found = np.full((len(queries), SHOWN), -1, "<i4")
    for row, query in enumerate(queries):
        inside = np.flatnonzero(np.isin(cell, near[row]))
        best = inside[np.argsort(apart(query[None], vectors[inside])[0], kind="stable")[:SHOWN]]
        found[row, : len(best)] = best
    return found


def apart(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the squared distance of each of ``some`` to each of ``others``."""
    return ((some[:, None] - others[None]) ** 2).sum(axis=2)


if __name__ == "__main__":
    main()
