"""Score a large retrieval run, here and with pytrec_eval, side by side in one process.

    python benchmarks/retrieval_scoring.py               # 10,000 queries x 1,000 results, from memory
    python benchmarks/retrieval_scoring.py --trec        # the same, from a TREC run file
    python benchmarks/retrieval_scoring.py --read        # reading that TREC file alone, no metric
    python benchmarks/retrieval_scoring.py --parquet     # the same, from a Parquet file; theirs from TREC

Work on both sides: recall@10, nDCG@10, MRR and MAP of every query. The sides take turns; each time is
the median of its turns, on the clock and in CPU seconds of this process, all its threads together: a
TREC file is read here by one a core that is idle, at most four. Trust the ratios, not the seconds.
pytrec_eval and ranx are optional: without them only our side is measured.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gate import metrics
from gate.golden import GoldenItem, GoldenSet
from gate.readers import read_run
from gate.readers.stretches import cores
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SPELT = ("recall@10", "ndcg@10", "mrr", "map")
PEER = {"recall_10": "recall@10", "ndcg_cut_10": "ndcg@10", "recip_rank": "mrr", "map": "map"}
POOL = 20_000
JUDGED = 50

Qrels = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]


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


def golden_of(qrels: Qrels) -> GoldenSet:
    """Wrap judgements as a golden set."""
    return GoldenSet({q: GoldenItem(q, relevant=grades) for q, grades in qrels.items()})


def run_of(scores: Scores) -> Run:
    """Wrap scores as a run, without a copy."""
    return Run({q: Answer(q, Ranking.of_scores(d)) for q, d in scores.items()})


def ours(golden: GoldenSet, run: Run) -> dict[str, float]:
    """Line up, and compute every metric."""
    sample = RankedSample.build(golden, run, relevant_grade=1)
    found = {}
    for text in SPELT:
        metric = metrics.of(text, "retrieval")
        spec = metric.resolve(text, k=None)
        found[text] = float(metric(sample, k=spec.cutoff or math.inf, **spec.arguments).mean())
    return found


def peers(evaluator: Any, scores: Scores) -> dict[str, float]:
    """Compute the same with pytrec_eval."""
    per_query = evaluator.evaluate(scores)
    return {
        name: math.fsum(q[key] for q in per_query.values()) / len(per_query) for key, name in PEER.items()
    }


class Turns(NamedTuple):
    """Median seconds of one side, on the clock and of all cores together, and what it found."""

    wall: float
    cpu: float
    found: Any


def taken(works: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, Turns]:
    """Let the sides take turns at one and the same work."""
    seconds: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    found: dict[str, Any] = {}
    for _ in range(repeats):
        for name, work in works.items():
            wall, cpu = time.perf_counter(), time.process_time()
            found[name] = work()
            seconds[name].append((time.perf_counter() - wall, time.process_time() - cpu))
    turns = {}
    for name, some in seconds.items():
        wall, cpu = np.median(some, axis=0).tolist()
        turns[name] = Turns(wall, cpu, found[name])
    return turns


def report(turns: Mapping[str, Turns]) -> None:
    """Print a line a side: seconds, CPU seconds, and how many times those of the last side, which is ours."""
    *_, ours = turns.values()
    for name, turn in turns.items():
        ratio = f"{turn.wall / ours.wall:5.1f} x ours, {turn.cpu / ours.cpu:.1f} x in CPU time"
        print(f"{name:44} {turn.wall:8.3f} s {turn.cpu:8.3f} s CPU{'' if turn is ours else ratio}")


def compare(turns: Mapping[str, Turns]) -> None:
    """Report, and say how far two sides differ: not at all, but for ties among 32-bit scores."""
    report(turns)
    *others, ours = turns.values()
    for name, value in ours.found.items():
        differences = "".join(f"   difference {value - other.found[name]:+.1e}" for other in others)
        print(f"    {name:12} {value:.6f}{differences}")


def evaluator_of(qrels: Qrels) -> Any:
    """Return pytrec_eval's evaluator, or ``None`` where it is not installed."""
    try:
        import pytrec_eval
    except ImportError:
        return None
    return pytrec_eval.RelevanceEvaluator(qrels, {"recall.10", "ndcg_cut.10", "recip_rank", "map"})


def from_memory(qrels: Qrels, scores: Scores, repeats: int) -> None:
    """Both sides have read the judgements, and get the same dict of dicts."""
    evaluator, golden = evaluator_of(qrels), golden_of(qrels)
    works: dict[str, Callable[[], Any]] = {}
    if evaluator:
        works["pytrec_eval, evaluate"] = lambda: peers(evaluator, scores)
    works["here: wrap as a run, line up, four metrics"] = lambda: ours(golden, run_of(scores))
    compare(taken(works, repeats))


def threaded(source: FileSource) -> Run:
    """Read a TREC run, and say how many threads may work at it now."""
    print(f"  a turn of ours: threads that read: {cores()}")
    return read_run(source, "retrieval")


def write_trec(path: Path, scores: Scores) -> None:
    """Write a TREC run file."""
    with path.open("w", encoding="utf-8") as file:
        for q, documents in scores.items():
            file.writelines(f"{q} Q0 {d} {i} {s:.6f} x\n" for i, (d, s) in enumerate(documents.items()))


def read_with_pytrec_eval(path: Path) -> Any:
    """Read a run as pytrec_eval does."""
    import pytrec_eval

    with path.open(encoding="utf-8") as file:
        return pytrec_eval.parse_run(file)


def read_with_ranx(path: Path) -> Any:
    """Read a run as ranx does."""
    from ranx import Run as TheirRun

    return TheirRun.from_file(str(path), kind="trec")


def reading(qrels: Qrels, scores: Scores, repeats: int) -> None:
    """Every side reads the same TREC run file into what it scores, and scores nothing."""
    del qrels
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.trec"
        write_trec(path, scores)
        works: dict[str, Callable[[], Any]] = {}
        if find_spec("pytrec_eval"):
            works["pytrec_eval: read"] = lambda: len(read_with_pytrec_eval(path))
        if find_spec("ranx"):
            works["ranx: read"] = lambda: len(read_with_ranx(path).run)
        source = FileSource(path, path.name, "trec")
        works["here: read"] = lambda: len(threaded(source))
        turns = taken(works, repeats)
        assert all(turn.found == len(scores) for turn in turns.values())
        report(turns)


def from_trec(qrels: Qrels, scores: Scores, repeats: int) -> None:
    """Both sides read the same TREC run file, then score."""
    evaluator, golden = evaluator_of(qrels), golden_of(qrels)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.trec"
        write_trec(path, scores)
        source = FileSource(path, path.name, "trec")
        works: dict[str, Callable[[], Any]] = {}
        if evaluator:
            read = read_with_pytrec_eval
            works["pytrec_eval, parse_run and evaluate"] = lambda: peers(evaluator, read(path))
        works["here: read, line up, four metrics"] = lambda: ours(golden, threaded(source))
        compare(taken(works, repeats))


def from_parquet(qrels: Qrels, scores: Scores, repeats: int) -> None:
    """Read Parquet here; pytrec_eval gets the same run from TREC, its own format, and from Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    evaluator, golden = evaluator_of(qrels), golden_of(qrels)
    with tempfile.TemporaryDirectory() as folder:
        path, trec = Path(folder) / "run.parquet", Path(folder) / "run.trec"
        columns = {
            "q_id": [q for q, documents in scores.items() for _ in documents],
            "doc_id": [d for documents in scores.values() for d in documents],
            "score": [s for documents in scores.values() for s in documents.values()],
        }
        pq.write_table(pa.table(columns), path)
        del columns

        def theirs_parquet() -> dict[str, float]:
            found: Scores = {}
            columns = pq.read_table(path).to_pydict()
            for q, d, s in zip(columns["q_id"], columns["doc_id"], columns["score"], strict=True):
                found.setdefault(q, {})[d] = s
            return peers(evaluator, found)

        source = FileSource(path, path.name, "parquet")
        works: dict[str, Callable[[], Any]] = {}
        if evaluator:
            write_trec(trec, scores)
            works["pytrec_eval, Parquet to dicts and evaluate"] = theirs_parquet
            works["pytrec_eval, parse_run of TREC and evaluate"] = lambda: peers(
                evaluator, read_with_pytrec_eval(trec)
            )
        works["here: read Parquet, line up, four metrics"] = lambda: ours(
            golden, read_run(source, "retrieval")
        )
        compare(taken(works, repeats))


def main() -> None:
    """Generate, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--results", type=int, default=1_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--trec", action="store_true", help="read a TREC run file on both sides")
    parser.add_argument("--read", action="store_true", help="only read a TREC run file, on every side")
    parser.add_argument("--parquet", action="store_true", help="read a Parquet file here")
    arguments = parser.parse_args()
    qrels, scores = generate(arguments.queries, arguments.results)
    print(f"{arguments.queries:,} queries x {arguments.results:,} results, {JUDGED} judged")
    chosen = from_memory
    for is_wanted, way in (
        (arguments.parquet, from_parquet),
        (arguments.trec, from_trec),
        (arguments.read, reading),
    ):
        chosen = way if is_wanted else chosen
    chosen(qrels, scores, arguments.repeats)


if __name__ == "__main__":
    main()
