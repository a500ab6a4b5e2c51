"""Rows of other evaluation tools, and files made of rows."""

import csv
import io
import json

QUESTIONS = {"q1": "Where is Paris?", "q2": "Who wrote Faust?"}
PARIS, FAUST, OTHER = "Paris lies in France.", "Goethe wrote Faust.", "Nothing of the kind."


def lines(rows):
    """Write rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def table(rows):
    """Write rows as CSV; a list as Python prints it, as a data frame does."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


RAGAS = [
    {
        "user_input": "Where is Paris?",
        "reference_contexts": [PARIS],
        "retrieved_contexts": [OTHER, PARIS],
        "faithfulness": 0.5,
    },
    {
        "user_input": "Who wrote Faust?",
        "reference_contexts": [FAUST],
        "retrieved_contexts": [FAUST, OTHER],
        "faithfulness": 1.0,
    },
]


def result(question, output, **more):
    """Return one result of promptfoo."""
    return {
        "success": True,
        "score": 1,
        "vars": {"question": question},
        "response": {"output": output},
        "latencyMs": 12,
        "testIdx": 3,
        **more,
    }
