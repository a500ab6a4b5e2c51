"""How a function is called, and what it may return."""

import json
import re

import pytest

from gate.systems import lines
from gate.systems.asking import Question, Reply
from gate.worker import functions


def answered(code, *, k=5, task="retrieval", positive=None):
    """Ask the function `ask` of ``code`` as a worker does; return its line of the run."""
    names = {}
    exec(code, names)
    ask = functions.asking(names["ask"], batch=1, document_id=None, timeout=5)
    (value,) = json.loads(json.dumps(ask([{"id": "q00000", "query": "question 0"}], k), allow_nan=False))
    question = Question("q00000", "question 0")
    return json.loads(lines.answer(question, Reply(value), task=task, positive=positive, repeats=1))


SHAPES = "'ranked' is [document, …], [[document, score], …], [{id, score}, …] or {document: score}"
RANKED = [["d1", 0.5], ["d2", 0.25]]


@pytest.mark.parametrize(
    ("code", "ranked"),
    [
        ("def ask(query, k): return [query, str(k)]", ["question 0", "5"]),
        ("def ask(question): return [question]", ["question 0"]),
        ("def ask(k, text): return [text, str(k)]", ["question 0", "5"]),
        ("def ask(id): return [id]", ["q00000"]),
        ("def ask(id, query, k): return [id, query, str(k)]", ["q00000", "question 0", "5"]),
        ("def ask(query, *, k, deep=3): return [query, str(k), str(deep)]", ["question 0", "5", "3"]),
        ("def ask(*args, **named): return [*args]", ["question 0"]),
        ("async def ask(query): return [query]", ["question 0"]),
        (
            "import asyncio\nasync def ask(query, k):\n    await asyncio.sleep(0)\n    return ['a', 'b'][:k]",
            ["a", "b"],
        ),
        ("class A:\n    def __call__(self, query): return [query]\nask = A()", ["question 0"]),
        (
            "from functools import partial\nask = partial(lambda index, query: [index, query], 'i')",
            ["i", "question 0"],
        ),
        ("def ask(query): return iter(['a', 'b'])", ["a", "b"]),
        ("def ask(query): return ('a', 7)", ["a", 7]),
        ("def ask(query): return []", []),
        ("def ask(query): return [('d1', 0.5), ('d2', 0.25)]", RANKED),
        ("def ask(query): return {'d1': 0.5, 'd2': 0.25}", RANKED),
        (
            "def ask(query): return [{'id': 'd1', 'score': 0.5, 'text': 't'}, {'id': 'd2', 'score': 0.25}]",
            RANKED,
        ),
        ("def ask(query): return [{'id': 'd1', 'score': None}, {'id': 'd2'}]", ["d1", "d2"]),
        ("def ask(query): return {'ranked': ['a'], 'cost': 0.1, 'note': 'x'}", ["a"]),
        ("import numpy as np\ndef ask(query): return np.array(['a', 'b'])", ["a", "b"]),
        (
            "import numpy as np\ndef ask(query): return zip(['d1', 'd2'], np.array([0.5, 0.25], np.float32))",
            RANKED,
        ),
        ("import numpy as np\ndef ask(query): return {np.int64(7): np.float64(1.5)}", [["7", 1.5]]),
        ("def ask(query): return [('d1', float('inf')), ('d2', 0)]", [["d1", "inf"], ["d2", 0]]),
        (
            "def ask(query): return [{'document': 'd1', 'start': 0, 'end': 80, 'score': 2.5, 'text': 't'}]",
            [{"document": "d1", "start": 0, "end": 80, "score": 2.5}],
        ),
        (
            "def ask(query): return [{'id': 'c7', 'document': 'd1', 'score': None}]",
            [{"id": "c7", "document": "d1"}],
        ),
    ],
)
def test_a_function_is_called_by_its_parameters_and_may_return_what_it_has(code, ranked):
    """Text, k and id go where the names say; ids, pairs, objects and arrays come back as one shape."""
    assert answered(code)["ranked"] == ranked


def test_further_numbers_of_an_object_are_kept():
    """Cost and whatever else is a number; texts and truths are not."""
    code = (
        "def ask(query): return {'retrieved': ['a'], 'cost': 0.1, 'tokens': 7, 'note': 'x', 'cached': True}"
    )

    assert answered(code) == {"id": "q00000", "ranked": ["a"], "cost": 0.1, "tokens": 7}


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def ask(query): return None", "it returned nothing (None): return [] where nothing is found"),
        (
            "def ask(query): return {'a', 'b'}",
            "it returned a set, which has no order: return a list, best first",
        ),
        (
            "def ask(query): return object()",
            "it returned object, which is no answer: return ids, pairs or documents",
        ),
        ("def ask(query): return [('a', float('nan'))]", "it returned NaN, which is no score"),
        (
            "def ask(query):\n    found = []\n    found.append(found)\n    return found",
            "it returned what is nested too deeply, or holds itself",
        ),
        ("def ask(query): return {1.5: 0.5}", "a key is 1.5: document ids and classes are text"),
        ("def ask(query): return 'a'", "the answer is 'a', not a list of documents"),
        (
            "def ask(query): return [{'id': 'a', 'score': 1}, {'id': 'b'}]",
            "of 2 results, 1 result has no score: give all one, or none",
        ),
        (
            "def ask(query): return [{'text': 'a'}]",
            "a result is {'text': 'a'}, and names neither an 'id' nor a 'document'",
        ),
        ("def ask(query): return ['a', ('b', 1)]", f"{SHAPES}, each entry alike; this one has ['b', 1]"),
        ("def ask(query): return ['']", "an id is empty"),
    ],
)
def test_what_has_another_shape_is_no_answer(code, error):
    """In plain words; nothing is guessed."""
    with pytest.raises(ValueError, match=re.escape(error)):
        answered(code)


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("def ask(id): return 0.25", {"score": 0.25}),
        ("def ask(id): return 'ok'", {"predicted": "ok"}),
        ("def ask(id): return 1", {"predicted": 1}),
        ("def ask(id): return True", {"predicted": True}),
        ("import numpy as np\ndef ask(id): return np.float32(0.25)", {"score": 0.25}),
        ("import numpy as np\ndef ask(id): return np.str_('ok')", {"predicted": "ok"}),
        ("def ask(id): return {'ok': 0.75, 'bad': 0.25}", {"score": 0.25, "predicted": "ok"}),
        ("def ask(id): return {'ok': 0.5, 'bad': 0.5}", {"score": 0.5, "predicted": "bad"}),
        ("def ask(id): return {'score': 0.25, 'cost': 2}", {"score": 0.25, "cost": 2}),
        ("def ask(id): return {'label': 'ok', 'score': 0.25}", {"score": 0.25, "predicted": "ok"}),
        ("def ask(id): return {'probabilities': {'ok': 1, 'bad': 0}}", {"score": 0, "predicted": "ok"}),
    ],
)
def test_a_classifier_returns_a_score_a_class_or_probabilities(code, answer):
    """A number with a point is a score, everything else a class; of probabilities the positive one scores."""
    assert answered(code, k=None, task="classification", positive="bad") == {"id": "q00000", **answer}


@pytest.mark.parametrize(
    ("returned", "error"),
    [
        ("{'ok': 1}", "no probability of the positive class 'bad'; there is 'ok'"),
        ("{'ok': 1.5}", "the probability of 'ok' is 1.5, not a number from 0 to 1"),
        ("[0.5]", "the answer is [0.5]: not a score, a class or probabilities"),
        ("{}", "the answer is {}: not a score, a class or probabilities"),
        ("{'score': 'high'}", "the score 'high' is not a number"),
        ("{'error': 'no features'}", "no features"),
    ],
)
def test_what_decides_nothing_is_no_answer(returned, error):
    """A class that is missing, a probability above 1, an empty answer, an error."""
    with pytest.raises(ValueError, match=re.escape(error)):
        answered(f"def ask(id): return {returned}", task="classification", positive="bad")


@pytest.mark.parametrize(
    ("returned", "came"),
    [([["a"]], "1 answer"), ([["a"]] * 3, "3 answers"), ({"q0": [], "q7": []}, "dict"), ("ab", "str")],
)
def test_a_batch_of_another_size_is_no_answer(returned, came):
    """Answers are never moved up to the next question: a batch that lost one fails."""
    ask = functions.asking(lambda queries: returned, batch=2, document_id=None, timeout=5)

    with pytest.raises(functions.BatchError, match=f"2 questions in one batch, and {came} came back"):
        ask([{"id": f"q{i}", "query": "x"} for i in range(2)], 5)


@pytest.mark.parametrize("cost", ["'5.0'", "-1.0", "True"])
def test_a_cost_of_a_live_answer_is_a_number_from_0(cost):
    """Text would vanish from the mean; so the item has an error instead."""
    with pytest.raises(ValueError, match="the cost"):
        answered(f"def ask(query): return {{'ranked': ['d'], 'cost': {cost}}}")


@pytest.mark.parametrize(
    ("task", "given", "said"),
    [
        ("retrieval", "{'ranked': ['d']", {"ranked": ["d"]}),
        ("retrieval", "{'d': 0.5", {"ranked": [["d", 0.5]]}),
        ("classification", "{'bad': 0.75, 'good': 0.25", {"score": 0.75, "predicted": "bad"}),
        ("multiclass", "{'predicted': 'a'", {"predicted": "a"}),
        ("generation", "{'text': ''", {"text": ""}),
    ],
)
def test_an_empty_error_beside_an_answer_is_none(task, given, said):
    """A field that says nothing throws no answer away; alone, it is an error."""
    code = f"def ask(query): return {given}, 'error': ''}}"
    assert answered(code, task=task, positive="bad") == {"id": "q00000", **said}
    with pytest.raises(ValueError, match=r"^$"):
        answered("def ask(query): return {'error': ''}", task=task, positive="bad")


@pytest.mark.parametrize("given", [{"bad": 0.7, "good": 0.7}, {"bad": 1, "good": 0.02}])
def test_probabilities_of_two_classes_make_1(given):
    """Two numbers that sum to more are no probabilities, and no threshold on them means what it says."""
    with pytest.raises(ValueError, match="the probabilities sum to 1"):
        answered(f"def ask(query): return {given}", task="classification", positive="bad")


@pytest.mark.parametrize("given", [{"bad": 0.7, "good": 0.3049}, {"bad": 0.2}, {"bad": 0.2, "good": 0.3}])
def test_rounded_and_partial_probabilities_are_fine(given):
    """Rounding moves a sum a little, and not every class has to be named."""
    found = answered(f"def ask(query): return {given}", task="classification", positive="bad")
    assert found["score"] == given["bad"]
