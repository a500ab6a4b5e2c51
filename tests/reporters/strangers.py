"""Documents that push at the edges: hostile names, and more checks than a comment can hold."""

from gate.notice import Notice
from gate.report import Bucket, Conditions, Lost, Mover, Place, Side
from gate.verdict import Outcome, Reason
from tests.reporters.builders import check, document, report

HOSTILE = (
    "a|b|c",
    "line one\nline two",
    "tick `code` tick",
    "`` | ``",
    "<script>alert(1)</script>",
    "<!-- gate:docs-search --> <!--",
    "ask @octo-team why closes #1 is ![p](https://example.invalid/p.png) <!-- hide --> <details>",
    "[x](javascript:alert(1)) www.example.invalid http://example.invalid a@b.example",
    "\\| \\\\| \\",
    "&lt;b&gt; &#124; &amp;",
    " leading and trailing ",
    "\u202egnp.exe\u2066 \x1b[31mred\x00",
    "łódź 🚀 👩\u200d🔬 שלום",
    "::error::pwned ##[error]pwned",
    "- 1. # > $x$ :smile: ~~s~~ **b** _i_ abcdef1234",
    "x" * 10_000,
)


def hostile_ids():
    """Every name that a stranger may choose, chosen badly."""
    moved = tuple(
        Mover(
            "ndcg@10 [topic=a|b`<i>]",
            text,
            text,
            "",
            -1.0,
            Side(1.0, (Place(text, 1, 1.0), Place(text + "2", 2, None))),
            Side(0.0, (Place(text + "3", 1, None), Place(text, None, 1.0)), error=text),
        )
        for text in HOSTILE
    )
    bad = check(
        "ndcg@10",
        1.0,
        0.0,
        0.2,
        slice="topic=a|b`<i>",
        outcome=Outcome.REGRESSED,
        reason=Reason.DROP,
        because=f"lost 1; 0.02 is tolerated; see {HOSTILE[6]}",
        notes=HOSTILE,
    )
    return document(
        report(
            "evil --> <b>@name",
            HOSTILE[6],
            (bad,),
            config="configs/a|b.yaml",
            movers=moved,
            lost=tuple(Lost(bad.name, text, text, 1, -1.0, 1.0, 0.0) for text in HOSTILE),
            accounting=(Bucket("missing", 16, HOSTILE[:5], HOSTILE[6]),),
            blind_spots=HOSTILE,
            notices=(Notice("hostile", HOSTILE[6], HOSTILE[0], HOSTILE[:5], 16),),
            conditions=Conditions(HOSTILE[0], HOSTILE[4], 16, 16, ((HOSTILE[0], HOSTILE[7]),)),
        )
    )


def many_checks(n=400, failing=40):
    """More checks with longer names than a comment can hold."""
    checks = [
        check(
            "ndcg@10",
            0.7,
            0.6 if i < failing else 0.7,
            slice=f"product_line_and_region=number {i:03d} of the very long names that teams give to slices",
            role="guard",
            outcome=Outcome.REGRESSED if i < failing else Outcome.PASS,
            reason=Reason.DROP if i < failing else Reason.UNCHANGED,
            because="lost 0.1; 0.02 is tolerated, and chance alone does this in fewer than 1 of 10,000 cases"
            if i < failing
            else "every one of the 410 items scores exactly as before",
            detectable=0.0151,
            needed=340,
        )
        for i in range(n)
    ]
    return document(report("wide", f"{failing} of {n} checks regressed", checks))
