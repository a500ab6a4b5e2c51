"""Say what the tickets of a help desk are about, and write what the gate needs.

    python examples/help_tickets/make.py

writes the labels (golden_sets/help_tickets.jsonl) and the answers of three systems:

==========================  =======================================================================
`help_tickets.baseline`     what is deployed: a label is likely where one of its words stands
`help_tickets`              the candidate, an improvement: it knows one more word of each label
`help_tickets.fault`        the candidate with a fault: it stops reading after the first sentence
==========================  =======================================================================

A ticket is put together of one to three sentences, each about one matter, so that its labels are known.
Nothing is random: running it again changes no byte.
"""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

SENTENCES = {
    "account": (
        "I cannot log in any more.",
        "My password is refused.",
        "Please change the address of my account.",
        "Somebody else uses my name.",
    ),
    "billing": (
        "I was charged twice.",
        "The invoice is wrong.",
        "Where do I find my invoice?",
        "My card was declined, though it is valid.",
    ),
    "delivery": (
        "The parcel has not arrived.",
        "The parcel went to my neighbour.",
        "When will you deliver it?",
        "It is still at the depot.",
    ),
    "product": (
        "The lamp is broken.",
        "One screw is missing.",
        "The lamp does not fit its stand.",
        "The colour is not the one I chose.",
    ),
    "returns": (
        "I want to return it.",
        "I want my money back.",
        "Do you take it back after a month?",
        "The label for sending it back is missing.",
    ),
}
"""What people write about each matter."""

WORDS = {
    "account": ("password", "account", "log in"),
    "billing": ("invoice", "charged", "card"),
    "delivery": ("parcel", "deliver", "depot"),
    "product": ("lamp", "screw", "colour"),
    "returns": ("return", "money", "sending"),
}
"""Words by which a label is known; the last of each is the candidate's."""

TICKETS = 60


def main() -> None:
    """Write the golden set and the runs."""
    matters = sorted(SENTENCES)
    golden, texts = [], {}
    for i in range(TICKETS):
        first = i % 5
        about = [matters[first], matters[(first + 1 + i // 5 % 4) % 5], matters[(first + 2 + i // 7) % 5]]
        labels = list(dict.fromkeys(about[: 1 + i % 3]))
        name = f"t{i + 1:02}"
        sentences = [SENTENCES[label][(i // 5 + at) % 4] for at, label in enumerate(labels)]
        texts[name] = sentences
        golden.append({"id": name, "query": " ".join(sentences), "labels": sorted(labels)})
    write("golden_sets/help_tickets.jsonl", golden)
    few = {label: words[:-1] for label, words in WORDS.items()}
    answers = {
        "help_tickets.baseline": {i: probabilities(s, few) for i, s in texts.items()},
        "help_tickets": {i: probabilities(s, WORDS) for i, s in texts.items()},
        "help_tickets.fault": {i: probabilities(s[:1], WORDS) for i, s in texts.items()},
    }
    for name, given in answers.items():
        write(f"runs/{name}.jsonl", [{"id": i, "probabilities": p} for i, p in given.items()])


def probabilities(sentences: list[str], words: dict[str, tuple[str, ...]]) -> dict[str, float]:
    """Return how likely each label is: more words of it make it likelier, more sentences less so."""
    text = " ".join(sentences).lower()
    found = {label: sum(text.count(word) for word in known) for label, known in words.items()}
    return {label: round((n + 0.1) / (n + 0.2 + len(sentences) / 10), 4) for label, n in found.items()}


def write(name: str, rows: list[dict[str, object]]) -> None:
    """Write one JSON object a line."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(rows)} lines in {name}")


if __name__ == "__main__":
    main()
