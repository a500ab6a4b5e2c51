"""report.json: strict, complete, and safe to read from a stranger."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gate
from gate.errors import QuestionError
from gate.reporters import machine
from tests.reporters.builders import document
from tests.reporters.samples import SAMPLES, retrieval_regressed, vanished_metric

SCHEMA = Path(gate.__file__).parent / "report.schema.json"


def refuse(constant):
    """Make a parser strict: no NaN, no Infinity."""
    raise AssertionError(constant)


def problems(text):
    """Return what is said about a text that is no report."""
    with pytest.raises(QuestionError) as caught:
        machine.read(text, "report.json")
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_written_is_read_back(name):
    """Every value survives the way through the file, and a strict parser takes it."""
    told = SAMPLES[name]()
    text = machine.render(told)

    assert machine.read(text, "report.json") == told
    assert machine.read(text.encode(), "report.json") == told
    jsonschema.validate(json.loads(text, parse_constant=refuse), json.loads(SCHEMA.read_text("utf-8")))


def test_the_published_schema_is_current():
    """gate/report.schema.json is what the types say today."""
    current = json.dumps(machine.schema(), indent=2) + "\n"

    assert SCHEMA.read_text("utf-8") == current, "write gate.reporters.machine.schema() to that file"


def test_undefined_is_null_with_a_reason():
    """No NaN is written; the reason stands beside the null."""
    content = json.loads(machine.render(vanished_metric()), parse_constant=refuse)

    level = content["reports"][0]["checks"][1]["candidate"]
    assert level["value"] is None
    assert level["because"]


def test_a_nan_is_a_bug_not_a_file():
    """If a NaN ever reached a report, nothing would be written."""
    (told,) = retrieval_regressed().reports
    broken = replace(told.checks[0], tolerance=float("nan"))

    with pytest.raises(ValueError, match="JSON"):
        machine.render(document(replace(told, checks=(broken,))))


def test_a_log_does_not_take_json_for_a_command():
    """What some build systems obey anywhere in a line is spelt so that only JSON parsers see it."""
    (told,) = retrieval_regressed().reports
    text = machine.render(document(replace(told, headline="##[error] ##vso[task] ##teamcity[x]")))

    assert "##" not in text
    assert json.loads(text)["reports"][0]["headline"] == "##[error] ##vso[task] ##teamcity[x]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("[]", "a report is a JSON object"),
        ('{"a": NaN}', "NaN is not a number that JSON knows"),
        ('{"a": -Infinity}', "-Infinity is not a number"),
        ('{"a": 1e999}', "too large"),
        ("[" * 100_000, "too deeply nested"),
        ('{"schema_version": 2}', "a newer release wrote it"),
        ('{"schema_version": "1"}', "schema_version is '1'; this release reads 1"),
        ("{}", "schema_version: field required"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_what_is_no_report_is_refused_with_a_reason(text, said):
    """Each says what is wrong; none is a traceback."""
    assert said in "\n".join(problems(text))


def test_bad_fields_are_named_with_their_path():
    """All of them at once, each with its place in the file and what stood there."""
    content = json.loads(machine.render(retrieval_regressed()))
    content["outcome"] = "great"
    content["reports"][0]["checks"][1]["gain"]["n"] = "many"
    del content["reports"][0]["headline"]

    found = problems(json.dumps(content))

    assert len(found) == 3
    assert found[0].startswith("report.json: outcome: input should be 'regressed'")
    assert any("reports[0].checks[1].gain.n" in text and "not 'many'" in text for text in found)
    assert any("reports[0].headline: field required" in text for text in found)


def test_keys_of_a_later_release_are_ignored():
    """A release may add a key without a new version."""
    content = json.loads(machine.render(retrieval_regressed()))
    content["reports"][0]["new_key"] = 1

    assert machine.read(json.dumps(content), "report.json") == retrieval_regressed()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.data())
def test_any_damage_is_refused_or_harmless(data):
    """One field replaced by anything: a question's error, or a document; never another exception."""
    content = json.loads(machine.render(retrieval_regressed()))
    node = content
    while True:
        key = data.draw(st.sampled_from(range(len(node)) if isinstance(node, list) else sorted(node)))
        if not isinstance(node[key], (dict, list)) or not node[key] or data.draw(st.booleans()):
            node[key] = data.draw(values)
            break
        node = node[key]
    with suppress(QuestionError):
        machine.read(json.dumps(content), "report.json")
