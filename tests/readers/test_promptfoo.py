"""Files of promptfoo: tests in YAML, JSON and CSV, and results."""

import json

from tests.readers.mapped_rows import result, table

TESTS = """\
prompts: [a prompt]
tests:
  - vars: {question: 'Where is Paris?'}
    metadata: {relevant: [d1, d2], topic: geo}
    assert: [{type: contains, value: x}, {type: equals, value: France}]
  - vars: {question: 'Who wrote Faust?'}
    metadata: {relevant: [d3]}
    assert: [{type: equals, value: Goethe}]
"""


def test_promptfoo_tests_and_results(golden, run):
    """Tests in YAML, JSON and CSV; a refused answer is an answer, a failed call is an error."""
    items = golden("p.yaml", TESTS, format="promptfoo")
    assert [(i.query, i.relevant, i.line) for i in sorted(items, key=lambda i: i.line)] == [
        ("Where is Paris?", {"d1": 1.0, "d2": 1.0}, 3),
        ("Who wrote Faust?", {"d3": 1.0}, 6),
    ]
    labels = golden("p.yaml", TESTS, "classification", format="promptfoo")
    cells = table(
        [
            {"question": "Where is Paris?", "__expected": "equals: France"},
            {"question": "Who wrote Faust?", "__expected": "Goethe"},
        ]
    )
    assert {i.query: i.label for i in labels} == {
        i.query: i.label for i in golden("t.csv", cells, "classification", format="promptfoo")
    }
    wrong = result(
        "Who wrote Faust?",
        "Schiller",
        success=False,
        error="Expected Goethe",
        failureReason=1,
        namedScores={"tone": 0.25},
    )
    found = {
        "evalId": "e",
        "results": {"version": 3, "results": [result("Where is Paris?", "France"), wrong]},
    }
    answers = run("r.json", json.dumps(found, indent=2), "classification", format="promptfoo")
    assert set(answers.answers) == set(labels.items)
    said = {a.predicted: (a.error, a.numbers) for a in answers}
    assert said["Schiller"] == (
        None,
        {"latency_ms": 12.0, "success": 0.0, "assertion_score": 1.0, "tone": 0.25},
    )
    broken = result("Where is Paris?", None, error="429", failureReason=2)
    (answer,) = run("r.json", json.dumps([broken]), "classification", format="promptfoo")
    assert answer.error == "429"
    ranked = json.dumps(
        {"results": [result("Where is Paris?", ["d2", "d9"]), result("Who wrote Faust?", '["d3"]')]}
    )
    lists = run("r.json", ranked, format="promptfoo")
    assert sorted(a.ranking.ordered() for a in lists) == [["d2", "d9"], ["d3"]]


def test_many_tests_in_yaml_are_data_and_no_config(golden):
    """What bounds a config does not bound a golden set: two thousand tests are read."""
    text = "".join(
        f"- vars: {{query: 'question {i}', lang: en, area: a}}\n"
        f"  metadata: {{id: q{i}, relevant: [d{i}, e{i}], topic: geo}}\n"
        for i in range(2_000)
    )
    items = golden("p.yaml", text, format="promptfoo")
    assert len(items) == 2_000
    assert {item.id: item.relevant for item in items}["q1999"] == {"d1999": 1.0, "e1999": 1.0}
