"""Documents in which something got worse: a search, and a classifier whose scores moved."""

from dataclasses import replace

from gate.notice import Notice
from gate.report import Bucket, Lost, Mover, Place, Side, Threshold
from gate.verdict import Outcome, Reason
from tests.reporters.builders import CLASSIFICATION, SIGHT, check, document, level, report


def retrieval_regressed():
    """Search got worse: two checks regressed, one is unsure, two are fine."""
    ndcg = check(
        "ndcg@10",
        0.7312,
        0.7044,
        0.0141,
        worse=31,
        improved=6,
        outcome=Outcome.REGRESSED,
        reason=Reason.DROP,
        because="lost 0.0268; 0.02 is tolerated, and chance alone does this in about 0.02 % of cases",
        p=0.0002,
        p_smallest=0.0001,
        detectable=0.0196,
        needed=460,
    )
    recall = check(
        "recall@5",
        0.8120,
        0.7915,
        0.0178,
        worse=18,
        improved=4,
        floor=0.80,
        outcome=Outcome.REGRESSED,
        reason=Reason.FLOOR,
        because="0.7915 is below the floor of 0.8",
        p=0.03,
        p_smallest=0.0001,
        detectable=0.0251,
        needed=700,
    )
    mrr = check(
        "mrr",
        0.6841,
        0.6701,
        0.0212,
        worse=22,
        improved=13,
        tolerance=0.020523,
        tolerance_text="3%",
        outcome=Outcome.INCONCLUSIVE,
        reason=Reason.UNDERPOWERED,
        because="cannot rule out a drop of 0.0352; 0.02052 is tolerated; about 1,100 items would tell",
        p=0.41,
        p_smallest=0.0001,
        detectable=0.0303,
        needed=1100,
    )
    judged = check(
        "hit_rate@10",
        0.9512,
        0.9512,
        0.0031,
        outcome=Outcome.PASS,
        reason=Reason.WITHIN_TOLERANCE,
        because="lost at most 0.0031; 0.02 is tolerated",
        detectable=0.0044,
        needed=120,
    )
    free = check(
        "map",
        0.6120,
        0.6093,
        0.0102,
        tolerance=None,
        tolerance_text="",
        role="info",
        outcome=Outcome.INFO,
        reason=Reason.NOT_GATED,
        because="reported, not gated",
    )
    movers = (
        Mover(
            "ndcg@10",
            "q017",
            "how do I rotate the signing key without downtime?",
            "",
            -0.6131,
            Side(1.0, (Place("keys/rotate", 1, 3.0), Place("keys/list", 2, None), Place("keys/faq", 3, 1.0))),
            Side(
                0.3869,
                (
                    Place("changelog/2019", 1, None),
                    Place("keys/list", 2, None),
                    Place("keys/faq", 9, 1.0),
                    Place("keys/rotate", 14, 3.0),
                ),
            ),
        ),
        Mover(
            "ndcg@10",
            "q203",
            "limits on upload size",
            "",
            -0.5,
            Side(0.5, (Place("limits", 2, 2.0), Place("uploads", 1, None))),
            Side(0.0, (Place("uploads", 1, None), Place("limits", None, 2.0))),
        ),
        Mover(
            "ndcg@10",
            "q311",
            "timeouts",
            "",
            -0.25,
            Side(0.25, (Place("timeouts", 4, 1.0),)),
            Side(0.0, error="connection reset by peer"),
        ),
        Mover(
            "recall@5",
            "q203",
            "limits on upload size",
            "",
            -1.0,
            Side(1.0, (Place("limits", 2, 2.0),)),
            Side(0.0, (Place("uploads", 1, None), Place("limits", None, 2.0))),
        ),
    )
    return document(
        report(
            "docs-search",
            "ndcg@10 got worse: lost 0.0268; 0.02 is tolerated, and chance alone does this in about 0.02 % "
            "of cases (1 more like it).",
            (replace(ndcg, line=9), replace(recall, line=10), mrr, judged, free),
            movers=movers,
            lost=(
                *(
                    Lost(m.metric, m.item, m.query, 17, m.gain, m.baseline.value, m.candidate.value)
                    for m in movers
                ),
                Lost("mrr", "q400", "", 0, -0.0003, None, None),
            ),
            accounting=(
                Bucket("scored", 409, (), "of 412 golden items have an answer"),
                Bucket("errored", 1, ("q311",), "answers are errors: each counts as the worst value"),
                Bucket("missing", 1, ("q400",), "have no answer in the run: each counts as the worst value"),
                Bucket(
                    "excluded", 1, ("q099",), "without a relevant document: undefined, left out on both sides"
                ),
                Bucket(
                    "extra",
                    7,
                    ("x1", "x2", "x3", "x4", "x5"),
                    "are in the run but not in the golden set: ignored",
                ),
            ),
            blind_spots=SIGHT,
            notices=(
                Notice("items_added", "2 items are new: they have no baseline", "", ("q411", "q412"), 2),
                Notice(
                    "duplicate_document", "3 rankings repeat a document", "runs/docs.jsonl:17", ("q005",), 3
                ),
            ),
        )
    )


def classification_threshold_shift():
    """Costs rose at the deployed threshold; a re-tuned one would be fine."""
    cost = check(
        "expected_cost",
        0.2134,
        0.2661,
        0.0301,
        better="lower",
        worse=61,
        improved=22,
        tolerance=0.006402,
        tolerance_text="3%",
        outcome=Outcome.REGRESSED,
        reason=Reason.THRESHOLD_SHIFT,
        because="lost 0.0527; 0.006402 is tolerated, and chance alone does this in about 0.06 % of cases; "
        "at a re-tuned threshold the cost has not regressed: re-tune it and commit it",
        detectable=0.0402,
        needed=61000,
        notes=("Re-tune the threshold to 0.41 and commit it.",),
    )
    auc = check(
        "pr_auc",
        0.7731,
        0.7802,
        0.0151,
        worse=12,
        improved=19,
        tolerance=0.01,
        tolerance_text="0.01",
        outcome=Outcome.PASS,
        reason=Reason.WITHIN_TOLERANCE,
        because="lost at most 0.008; 0.01 is tolerated",
        detectable=0.0216,
        needed=9100,
    )
    recall = check(
        "recall",
        0.7561,
        0.7073,
        0.0711,
        tolerance=None,
        tolerance_text="",
        floor=0.70,
        outcome=Outcome.PASS,
        reason=Reason.ABOVE_FLOOR,
        because="0.7073 is not below the floor of 0.7",
    )
    shift = (
        ("t-1099", "fraud", -10.0, 10.0, 0.0, 0.71, 0.58, "flagged", "not flagged"),
        ("t-0214", "fraud", -10.0, 10.0, 0.0, 0.66, 0.6199, "flagged", "not flagged"),
        ("t-1730", "legit", -1.0, 1.0, 0.0, 0.44, 0.65, "not flagged", "flagged"),
    )
    movers = tuple(
        Mover(
            "expected_cost",
            item,
            "",
            label,
            gain,
            Side(old, score=was, decision=d0),
            Side(new, score=now, decision=d1),
        )
        for item, label, gain, new, old, was, now, d0, d1 in shift
    )
    return document(
        report(
            "fraud",
            "expected_cost got worse: lost 0.0527; 0.006402 is tolerated; re-tune the threshold.",
            (cost, auc, recall),
            task="classification",
            conditions=CLASSIFICATION,
            movers=movers,
            accounting=(Bucket("scored", 2000, (), "of 2,000 golden items have an answer"),),
            threshold=Threshold(
                0.62,
                "config",
                level(0.2661, 0.0312, n=2000),
                532.2,
                0.2134,
                0.41,
                level(0.2103, 0.0299, n=2000),
                0.1987,
                "The ranking is as good as before; the scores moved. At 0.41 the cost would be 0.2103.",
                baseline_total_cost=426.8,
                cheapest_total_cost=420.6,
                in_sample_total_cost=397.4,
            ),
        )
    )
