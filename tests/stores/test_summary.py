"""NAME.json: one spelling, read strictly."""

import json
import math
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gate.stores
from gate.errors import NoAnswerError
from gate.stores.summary import Level, Provenance, RunFile, from_json, schema, to_json

PUBLISHED = Path(gate.stores.__file__).parent.parent / "baseline.schema.json"


@pytest.fixture
def whole(make_summary):
    """A summary as a store completes it."""
    return make_summary(run=RunFile("docs.run.jsonl", "c" * 64, 2))


def test_it_reads_like_this(whole, golden):
    """The file is a diff that people can read: one value a line."""
    golden("stores/baseline.json", to_json(whole))


def test_what_is_written_is_read(whole):
    """Nothing is lost on the way, and writing again changes no byte."""
    assert from_json(to_json(whole), where="docs.json") == whole
    assert to_json(from_json(to_json(whole), where="docs.json")) == to_json(whole)


def test_order_leaves_no_trace(whole):
    """Checks, conditions and items may be given in any order."""
    checks = (Level("a", "a", None, 1.0, None, None, 1, 1), *whole.checks)
    turned = replace(
        whole,
        checks=checks[::-1],
        conditions=dict(reversed(whole.conditions.items())),
        item_digests=dict(reversed(whole.item_digests.items())),
    )
    assert to_json(turned) == to_json(replace(whole, checks=checks))


@pytest.mark.parametrize("undefined", [math.nan, math.inf, None])
def test_an_undefined_number_is_null(make_summary, undefined):
    """NaN is not JSON, and 0 would be a lie."""
    text = to_json(make_summary(value=undefined))
    assert json.loads(text)["checks"][0]["value"] is None


@pytest.mark.parametrize("threshold", [0.1, math.inf, -math.inf, None])
def test_a_threshold_survives(whole, threshold):
    """Also the one that flags nothing, which is infinite."""
    kept = replace(whole, threshold=threshold)
    text = to_json(kept)
    assert from_json(text, where="docs.json").threshold == threshold
    jsonschema.validate(json.loads(text, parse_constant=pytest.fail), schema())


def test_equality_sets_provenance_aside(whole):
    """The same baseline recorded by somebody else tomorrow is the same baseline."""
    later = replace(whole, provenance=Provenance("2026-01-01T00:00:00Z", "9", "f" * 40, "somebody"))
    assert whole.equals(later)
    assert not whole.equals(replace(later, threshold=0.5))


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("truncated.json", "docs.json:1: a damaged baseline: not JSON: Expecting ',' delimiter"),
        ("wrong-type.json", "docs.json: a damaged baseline: not an object with a whole number"),
        ("text-value.json", "docs.json: a damaged baseline: not an object with a whole number"),
    ],
)
def test_a_damaged_file_is_named_with_its_problem(shared, file, sentence):
    """Each of the unreadable baselines is an error of its own, never a first run."""
    text = shared("cases", "56-unreadable-baseline", file).read_text()
    with pytest.raises(NoAnswerError) as caught:
        from_json(text, where="docs.json", fix="restore it")
    assert str(caught.value).startswith(sentence)
    assert "fix: restore it" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '{\n "name": "do',
            "docs.json:2: a damaged baseline: not JSON: Unterminated string starting at column 10",
        ),
        (
            '{"a": 1} 2',
            "docs.json:1: a damaged baseline: not JSON: Extra data at column 10",
        ),
        ("", "docs.json:1: a damaged baseline: not JSON: Expecting value at column 1"),
    ],
)
def test_what_is_no_json_is_a_whole_sentence(text, sentence):
    """Line and column stand where Python's own message leaves off."""
    with pytest.raises(NoAnswerError) as caught:
        from_json(text, where="docs.json")
    assert str(caught.value) == f"{sentence} [baseline_damaged]"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"value": 0.5', '"value": "high"', 'checks.0.value is "high": Input should be a valid number'),
        ('"value": 0.5', '"value": NaN', "NaN is not a number"),
        ('"value": 0.5', '"value": 1e999', "checks.0.value is Infinity: Input should be a finite number"),
        ('"task": "retrieval"', '"task": [1e999]', "task is [Infinity]: Input should be a valid string"),
        ('"k": "10"', '"k": "\\ud800"', "a damaged baseline: Invalid JSON: "),
        ('"items": 2', '"items": -2', "golden.items is -2: Input should be greater than or equal to 0"),
        ('"items": 2', '"items": 2.5', "golden.items is 2.5: Input should be a valid integer"),
        ('"task": "retrieval",', "", "task is missing"),
        ('"task"', '"tusk"', "tusk is not a key of it"),
        ('"n": 2,', '"n": 2, "m": 2,', "checks.0.m is not a key of it"),
        ('"task"', '"name"', "key 'name' appears twice"),
        ("c" * 64, "C0FFEE", 'run.digest is "C0FFEE": String should match pattern'),
        ('"threshold": null', '"threshold": "high"', 'threshold is "high": Input should be a valid number'),
        ('"how": "refresh"', '"how": "magic"', "provenance.how is \"magic\": Input should be 'refresh'"),
        ('"schema_version": 1', '"schema_version": "1"', "a whole number `schema_version`"),
        ('"schema_version": 1', '"schema_version": 0', "schema_version is 0"),
    ],
)
def test_wrong_content_is_refused(whole, old, new, sentence):
    """Strictly: no guessing at types, no unknown keys, no key twice."""
    text = to_json(whole)
    assert old in text
    with pytest.raises(NoAnswerError) as caught:
        from_json(text.replace(old, new, 1), where="docs.json")
    assert sentence in str(caught.value)
    assert all(p.where.startswith("docs.json") for p in caught.value.problems)


def test_all_problems_come_at_once(whole):
    """Two wrong values are two lines."""
    text = to_json(whole).replace('"value": 0.5', '"value": "x"').replace('"task": "retrieval"', '"task": 3')
    with pytest.raises(NoAnswerError) as caught:
        from_json(text, where="docs.json")
    assert len(caught.value.problems) == 2


def test_an_unfinished_merge_is_recognised(whole):
    """Two branches that both moved a baseline leave marks in it."""
    text = to_json(whole).replace(' "task"', '<<<<<<< HEAD\n "task"')
    with pytest.raises(NoAnswerError, match="marks of an unfinished merge") as caught:
        from_json(text, where="docs.json")
    assert "keep one side whole" in str(caught.value)


def test_a_later_shape_is_left_alone(whole):
    """What a later gate wrote is not guessed at."""
    text = to_json(whole).replace('"schema_version": 1', '"schema_version": 7, "more": {}')
    with pytest.raises(NoAnswerError, match="schema_version 7, this one reads 1") as caught:
        from_json(text, where="docs.json")
    assert "upgrade" in caught.value.problems[0].fix


@pytest.mark.parametrize("text", ["", "[" * 100_000, "null", '{"a":' * 100_000])
def test_no_text_ends_in_a_traceback(text):
    """Empty, endless and empty-handed files are damaged files."""
    with pytest.raises(NoAnswerError, match="damaged"):
        from_json(text, where="docs.json")


@given(
    cut=st.integers(0, 1000),
    length=st.integers(0, 40),
    put=st.sampled_from(["", "0", '"', "{", "]", "1e999", "NaN", "null", "\\ud800", "\0", "é", "9" * 5000])
    | st.text(max_size=5),
)
def test_no_edit_ends_in_a_traceback(make_summary, cut, length, put):
    """Whatever was cut out and put in, the text is read or refused with a sentence."""
    text = to_json(make_summary(run=RunFile("docs.run.jsonl", "c" * 64, 2)))
    edited = text[:cut] + put + text[cut + length :]
    with suppress(NoAnswerError):
        read = from_json(edited, where="docs.json")
        assert from_json(to_json(read), where="docs.json") == read


def test_the_published_schema_is_current(request):
    """`gate/baseline.schema.json` is what the code reads; `pytest --accept` rewrites it."""
    text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--accept"):
        PUBLISHED.write_text(text, "utf-8")
    assert PUBLISHED.read_text("utf-8") == text


def test_the_schema_accepts_what_is_written(whole):
    """An editor and the gate agree, and every key has a description."""
    published = json.loads(PUBLISHED.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(published)
    jsonschema.validate(json.loads(to_json(whole)), published)
    for model in (published, *published["$defs"].values()):
        assert all(key.get("description") for key in model["properties"].values())
