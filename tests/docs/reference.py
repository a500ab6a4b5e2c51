"""Pages of the reference that are made of the code: keys of configs, metrics, fields of reports."""

import inspect
import json
import re
from importlib.resources import files

from gate import config, metrics
from gate.cli import explain_metric
from gate.cli.metrics import spelling
from tests.docs.pages import REPOSITORY

MADE = "<!-- Made of the code: pytest --accept tests/docs/test_reference.py writes this page. -->"
DOCS = REPOSITORY / "docs"


def configuration_keys():
    """Return the page with every key of both kinds of configs."""
    yield "# Configuration keys"
    yield f"{MADE}\n"
    yield (
        "Every key that a config may have, with what it may hold and what counts where it is left out. What\n"
        "the keys mean together is told on the page [Configuration](configuration.md). `gate schema` prints\n"
        "the same as JSON Schema, for editors.\n"
    )
    yield from _objects(config.schema(), "A config")
    yield "## A config of gate monitor\n"
    yield "Configs of [`gate monitor`](drift.md) are files of their own kind.\n"
    yield from _objects(config.monitor_schema(), "gate monitor", top=False)


def metric_definitions():
    """Return the page with what the docstring of each metric says."""
    yield "# Metric definitions"
    yield f"{MADE}\n"
    yield (
        "What each metric is, from the docstring of its formula; the examples run as tests. Which metric\n"
        "fits which purpose is told on the page [Metrics](metrics.md), odd input on the page\n"
        "[Conventions](conventions.md). `gate explain metric NAME` prints the same without code.\n"
    )
    named = sorted({name for task in metrics.FOLDERS for name in metrics.names(task)})
    for name in named:
        having = [task for task in metrics.FOLDERS if name in metrics.names(task)]
        together = {}
        for task in having:
            metric = metrics.find(name, task)
            together.setdefault(metric.formula, (metric, []))[1].append(task)
        for metric, tasks in together.values():
            everywhere = len(tasks) == len(metrics.FOLDERS)
            of = "" if len(together) == 1 else f" ({', '.join(tasks)})"
            yield f"## {name}{of}\n"
            yield f"`{spelling(metric)}`, for {'every task' if everywhere else ', '.join(tasks)}.\n"
            yield from _definition(metric)


def report_schema():
    """Return the page with every field of report.json."""
    schema = json.loads(files("gate").joinpath("report.schema.json").read_text("utf-8"))
    yield "# Report schema"
    yield f"{MADE}\n"
    yield (
        "Every field of `report.json`, which `--output json:PATH` writes and `gate report` reads. How to\n"
        "read a report is told on the page [Reports](reports.md#the-json-report). The JSON Schema lies in\n"
        "the package, as `gate/report.schema.json`. Undefined is `null`, never NaN and never 0.\n"
    )
    for line in _objects(schema, "A report file"):
        yield re.sub("`None`|None", "`null`", line)


def _definition(metric):
    text = inspect.cleandoc(metric.formula.__doc__)
    prose, prompt, code = text.partition(">>> ")
    prose = re.sub(
        r"^(Args|Returns|Raises|Source|Example):\n((?:[ \t]+.*\n?|\n)*)", "", f"{prose}\n", flags=re.MULTILINE
    )
    yield f"{_prose(prose.strip())}\n"
    sections = explain_metric._parts(metric)[1]
    for title, said in explain_metric._facts(metric, sections):
        yield f"* {title}: {_escaped(' '.join(said.split()))}"
    if prompt:
        yield f"\n```pycon\n{(prompt + code).rstrip()}\n```"
    yield ""


def _objects(schema, title, *, top=True):
    """Yield a section with a table for the schema's top and for each object in it."""
    defined = schema.get("definitions", schema.get("$defs", {}))
    objects = {name: node for name, node in defined.items() if node.get("properties")}
    headings = {name: f"{_words(name)}" + ("" if top else f" of {title}") for name in objects}
    if top:
        yield f"## {title}\n"
    yield from _table(schema, headings, defined)
    for name, node in objects.items():
        yield f"## {headings[name]}\n"
        summary = node.get("description", "").partition("\n\nAttributes:")[0]
        yield f"{_prose(summary)}\n"
        yield from _table(node, headings, defined)


def _table(node, headings, defined):
    found = node.get("properties", {})
    told = _attributes(node.get("description", ""))
    required = node.get("required", ())
    with_default = not told  # a report has all of its fields
    yield "| key | value | default | meaning |" if with_default else "| field | value | meaning |"
    yield "| --- | --- | --- | --- |" if with_default else "| --- | --- | --- |"
    for name, each in found.items():
        meaning = each.get("description") or told.get(name, "")
        default = "required" if name in required else _code(each["default"]) if "default" in each else ""
        middle = f" {default} |" if with_default else ""
        yield f"| `{name}` | {_cell(_kind(each, headings, defined))} |{middle} {_cell(_prose(meaning))} |"
    yield ""


def _attributes(description):
    """Return what a docstring says of each attribute."""
    listed = description.partition("Attributes:\n")[2].partition("\n\n")[0]
    found = re.findall(r"^    (\w+): (.*(?:\n     +.*)*)", listed, re.MULTILINE)
    return {name: " ".join(said.split()) for name, said in found}


def _kind(node, headings, defined):
    """Return in words what may stand at a place."""
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        if name in headings:
            return f"[{headings[name]}](#{_slug(headings[name])})"
        return _kind(defined[name], headings, defined)
    for key in ("allOf", "anyOf", "oneOf"):
        if key in node:
            return " or ".join(dict.fromkeys(_kind(part, headings, defined) for part in node[key]))
    if "const" in node:
        return _code(node["const"])
    if "enum" in node:
        return ", ".join(map(_code, node["enum"]))
    return _plain(node, headings, defined)


def _plain(node, headings, defined):
    match node.get("type"):
        case "array":
            return f"list of {_kind(node['items'], headings, defined)}" if node.get("items") else "list"
        case "object":
            inside = node.get("additionalProperties")
            named = isinstance(inside, dict)
            return f"mapping of names to {_kind(inside, headings, defined)}" if named else "mapping"
        case "integer":
            return f"whole number{_range(node)}"
        case "number":
            return f"number{_range(node)}"
        case kind:
            words = {"string": "text", "boolean": "`true` or `false`", "null": "`null`"}
            return words.get(kind, "anything")


def _range(node):
    words = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "to", "exclusiveMaximum": "below"}
    found = [f"{word} {node[key]:g}" for key, word in words.items() if key in node]
    return f", {' '.join(found)}" if found else ""


def _words(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _code(value):
    return f"`{value if isinstance(value, str) else json.dumps(value)}`" if value != "" else "empty"


def _cell(text):
    return " ".join(text.replace("|", "\\|").split())


def _prose(text):
    """Turn a docstring's words into Markdown."""
    plain = re.sub(r":[a-z]+:`~?\.?([^`<]+?)(?:\s*<[^`>]*>)?`", r"``\1``", text)
    parts = re.split(r"(``.*?``|`[^`]*`)", plain, flags=re.DOTALL)
    marked = [f"`{part.strip('`')}`" if part.startswith("`") else _escaped(part) for part in parts]
    return "".join(marked)


def _escaped(text):
    return re.sub(r"([*_<\[])", r"\\\1", text)


PAGES = {
    "configuration-keys": configuration_keys,
    "metric-definitions": metric_definitions,
    "report-schema": report_schema,
}
"""Page → its lines."""


def made(name):
    """Return the text of a page as it should be."""
    return "\n".join(PAGES[name]()).rstrip("\n") + "\n"
