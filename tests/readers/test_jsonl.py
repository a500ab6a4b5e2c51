"""JSON Lines: our own format."""

import pytest

from gate.run import Answer, Ranking


def test_a_retrieval_item_says_everything_about_itself(golden):
    """Every key of a golden line arrives in the item, with the line it stood on."""
    line = (
        '{"id": "q1", "query": "how?", "relevant": {"d1": 2, "d2": 0}, "weight": 2.5, "cluster": 7,'
        ' "critical": true, "slices": {"topic": "billing", "year": 2024, "none": null}, "meta": {"by": "me"}}'
    )
    item = golden("g.jsonl", f"\n{line}\n").items["q1"]
    assert (item.query, item.relevant, item.line) == ("how?", {"d1": 2.0, "d2": 0.0}, 2)
    assert (item.weight, item.cluster, item.critical) == (2.5, "7", True)
    assert item.slices == {"topic": "billing", "year": "2024"}


def test_a_list_of_relevant_documents_means_grade_1(golden):
    """``relevant: [doc]`` and ``{doc: 1}`` are the same judgement, and so is ``true``."""
    found = golden(
        "g.jsonl",
        '{"id": "a", "relevant": ["d1"]}\n{"id": "b", "relevant": {"d1": true}}\n'
        '{"id": "c", "relevant": []}\n',
    )
    assert [item.relevant for item in found] == [{"d1": 1.0}, {"d1": 1.0}, {}]


@pytest.mark.parametrize("name", ["id", "query_id", "query-id", "qid", "_id"])
def test_other_names_of_the_id(golden, name):
    """The names that the field uses for an id are understood."""
    assert list(golden("g.jsonl", f'{{"{name}": "q1", "relevant": []}}').items) == ["q1"]


def test_two_ids_in_one_row_are_refused(refused):
    """Which of two columns numbers the rows is not guessed."""
    (problem,) = refused("golden", "g.jsonl", '{"id": 1, "query_id": "q1", "relevant": []}')
    assert "'id' and 'query_id' could each be the id" in problem
    assert "`fields: {id: id}`" in problem


def test_the_config_can_name_the_fields(golden, refused):
    """``fields`` maps our names to the file's; a wrong name of ours is refused."""
    line = '{"id": 1, "query_id": "q1", "gold": ["d1"]}'
    found = golden("g.jsonl", line, fields={"id": "query_id", "relevant": "gold"})
    assert found.items["q1"].relevant == {"d1": 1.0}
    (problem,) = refused("golden", "g.jsonl", line, fields={"relevent": "gold"})
    assert "did you mean 'relevant'?" in problem


def test_a_missing_key_names_what_is_there(refused):
    """The way out proposes a key that looks alike."""
    (problem,) = refused("golden", "g.jsonl", '{"id": "q1", "relevant_ids": ["d1"]}')
    assert problem.startswith("g.jsonl:1: no 'relevant'; there is 'id', 'relevant_ids'")
    assert "`fields: {relevant: relevant_ids}`" in problem


@pytest.mark.parametrize(
    "ranked",
    ['["b", "a"]', '[["a", 0.5], ["b", 0.9]]', '{"a": 0.5, "b": 0.9}', '[["a", "-inf"], ["b", 1]]', "[]"],
)
def test_three_ways_to_write_a_list(run, ranked):
    """Ids in rank order, pairs with scores, or an object with scores."""
    ordered = run("r.jsonl", f'{{"id": "q1", "ranked": {ranked}}}').answers["q1"].ranking.ordered()
    assert ordered == ([] if ranked == "[]" else ["b", "a"])


def test_repeated_documents_keep_the_best_place(run):
    """The first place in a list, or the highest score, counts once (case 05)."""
    found = run(
        "r.jsonl",
        '{"id": "q1", "retrieved": ["A", "A", "X"]}\n{"id": "q2", "ranked": {"A": 1, "B": 2, "A": 3}}\n',
    )
    assert found.answers["q1"].ranking == Ranking(["A", "X"])
    assert found.answers["q2"].ranking.ordered() == ["A", "B"]
    (notice,) = found.notices
    assert (notice.code, notice.items, notice.count) == ("repeated_document", ("q1: A", "q2: A"), 2)


def test_a_document_may_be_named_like_its_query(golden, run):
    """Nothing drops a document whose id is the query's (case 13)."""
    assert set(golden("g.jsonl", '{"query_id": "1", "relevant": {"1": 1, "2": 1}}').items["1"].relevant) == {
        "1",
        "2",
    }
    assert run("r.jsonl", '{"query_id": "1", "retrieved": ["1", "2"]}').answers["1"].ranking.ordered() == [
        "1",
        "2",
    ]


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ('"x"', "not 'x'"),
        ('["a", ["b", 1]]', "this one has ['b', 1]"),
        ('[["a", 1], "b"]', "this one has 'b'"),
        ('[["a", null]]', "the score None is not a number"),
        ('[["a", true]]', "the score True is not a number"),
        ('[["", 1]]', "an id is empty"),
        ('["a", 1.5]', "the id 1.5 is a number with a point or exponent; write it as text"),
        ("null", "'ranked' is null"),
    ],
)
def test_a_malformed_list_is_refused(refused, entry, sentence):
    """Every other shape is refused with what stands there."""
    (problem,) = refused("run", "r.jsonl", f'{{"id": "q1", "ranked": {entry}}}')
    assert problem.startswith("r.jsonl:1: ")
    assert sentence in problem


def test_whole_numbers_are_ids_as_written(run):
    """A JSON number of 20 digits keeps them all; one with an exponent is refused above."""
    line = '{"id": 12345678901234567890, "ranked": [1234567890123456789, 7]}'
    (answer,) = run("r.jsonl", line)
    assert answer.id == "12345678901234567890"
    assert answer.ranking.ordered() == ["1234567890123456789", "7"]


def test_classes_are_text(golden, run):
    """1, 1.0 and true are the classes "1", "1" and "true" in golden set and run alike (cases 25 and 26)."""
    labels = golden(
        "g.jsonl",
        "".join(f'{{"id": {i}, "label": {v}}}\n' for i, v in enumerate(["1", "1.0", "true"])),
        "classification",
    )
    assert [item.label for item in labels] == ["1", "1", "true"]
    decided = run("r.jsonl", '{"id": 0, "predicted": 1}\n{"id": 1, "prediction": "1"}', "classification")
    assert [answer.predicted for answer in decided] == ["1", "1"]


def test_one_file_may_hold_labels_and_answers(golden, run):
    """The golden set ignores scores, the run ignores labels; other numbers of a run are kept."""
    line = '{"id": "a", "label": 1, "score": 0.9, "latency_ms": 12, "relevance": 4, "ok": true, "note": "x"}'
    assert golden("f.jsonl", line, "classification").items["a"].label == "1"
    answer = run("f.jsonl", line, "classification").answers["a"]
    assert answer == Answer("a", score=0.9, numbers={"latency_ms": 12.0, "relevance": 4.0})


def test_an_error_stands_for_an_answer(run):
    """``error`` says why there is none; latency is kept."""
    answer = run("r.jsonl", '{"id": "a", "error": "timeout", "ranked": null, "latency_ms": 9}').answers["a"]
    assert answer == Answer("a", error="timeout", numbers={"latency_ms": 9.0})


def test_a_broken_line_is_named_and_a_blank_one_is_not(refused):
    """Lines are counted as they stand (case 70)."""
    (problem,) = refused(
        "run",
        "p.jsonl",
        '{"id": "a", "label": 1, "score": 0.9}\n\n{"id": "b", "label": 0, "sco\n{"id": "c", "score": 0.7}\n',
        "classification",
    )
    assert problem.startswith("p.jsonl:3: not JSON")


def test_only_a_line_feed_ends_a_line(golden):
    """U+2028 and U+0085 inside a string are data (case 68)."""
    found = golden(
        "g.jsonl", '{"id": "t1", "query": "a\u2028b\u0085c\u000bd", "relevant": []}'.replace("\u000b", "")
    )
    assert found.items["t1"].query == "a\u2028b\u0085cd"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"id": "a", "label": 1, "score": NaN}', "NaN is not JSON"),
        ('{"id": "a", "label": 1, "x": -Infinity}', "-Infinity is not JSON"),
        ('{"id": "a", "id": "b", "label": 1}', "the key 'id' stands twice"),
        ('["a", 1]', "a line holds one object {…}, not ['a', 1]"),
        ("null", "a line holds one object {…}, not None"),
        ('{"id": "a\\ud800", "label": 1}', "half a surrogate pair"),
        ('{"id": "", "label": 1}', "an id is empty"),
        ('{"id": null, "label": 1}', "an id is text or a whole number, not None"),
        ('{"id": "a", "label": [1]}', "a class is text, a number, true or false, not [1]"),
        ('{"id": "a", "label": 1, "weight": 0}', "the weight 0 is not above 0"),
        ('{"id": "a", "label": 1, "weight": 1e999}', "the weight inf is not a finite number"),
        ('{"id": "a", "label": 1, "critical": "maybe"}', "'maybe' is neither true nor false"),
        ('{"id": "a", "label": 1, "slices": ["x"]}', "'slices' is an object, each key once, not ['x']"),
    ],
)
def test_a_malformed_item_is_refused(refused, line, sentence):
    """Every problem has its line, the value quoted and one sentence."""
    (problem,) = refused("golden", "g.jsonl", f'{{"id": "z", "label": 0}}\n{line}\n', "classification")
    assert problem.startswith("g.jsonl:2: ")
    assert sentence in problem


def test_repeated_ids_name_both_lines(refused):
    """An id that stands twice is refused in golden set and run."""
    line = '{"id": "a", "label": 1, "score": 1}\n'
    assert refused("golden", "f.jsonl", line * 2, "classification")[0].startswith(
        "f.jsonl:2: the id 'a' is already on line 1"
    )
    assert refused("run", "f.jsonl", line * 2, "classification")[0].startswith(
        "f.jsonl:2: the id 'a' is already on line 1"
    )


def test_judgements_of_one_line_may_conflict(refused, golden):
    """A document graded twice in one object is a conflict, or told when the grades agree."""
    (problem,) = refused("golden", "g.jsonl", '{"id": "q", "relevant": {"d": 1, "d": 2}}')
    assert "document 'd' of query 'q' has the grade 2 here and 1 too" in problem
    found = golden("g.jsonl", '{"id": "q", "relevant": ["d", "d"]}')
    assert [n.code for n in found.notices] == ["repeated_judgement"]


def test_a_typing_error_in_a_key_is_told(golden):
    """``critcal`` would switch a feature off without a word."""
    (notice,) = golden("g.jsonl", '{"id": "q", "relevant": [], "critcal": true}').notices
    assert notice.text == "the key 'critcal' means nothing here; did you mean 'critical'?"


@pytest.mark.parametrize("task", ["retrieval", "generation"])
@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ('"cost": "5.0"', "r.jsonl:1: the cost '5.0' is not a number"),
        ('"cost": true', "r.jsonl:1: the cost True is not a number"),
        ('"cost": -0.01', "r.jsonl:1: the cost -0.01 is below 0"),
        ('"latency_ms": -5', "r.jsonl:1: the latency_ms -5 is below 0"),
    ],
)
def test_latency_and_cost_are_numbers_from_0(refused, task, number, sentence):
    """What would vanish from a mean, or make it less than nothing, is refused with its line."""
    (problem,) = refused("run", "r.jsonl", f'{{"id": "q", "ranked": ["d"], "text": "d", {number}}}\n', task)
    assert problem.startswith(sentence)


def test_other_numbers_may_be_below_0_or_be_text(run):
    """Only latency and cost have a meaning of their own; null is nothing."""
    (answer,) = run("r.jsonl", '{"id": "q", "ranked": [], "gain": -1, "note": "5", "cost": null}\n')
    assert answer.numbers == {"gain": -1.0}


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("retrieval", '"ranked": ["d"]'),
        ("classification", '"score": 0.5'),
        ("multiclass", '"a": 0.5, "b": 0.5'),
        ("generation", '"text": ""'),
    ],
)
def test_an_empty_error_beside_an_answer_is_none(run, task, said):
    """An answer is not thrown away for a field that says nothing; alone, it is an error."""
    (answer,) = run("r.jsonl", f'{{"id": "q", "error": "", "latency_ms": 3, {said}}}\n', task)
    assert answer.error is None
    (answer,) = run("r.jsonl", '{"id": "q", "error": "", "latency_ms": 3}\n', task)
    assert answer.error == "error"


@pytest.mark.parametrize(
    ("what", "task", "line", "sentence"),
    [
        ("golden", "retrieval", '{"id": "q", "relevant": null}', "g.jsonl:1: 'relevant' is null"),
        ("golden", "classification", '{"id": "q", "label": null}', "g.jsonl:1: 'label' is null"),
        ("run", "retrieval", '{"id": "q", "ranked": null}', "g.jsonl:1: 'ranked' is null"),
        (
            "run",
            "retrieval",
            '{"id": 1e400, "ranked": []}',
            "g.jsonl:1: the id is a number too large to be read",
        ),
    ],
)
def test_what_is_there_and_of_no_use_is_said(refused, what, task, line, sentence):
    """Null is no missing name, and an infinite number was not written as one."""
    (problem,) = refused(what, "g.jsonl", line, task)
    assert problem.startswith(sentence)
    assert "fields:" not in problem
