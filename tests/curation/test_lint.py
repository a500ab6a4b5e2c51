"""`gate golden lint`: every kind of finding, with its line, and nothing about a sound set."""

import pytest

GOOD = [
    {"id": "a", "query": "how do I cancel my plan", "relevant": {"d1": 2, "d2": 0}},
    {"id": "b", "query": "where is the invoice", "relevant": {"d2": 1}},
]
CORPUS = [
    {"_id": "d1", "title": "Cancelling", "text": "You may leave."},
    {"_id": "d2", "text": "Bills are sent."},
]


def findings(desk, *options):
    """Return ``(code, where, text)`` of what is found in golden.jsonl."""
    found = desk.json("golden", "lint", "golden.jsonl", *options)["findings"]
    return [(each["code"], each["where"], each["text"]) for each in found]


def test_nothing_is_found_in_a_sound_set(desk):
    """A good set is praised in one line, and --strict ends with 0."""
    desk.write("golden.jsonl", GOOD)
    desk.write("corpus.jsonl", CORPUS)
    ended = desk.call("golden", "lint", "golden.jsonl", "--corpus", "corpus.jsonl", "--strict")
    assert (ended.code, ended.out) == (0, "golden.jsonl: 2 items, nothing odd\n")


def test_repeated_and_similar_questions(desk):
    """The later one is named with its line; other judgements for the same question are told."""
    more = [
        {"id": "c", "query": "How do I cancel my plan?", "relevant": {"d1": 2, "d2": 0}},
        {"id": "d", "query": "where is the invoice?!", "relevant": {"d3": 1}},
        {"id": "e", "query": "how do I cancel my plans", "relevant": {"d1": 1}},
    ]
    desk.write("golden.jsonl", [*GOOD, *more])
    assert findings(desk) == [
        ("repeated_question", "golden.jsonl:3", "'c' asks the same as 'a' on line 1"),
        (
            "repeated_question",
            "golden.jsonl:4",
            "'d' asks the same as 'b' on line 2, and is judged differently",
        ),
        ("similar_question", "golden.jsonl:5", "'e' asks nearly the same as 'a' on line 1 (similarity 0.88)"),
    ]
    assert len(findings(desk, "--similarity", "0.95")) == 2


def test_unjudged_items_and_unknown_documents(desk):
    """An item that waits, one without a relevant document, and a document that the corpus lacks."""
    rows = [
        {"id": "a", "query": "one two", "relevant": {}},
        {"id": "b", "query": "three four", "relevant": {"d1": 0}},
        {"id": "c", "query": "five six", "relevant": {"d1": 1, "gone": 1, "lost": 0}},
        {
            "id": "d",
            "query": "seven eight",
            "relevant": [{"doc": "d2", "start": 1, "end": 4}, {"doc": "x", "start": 1, "end": 4}],
        },
    ]
    desk.write("golden.jsonl", rows)
    desk.write("docs/a.jsonl", CORPUS[:1])
    desk.write("docs/b.jsonl", CORPUS[1:])
    assert findings(desk, "--corpus", "docs") == [
        ("unjudged", "golden.jsonl:1", "'a' has no judged document: it waits, and no metric counts it"),
        ("nothing_relevant", "golden.jsonl:2", "'b' has no document of grade 1 or more: no metric counts it"),
        (
            "unknown_document",
            "golden.jsonl:3",
            "'c' judges 2 documents that the corpus lacks: 'gone', 'lost'",
        ),
        ("unknown_document", "golden.jsonl:4", "'d' judges 1 document that the corpus lacks: 'x'"),
    ]


def test_questions_copied_from_documents(desk):
    """A question whose words stand in a relevant document in the same order was made from it."""
    text = "To cancel a plan open the settings page and choose the plan that you want to end."
    rows = [
        {"id": "a", "query": "open the settings page and choose the plan", "relevant": {"d1": 1}},
        {"id": "b", "query": "how can I get rid of my subscription", "relevant": {"d1": 1}},
        {"id": "c", "query": "the plan that you want to end", "relevant": {"d1": 0, "d2": 1}},
    ]
    desk.write("golden.jsonl", rows)
    desk.write("corpus.jsonl", [{"id": "d1", "contents": text}, {"id": "d2", "contents": "x"}])
    (found,) = findings(desk, "--corpus", "corpus.jsonl")
    assert found == (
        "leaked_question",
        "golden.jsonl:1",
        "'a' repeats the words of 'd1' (100 % of its runs of three words): any keyword search finds it",
    )


def test_a_question_copied_in_a_script_without_blanks(desk):
    """Japanese and Thai are compared by characters; a question of its own, or a short one, is no copy."""
    texts = [
        "パスワードを再設定するには、設定画面を開いてください。",
        "กดปุ่มสีแดงเพื่อหยุดเครื่องทันที",
    ]
    desk.write(
        "golden.jsonl",
        [
            {"id": "a", "query": "設定画面を開いてください", "relevant": ["d0"]},
            {"id": "b", "query": "กดปุ่มสีแดงเพื่อหยุดเครื่อง", "relevant": ["d1"]},
            {"id": "c", "query": "暗証番号を忘れたときはどうすればいいですか", "relevant": ["d0"]},
            {"id": "d", "query": "設定画面", "relevant": ["d0"]},
        ],
    )
    desk.write("corpus.jsonl", [{"id": f"d{i}", "text": text} for i, text in enumerate(texts)])
    rest = "(100 % of its runs of five characters): any keyword search finds it"
    assert findings(desk, "--corpus", "corpus.jsonl") == [
        ("leaked_question", "golden.jsonl:1", f"'a' repeats the words of 'd0' {rest}"),
        ("leaked_question", "golden.jsonl:2", f"'b' repeats the words of 'd1' {rest}"),
    ]


def test_a_passage_ends_where_its_document_does(desk):
    """One that ends at the last character is possible, one that ends behind it is not."""
    spans = [{"doc": "guide", "start": 0, "end": 5}, {"doc": "guide", "start": 410, "end": 620}]
    desk.write("golden.jsonl", [{"id": "a", "query": "how", "relevant": spans}])
    desk.write("corpus.jsonl", [{"_id": "guide", "text": "short"}])
    assert findings(desk, "--corpus", "corpus.jsonl") == [
        (
            "impossible_passage",
            "golden.jsonl:1",
            "'a' judges 'guide[410:620]', and 'guide' has 5 characters",
        )
    ]


def test_classes_and_slices(desk):
    """Classes too few or too rare, and slices that can never block, are counted."""
    rows = [
        {
            "id": f"t{i:04}",
            "label": "rare" if i < 40 else "odd" if i < 45 else "usual",
            "slices": {"region": "north" if i < 3 else "south"},
        }
        for i in range(1000)
    ]
    desk.write("golden.jsonl", rows)
    assert findings(desk, "--task", "classification") == [
        (
            "few_of_a_class",
            "golden.jsonl",
            "the class 'odd' has 5 items: below 30 precision, recall and curves cannot block",
        ),
        ("rare_class", "golden.jsonl", "the class 'rare' has 4 % of the items: accuracy hardly sees it"),
        (
            "small_slice",
            "golden.jsonl:1",
            "the slice region = 'north' has 3 items: fewer than 7 can never block",
        ),
        (
            "no_question_text",
            "golden.jsonl",
            "no item has a question text, so repetitions and leaks were not looked for",
        ),
    ]
    desk.write("golden.jsonl", [{"id": "a", "query": "q", "label": "x"}])
    assert findings(desk, "--task", "classification") == [
        ("one_class", "golden.jsonl", "the only item is of the class 'x'")
    ]


def test_what_the_reader_noticed_is_told(desk):
    """A judgement given twice is found like anything else."""
    desk.write("golden.qrels", "q 0 d 1\nq 0 d 1\n")
    codes = [each["code"] for each in desk.json("golden", "lint", "golden.qrels")["findings"]]
    assert codes == ["repeated_judgement", "no_question_text"]


def test_strict_ends_with_two(desk):
    """Findings end with 0, with 2 under --strict; a malformed file with 2 and its line."""
    desk.write("golden.jsonl", [{"id": "a", "query": "q", "relevant": {}}])
    ended = desk.call("golden", "lint", "golden.jsonl")
    assert ended.code == 0
    assert ended.out.startswith(
        "golden.jsonl:1: 'a' has no judged document: it waits, and no metric counts it [unjudged]\n"
    )
    assert desk.call("golden", "lint", "golden.jsonl", "--strict").code == 2
    desk.write("golden.jsonl", '{"id": "a", "relevant": []}\n{"id": "a", "relevant": []}\n')
    ended = desk.call("golden", "lint", "golden.jsonl")
    assert ended.code == 2
    assert "golden.jsonl:2: the id 'a' is already on line 1" in ended.err


def test_a_config_says_how_the_set_is_used(desk):
    """The least relevant grade and the error budget of the config count."""
    desk.write("golden.jsonl", [{"id": "a", "query": "q", "relevant": {"d": 1}, "slices": {"s": "x"}}])
    config = (
        "version: 1\nname: x\ntask: retrieval\ngolden_set: golden.jsonl\n"
        "relevant_grade: 2\ndecision: {alpha: 0.05}\nmetrics: {mrr: {}}\n"
    )
    desk.write("x.yaml", config)
    found = desk.json("golden", "lint", "x.yaml")["findings"]
    assert [each["code"] for each in found] == ["nothing_relevant", "small_slice"]
    assert "fewer than 5 can never block" in found[1]["text"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"text": "x"}\n', "corpus.jsonl:1: no document id"),
        ("", "no documents in this corpus"),
        ("{", "corpus.jsonl:1: not JSON"),
    ],
)
def test_a_malformed_corpus_is_refused(desk, content, sentence):
    """With its line."""
    desk.write("golden.jsonl", GOOD)
    desk.write("corpus.jsonl", content)
    ended = desk.call("golden", "lint", "golden.jsonl", "--corpus", "corpus.jsonl")
    assert ended.code == 2
    assert sentence in ended.err


@pytest.mark.parametrize("task", ["multiclass", "multilabel"])
def test_balance_is_looked_at_for_several_classes_and_labels(desk, task):
    """Each class or label that is too rare is counted; one alone is no choice."""

    def judged(label):
        return {"label": label} if task == "multiclass" else {"labels": [label, "every"]}

    names = ["rare"] * 40 + ["odd"] * 5 + ["usual"] * 955
    desk.write("golden.jsonl", [{"id": f"t{i:04}", **judged(name)} for i, name in enumerate(names)])
    codes = [(code, text.split("'")[1]) for code, _, text in findings(desk, "--task", task)[:-1]]
    assert codes == [("few_of_a_class", "odd"), ("rare_class", "rare")]

    only = {"label": "x"} if task == "multiclass" else {"labels": ["x"]}
    desk.write("golden.jsonl", [{"id": "a", "query": "q", **only}])
    assert [code for code, _, _ in findings(desk, "--task", task)] == ["one_class"]


@pytest.mark.parametrize("argv", [("golden.jsonl", "--corpus", "nosuch"), ("nosuch.jsonl",)])
def test_a_file_that_is_not_there(desk, argv):
    """It was named here, and not in a config."""
    desk.write("golden.jsonl", GOOD)
    ended = desk.call("golden", "lint", *argv)
    assert ended.code == 2
    assert "there is no such" in ended.err
    assert "fix: check the path\n" in ended.err
