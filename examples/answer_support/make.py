"""Invent a judge of answers, the people it is measured against, and the answers it then judges.

    python examples/answer_support/make.py

An assistant answers questions about this product from passages of its documentation, and a language model
says whether the passages support the answer. Nothing of this took place: labels and verdicts are drawn
from a generator with a fixed seed, with the error rates written below, so that the example shows what a
real measurement looks like and gives no real judge a name. Written are:

================================  ===================================================================
`golden_sets/answer_support`      96 answers by two models, each labelled by three people
`runs/answer_support.baseline`    the deployed judge
`runs/answer_support`             the same judge asked again: a few verdicts differ, none is worse
`runs/answer_support.fault`       the judge under a shortened rubric: lenient with long answers
`golden_sets/answers`             160 questions, each with the section that answers it
`runs/answers.baseline`           what the assistant found, and the judge's verdict on its answer
`runs/answers`                    the assistant with a new prompt: no better, no worse
`runs/answers.fault`              the assistant without its instruction to keep to the passages
================================  ===================================================================

Running it again changes no byte.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent.parent

SUBJECTS = (
    *("exit codes", "baselines", "tolerances", "slices", "clusters", "critical items", "profiles"),
    *("golden sets", "run files", "intervals", "anchors", "reports"),
)
QUESTIONS = (
    "What are {} for?",
    "Where are {} described?",
    "How do I change {}?",
    "Why do {} differ between two builds?",
    "Can I leave {} out?",
    "What goes wrong without {}?",
    "Who decides about {}?",
    "Are {} the same on every machine?",
)
PEOPLE = ("ann", "ben", "eva")
SUPPORTED, UNSUPPORTED = "supported", "unsupported"


def main() -> None:
    """Write golden sets and runs."""
    _judge(Random(20260515))
    _assistant(Random(20260302))


def _judge(random: Random) -> None:
    items, verdicts = [], {"answer_support.baseline": [], "answer_support": [], "answer_support.fault": []}
    for number, query in enumerate(_questions()):
        ident, is_right, length = f"a{number:02}", random.random() < 0.6, random.randint(20, 160)
        producer = random.choice(["writer-1", "judge-2"])
        ratings = {name: _said(is_right ^ (random.random() < 0.05)) for name in PEOPLE}
        topic = SUBJECTS[number // len(QUESTIONS)]
        items.append(
            {"id": ident, "query": query, "ratings": ratings, "length": length, "producer": producer}
            | {"slices": {"topic": "rules" if topic in SUBJECTS[:6] else "files"}}
        )
        deployed = is_right ^ (random.random() < (0.08 if is_right else 0.12))
        again = deployed ^ (random.random() < 0.02)
        lenient = deployed or random.random() < (0.8 if length > 90 else 0.1)
        for name, verdict in zip(verdicts, (deployed, again, lenient), strict=True):
            silent = name == "answer_support" and number == 40
            verdicts[name].append({"id": ident, "error": "timeout"} if silent else _verdict(ident, verdict))
    write("golden_sets/answer_support.jsonl", items)
    for name, rows in verdicts.items():
        write(f"runs/{name}.jsonl", rows)


def _assistant(random: Random) -> None:
    items, answers = [], {"answers.baseline": [], "answers": [], "answers.fault": []}
    sections = [f"{subject.replace(' ', '-')}#{n}" for subject in SUBJECTS for n in range(1, 6)]
    for number in range(160):
        ident, relevant = f"q{number:03}", random.choice(sections)
        query = random.choice(QUESTIONS).format(random.choice(SUBJECTS))
        items.append({"id": ident, "query": query, "relevant": [relevant]})
        others = random.sample([s for s in sections if s != relevant], 4)
        found = random.choices(range(5), [60, 20, 10, 5, 5])[0]
        ranked = [*others[:found], relevant, *others[found:]]
        right = random.random() < 0.85
        for name, share in (("answers.baseline", 1.0), ("answers", 0.99), ("answers.fault", 0.7)):
            is_right = right and random.random() < share
            verdict = is_right ^ (random.random() < (0.05 if is_right else 0.12))
            if name != "answers.baseline" and is_right == right:
                verdict = bool(answers["answers.baseline"][-1]["supported"])
            answers[name].append({"id": ident, "ranked": ranked, "supported": int(verdict)})
    write("golden_sets/answers.jsonl", items)
    for name, rows in answers.items():
        write(f"runs/{name}.jsonl", rows)


def _questions() -> list[str]:
    return [form.format(subject) for subject in SUBJECTS for form in QUESTIONS]


def _said(is_right: int) -> str:
    return SUPPORTED if is_right else UNSUPPORTED


def _verdict(ident: str, is_right: int) -> dict[str, object]:
    return {"id": ident, "predicted": _said(is_right)}


def write(name: str, rows: list[dict[str, object]]) -> None:
    """Write one JSON object a line."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(rows)} lines in {name}")


if __name__ == "__main__":
    main()
