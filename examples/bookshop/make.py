"""Recommend books to the customers of a made-up shop, and write what the gate needs.

    python examples/bookshop/make.py

writes what 160 customers bought (golden_sets/bookshop.purchases.csv), all books with their genres
(golden_sets/bookshop.catalogue.csv), what each customer bought next (golden_sets/bookshop.jsonl), and ten
recommendations for each by three systems:

=====================  ==============================================================================
`bookshop.baseline`    what is deployed: books that were bought together with the customer's own
`bookshop`             the candidate, a harmless change: rare pairs count a little less
`bookshop.fault`       the candidate with a fault: the customer's books are not found, so everybody
                       gets the bestsellers
=====================  ==============================================================================

Customers have two favourite genres, and books of a genre are not equally popular. Chance comes from one
seed, and running it again changes no byte.
"""

from __future__ import annotations

import csv
import json
import math
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GENRES = ("crime", "fantasy", "history", "nature", "poetry", "travel")
BOOKS, CUSTOMERS, SHOWN = 120, 160, 10


def main() -> None:
    """Write the catalogue, the purchases, the golden set and the runs."""
    chance = random.Random(20)
    books = {f"b{i:03}": sorted({GENRES[i % 6], chance.choice(GENRES)}) for i in range(BOOKS)}
    appeal = {book: 1 / (1 + i // 6) ** 0.8 for i, book in enumerate(books)}
    past, later = {}, {}
    for i in range(CUSTOMERS):
        customer, likes = f"c{i:03}", chance.sample(GENRES, 2)
        odds = {book: appeal[book] * (8 if set(books[book]) & set(likes) else 1) for book in books}
        bought = draw(odds, chance.randint(8, 20), chance)
        cut = max(5, len(bought) * 2 // 3)
        past[customer], later[customer] = bought[:cut], bought[cut:]
    write_table("bookshop.catalogue.csv", ["item", "genres"], [[b, "|".join(g)] for b, g in books.items()])
    rows = [[customer, book] for customer, bought in past.items() for book in bought]
    write_table("bookshop.purchases.csv", ["user", "item"], rows)
    golden = [
        {
            "id": customer,
            "relevant": dict.fromkeys(sorted(bought), 1),
            "slices": {"customer": "regular" if len(past[customer]) > 8 else "new"},
        }
        for customer, bought in later.items()
    ]
    write("golden_sets/bookshop.jsonl", golden)
    sold = Counter(book for bought in past.values() for book in bought)
    runs = {
        "bookshop.baseline": {c: neighbours(c, past, sold, shrunk=0) for c in past},
        "bookshop": {c: neighbours(c, past, sold, shrunk=0.1) for c in past},
        "bookshop.fault": {c: bestsellers(sold, without=past[c]) for c in past},
    }
    for name, lists in runs.items():
        write(f"runs/{name}.jsonl", [{"id": c, "ranked": shown} for c, shown in lists.items()])


def draw(odds: dict[str, float], count: int, chance: random.Random) -> list[str]:
    """Draw different books, each as likely as its odds."""
    keys = {book: chance.random() ** (1 / odd) for book, odd in odds.items()}
    return sorted(keys, key=lambda book: -keys[book])[:count]


def neighbours(customer: str, past: dict[str, list[str]], sold: Counter[str], *, shrunk: float) -> list[str]:
    """Recommend what others bought together with the customer's books."""
    together: Counter[tuple[str, str]] = Counter()
    for other, bought in past.items():
        if other != customer:
            together.update(combinations(sorted(bought), 2))
    score: dict[str, float] = {}
    for (one, two), times in sorted(together.items()):
        alike = round(times / (math.sqrt(sold[one] * sold[two]) + shrunk), 9)
        for mine, new in ((one, two), (two, one)):
            if mine in past[customer] and new not in past[customer]:
                score[new] = score.get(new, 0.0) + alike
    return sorted(score, key=lambda book: (-round(score[book], 6), book))[:SHOWN]


def bestsellers(sold: Counter[str], *, without: list[str]) -> list[str]:
    """Recommend what sold best and the customer does not have."""
    return [book for book in sorted(sold, key=lambda book: (-sold[book], book)) if book not in without][
        :SHOWN
    ]


def write_table(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write a CSV file beside the golden sets."""
    with (ROOT / "golden_sets" / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])
    print(f"{len(rows)} rows in golden_sets/{name}")


def write(name: str, rows: list[dict[str, object]]) -> None:
    """Write one JSON object a line."""
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(rows)} lines in {name}")


if __name__ == "__main__":
    main()
