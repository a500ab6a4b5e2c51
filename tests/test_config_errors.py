"""Configs that are wrong, and what is said about them."""

from pathlib import Path

import pytest

from gate import config
from gate.errors import QuestionError
from tests.wrong_configs import BASE, refusal, told

EVERYTHING = """\
verson: 1
name: My Search
task: retrieval
golden_set: [a, b]
system: {run: x.jsonl, predictions: y.jsonl, function: app:search}
k: true
relevant_grade: 0
tolerence: 0.01
threshold: 0.5
metrics:
  recal@5: {floor: 0.9}
  recall@5: {tolerance: '0.02', flor: 0.8}
  ndcg: {tolerance: 10, ceiling: 0.3}
  ndcg@10: {floor: 95}
  hit_rate:
  MRR: {}
  fpr: {}
  map: {role: headline}
slices: {topic: {tolerance: 0.05}}
interval: {confidence: 95, resamples: 1.5, seed: -1}
decision: {mode: stict, fail_on: [suspect, doubt]}
baseline: {required: no, form: main}
"""


def test_everything_that_is_wrong_is_said_at_once(golden):
    """One reading, every problem, in the order of the lines, with place and way out."""
    golden("config/everything.txt", f"{refusal(EVERYTHING)}\n")


def test_a_format_is_checked_where_it_is_written():
    """Line and caret of the config, the nearest format, and all of them."""
    (problem,) = refusal(
        "\n".join(f"{k}: {v}" for k, v in BASE.items()).replace("g.jsonl", "{path: g, format: jsnl}")
    ).problems
    assert problem.where == "c.yaml:4"
    assert problem.excerpt.splitlines()[1].index("^") == problem.excerpt.index("jsnl")
    assert (
        "golden_set.format: 'jsnl' is no format: did you mean 'jsonl'? There are: jsonl, csv" in problem.what
    )


def test_a_misspelt_key_and_a_misspelt_metric_are_both_named():
    """Case 62: both at once, and a key that belongs elsewhere is told where."""
    assert told(tolerence="0.01", metrics="{recal@5: {floor: 0.9}}") == [
        "metrics.recal@5: no metric 'recal' for retrieval, did you mean 'recall'?",
        "tolerence: no such key 'tolerence' here; 'tolerance' stands under `metrics.NAME`",
    ]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"version": "2"}, "version: 2 is not 1"),
        ({"version": None}, "'version' is missing. Version of this format: 1."),
        ({"golden_set": None}, "'golden_set' is missing. File or folder that says what is right."),
        ({"golden_set": "'  '"}, "golden_set: it is blank"),
        ({"metrics": "{}"}, "metrics: it is empty: write at least one"),
        ({"metrics": "[recall@5]"}, "metrics: a list is not a mapping of keys to values"),
        ({"task": "retreival"}, "task: 'retreival' is not known, did you mean 'retrieval'?"),
        ({"name": "Ünicode"}, "name: 'Ünicode': use small letters, digits, dashes and underscores"),
        ({"name": "a/../b"}, "name: 'a/../b': use small letters, digits, dashes and underscores"),
        ({"positive": "a"}, "positive: it means nothing for retrieval, only for classification"),
        ({"interval": "{confidence: 1}"}, "interval.confidence: 1 is too large: it has to be below 1"),
        ({"interval": "{resamples: 10}"}, "interval.resamples: 10 is too small: at least 100"),
        ({"decision": "{alpha: 5}"}, "decision.alpha: 5 is not between 0 and 1: write 0.05"),
        ({"decision": "{fail_on: suspect}"}, "decision.fail_on: 'suspect' is not a list"),
        ({"decision": "{fail_on: [noisy-drop]}"}, "'noisy-drop' is not known, did you mean 'noisy_drop'?"),
        ({"baseline": "{required: no}"}, "baseline.required: 'no' is neither true nor false"),
        ({"max_errors": "2"}, "max_errors: 2 is not between 0 and 1: write 0.02"),
        ({"max_errors": "101%"}, "max_errors: '101%' is not between 0% and 100%"),
        ({"max_errors": "-2%"}, "max_errors: '-2%' is not a percentage from 0: write it like 3%"),
        ({"relevant_grade": "0"}, "relevant_grade: 0 is too small: it has to be above 0"),
        ({"system": "{}"}, "system: it is empty: write {run: PATH}, or leave it out"),
    ],
)
def test_other_mistakes_have_a_plain_sentence(keys, sentence):
    """None of them speaks the validator's dialect."""
    (what,) = told(**keys)
    assert sentence in what
    assert "Input should" not in what


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n", "42\n"])
def test_a_config_is_a_mapping(text):
    """A list or a bare word at the top is named as what it is."""
    assert refusal(text).problems[0].what.startswith("a config is a mapping of keys to values, and this is ")


def test_a_file_that_is_not_there_or_is_no_file(tmp_path):
    """A missing config, a folder and a name with a NUL end in one sentence each."""
    for path, sentence in [
        (tmp_path / "no.yaml", "no such config"),
        (tmp_path, "cannot be read"),
        (Path("a\0b"), "cannot be read"),
    ]:
        with pytest.raises(QuestionError, match=sentence):
            config.load(path)


def test_a_repeated_key_hides_no_other_mistake():
    """A key given twice is one problem among the others, in the order of the lines."""
    lines = ["version: 1", "name: Bad Name", "task: retrieval", "golden_set: g", "k: 0"]
    lines += ["metrics:", "  recall@5: {floor: 0.1}", "  ndgc: {}", "  recall@5: {floor: 0.2}"]

    found = [(problem.where, problem.what.split(":")[0]) for problem in refusal("\n".join(lines)).problems]

    assert found == [
        ("c.yaml:2", "name"),
        ("c.yaml:5", "k"),
        ("c.yaml:8", "metrics.ndgc"),
        ("c.yaml:9", "'recall@5' is given twice, in lines 7 and 9"),
    ]
