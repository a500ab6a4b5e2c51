"""A shop of forty books: who likes what, and what everybody is shown."""

SHOP = """\
version: 1
name: search
task: recommendation
golden_set: golden.jsonl
system: {run: run.jsonl}
catalogue: {items: books.csv, interactions: sold.csv, similarity: books.csv}
k: 4
metrics:
  coverage: {tolerance: 0.05}
  gini_catalogue: {tolerance: 0.05}
  gini_shown: {}
  exposure_entropy: {}
  novelty: {tolerance: 0.2}
  popularity_bias: {}
  diversity: {tolerance: 0.1}
  recall: {tolerance: 0.1}
interval: {resamples: 200}
"""
BOOKS = [f"b{i:02}" for i in range(40)]
GENRES = ("crime", "poetry", "travel")


def users(n=60):
    """Users who each like one book, but for every tenth, who likes none."""
    return [
        {
            "id": f"u{u:02}",
            "relevant": {BOOKS[u % 30]: 1} if u % 10 else {},
            "slices": {"home": "ab"[u % 2], "street": f"s{u // 2}"},
        }
        for u in range(n)
    ]


def lists(n=60, *, same=False):
    """Four books a user, the liked one among them; or the same four for all."""
    return [
        {
            "id": f"u{u:02}",
            "ranked": [BOOKS[(u + (0 if same else 7 * i)) % 30 if not same else i] for i in range(4)],
        }
        for u in range(n)
    ]


def values(report):
    """Return ``{metric: value}`` of the candidate."""
    return {check["metric"]: check["candidate"]["value"] for check in report["checks"]}
