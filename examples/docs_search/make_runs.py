"""Answer the golden set of `docs_search` with three retrievers and write their runs.

===========================  ==========================================================
`docs_search.baseline`       what is deployed: a title counts twice
`docs_search`                the candidate, a harmless change: a title counts three times
`docs_search.fault`          the candidate with a fault: only the first 30 words of each
                             section reach the index, as when a preview is indexed
                             instead of the text
===========================  ==========================================================

Usage, from the root of the repository::

    python examples/docs_search/make_runs.py [FOLDER]

The runs are written to FOLDER, `runs/` by default. Nothing is random: equal input, equal bytes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from search import Search, Settings, read
from snapshot import CORPUS, ROOT

GOLDEN = ROOT / "golden_sets" / "docs_search.jsonl"

SYSTEMS = {
    "docs_search.baseline": Settings(title_weight=2),
    "docs_search": Settings(title_weight=3),
    "docs_search.fault": Settings(title_weight=3, words=30),
}


def main() -> None:
    """Write one run a system."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "runs"
    folder.mkdir(parents=True, exist_ok=True)
    sections = read(CORPUS)
    items = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    for name, settings in SYSTEMS.items():
        search = Search(sections, settings)
        lines = [json.dumps({"id": item["id"], "ranked": search(item["query"])}) + "\n" for item in items]
        path = folder / f"{name}.jsonl"
        path.write_text("".join(lines), encoding="utf-8", newline="\n")
        print(f"{len(lines)} answers in {path}")


if __name__ == "__main__":
    main()
