"""The config's JSON Schema, for editors: draft 7, because that is what YAML language servers read."""

from __future__ import annotations

from typing import Any

from gate import metrics
from gate.config.models import Config
from gate.config.monitor import MonitorConfig
from gate.readers import formats

DRAFT = "http://json-schema.org/draft-07/schema#"

FORMAT = "^[a-z][a-z0-9_]*$"
"""What every format's name looks like."""

SPELLING = r"^[a-z][A-Za-z0-9_]*(@([1-9][0-9]*|all))?(\([^()]*\))?$"
"""What every metric's spelling looks like."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a config: every key described, every metric and file format by name.

    It describes shapes. Rules that join keys (a floor within the metric's range) are ``gate validate``'s.
    """
    generated = _draft7(Config.model_json_schema(by_alias=True, mode="validation"))
    generated["properties"]["metrics"] |= {
        "propertyNames": {"pattern": SPELLING},
        "properties": {
            name: {"allOf": [{"$ref": "#/definitions/MetricRule"}], "description": text}
            for name, text in _summaries().items()
        },
    }
    form = generated["definitions"]["File"]["properties"]["format"]
    ours = {"enum": [each.name for each in formats()]}
    form["anyOf"] = [ours, {"description": "A format of a plugin.", "pattern": FORMAT}]
    return {"$schema": DRAFT, "title": "mergegate config", **generated}


def monitor_schema() -> dict[str, Any]:
    """Return the JSON Schema of the config of `gate monitor`."""
    generated = _draft7(MonitorConfig.model_json_schema(by_alias=True, mode="validation"))
    return {"$schema": DRAFT, "title": "mergegate monitor config", **generated}


def _summaries() -> dict[str, str]:
    """Return what each metric is, of every task that has it."""
    found: dict[str, list[str]] = {}
    for task in metrics.FOLDERS:
        for name in metrics.names(task):
            summary = metrics.find(name, task).summary
            if summary not in found.setdefault(name, []):
                found[name].append(summary)
    return {name: " / ".join(found[name]) for name in sorted(found)}


def _draft7(node: Any, *, names: bool = False) -> Any:
    """Rewrite what draft 7 spells differently, so that every version of pydantic gives the same bytes.

    ``names`` says that the keys of ``node`` are names from the config, not words of the schema.
    """
    if isinstance(node, list):
        return [_draft7(item) for item in node if item != {"type": "null"}]
    if isinstance(node, float) and node.is_integer():
        return int(node)
    if not isinstance(node, dict):
        return node
    if names:
        return {key: _draft7(value) for key, value in node.items()}
    made = {
        _RENAMED.get(key, key): _draft7(value, names=key in {"properties", "$defs"})
        for key, value in node.items()
        if not _says_nothing(key, value) and not (key == "enum" and "const" in node)
    }
    if "$ref" in made:
        made["$ref"] = made["$ref"].replace("#/$defs/", "#/definitions/")
    if len(made.get("anyOf", ())) == 1:
        made |= made.pop("anyOf")[0]
    if "$ref" in made and len(made) > 1:
        made["allOf"] = [{"$ref": made.pop("$ref")}]  # a reference's neighbours are ignored in draft 7
    return made


_RENAMED = {"$defs": "definitions"}


def _says_nothing(key: str, value: object) -> bool:
    """Whether a word of the schema only repeats a key, or a default of nothing."""
    return (
        key == "title"
        or (key == "default" and value in (None, {}, []))
        or (key == "additionalProperties" and value is True)
    )
