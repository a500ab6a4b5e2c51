"""Documents of systems that write."""

from gate.report import Conditions, Mover, Side
from tests.reporters.builders import document, lost_much, report
from tests.reporters.strangers import HOSTILE

READ_AS = Conditions(
    "golden_sets/help_desk.jsonl",
    "5d0c1f09aa7c",
    300,
    300,
    (
        ("references", "1 to 2 an item"),
        ("token_f1", "normalised as squad"),
        ("interval", "95 %"),
        ("decision", "significant"),
    ),
)
LONG = "The library is open from Monday to Friday, and on Saturdays as well, as few people know, from "


def written_texts():
    """A help desk gets times wrong: in a short text, far behind in a long one, and by saying nothing."""
    movers = (
        Mover("token_f1", "h1", "When do you open?", "", -0.4, Side(0.9, text="We open at 9:00."),
              Side(0.5, text="We open at 8:00."), ("At 9:00.", "We open at 9:00.")),
        Mover("token_f1", "h2", "And in full?", "", -0.1, Side(0.8, text=f"{LONG}{LONG}9:00 to 14:00."),
              Side(0.7, text=f"{LONG}{LONG}9:00 to 13:00."), (f"{LONG}9:00 to 14:00.",)),
        Mover("token_f1", "h3", "", "", -0.9, Side(0.9, text="On the\n3rd floor."), Side(0.0, text=""),
              ("On the 3rd floor.",)),
        Mover("token_f1", "h4", "", "", -0.9, Side(0.9, text="Only guide dogs."),
              Side(0.0, error="no answer"), ("Only guide dogs.",)),
    )  # fmt: skip
    pulled = Mover("bleu", "h1", "When do you open?", "", -0.0076, Side(None, text="We open at 9:00."),
                   Side(None, text="We open at 8:00."), ("At 9:00.",), "contribution")  # fmt: skip
    return document(
        report(
            "help-desk",
            "token_f1 got worse: lost 0.07.",
            (lost_much("token_f1"), lost_much("bleu")),
            task="generation",
            movers=(*movers, pulled),
            conditions=READ_AS,
        )
    )


def hostile_texts():
    """Everything that a system may write to be more than text."""
    movers = tuple(
        Mover(
            "token_f1", f"h{i}", "", "", -1.0, Side(1.0, text=text), Side(0.0, text=f"{text} {text}"), (text,)
        )
        for i, text in enumerate(HOSTILE)
    )
    return document(
        report(
            "help-desk",
            "token_f1 got worse: lost 0.07.",
            (lost_much("token_f1"),),
            task="generation",
            movers=movers,
            conditions=READ_AS,
        )
    )
