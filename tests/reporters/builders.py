"""Checks, reports and documents from few words, with the rest filled in plausibly."""

from gate.report import (
    SCHEMA_VERSION,
    Bucket,
    Check,
    Conditions,
    Document,
    Gain,
    Level,
    Provenance,
    Report,
)
from gate.verdict import Outcome, Reason, worst

SUMMARIES = {
    "ndcg@10": "discounted gain of the first 10 results, relative to the best order",
    "recall@5": "share of the relevant documents among the first 5",
    "mrr": "1 / rank of the first relevant document",
    "hit_rate@10": "share of questions with a relevant document among the first 10",
    "expected_cost": "mean cost of an item at the threshold",
    "pr_auc": "average precision over all thresholds",
    "recall": "share of the positives that are flagged",
}


def level(value, half=0.03, n=410, because="", method="bca"):
    """A level with an interval ``half`` wide on each side; undefined for ``None``."""
    ends = (None, None) if value is None else (max(value - half, 0.0), value + half)
    return Level(value, *ends, method if value is not None else "", n, because)


def gained(value, half, *, before, n=410, worse=0, better=0):
    """A gain with its interval, counts and share of the baseline."""
    return Gain(
        value,
        value - half,
        value + half,
        half / 1.96,
        half / 1.96,
        value / abs(before) if before else None,
        n,
        worse + better,
        worse,
        better,
    )


def check(metric, before, after, half=0.01, *, outcome, reason, because, better="higher", **more):
    """A check whose gain follows from its levels; ``None`` for a side makes it incomparable."""
    known = before is not None and after is not None
    turned = (after - before) * (1 if better == "higher" else -1) if known else None
    counts = {k: more.pop(k) for k in ("worse", "worse_better") if k in more}
    improved = more.pop("improved", 0)
    facts = {
        "slice": None,
        "role": "headline",
        "summary": SUMMARIES.get(metric, metric),
        "tolerance": 0.02,
        "tolerance_text": "0.02",
        "floor": None,
        "ceiling": None,
        "p": None,
        "p_smallest": None,
        "detectable": None,
        "needed": None,
        "gain": gained(turned, half, before=before, worse=counts.get("worse", 0), better=improved)
        if known
        else None,
    }
    return Check(
        metric=metric,
        better=better,
        baseline=None if before is None else level(before),
        candidate=level(after, because="" if after is not None else "no item defines it"),
        outcome=outcome,
        reason=reason,
        because=because,
        **(facts | more),
    )


def lost_much(metric="macro_f1", **more):
    """Return a check that lost 0.07 of 0.81, where 0.02 is tolerated."""
    return check(
        metric,
        0.81,
        0.74,
        0.02,
        worse=24,
        improved=4,
        outcome=Outcome.REGRESSED,
        reason=Reason.DROP,
        because="lost 0.07; 0.02 is tolerated, and chance alone does this in about 0.02 % of cases",
        p=0.0002,
        **more,
    )


def report(name, headline, checks, **more):
    """A report whose outcome is its most worrying check."""
    outcome = more.pop("outcome", worst(c.outcome for c in checks))
    codes = {Outcome.REGRESSED: 1, Outcome.NOT_COMPARABLE: 3}
    facts = {
        "config": f"configs/{name}.yaml",
        "task": "retrieval",
        "mode": "significant",
        "exit_code": codes.get(outcome, 0),
        "would_be": None,
        "movers": (),
        "accounting": (Bucket("scored", 410, (), "of 410 golden items have an answer"),),
        "blind_spots": (),
        "threshold": None,
        "conditions": RETRIEVAL,
        "notices": (),
        "provenance": Provenance(
            (
                ("gate", "0.1.0"),
                ("commit", "9f2c1e7"),
                ("baseline commit", "41d0aa3"),
                ("time", "2026-01-05T04:00:00Z"),
            )
        ),
    }
    return Report(name=name, headline=headline, outcome=outcome, checks=tuple(checks), **(facts | more))


def document(*reports):
    """One call's document: the most worrying outcome, the worst code."""
    codes = [r.exit_code for r in reports]
    code = 1 if 1 in codes else max(codes)
    return Document(SCHEMA_VERSION, worst(r.outcome for r in reports), code, reports)


RETRIEVAL = Conditions(
    "golden_sets/docs_search.jsonl",
    "b3c41f0a9d27",
    412,
    410,
    (
        ("k", "10"),
        ("relevant from grade", "1"),
        ("gain", "linear"),
        ("ties", "score, then document id, both descending"),
        ("interval", "95 %"),
        ("resamples", "10,000, seed 1"),
        ("decision", "significant"),
    ),
)

SIGHT = (
    "A change must break at least 8 of 410 items (1.951 %) more than it mends before it can block.",
    "ndcg@10: a drop of 0.0196 or more is seen 4 times in 5; a tolerance of 0.02 needs about 460 items.",
    "recall@5: a drop of 0.0251 or more is seen 4 times in 5; a tolerance of 0.02 needs about 700 items.",
)

CLASSIFICATION = Conditions(
    "golden_sets/fraud.csv",
    "77aa01d2c4e9",
    2000,
    2000,
    (
        ("positive class", "fraud"),
        ("positives", "82 of 2,000"),
        ("prevalence", "0.041"),
        ("threshold", "score >= 0.62"),
        ("costs", "false negative 10, false positive 1"),
        ("interval", "95 %"),
        ("resamples", "10,000, seed 1"),
        ("decision", "significant"),
    ),
)
