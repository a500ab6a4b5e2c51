"""Write two windows of questions that readers of our documentation might ask.

The quiet window asks what the golden set asks, in the same proportions, with answers that help about as
often. In the drifted one a third of the questions is about a topic that the golden set does not know,
in two or three words each, and fewer answers help. Nothing here is logged from real readers.

Run it from the top of the repository: ``python examples/docs_traffic/make.py``.
"""

import json
import random
from pathlib import Path

TOP = Path(__file__).parents[2]
NEW = ["proxy settings", "behind a proxy", "proxy certificate error", "ssl certificate", "offline install"]


def asked(draw, golden):
    """Return one question that the golden set knows."""
    item = draw.choice(golden)
    return {"query": item["query"], "topic": item["slices"]["topic"]}


def answered(draw, question, *, helps):
    """Add what the reader did: a click, and now and then a thumb."""
    clicked = draw.random() < helps
    thumb = draw.random()
    feedback = None
    if thumb < 0.25:
        feedback = "up" if draw.random() < helps else "down"
    return {**question, "clicked": clicked, "feedback": feedback}


def main():
    """Write both windows."""
    lines = (TOP / "golden_sets" / "docs_search.jsonl").read_text("utf-8").splitlines()
    golden = [json.loads(line) for line in lines]
    draw = random.Random(20250301)  # a fixed seed: the windows are part of the repository
    quiet = [answered(draw, asked(draw, golden), helps=0.8) for _ in range(300)]
    drifted = []
    for _ in range(300):
        if draw.random() < 1 / 3:
            drifted.append(answered(draw, {"query": draw.choice(NEW), "topic": "network"}, helps=0.3))
        else:
            drifted.append(answered(draw, asked(draw, golden), helps=0.8))
    for name, rows in (("docs_traffic", quiet), ("docs_traffic.drifted", drifted)):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (TOP / "windows" / f"{name}.jsonl").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
