"""Documents with numbers to draw: of any size, of both tasks, some by strangers."""

import math

from gate.report import (
    Band,
    Confusion,
    ItemGains,
    Mover,
    Pictures,
    Place,
    Reliability,
    ReliabilityBin,
    ScoreCounts,
    Scores,
    Side,
    Sight,
    Threshold,
    Trace,
)
from gate.reporters import plots
from gate.verdict import Outcome, Reason
from tests.reporters.builders import check, document, level, report

WORD = "how do I set the limit of uploads for one region and not for the others"


def items(check, n, *, unchanged=0, name="question-{:06d}"):
    """Gains of n items, from the worst to the best."""
    gains = [math.sin(i - n / 2) / n + (i - n / 3) / n for i in range(n)]
    return ItemGains(check, n + unchanged, tuple(name.format(i) for i in range(n)), tuple(sorted(gains)))


def rankings(i):
    """Two rankings of ten documents that differ in most ranks."""
    places = [Place(f"doc-{(7 * i + j) % 97}", j + 1, float(j % 3 == 0)) for j in range(10)]
    moved = [
        Place(p.document, (p.rank + 2) % 11 + 1 if p.rank < 9 else None, p.grade) for p in reversed(places)
    ]
    return Side(0.7, tuple(places)), Side(0.4, tuple(moved))


def contents(document, form):
    """Names and contents of the files that plots are written to."""
    return [(each.name, each.content) for each in plots.files(document, form)]


def around(traces):
    """Bands about the lines of a plot, wider in the middle."""
    found = []
    for trace in traces:
        wide = [0.1 * (1 - abs(2 * x - 1)) for x in trace.x]
        low = tuple(max(0.0, y - w) for y, w in zip(trace.y, wide, strict=True))
        high = tuple(min(1.0, y + w) for y, w in zip(trace.y, wide, strict=True))
        found.append(Band(trace.side, trace.x, low, high))
    return tuple(found)


def search(n=1_000):
    """A search over ``n`` questions whose every answer moved, with slices and an anchor."""
    drop = {
        "outcome": Outcome.REGRESSED,
        "reason": Reason.DROP,
        "because": "lost 0.05; 0.02 is tolerated, and chance alone does this in 1 of 1,000 cases",
    }
    fine = {"outcome": Outcome.PASS, "reason": Reason.WITHIN_TOLERANCE, "because": "lost nothing"}
    checks = [
        check("ndcg@10", 0.72, 0.67, 0.012, **drop),
        check("ndcg@10", 0.73, 0.67, 0.02, since="v1.0.0", **drop),
        check("recall@5", 0.81, 0.815, 0.015, **fine),
        check("mrr", 0.66, 0.655, 0.011, **fine),
        *(
            check("ndcg@10", 0.7, 0.7 - 0.01 * i, 0.03, slice=f"topic={name}", role="guard", **fine)
            for i, name in enumerate(("billing", "search", "uploads", "accounts"))
        ),
    ]
    movers = tuple(
        Mover("ndcg@10", f"question-{i:06d}", WORD, "", -1 / (i + 1), *rankings(i)) for i in range(21)
    )
    pictures = Pictures(
        gains=tuple(items(c.name, n) for c in (checks[0], checks[2], checks[3])),
        sight=tuple(
            Sight(c.name, n, 0.02, (n // 10 or 1, n, 10 * n), (0.2, 0.06, 0.02))
            for c in (checks[0], checks[2])
        ),
        movers=movers[:n],
    )
    return document(
        report("search", "ndcg@10 got worse.", checks, movers=movers, pictures=pictures, blind_spots=(WORD,))
    )


def classifier():
    """A classifier with costs whose scores moved."""
    steps = [i / 20 for i in range(21)]
    roc = tuple(
        Trace(s, tuple(steps), tuple(x**p for x in steps)) for s, p in (("baseline", 0.2), ("candidate", 0.5))
    )
    precision = tuple(
        Trace(s, tuple(steps), tuple(1 - q * x for x in steps))
        for s, q in (("baseline", 0.3), ("candidate", 0.6))
    )
    cost = tuple(
        Trace(s, tuple(steps), tuple(0.2 + (x - c) ** 2 for x in steps))
        for s, c in (("baseline", 0.3), ("candidate", 0.6))
    )
    counts = tuple(
        ScoreCounts(s, p, (5, 10, 5, 1) if not p else (1, 2, 6, 9))
        for s in ("baseline", "candidate")
        for p in (False, True)
    )
    told = check(
        "expected_cost",
        0.2,
        0.29,
        0.03,
        better="lower",
        outcome=Outcome.REGRESSED,
        reason=Reason.DROP,
        because="lost 0.09; 0.02 is tolerated",
    )
    return document(
        report(
            "fraud",
            "expected_cost got worse.",
            (told,),
            task="classification",
            confusion=Confusion(
                ("fraud", "everything else"),
                ("fraud", "everything else", "no answer"),
                ((50, 10, 0), (20, 120, 0)),
                ((44, 15, 1), (31, 109, 0)),
            ),
            reliability=Reliability(
                "fraud",
                tuple(ReliabilityBin(100, p, p, p - 0.05, p + 0.05) for p in (0.1, 0.5, 0.9)),
                tuple(ReliabilityBin(100, p, p**2, p**2 / 2, p) for p in (0.1, 0.5, 0.9)),
            ),
            pictures=Pictures(
                gains=(items("expected_cost", 40, unchanged=160),),
                scores=Scores(
                    0.3,
                    roc,
                    precision,
                    cost,
                    (0.0, 0.25, 0.5, 0.75, 1.0),
                    counts,
                    around(roc),
                    around(precision),
                ),
            ),
            threshold=Threshold(
                0.3, "config", level(0.29), 58.0, 0.2, 0.6, level(0.21), 0.2, "Re-tune.", 0.3
            ),
        )
    )
