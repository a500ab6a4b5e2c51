"""Records of a made-up search, configs that compare two windows of them, and the worked example."""

import random

from tests.conftest import REPOSITORY

CONFIG = REPOSITORY / "configs" / "monitor" / "docs_traffic.yaml"

DRIFTED = REPOSITORY / "windows" / "docs_traffic.drifted.jsonl"

TWO = "reference: old.jsonl\nwindow: new.jsonl\n"

ALL = TWO + (
    "fields:\n  topic: {kind: category}\n  length: {kind: number}\n"
    "proxies:\n  click_through: {column: clicked, better: higher}\n"
)


def rows(n, *, seed, shift=0.0, clicks=0.5):
    """Return records with a category, a number and a click."""
    draw = random.Random(seed)
    return [
        {"topic": draw.choice("abc"), "length": draw.gauss(shift, 1), "clicked": draw.random() < clicks}
        for _ in range(n)
    ]


def outcomes(report):
    """Return ``{(field, statistic): outcome}``."""
    return {(each["field"], each["statistic"]): each["outcome"] for each in report["findings"]}
