"""Score a large retrieval run, here and with pytrec_eval, side by side in one process.

    python benchmarks/retrieval_scoring.py               # 10,000 queries x 1,000 results, from memory
    python benchmarks/retrieval_scoring.py --trec        # the same, from a TREC run file
    python benchmarks/retrieval_scoring.py --read        # reading that TREC file alone, no metric
    python benchmarks/retrieval_scoring.py --parquet     # the same, from a Parquet file; theirs from TREC

Work on both sides: recall@10, nDCG@10, MRR and MAP of every query. Times are CPU seconds of this
process, the least of the repeats; trust the ratios, not the seconds. pytrec_eval and ranx are optional:
without them only our side is measured.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gate import metrics
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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


def timed(work: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Return the least CPU seconds of ``repeats`` calls, and the last result."""
    best, result = math.inf, None
    for _ in range(repeats):
        started = time.process_time()
        result = work()
        best = min(best, time.process_time() - started)
    return best, result


def report(label: str, seconds: float, peer: float | None, name: str = "pytrec_eval") -> None:
    """Print one line: what, CPU seconds, and how many times faster than the peer."""
    ratio = f"{peer / seconds:5.1f} x faster than {name}" if peer else ""
    print(f"{label:44} {seconds:8.3f} s  {ratio}")


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
    peer, theirs = timed(lambda: peers(evaluator, scores), repeats) if evaluator else (None, None)
    seconds, mine = timed(lambda: ours(golden, run_of(scores)), repeats)
    if peer is not None:
        report("pytrec_eval, evaluate", peer, None)
    report("here: wrap as a run, line up, four metrics", seconds, peer)
    compare(mine, theirs)


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
    from gate.readers import read_run
    from gate.source import FileSource

    del qrels
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.trec"
        write_trec(path, scores)
        source = FileSource(path, path.name, "trec")
        seconds, run = timed(lambda: read_run(source, "retrieval"), repeats)
        report("here: read", seconds, None)
        assert len(run) == len(scores)
        for name, read in (("pytrec_eval", read_with_pytrec_eval), ("ranx", read_with_ranx)):
            try:
                peer, _ = timed(lambda read=read: read(path), repeats)  # type: ignore[misc]
            except ImportError:
                print(f"{name} is not installed")
                continue
            report(f"{name}: read", peer, None)
            report("here", seconds, peer, name)


def from_trec(qrels: Qrels, scores: Scores, repeats: int) -> None:
    """Both sides read the same TREC run file, then score."""
    from gate.readers import read_run
    from gate.source import FileSource

    evaluator, golden = evaluator_of(qrels), golden_of(qrels)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.trec"
        write_trec(path, scores)

        def theirs_read() -> Scores:
            import pytrec_eval

            with path.open(encoding="utf-8") as file:
                return pytrec_eval.parse_run(file)

        peer, theirs = None, None
        if evaluator:
            peer, theirs = timed(lambda: peers(evaluator, theirs_read()), repeats)
            report("pytrec_eval, parse_run and evaluate", peer, None)
        seconds, mine = timed(
            lambda: ours(golden, read_run(FileSource(path, path.name, "trec"), "retrieval")), repeats
        )
        report("here: read, line up, four metrics", seconds, peer)
        compare(mine, theirs)


def from_parquet(qrels: Qrels, scores: Scores, repeats: int) -> None:
    """Read Parquet here; pytrec_eval gets the same run from TREC, its own format, and from Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from gate.readers import read_run
    from gate.source import FileSource

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

        def theirs_trec() -> dict[str, float]:
            import pytrec_eval

            with trec.open(encoding="utf-8") as file:
                return peers(evaluator, pytrec_eval.parse_run(file))

        def theirs_parquet() -> dict[str, float]:
            found: Scores = {}
            columns = pq.read_table(path).to_pydict()
            for q, d, s in zip(columns["q_id"], columns["doc_id"], columns["score"], strict=True):
                found.setdefault(q, {})[d] = s
            return peers(evaluator, found)

        peer, theirs = None, None
        if evaluator:
            write_trec(trec, scores)
            other, _ = timed(theirs_parquet, repeats)
            report("pytrec_eval, Parquet to dicts and evaluate", other, None)
            peer, theirs = timed(theirs_trec, repeats)
            report("pytrec_eval, parse_run of TREC and evaluate", peer, None)
        seconds, mine = timed(
            lambda: ours(golden, read_run(FileSource(path, path.name, "parquet"), "retrieval")), repeats
        )
        report("here: read Parquet, line up, four metrics", seconds, peer)
        compare(mine, theirs)


def compare(mine: dict[str, float], theirs: dict[str, float] | None) -> None:
    """Say how far the two sides differ: not at all, but for ties among 32-bit scores."""
    for name, value in mine.items():
        other = f"   difference {value - theirs[name]:+.1e}" if theirs else ""
        print(f"    {name:12} {value:.6f}{other}")


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
