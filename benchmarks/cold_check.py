"""A whole cold `gate check` against `python -c "import numpy, pydantic"`, side by side.

    python benchmarks/cold_check.py [--runs 9]

Makes a retrieval golden set of 200 queries with a baseline and a candidate, and checks 8 metrics with
10,000 resamples in a fresh process, alternating with the import. Prints CPU time (user and system, of
the child) as the median over the runs, and the ratio pair by pair.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

CONFIG = """\
version: 1
name: bench
task: retrieval
golden_set: golden.jsonl
system: {run: candidate.jsonl}
k: 10
metrics:
  recall@5: {tolerance: 0.02}
  recall: {tolerance: 0.02}
  ndcg: {tolerance: 0.02}
  ndcg@5: {tolerance: 0.02}
  mrr: {tolerance: 0.02}
  map: {tolerance: 0.02}
  hit_rate: {tolerance: 0.02}
  precision@5: {tolerance: 0.02}
baseline: {store: baselines/, from: worktree}
"""


def make(folder: Path) -> None:
    """Write the config, the golden set and two runs that differ in every tenth query."""
    rng = np.random.default_rng(0)
    golden, before, after = [], [], []
    for q in range(200):
        documents = [f"d{q}_{i}" for i in range(20)]
        relevant = {d: int(rng.integers(1, 4)) for d in rng.choice(documents, 3, replace=False)}
        first = list(rng.permutation(documents))
        second = list(first)
        if q % 10 == 0:
            second[0], second[3] = second[3], second[0]
        golden.append({"id": f"q{q:03d}", "relevant": relevant})
        before.append({"id": f"q{q:03d}", "ranked": first})
        after.append({"id": f"q{q:03d}", "ranked": second})
    for name, rows in (("golden", golden), ("baseline", before), ("candidate", after)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    (folder / "bench.yaml").write_text(CONFIG, "utf-8")


def cpu(command: list[str]) -> float:
    """Run a command to its end; return the CPU seconds that it used."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder)
        gate = [sys.executable, "-m", "gate"]
        config = str(folder / "bench.yaml")
        subprocess.run(
            [*gate, "refresh", config, "--run", str(folder / "baseline.jsonl")],
            check=True,
            capture_output=True,
        )
        imports = [sys.executable, "-c", "import numpy, pydantic"]
        check = [*gate, "check", config]
        cpu(imports), cpu(check)
        pairs = [(cpu(check), cpu(imports)) for _ in range(runs)]
    checks, importing = zip(*pairs, strict=True)
    ratios = [a / b for a, b in pairs]
    print(f"gate check      {1000 * statistics.median(checks):8.0f} ms CPU (median of {runs})")
    print(f"the two imports {1000 * statistics.median(importing):8.0f} ms CPU")
    print(f"ratio           {statistics.median(ratios):8.2f}  (min {min(ratios):.2f}, max {max(ratios):.2f})")


if __name__ == "__main__":
    main()
