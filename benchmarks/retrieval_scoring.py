"""Score a large retrieval run, here and with pytrec_eval, side by side.

    python benchmarks/retrieval_scoring.py               # 10,000 queries x 1,000 results, from memory
    python benchmarks/retrieval_scoring.py --trec        # the same, from a TREC run file
    python benchmarks/retrieval_scoring.py --read        # reading that TREC file alone, no metric
    python benchmarks/retrieval_scoring.py --parquet     # the same, from a Parquet file; theirs from TREC

Work on both sides: recall@10, nDCG@10, MRR and MAP of every query. Each side has a process of its own,
so that none finds the memory as another left it, and they take turns; each time is the median of its
turns, on the clock and in CPU seconds of its process, all threads together: a TREC file is read here by
one a core that is idle, at most four. Trust the ratios, not the seconds. pytrec_eval and ranx are
optional: without them only our side is measured.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from large_run import JUDGED, Material, Qrels, Scores, write
from turns import alone, taken

from gate import metrics
from gate.golden import GoldenItem, GoldenSet
from gate.readers import read_run
from gate.readers.stretches import cores
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turns import Turn, Work

    from gate.source import FileSource

SPELT = ("recall@10", "ndcg@10", "mrr", "map")
PEER = {"recall_10": "recall@10", "ndcg_cut_10": "ndcg@10", "recip_rank": "mrr", "map": "map"}


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


def evaluator_of(qrels: Qrels) -> Any:
    """Return pytrec_eval's evaluator."""
    import pytrec_eval

    return pytrec_eval.RelevanceEvaluator(qrels, {"recall.10", "ndcg_cut.10", "recip_rank", "map"})


def read_with_pytrec_eval(path: Path) -> Any:
    """Read a run as pytrec_eval does."""
    import pytrec_eval

    with path.open(encoding="utf-8") as file:
        return pytrec_eval.parse_run(file)


def threaded(source: FileSource) -> Run:
    """Read a TREC run, and say how many threads may work at it now."""
    print(f"  a turn of ours: threads that read: {cores()}", flush=True)
    return read_run(source, "retrieval")


def memory_theirs(material: Material) -> Work:
    """Score the dict of dicts that a parser would have left."""
    qrels, scores = material.made()
    evaluator = evaluator_of(qrels)
    return lambda: peers(evaluator, scores)


def memory_ours(material: Material) -> Work:
    """Wrap the same dict of dicts as a run, and score it."""
    qrels, scores = material.made()
    golden = golden_of(qrels)
    return lambda: ours(golden, run_of(scores))


def trec_theirs(material: Material) -> Work:
    """Read TREC with pytrec_eval, and score."""
    evaluator, path = evaluator_of(material.qrels()), material.run("trec")
    return lambda: peers(evaluator, read_with_pytrec_eval(path))


def trec_ours(material: Material) -> Work:
    """Read TREC here, and score."""
    golden, source = golden_of(material.qrels()), material.source("trec")
    return lambda: ours(golden, threaded(source))


def reading_theirs(material: Material) -> Work:
    """Read TREC with pytrec_eval, and nothing else."""
    path = material.run("trec")
    return lambda: len(read_with_pytrec_eval(path))


def reading_ranx(material: Material) -> Work:
    """Read TREC with ranx, and nothing else."""
    from ranx import Run as TheirRun

    path = str(material.run("trec"))
    return lambda: len(TheirRun.from_file(path, kind="trec").run)


def reading_ours(material: Material) -> Work:
    """Read TREC here, and nothing else."""
    source = material.source("trec")
    return lambda: len(threaded(source))


def parquet_theirs(material: Material) -> Work:
    """Read Parquet into what pytrec_eval scores, and score."""
    import pyarrow.parquet as pq

    evaluator, path = evaluator_of(material.qrels()), material.run("parquet")

    def work() -> dict[str, float]:
        found: Scores = {}
        columns = pq.read_table(path).to_pydict()
        for q, d, s in zip(columns["q_id"], columns["doc_id"], columns["score"], strict=True):
            found.setdefault(q, {})[d] = s
        return peers(evaluator, found)

    return work


def parquet_ours(material: Material) -> Work:
    """Read Parquet here, and score."""
    golden, source = golden_of(material.qrels()), material.source("parquet")
    return lambda: ours(golden, read_run(source, "retrieval"))


class Kind(NamedTuple):
    """A comparison: the formats it needs, and each side by name, ours last."""

    formats: tuple[str, ...]
    sides: Mapping[str, Callable[[Material], Work]]


KINDS = {
    "memory": Kind(
        (),
        {
            "pytrec_eval, evaluate": memory_theirs,
            "here: wrap as a run, line up, four metrics": memory_ours,
        },
    ),
    "trec": Kind(
        ("trec",),
        {
            "pytrec_eval, parse_run and evaluate": trec_theirs,
            "here: read, line up, four metrics": trec_ours,
        },
    ),
    "read": Kind(
        ("trec",),
        {
            "pytrec_eval: read": reading_theirs,
            "ranx: read": reading_ranx,
            "here: read": reading_ours,
        },
    ),
    "parquet": Kind(
        ("trec", "parquet"),
        {
            "pytrec_eval, Parquet to dicts and evaluate": parquet_theirs,
            "pytrec_eval, parse_run of TREC and evaluate": trec_theirs,
            "here: read Parquet, line up, four metrics": parquet_ours,
        },
    ),
}


def report(turns: Mapping[str, Turn]) -> None:
    """Print a line a side with how many times the last side's it took, and how far values differ.

    They differ in the last bit of a mean; more only where pytrec_eval's 32-bit scores are tied.
    """
    *others, last = turns.values()
    for name, turn in turns.items():
        ratio = f"{turn.wall / last.wall:5.1f} x ours, {turn.cpu / last.cpu:.1f} x in CPU time"
        print(f"{name:44} {turn.wall:8.3f} s {turn.cpu:8.3f} s CPU{'' if turn is last else ratio}")
    if not isinstance(last.found, dict):
        assert all(other.found == last.found for other in others)
        return
    for name, value in last.found.items():
        differences = "".join(f"   difference {value - other.found[name]:+.1e}" for other in others)
        print(f"    {name:12} {value:.6f}{differences}")


def is_there(name: str) -> bool:
    """Say whether a side can work here."""
    return all(find_spec(peer) is not None for peer in ("pytrec_eval", "ranx") if name.startswith(peer))


def main() -> None:
    """Generate, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--results", type=int, default=1_000)
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.add_mutually_exclusive_group()
    for name, told in (
        ("trec", "read a TREC run file on both sides"),
        ("read", "only read a TREC run file, on every side"),
        ("parquet", "read a Parquet file here"),
    ):
        chosen.add_argument(f"--{name}", action="store_const", dest="kind", const=name, help=told)
    parser.set_defaults(kind="memory")
    arguments = parser.parse_args()
    kind = KINDS[arguments.kind]
    kind = kind._replace(sides={name: side for name, side in kind.sides.items() if is_there(name)})
    print(f"{arguments.queries:,} queries x {arguments.results:,} results, {JUDGED} judged")
    with tempfile.TemporaryDirectory() as folder:
        material = Material(arguments.queries, arguments.results, Path(folder))
        if kind.formats:
            alone(write, material, kind.formats)
        report(taken(kind.sides, material, arguments.repeats))


if __name__ == "__main__":
    main()
