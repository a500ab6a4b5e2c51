"""How often the gate is wrong: false alarms, power, coverage, creep; side by side with other rules.

    python -m benchmarks.error_rates                       # every part, a few minutes
    python -m benchmarks.error_rates --full                # ten times the merges: an hour or more
    python -m benchmarks.error_rates --scale 4             # something between
    python -m benchmarks.error_rates --part power          # one part

Each part rewrites its own section of docs/error_rates.md. The gate that is measured is the product:
samples are scored, compared, tested together and judged by the functions that ``gate check`` calls. What
random numbers are drawn depends on nothing but the part, so the same command writes the same page (the
table of times apart). Set OPENBLAS_NUM_THREADS=1 on a machine with few cores.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.rates import alarms, asymmetry, averages, classifiers, coverage, creep, past, speed
from benchmarks.rates.goals import goals
from benchmarks.rates.tables import splice

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.rates.tables import Table

PAGE = Path(__file__).parents[1] / "docs" / "error_rates.md"

PARTS: dict[str, Callable[[int], list[Table]]] = {
    "harmless": lambda k: [
        *alarms.harmless((20, 50, 200, 1_000), 1_000 * k),
        alarms.reruns(50, min(10_000, 4_000 * k)),
    ],
    "power": lambda k: alarms.power((50, 100, 200, 1_000), 60 * k),
    "past": lambda k: [past.histories(n, 600 * k, 60 * k, 40) for n in (20, 50, 100)],
    "asymmetry": lambda k: [asymmetry.guards(n, 1_000 * k) for n in (50, 200)],
    "coverage": lambda k: [
        coverage.levels((25, 50, 100, 200, 1_000), 1_000 * k),
        coverage.gains((20, 50, 100, 200, 1_000), 1_000 * k),
        coverage.strict_passes((20, 50, 100, 200, 1_000), 1_000 * k),
        classifiers.coverage(150 * k),
    ],
    "averages": lambda k: [averages.table(100 * k)],
    "creep": lambda k: creep.tables((50, 200, 1_000), 40 * k),
    "speed": lambda _: [speed.decision((50, 200, 1_000), 20)],
}


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--part", choices=list(PARTS), action="append", help="only this part; may be repeated"
    )
    parser.add_argument("--scale", type=int, default=1, help="times the merges of the short study")
    parser.add_argument("--full", dest="scale", action="store_const", const=10, help="the same as --scale 10")
    asked = parser.parse_args()
    for name in asked.part or PARTS:
        began = time.perf_counter()
        tables = PARTS[name](asked.scale)
        splice(PAGE, name, tables)
        print("\n".join(map(str, tables)))
        print(f"{name}: {time.perf_counter() - began:.0f} s\n", flush=True)
    splice(PAGE, "goals", [goals(PAGE.read_text("utf-8"))])


if __name__ == "__main__":
    main()
