"""Judgements and a run as large as retrieval benchmarks have it, in memory and in files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gate.source import FileSource

if TYPE_CHECKING:
    from pathlib import Path

POOL = 20_000
JUDGED = 50

Qrels = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]


class Material(NamedTuple):
    """What all sides work at.

    Attributes:
        queries: How many.
        results: Of each query.
        folder: Where the files are: ``qrels.json``, ``run.trec``, ``run.parquet``.
    """

    queries: int
    results: int
    folder: Path

    def made(self) -> tuple[Qrels, Scores]:
        """Return judgements and the run, made anew."""
        return generate(self.queries, self.results)

    def qrels(self) -> Qrels:
        """Return the judgements as they were written down."""
        found: Qrels = json.loads((self.folder / "qrels.json").read_bytes())
        return found

    def run(self, form: str) -> Path:
        """Return where the run is in a format."""
        return self.folder / f"run.{form}"

    def source(self, form: str) -> FileSource:
        """Return the same as the gate names files."""
        return FileSource(self.run(form), f"run.{form}", form)


def generate(queries: int, results: int) -> tuple[Qrels, Scores]:
    """Make judgements and a run of ``queries`` x ``results``, always the same ones.

    Half of the judged documents were returned. Scores have six decimals, so some are tied.
    Every list has ids of its own in memory, as every parser leaves them.
    """
    rng = np.random.Generator(np.random.Philox(20_03))
    qrels: Qrels = {}
    run: Scores = {}
    for q in range(queries):
        drawn = rng.permutation(POOL)
        names = [f"doc-{i:06}" for i in drawn[: results + JUDGED // 2]]
        returned = names[:results]
        scores = np.round(rng.standard_normal(results), 6).tolist()
        run[f"q{q:06}"] = dict(zip(returned, scores, strict=True))
        found = rng.permutation(results)[: JUDGED // 2]
        documents = [returned[i] for i in found] + names[results:]
        grades = rng.integers(0, 4, JUDGED).tolist()
        grades[0] = 1
        qrels[f"q{q:06}"] = dict(zip(documents, grades, strict=True))
    return qrels, run


def write(material: Material, formats: tuple[str, ...]) -> None:
    """Write the judgements, and the run in some formats."""
    qrels, scores = material.made()
    (material.folder / "qrels.json").write_text(json.dumps(qrels), encoding="utf-8")
    if "trec" in formats:
        with material.run("trec").open("w", encoding="utf-8") as file:
            for q, documents in scores.items():
                file.writelines(f"{q} Q0 {d} {i} {s:.6f} x\n" for i, (d, s) in enumerate(documents.items()))
    if "parquet" in formats:
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = {
            "q_id": [q for q, documents in scores.items() for _ in documents],
            "doc_id": [d for documents in scores.values() for d in documents],
            "score": [s for documents in scores.values() for s in documents.values()],
        }
        pq.write_table(pa.table(columns), material.run("parquet"))
