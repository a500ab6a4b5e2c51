"""Sort the sections of our documentation by subject, and write what the gate needs.

    python examples/section_subjects/make.py

writes the labels (golden_sets/section_subjects.jsonl) and the answers of three systems:

==============================  =====================================================================
`section_subjects.baseline`     what is deployed: the nearest centroid, a title's words counting once
`section_subjects`              the candidate, a harmless change: a title's words count twice
`section_subjects.fault`        the candidate with a fault: its list of subjects was sorted by another
                                rule than the model's, so three probabilities have each other's name
==============================  =====================================================================

The sections are those of golden_sets/docs_search.corpus; the subject is that of the page a section
stands on. Each section is sorted by a model that has learned from all the others. Nothing is random, and
probabilities are rounded to four decimals, so that running it again changes no byte.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
WORD = re.compile(r"[a-z]{3,}")
SHARPNESS = 25.0
"""How much a closer centroid is preferred: cosines differ little from each other."""

SUBJECTS = {
    "numbers": ("metrics", "statistics", "choosing-tolerances"),
    "tool": ("commands", "exit-codes", "reports"),
    "files": ("golden-sets", "runs"),
    "config": ("configuration",),
    "ci": ("ci-recipes",),
    "baselines": ("baselines",),
    "classifiers": ("classifier-guide",),
    "retrieval": ("retrieval-guide",),
}
"""The pages of each subject."""


def main() -> None:
    """Write the golden set and the runs."""
    subject_of = {page: subject for subject, pages in SUBJECTS.items() for page in pages}
    lines = (ROOT / "golden_sets/docs_search.corpus/sections.jsonl").read_text(encoding="utf-8").splitlines()
    sections = [s for s in map(json.loads, lines) if s["id"].partition("#")[0] in subject_of]
    labels = {s["id"]: subject_of[s["id"].partition("#")[0]] for s in sections}
    # The page's own name stands before the colon, and would give the answer away.
    titles = {s["id"]: s["title"].partition(": ")[2] for s in sections}
    write(
        "golden_sets/section_subjects.jsonl",
        [{"id": i, "query": titles[i], "label": label} for i, label in labels.items()],
    )
    once, twice = (
        {s["id"]: Counter(WORD.findall((f"{titles[s['id']]} " * n + s["text"]).lower())) for s in sections}
        for n in (1, 2)
    )
    answers = {
        "section_subjects.baseline": predict(once, labels),
        "section_subjects": predict(twice, labels),
    }
    answers["section_subjects.fault"] = {i: renamed(p) for i, p in answers["section_subjects"].items()}
    for name, given in answers.items():
        write(f"runs/{name}.jsonl", [{"id": i, "probabilities": p} for i, p in given.items()])


def predict(counts: dict[str, Counter[str]], labels: dict[str, str]) -> dict[str, dict[str, float]]:
    """Return for each section the probability of every subject, learned from the other sections."""
    spread = Counter(word for words in counts.values() for word in words)
    vectors = {
        i: unit({w: (1 + math.log(n)) * math.log(len(counts) / spread[w]) for w, n in sorted(words.items())})
        for i, words in counts.items()
    }
    found = {}
    for i, vector in vectors.items():
        cosines = {}
        for subject in SUBJECTS:
            centroid: Counter[str] = Counter()
            for other, label in labels.items():
                if other != i and label == subject:
                    centroid.update(vectors[other])
            near = unit(dict(centroid))
            cosines[subject] = math.fsum(x * near.get(word, 0.0) for word, x in vector.items())
        odds = {subject: math.exp(SHARPNESS * cosine) for subject, cosine in cosines.items()}
        found[i] = {subject: round(odd / math.fsum(odds.values()), 4) for subject, odd in odds.items()}
    return found


def unit(vector: dict[str, float]) -> dict[str, float]:
    """Return a vector of length 1 in the same direction."""
    length = math.sqrt(math.fsum(x * x for x in vector.values()))
    return {word: x / length for word, x in vector.items()}


def renamed(probabilities: dict[str, float]) -> dict[str, float]:
    """Give the probabilities of three subjects to each other."""
    swapped = {"tool": "files", "files": "config", "config": "tool"}
    return {subject: probabilities[swapped.get(subject, subject)] for subject in SUBJECTS}


def write(name: str, rows: list[dict[str, object]]) -> None:
    """Write one JSON object a line."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(rows)} lines in {name}")


if __name__ == "__main__":
    main()
