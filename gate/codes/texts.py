"""What can be odd about generated texts, and about the functions that check them."""

from __future__ import annotations

from gate.codes.declare import error, notice

CODES = (
    error(
        "reference_missing",
        "An item has no text that would be right.",
        why="Without a reference nothing can be said of an answer, and leaving the item out would hide it.",
        fix='Give it a `reference`; an empty one is written `""`.',
        example='{"id": "q1", "query": "When do you open?"}',
    ),
    error(
        "check_unusable",
        "The function of a `check` is not there, cannot be called, or failed on every single item.",
        why="A check that says nothing must not look like a value of 0.",
        fix="Check the module, and `system: {folder: …}`, where it is looked for; mend what it raises.",
        example="check(function=checks:keeps_numbers)    # and checks.py has no such function",
    ),
    notice(
        "check_failed",
        "The function of a `check` raised on some answers, or said no share of them; these count as 0.",
        why="Nobody can say that such an answer is right, and leaving it out would let broken answers pass.",
        fix="Look at the answer first; where it is fine, let the function return true or false for it.",
        example="checks:price failed on 1 item, whose answers count as 0; 'q7': KeyError: 'euros'",
    ),
    notice(
        "check_edited",
        "The file with the function of a `check` is another than when the baseline was recorded.",
        why="Both runs are judged by it as it is now, so a milder check can hide a loss.",
        fix="Review the edit like one of the golden set; `gate accept --reason` records it.",
        example="the file with checks:price was edited since the baseline was recorded",
    ),
    notice(
        "empty_answer",
        "Some answers hold no character but blanks.",
        why="An empty text is an answer, and most metrics give it 0; a failed system should say `error`.",
        fix="Write `error` for what failed.",
        example='{"id": "q1", "text": ""}',
    ),
    notice(
        "wordless_reference",
        "Some items have no reference with a word in it.",
        why="Nothing can be shared with it, so ROUGE is undefined there and leaves them out on both sides.",
        fix="Write a reference in words, or gate such items on `exact_match`.",
        example='{"id": "q1", "reference": "…"}',
    ),
)
