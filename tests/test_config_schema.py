"""The JSON Schema that editors read."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

import gate.config
from gate import config, metrics
from gate.readers import formats

PUBLISHED = Path(gate.config.__file__).parent.parent / "gate.schema.json"
CONFIGS = sorted((Path(__file__).parent.parent / "configs").glob("*.yaml"))


def keys(node, path=()):
    """Yield ``(path, schema)`` of every key of every mapping."""
    if isinstance(node, dict):
        for name, below in node.get("properties", {}).items():
            yield (*path, name), below
        for name, below in node.items():
            yield from keys(below, (*path, name))
    elif isinstance(node, list):
        for below in node:
            yield from keys(below, path)


def test_the_schema_is_valid_draft_7():
    """It is a schema of the draft it names, and nothing of later drafts is left in it."""
    found = config.schema()
    jsonschema.Draft7Validator.check_schema(found)
    assert found["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert not {"$defs", "prefixItems", "unevaluatedProperties"} & {
        part for path, _ in keys(found) for part in path
    }
    assert "$defs" not in json.dumps(found)


def test_the_published_schema_is_current(request):
    """gate/gate.schema.json is what `gate schema` prints; pytest --accept rewrites it."""
    text = json.dumps(config.schema(), indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--accept"):
        PUBLISHED.write_text(text, "utf-8")
    assert PUBLISHED.read_text("utf-8") == text


def test_every_key_has_a_description():
    """Editors show it; it is the documentation of the key."""
    bare = [".".join(path) for path, below in keys(config.schema()) if not below.get("description")]
    assert bare == []


def test_every_metric_is_offered_by_name():
    """Completion knows each metric of each task, with its summary."""
    offered = config.schema()["properties"]["metrics"]["properties"]
    assert set(offered) == {name for task in metrics.FOLDERS for name in metrics.names(task)}


def test_every_format_is_offered_by_name():
    """Completion knows what can stand behind `format:`."""
    ours, others = config.schema()["definitions"]["File"]["properties"]["format"]["anyOf"]
    assert ours["enum"] == [form.name for form in formats()]
    assert "plugin" in others["description"]


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.name)
def test_our_own_configs_satisfy_it(path):
    """What the gate accepts, the editor accepts."""
    jsonschema.validate(yaml.safe_load(path.read_text("utf-8")), config.schema())


@pytest.mark.parametrize(
    "change",
    [
        {"metrics": {"recall@5": {"flor": 1}}},
        {"metrics": {"Recall": {}}},
        {"metrics": {}},
        {"k": 0},
        {"relevant_grade": 0},
        {"interval": {"resamples": 10}},
        {"k": True},
        {"decision": {"mode": "stict"}},
        {"tolerance": 0.1},
        {"version": 2},
    ],
)
def test_it_refuses_what_the_gate_refuses(change):
    """A sample of mistakes that an editor can underline."""
    good = {
        "version": 1,
        "name": "x",
        "task": "retrieval",
        "golden_set": {"path": "g", "format": "trec"},
        "positive": 1,
        "threshold": "cheapest",
        "metrics": {"recall@5(x=1)": {"tolerance": "3%", "floor": {"value": 1}, "where": {"a": ["b", 1]}}},
    }
    jsonschema.validate(good, config.schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(good | change, config.schema())
