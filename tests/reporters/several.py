"""Documents of classifiers with several classes, and with several labels an item."""

from gate.report import (
    Conditions,
    Confusion,
    Hits,
    LabelHits,
    Mover,
    Reliability,
    ReliabilityBin,
    Side,
)
from tests.reporters.builders import document, lost_much, report
from tests.reporters.strangers import HOSTILE

CLASSES = ("account", "billing", "security")
BALANCE = Conditions(
    "golden_sets/tickets.jsonl",
    "1f09aa7c55d0",
    300,
    300,
    (
        ("classes", "3"),
        ("class balance", "billing 150 (50 %), account 120 (40 %), security 30 (10 %)"),
        ("interval", "95 %"),
        ("decision", "significant"),
    ),
)


def several_classes():
    """A router of tickets takes security for billing more often."""
    movers = (
        Mover("macro_f1", "t17", "I was robbed", "security", -0.0076,
              Side(None, score=0.7, decision="security"), Side(None, score=0.2, decision="billing"),
              measure="contribution"),
        Mover("macro_f1", "t18", "wrong sum", "billing", 0.001, Side(None, score=0.3, decision="account"),
              Side(None, score=0.6, decision="billing"), measure="contribution"),
    )  # fmt: skip
    confusion = Confusion(
        CLASSES,
        (*CLASSES, "no class"),
        ((100, 18, 2, 0), (10, 139, 1, 0), (2, 4, 24, 0)),
        ((100, 18, 2, 0), (8, 140, 1, 1), (2, 16, 12, 0)),
    )
    bins = (ReliabilityBin(150, 0.61, 0.58, 0.5, 0.66), ReliabilityBin(150, 0.93, 0.9, 0.84, 0.94))
    note = "1 class left out ('legal'): it is neither a label nor a decision"
    return document(
        report(
            "ticket-router",
            "macro_f1 got worse: lost 0.07.",
            (lost_much(notes=(note,)),),
            task="multiclass",
            movers=movers,
            conditions=BALANCE,
            confusion=confusion,
            reliability=Reliability("the most probable class", bins, bins),
        )
    )


def several_labels():
    """A tagger stopped saying that songs are sad; the run has decisions only."""
    mover = Mover("micro_f1", "s4", "", "quiet, sad", -0.0022, Side(None, decision="quiet, sad"),
                  Side(None, decision="quiet"), measure="contribution")  # fmt: skip
    labels = (
        LabelHits("quiet", Hits(140, 10, 12), Hits(140, 10, 12)),
        LabelHits("sad", Hits(80, 20, 15), Hits(31, 69, 4)),
    )
    return document(
        report(
            "song-moods",
            "micro_f1 got worse: lost 0.07.",
            (lost_much("micro_f1"),),
            task="multilabel",
            movers=(mover,),
            conditions=BALANCE,
            labels=labels,
        )
    )


def many_classes():
    """Sixteen classes with the worst of names: the cells that changed most stand for the matrix."""
    size = len(HOSTILE)
    before = tuple(tuple(50 if i == j else 1 for j in range(size + 1)) for i in range(size))
    after = tuple(
        tuple(before[i][j] + (i if j == (i + 1) % size else 0) for j in range(size + 1))
        for i in range(size)
    )  # fmt: skip
    return document(
        report(
            "ticket-router",
            "macro_f1 got worse: lost 0.07.",
            (lost_much(),),
            task="multiclass",
            conditions=BALANCE,
            confusion=Confusion(HOSTILE, (*HOSTILE, "no class"), before, after),
        )
    )
